import { expect, test } from 'vitest';
import { withCut } from './cut-spans.ts';

const DAYS = { start_date: '2026-09-03', end_date: '2026-10-11' };
const cuts = (name: string, values: unknown[], days = DAYS) =>
  values.map((value) => withCut({ [name]: value }, days).cut);

test('weeks, months, quarters and years that the range cuts name the days that count', () => {
  expect(cuts('week', ['2026-08-31', '2026-09-07', '2026-10-05'])).toEqual([
    { start_date: '2026-09-03', end_date: '2026-09-06' },
    undefined,
    undefined,
  ]);
  expect(cuts('month', ['2026-09-01', '2026-10-01'])).toEqual([
    { start_date: '2026-09-03', end_date: '2026-09-30' },
    { start_date: '2026-10-01', end_date: '2026-10-11' },
  ]);
  expect(cuts('quarter', ['2026-07-01'])).toEqual([{ start_date: '2026-09-03', end_date: '2026-09-30' }]);
  expect(cuts('year', [2026])).toEqual([DAYS]);
});

test('spans that lie in the range, days and other segments are left alone', () => {
  const year = { start_date: '2026-01-01', end_date: '2026-12-31' };
  expect(cuts('year', ['2026'], year)).toEqual([undefined]);
  expect(cuts('month', ['2026-02-01', '2026-12-01'], year)).toEqual([undefined, undefined]);
  expect(cuts('date', ['2026-09-03'])).toEqual([undefined]);
  expect(cuts('week', [null, 'UNKNOWN'])).toEqual([undefined, undefined]);
});
