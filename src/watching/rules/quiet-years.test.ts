import { expect, test } from 'vitest';
import { isLong } from '../../../test/seed.ts';
import { type FigureKind, judgeDay } from './figure-rules.ts';
import { dayOfNumber } from './known-days.ts';
import { FILLED_DAYS, FIRST, knownAfter, madeYear, natureOf, YEAR_DAYS } from './made-years.testing.ts';

const KINDS: FigureKind[] = ['spend_spike', 'zero_delivery', 'cpa_drift', 'ctr_drop', 'conversions_stopped'];

/** The alarms of a year that is judged every morning, by what was known then. */
function alarmsOf(seed: number): string[] {
  const year = madeYear(natureOf(seed), seed);
  const alarms: string[] = [];
  for (let index = FILLED_DAYS; index < YEAR_DAYS - 1; index += 1) {
    const series = knownAfter(year, index);
    for (const kind of KINDS) {
      const { state, window, sentence } = judgeDay({ kind, action: 'notify' }, series, dayOfNumber(FIRST + index));
      if (state === 'firing') alarms.push(`seed ${seed}, ${kind} on ${window}: ${sentence}`);
    }
  }
  return alarms;
}

test('20 quiet accounts raise no alarm in a year of weekends, holidays, launches, pauses and late conversions', () => {
  const alarms = Array.from({ length: 20 }, (_, index) => alarmsOf(index + 1)).flat();
  expect(alarms).toEqual([]);
});

// What was measured: docs/decisions/monitors.md.
test.skipIf(!isLong)('of 1,000 quiet years at most 10 raise an alarm, over all kinds', () => {
  const noisy = Array.from({ length: 1_000 }, (_, index) => alarmsOf(index + 1)).filter(({ length }) => length > 0);
  expect(noisy.length, noisy.flat().join('\n')).toBeLessThanOrEqual(10);
});
