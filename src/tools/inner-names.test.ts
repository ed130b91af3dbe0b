import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkedBy, insteadOf, namesAt } from './inner-names.ts';

const schema = z.strictObject({
  rows: z.array(z.strictObject({ id: z.string(), budget: z.string() })).optional(),
  bids: z.partialRecord(z.enum(['MOBILE', 'DESKTOP']), z.number()),
  limits: z.preprocess((value) => value, z.partialRecord(z.enum(['cost', 'clicks']), z.number())).optional(),
  by_name: z.record(z.string(), z.strictObject({ c: z.string() })).optional(),
  either: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
});

test.each([
  [[], ['rows', 'bids', 'limits', 'by_name', 'either']],
  [['by_name', 'any'], ['c']],
  [
    ['rows', 3],
    ['id', 'budget'],
  ],
  [['bids'], ['MOBILE', 'DESKTOP']],
  [['limits'], ['cost', 'clicks']],
  [['either'], ['a', 'b']],
  [['rows', 3, 'id'], []],
  [['nowhere', 'at', 'all'], []],
])('at %j there may be %j', (path, names) => {
  expect(namesAt(schema, path)).toEqual(names);
});

test('the nearest name, or all there are, or nothing', () => {
  expect(insteadOf('MOBIL', ['MOBILE', 'DESKTOP'])).toContain('did you mean `MOBILE`?');
  expect(insteadOf('watch', ['MOBILE', 'DESKTOP'])).toBe('; known: MOBILE, DESKTOP');
  expect(insteadOf('watch', [])).toBe('');
});

test('what a schema of its own refuses is told in words: what an object has to hold, and which name is none of its', () => {
  const shape = z.strictObject({ row: z.strictObject({ id: z.string(), note: z.string().optional() }) });
  const checked = z.unknown().superRefine(checkedBy(shape, 'a plan'));
  const problems = (given: unknown) =>
    checked.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  expect(problems({ row: { id: 'a' } })).toEqual([]);
  expect(problems({ row: 'a' })).toEqual(['row must be an object with `id`, not a string']);
  expect(problems({ row: { id: 'a', nots: 'b' } })).toEqual(['row.nots is not part of a plan; did you mean `note`?']);
  expect(problems({ row: { id: 7 } })).toEqual([expect.stringMatching(/^row\.id .*string/)]);
});
