import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { boundError, cutReply, ERROR_CHARACTERS_MAX, fits, type Room, wireBytes } from './bound-reply.ts';

const bound = async (reply: Record<string, unknown>, bytes: number, as: Room['as'] = 'text') => {
  const json = JSON.stringify(reply);
  return fits(json, { bytes, as }) ? json : cutReply(reply, { bytes, as });
};

/** As the protocol layer writes it. */
const onTheWire = (json: string, as: Room['as']) =>
  (as === 'data' ? 0 : Buffer.byteLength(JSON.stringify(json)) - 2) + (as === 'text' ? 0 : Buffer.byteLength(json));

const forms = fc.constantFrom<Room['as']>('data', 'text', 'both');

test('what fits is left as it is', async () => {
  const reply = { items: [1, 2, 3], next_cursor: 'c' };
  expect(await bound(reply, 1000)).toEqual(JSON.stringify(reply));
});

test('a text takes on the wire what its escaped form takes', () => {
  fc.assert(
    fc.property(fc.json(), forms, (json, as) => {
      expect(wireBytes(JSON.stringify(JSON.parse(json)), { as })).toBe(onTheWire(JSON.stringify(JSON.parse(json)), as));
    }),
  );
});

test('what does not fit is cut at an item, as late as possible, and never exceeds the bound', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1000, max: 4000 }),
      forms,
      async (items, bytes, as) => {
        const json = (await bound({ items, note: 'kept', next_cursor: 'c' }, bytes, as))!;
        expect(onTheWire(json, as)).toBeLessThanOrEqual(bytes);
        const cut = JSON.parse(json);
        expect(cut.items).toEqual(items.slice(0, cut.items.length));
        expect(cut.note).toBe('kept');
        if (cut.items.length === items.length) return;
        expect(cut.next_cursor).toBeUndefined();
        expect(cut.truncated).toMatchObject({ list: 'items', returned: cut.items.length, of: items.length });
        const oneMore = JSON.stringify({ ...cut, items: items.slice(0, cut.items.length + 1) });
        expect(onTheWire(oneMore, as)).toBeGreaterThan(bytes - 200);
      },
    ),
  );
});

test('a reply without a list cannot be cut', async () => {
  expect(await bound({ text: 'x'.repeat(1000) }, 100)).toBeUndefined();
});

test('an error is shortened until it can be read, whatever was put into it', () => {
  const long = 'x'.repeat(100_000);
  const problem = { field: long, message: long, allowed_values: Array(500).fill(long) };
  const body = { error: { code: 'internal', message: long, problems: Array(20).fill(problem), retryable: false } };
  const bounded = boundError(body);
  expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(ERROR_CHARACTERS_MAX);
  expect(bounded.error).toMatchObject({ code: 'internal', retryable: false });
  const short = { error: { message: 'short' } };
  expect(boundError(short)).toBe(short);
});

test('of several lists the longest is cut, and what was cut says how to go on', async () => {
  const items = Array.from({ length: 100 }, (_, index) => `item ${index}`);
  const cut = JSON.parse((await bound({ few: [1, 2], items, none: [], next_cursor: 'c' }, 700, 'data'))!);
  expect([cut.few, cut.none]).toEqual([[1, 2], []]);
  expect(cut).not.toHaveProperty('next_cursor');
  const returned = cut.items.length;
  expect(cut.truncated).toEqual({
    list: 'items',
    returned,
    of: 100,
    next_step: `Only ${returned} of 100 fit into one reply. Call again with limit ${returned}: its next_cursor continues where this list ends.`,
  });
});

test('a list of which not even one item fits is empty, and says what helps', async () => {
  const cut = JSON.parse((await bound({ items: ['x'.repeat(2000), 'y'] }, 500, 'data'))!);
  expect(cut).toEqual({
    items: [],
    truncated: {
      list: 'items',
      returned: 0,
      of: 2,
      next_step: 'Not even one item fits into a reply. Ask for fewer fields or a narrower selection.',
    },
  });
  expect(await bound({ items: ['x'.repeat(2000)], text: 'y'.repeat(600) }, 500, 'data')).toBeUndefined();
});

test('what is no JSON in a list takes the place of null', async () => {
  const items = [undefined, ...Array(300).fill('x')];
  const cut = JSON.parse((await bound({ items }, 600, 'data'))!);
  expect(cut.items[0]).toBeNull();
});

test('an error keeps as much as it can, and every kind of value', () => {
  const body = { error: { message: 'm'.repeat(20_000), retryable: true, none: null, list: Array(100).fill('ok') } };
  const { error } = boundError(body);
  expect(error.message).toBe(`${'m'.repeat(4096)}…`);
  expect(error).toMatchObject({ retryable: true, none: null });
  expect(error.list).toHaveLength(100);
  const wide = { error: { list: Array(3_000).fill('short text') } };
  expect(boundError(wide).error.list.length).toBe(256);
  const atTheEdge = { error: 'e'.repeat(ERROR_CHARACTERS_MAX - 'error'.length - 4 - 3 - 2) };
  expect(boundError(atTheEdge)).toBe(atTheEdge);
  expect(boundError({ error: `${atTheEdge.error}e` }).error).toHaveLength(4097);
});

test.each<Room['as']>(['data', 'text', 'both'])('as %s, exactly what has room is kept', async (as) => {
  const items = Array.from({ length: 999 }, () => 'an "item"');
  const cutAt = (count: number) =>
    JSON.stringify({
      items: items.slice(0, count),
      truncated: {
        list: 'items',
        returned: count,
        of: 999,
        next_step: `Only ${count} of 999 fit into one reply. Call again with limit ${count}: its next_cursor continues where this list ends.`,
      },
    });
  // Every item is counted with a comma behind it, the last one too.
  const bytes = onTheWire(cutAt(500), as) + (as === 'both' ? 2 : 1);
  expect(await bound({ items }, bytes, as)).toBe(cutAt(500));
  expect(await bound({ items }, bytes - 1, as)).toBe(cutAt(499));
  const whole = JSON.stringify({ items });
  expect(await bound({ items }, onTheWire(whole, as), as)).toBe(whole);
  expect(await bound({ items }, onTheWire(whole, as) - 1, as)).not.toBe(whole);
});

test('of two lists that are as long, the first is cut', async () => {
  const list = Array(100).fill('item');
  const cut = JSON.parse((await bound({ one: list, two: list }, 1200, 'data'))!);
  expect(cut.truncated.list).toBe('one');
  expect(cut.two).toEqual(list);
});
