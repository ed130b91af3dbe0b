import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../test/seed.ts';
import { plusDays } from '../../tools/days.ts';
import { lengthOf } from '../../tools/report/period.ts';
import { completeAt, nextStep } from './history-steps.ts';

test('the newest 35 days come first, then a month at a time back to what is kept', () => {
  const first = nextStep(undefined, '2026-11-16', 400, 28);
  expect(first).toEqual({ days: { start_date: '2026-10-13', end_date: '2026-11-16' }, isNewest: true });
  const known = { first_day: '2026-10-13', complete_until: '2026-11-16' };
  expect(nextStep(known, '2026-11-16', 400, 28)).toEqual({
    days: { start_date: '2026-09-12', end_date: '2026-10-12' },
    isNewest: false,
  });
  expect(nextStep({ ...known, first_day: '2025-10-13' }, '2026-11-16', 400, 28)).toBeUndefined();
});

test('a new day is read with the week before it, and with all days that still move once a week', () => {
  const known = { first_day: '2025-11-01', complete_until: '2026-11-16' };
  const on = (until: string, moveDays: number) =>
    nextStep({ ...known, complete_until: plusDays(until, -1) }, until, 400, moveDays);
  // Tuesday, then Sunday.
  expect(on('2026-11-17', 90)!.days).toEqual({ start_date: '2026-11-10', end_date: '2026-11-17' });
  expect(on('2026-11-22', 90)!.days).toEqual({ start_date: '2026-08-24', end_date: '2026-11-22' });
  expect(on('2026-11-17', 3)!.days).toEqual({ start_date: '2026-11-14', end_date: '2026-11-17' });
});

test('steps adjoin what is known, never reach into open days, and end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60, max: 400 }),
      fc.integer({ min: 0, max: 90 }),
      fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 4 }),
      (keptDays, moveDays, absences) => {
        let until = '2026-11-16';
        let known: { first_day: string; complete_until: string } | undefined;
        for (const days of [0, ...absences]) {
          until = plusDays(until, days);
          for (let steps = 0; ; steps++) {
            const step = nextStep(known, until, keptDays, moveDays);
            if (!step) break;
            expect(steps).toBeLessThan(30);
            const { start_date, end_date } = step.days;
            expect(start_date <= end_date && end_date <= until).toBe(true);
            expect(lengthOf(step.days)).toBeLessThanOrEqual(31 + 90 + 4);
            if (known) {
              expect(start_date <= plusDays(known.complete_until, 1)).toBe(true);
              expect(end_date >= plusDays(known.first_day, -1)).toBe(true);
            }
            known = {
              first_day: known && known.first_day < start_date ? known.first_day : start_date,
              complete_until: known && known.complete_until > end_date ? known.complete_until : end_date,
            };
          }
          expect(known!.complete_until).toBe(until);
          expect(known!.first_day <= plusDays(until, 1 - keptDays)).toBe(true);
        }
      },
    ),
    { numRuns: times(200) },
  );
});

test('a day is complete so many hours after its own midnight, also where clocks are changed', () => {
  expect(new Date(completeAt('2026-11-16', 'America/New_York', 6)).toISOString()).toBe('2026-11-17T11:00:00.000Z');
  expect(new Date(completeAt('2026-07-16', 'America/New_York', 6)).toISOString()).toBe('2026-07-17T10:00:00.000Z');
  expect(new Date(completeAt('2026-10-25', 'Europe/Berlin', 11)).toISOString()).toBe('2026-10-26T10:00:00.000Z');
  expect(new Date(completeAt('2026-11-16', 'Asia/Tokyo', 3)).toISOString()).toBe('2026-11-16T18:00:00.000Z');
});
