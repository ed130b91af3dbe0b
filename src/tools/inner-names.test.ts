import { expect, test } from 'vitest';
import { z } from 'zod';
import { insteadOf, namesAt } from './inner-names.ts';

const schema = z.strictObject({
  rows: z.array(z.strictObject({ id: z.string(), budget: z.string() })).optional(),
  bids: z.partialRecord(z.enum(['MOBILE', 'DESKTOP']), z.number()),
  limits: z.preprocess((value) => value, z.partialRecord(z.enum(['cost', 'clicks']), z.number())).optional(),
  either: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
});

test.each([
  [[], ['rows', 'bids', 'limits', 'either']],
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
