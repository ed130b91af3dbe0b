import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Failure, Problem } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { toolOf, yard } from './pipeline.testing.ts';
import { validateArguments } from './validate.ts';

const tool = toolOf(yard, {
  input: z.strictObject({
    name: z.string().max(5, 'Is longer than five'),
    count: z.int().optional(),
    open: z.boolean().optional(),
    stops: z.array(z.string()).optional(),
    size: z.enum(['S', 'M']).optional(),
    only: z.literal('x').optional(),
    share: z.number().min(0).optional(),
    few: z.array(z.string()).max(1).optional(),
    wagon: z.strictObject({ id: z.string() }).optional(),
    limits: z.record(z.string(), z.unknown()).optional(),
  }),
  aliases: { title: 'name', label: 'name' },
  instead: { quantity: 'count' },
  rules: ({ name }) => (name === 'bad' ? [{ field: 'name', message: 'is no name' }] : []),
});
const KNOWN = ['name', 'count', 'open', 'stops', 'size', 'only', 'share', 'few', 'wagon', 'limits', 'workspaceId'];

async function problemsWith(given: unknown, of = tool): Promise<readonly Problem[]> {
  try {
    await validateArguments(of, given);
  } catch (error) {
    return (error as Failure).details.problems!;
  }
  throw new Error('taken');
}

test.each<[string, unknown, Problem[]]>([
  ['nothing at all', undefined, [{ field: 'arguments', message: 'is required' }]],
  ['a list', [], [{ field: 'arguments', message: 'must be an object, not an array' }]],
  ['null', null, [{ field: 'arguments', message: 'must be an object, not null' }]],
  ['text', 'x', [{ field: 'arguments', message: 'must be an object, not a string' }]],
  ['a missing name', {}, [{ field: 'name', message: 'is required' }]],
  ['a null name', { name: null }, [{ field: 'name', message: 'must be a string, not null' }]],
  ['a number for a name', { name: 7 }, [{ field: 'name', message: 'must be a string, not a number' }]],
  ['an object for a name', { name: {} }, [{ field: 'name', message: 'must be a string, not an object' }]],
  ['words for a number', { name: 'a', count: '7,5' }, [{ field: 'count', message: 'must be a number, not a string' }]],
  ['half a number in text', { name: 'a', count: '1.5' }, [{ field: 'count', message: 'must be a whole number' }]],
  ['a number below the least', { name: 'a', share: -1 }, [{ field: 'share', message: 'must be at least 0' }]],
  ['more items than fit', { name: 'a', few: ['x', 'y'] }, [{ field: 'few', message: 'must have at most 1 item' }]],
  [
    'digits that no number holds exactly',
    { name: 'a', count: '12345678901234567' },
    [{ field: 'count', message: 'must be a number, not a string' }],
  ],
  ['half a number', { name: 'a', count: 1.5 }, [{ field: 'count', message: 'must be a whole number' }]],
  ['text for yes or no', { name: 'a', open: 'yes' }, [{ field: 'open', message: 'must be a boolean, not a string' }]],
  ['text for a list', { name: 'a', stops: 'x' }, [{ field: 'stops', message: 'must be an array, not a string' }]],
  ['a number in a list', { name: 'a', stops: [1] }, [{ field: 'stops.0', message: 'must be a string, not a number' }]],
  [
    'text for an object',
    { name: 'a', wagon: '7' },
    [{ field: 'wagon', message: 'must be an object with `id`, not a string' }],
  ],
  [
    'an unknown size',
    { name: 'a', size: 'XL' },
    [{ field: 'size', message: 'must be one of: S, M', allowed_values: ['S', 'M'] }],
  ],
  [
    'another literal',
    { name: 'a', only: 'y' },
    [{ field: 'only', message: 'must be one of: x', allowed_values: ['x'] }],
  ],
  ['a name that is too long', { name: 'abcdef' }, [{ field: 'name', message: 'is longer than five' }]],
  ['what a rule forbids', { name: 'bad' }, [{ field: 'name', message: 'is no name' }]],
  ['the same by another name', { title: 'bad' }, [{ field: 'title', message: 'is no name' }]],
  ['a wrong kind by another name', { title: 1 }, [{ field: 'title', message: 'must be a string, not a number' }]],
  ['a missing part', { name: 'a', wagon: {} }, [{ field: 'wagon.id', message: 'is required' }]],
  [
    'an unknown part',
    { name: 'a', wagon: { id: '1', colour: 'red' } },
    [{ field: 'wagon.colour', message: 'is not an argument of see_train; known: id', allowed_values: ['id'] }],
  ],
  [
    'a misspelt argument',
    { name: 'a', cuont: 1 },
    [{ field: 'cuont', message: 'is not an argument of see_train; did you mean `count`?', allowed_values: KNOWN }],
  ],
  [
    'what people will try',
    { name: 'a', quantity: 1 },
    [{ field: 'quantity', message: 'is not an argument of see_train; did you mean `count`?', allowed_values: KNOWN }],
  ],
  [
    'two unknown ones: the known are told once',
    { name: 'a', zzzzzz: 1, yyyyyyy: 2 },
    [
      {
        field: 'zzzzzz',
        message: `is not an argument of see_train; known: ${KNOWN.join(', ')}`,
        allowed_values: KNOWN,
      },
      { field: 'yyyyyyy', message: 'is not an argument of see_train' },
    ],
  ],
  [
    'half a character',
    { name: 'a\ud800' },
    [{ field: 'name', message: 'holds half of a surrogate pair, which is not valid text' }],
  ],
  [
    'half a character deep inside, beside a wrong one',
    { name: 7, limits: { a: ['\udc00', 'ok'] } },
    [
      { field: 'name', message: 'must be a string, not a number' },
      { field: 'limits.a.0', message: 'holds half of a surrogate pair, which is not valid text' },
    ],
  ],
  [
    'two names for one thing, and half a character',
    { title: 'a', label: 'b\ud800' },
    [
      { field: 'label', message: 'means the same as title; give one of them' },
      { field: 'label', message: 'holds half of a surrogate pair, which is not valid text' },
    ],
  ],
])('%s is refused in words', async (_, given, problems) => {
  expect(await problemsWith(given)).toEqual(problems);
});

test('a text longer than any tool takes is refused where it stands, however deep; a file is not', async () => {
  const long = 'x'.repeat(900_000);
  const tooLong = { message: 'has 900000 characters; at most 100000 are taken' };
  expect(await problemsWith({ name: long })).toEqual([{ field: 'name', ...tooLong }]);
  expect(await problemsWith({ name: 'a', workspaceId: long })).toEqual([{ field: 'workspaceId', ...tooLong }]);
  expect(await problemsWith({ name: 'a', wagon: { id: long }, limits: { a: [long] } })).toEqual([
    { field: 'wagon.id', ...tooLong },
    { field: 'limits.a.0', ...tooLong },
  ]);
  const files = { name: 'a', limits: { image_base64: long } };
  expect(await validateArguments(tool, files)).toMatchObject(files);
});

test('a text may be as long as its schema says, where that is longer than usual, also in a list', async () => {
  const picture = z
    .string()
    .max(500_000)
    .refine((text) => text !== 'x');
  const album = toolOf(yard, { input: z.strictObject({ cover: picture.optional(), pages: z.array(picture).max(9) }) });
  const long = 'x'.repeat(500_000);
  const given = { cover: long, pages: ['a', long] };
  expect(await validateArguments(album, given)).toEqual(given);
  const tooLong = { message: 'has 500001 characters; at most 500000 are taken' };
  expect(await problemsWith({ cover: `${long}x`, pages: [`${long}x`] }, album)).toEqual([
    { field: 'cover', ...tooLong },
    { field: 'pages.0', ...tooLong },
  ]);
});

test('what is required and one of a few is asked for with what it can be', async () => {
  const sized = toolOf(yard, { input: z.strictObject({ size: z.enum(['S', 'M']) }) });
  expect(await problemsWith({}, sized)).toEqual([
    { field: 'size', message: 'is required', allowed_values: ['S', 'M'] },
  ]);
  const big = toolOf(yard, { input: z.strictObject({ size: z.literal([1n, 2]) }) });
  expect(await problemsWith({ size: 3 }, big)).toEqual([
    { field: 'size', message: 'must be one of: 1, 2', allowed_values: [2] },
  ]);
});

test('an object where one of many words belongs is refused like any other, whatever its own toString is', async () => {
  const many = Array.from({ length: 21 }, (_, at) => `SIZE_${at}`);
  const sized = toolOf(yard, { input: z.strictObject({ size: z.enum(many) }) });
  for (const size of [{ toString: 1 }, [{ toString: null, valueOf: 1 }], { constructor: {} }])
    expect(await problemsWith({ size }, sized)).toMatchObject([{ field: 'size', allowed_values: many }]);
});

test('what is taken comes back as the schema reads it', async () => {
  expect(await validateArguments(tool, { title: 'a', stops: ['x'] })).toEqual({ name: 'a', stops: ['x'] });
  expect(await validateArguments(tool, { name: '😀', limits: { none: null, deep: { n: 1, list: [] } } })).toEqual({
    name: '😀',
    limits: { none: null, deep: { n: 1, list: [] } },
  });
});

test('a list of a thousand is taken, and a longer one refused before anything in it is looked at', async () => {
  const stops = (count: number) => Array(count).fill('x');
  expect(await validateArguments(tool, { name: 'a', stops: stops(1000) })).toHaveProperty('stops.length', 1000);
  const tooLong = { message: 'has 1001 items; at most 1000 are taken' };
  expect(await problemsWith({ name: 7, stops: stops(1001), wagon: { colour: 1 } })).toEqual([
    { field: 'stops', ...tooLong },
  ]);
  expect(await problemsWith({ limits: { a: { b: stops(1001) }, c: stops(1001), d: [] } })).toEqual([
    { field: 'limits.a.b', ...tooLong },
    { field: 'limits.c', ...tooLong },
  ]);
  expect(await problemsWith(stops(1001))).toEqual([{ field: '', ...tooLong }]);
  const named = Object.fromEntries(stops(1001).map((value, index) => [`a${index}`, value]));
  const tooMany = { message: 'has 1001 fields; at most 1000 are taken' };
  expect(await problemsWith(named)).toEqual([{ field: 'arguments', ...tooMany }]);
  expect(await problemsWith({ limits: { a: named } })).toEqual([{ field: 'limits.a', ...tooMany }]);
});

test('a list that its tool declares to be longer is taken, whole and a slice at a time', async () => {
  const crowd = toolOf(yard, {
    input: z.strictObject({ name: z.string(), people: z.array(z.string().trim().max(9)).max(3000).optional() }),
  });
  const people = (count: number) => Array.from({ length: count }, (_, at) => ` p${at} `);
  const turns: number[] = [];
  const taken = validateArguments(crowd, { name: 'a', people: people(3000) });
  const ticking = setInterval(() => turns.push(1));
  expect((await taken).people).toEqual(people(3000).map((one) => one.trim()));
  clearInterval(ticking);
  const refused = async (given: unknown) => {
    const error = await validateArguments(crowd, given).catch((failure: Failure) => failure);
    return (error as Failure).details.problems;
  };
  const wrong = people(3000).with(2500, 'far too long').with(2600, '\ud800');
  expect(await refused({ name: 'a', people: wrong })).toEqual([
    { field: 'people.600', message: 'holds half of a surrogate pair, which is not valid text' },
    { field: 'people.2500', message: 'must have at most 9 characters' },
  ]);
  expect(await refused({ people: people(3000) })).toEqual([{ field: 'name', message: 'is required' }]);
  expect(await refused({ name: 'a', people: people(3001) })).toEqual([
    { field: 'people', message: 'has 3001 items; at most 3000 are taken' },
  ]);
});

test('a very long name of an argument is cut where it is told', async () => {
  const long = 'n'.repeat(300);
  expect((await problemsWith({ name: 'a', [long]: 1 }))[0]!.field).toBe(`${'n'.repeat(200)}…`);
  expect((await problemsWith({ name: 'a', limits: { [long]: '\ud800' } }))[0]!.field).toBe(
    `limits.${'n'.repeat(193)}…`,
  );
});

test('beyond twenty, no more guesses are made at what was meant', async () => {
  const many = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [`count${index}`, 1]));
  const parsed = await problemsWith({ name: 'a', ...many });
  expect(parsed).toHaveLength(20);
  expect(parsed[19]!.message).toBe('is not an argument of see_train; did you mean `count`?');
  const lists = toolOf(yard, { input: z.strictObject({ stops: z.array(z.string('Must be text')) }) });
  const { message } = await failureWith(lists, { stops: Array(22).fill(7) });
  expect(message).toMatch(/^22 arguments are wrong, the first 20 of them: `stops\.0` must be a string, not a number; /);
});

test('the twentieth unknown argument gets a guess and the one after it none', async () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`zzzzzzz${index}`, 1]));
  expect((await problemsWith({ name: 'a', ...unknown(19), cuont: 1 })).at(-1)).toEqual({
    field: 'cuont',
    message: 'is not an argument of see_train; did you mean `count`?',
  });
});

async function failureWith(of: typeof tool, given: unknown) {
  try {
    await validateArguments(of, given);
  } catch (error) {
    return (error as Failure).details;
  }
  throw new Error('taken');
}

test('a word of a fixed list is taken in any spelling that can mean one of them, also inside of lists', async () => {
  const input = z.strictObject({
    status: z.enum(['PAUSED', 'ACTIVE']),
    days: z.array(z.enum(['LAST_7_DAYS', 'TODAY'])).optional(),
    kind: z.enum(['a', 'A']).optional(),
  });
  const tool = toolOf(yard as Channel, { input });
  const given = { status: 'paused', days: ['last-7-days', 'Today'] };
  expect(await validateArguments(tool, given)).toEqual({ status: 'PAUSED', days: ['LAST_7_DAYS', 'TODAY'] });
  expect(given.status).toBe('paused');
  await expect(validateArguments(tool, { status: 'pause' })).rejects.toMatchObject({ code: 'invalid_arguments' });
  await expect(validateArguments(tool, { status: 'ACTIVE', kind: ' a' })).rejects.toMatchObject({
    code: 'invalid_arguments',
  });
});

test.each([
  [{ count: '7' }, { count: 7 }],
  [{ count: ' -7 ' }, { count: -7 }],
  [
    { count: '7', open: 'False' },
    { count: 7, open: false },
  ],
  [{ size: ['m'] }, { size: 'M' }],
])('%j: what can mean one value is taken for it', async (given, taken) => {
  expect(await validateArguments(tool, { name: 'a', ...given })).toEqual({ name: 'a', ...taken });
});

test('an id is taken as a number as long as that holds all of its digits', async () => {
  expect(await validateArguments(tool, { name: 'a', wagon: { id: 12_345 } })).toEqual({
    name: 'a',
    wagon: { id: '12345' },
  });
  expect(await problemsWith({ name: 'a', wagon: { id: 1.2e17 } })).toEqual([
    { field: 'wagon.id', message: 'must be a string, not a number' },
  ]);
});

test('rows that all have the same slip are taken, however many, also beyond the first slice', async () => {
  const row = z.strictObject({ size: z.enum(['S', 'M']) });
  const rows = toolOf(yard, { input: z.strictObject({ rows: z.array(row).max(3000) }) });
  const given = Array.from({ length: 2500 }, () => ({ size: 'm' }));
  expect((await validateArguments(rows, { rows: given })).rows).toEqual(given.map(() => ({ size: 'M' })));
});

test('text goes on composed, however the caller writes its accents', async () => {
  const tool = toolOf(yard as Channel, { input: z.strictObject({ names: z.array(z.string()) }) });
  expect(await validateArguments(tool, { names: ['Zu\u0308rich'] })).toEqual({ names: ['Z\u00fcrich'] });
});
