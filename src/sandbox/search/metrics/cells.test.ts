import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../../../test/seed.ts';
import { weekday } from './calendar.ts';
import { ACTIONS, CELL_SIZE, type Cell, CLICKS, CONVERSIONS, COST, UNCLICKED, VALUES } from './cells.ts';
import { dayCell, hours, shares, type Unit } from './facts.ts';
import { corners } from './places.ts';
import { split } from './splitter.ts';

const unit = fc.record({
  id: fc.integer({ min: 1, max: 60_000_000_000 }),
  channel: fc.constantFrom('SEARCH', 'DISPLAY', 'PERFORMANCE_MAX', 'VIDEO'),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  delivery: fc.integer({ min: 0, max: 3_000_000 }).map((daily) => [{ from: 20_000, to: null, daily }]),
}) satisfies fc.Arbitrary<Unit>;
const day = fc.integer({ min: 20_000, max: 20_800 });
const now = { day: 20_801, hour: 15, text: '', ms: 0 };

function sum(cells: readonly Cell[]): Cell {
  return Array.from({ length: CELL_SIZE }, (_, i) => cells.reduce((total, cell) => total + cell[i]!, 0));
}

function checkSane(cell: Cell): void {
  for (const number of cell) expect(Number.isSafeInteger(number) && number >= 0).toBe(true);
  if (cell[CLICKS] === 0) expect(cell[COST]).toBe(0);
  const conversions = cell[CONVERSIONS]! + cell[CONVERSIONS + 1]!;
  expect(conversions).toBeLessThanOrEqual(cell[CLICKS]! * 100);
  for (let i = 0; i < ACTIONS; i += 1) if (cell[CONVERSIONS + i] === 0) expect(cell[VALUES + i]).toBe(0);
}

describe('what happened on a day', () => {
  test('is whole numbers that make sense, and the same each time it is asked', () => {
    fc.assert(
      fc.property(unit, day, (someUnit, someDay) => {
        const cell = dayCell(someUnit, someDay, now)!;
        checkSane(cell);
        expect(dayCell(someUnit, someDay, now)).toEqual(cell);
        expect(cell[COST]).toBeLessThanOrEqual(someUnit.delivery[0]!.daily * 2 + 1);
      }),
    );
  });

  test('is the sum of its places and devices, of their hours, and of those who shared it', () => {
    fc.assert(
      fc.property(
        unit,
        day,
        fc.uniqueArray(fc.integer({ min: 1, max: 1e11 }), { minLength: 1, maxLength: 15 }),
        (someUnit, someDay, ids) => {
          const cell = dayCell(someUnit, someDay, now)!;
          const parts = corners(someUnit, cell);
          expect(sum(parts.map((part) => part.cell))).toEqual(cell);
          for (const part of parts) {
            checkSane(part.cell);
            const byHour = hours(part.cell, someDay, now);
            expect(sum(byHour)).toEqual(part.cell);
            const bySibling = shares(part.cell, ids);
            expect(sum(bySibling)).toEqual(part.cell);
            for (const piece of [...byHour, ...bySibling]) checkSane(piece);
          }
        },
      ),
      { numRuns: times(50) },
    );
  });

  test('is nothing before the first span, after the last, and in the future', () => {
    const ran = { id: 1, channel: 'SEARCH', currency: 'USD', delivery: [{ from: 100, to: 110, daily: 5000 }] };
    expect([99, 100, 110, 111].map((each) => dayCell(ran, each, now) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(dayCell({ ...ran, delivery: [{ from: 100, to: null, daily: 5000 }] }, now.day + 1, now)).toBeUndefined();
  });

  test('of today grows by the hour and never beyond the day', () => {
    const ran = { id: 7, channel: 'SEARCH', currency: 'USD', delivery: [{ from: 100, to: null, daily: 50_000 }] };
    const whole = dayCell(ran, 20_000, now)!;
    const seen = Array.from(
      { length: 24 },
      (_, hour) => dayCell(ran, 20_000, { day: 20_000, hour, text: '', ms: 0 })?.[CLICKS] ?? 0,
    );
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen[0]).toBe(0);
    expect(seen[23]).toBeLessThanOrEqual(whole[CLICKS]!);
    expect(seen[23]).toBeGreaterThan(seen[6]!);
  });
});

test('odd clicks do not always go to the same part', () => {
  const winners = Array.from({ length: 50 }, (_, i) => {
    const cell = new Array<number>(CELL_SIZE).fill(0);
    cell[CLICKS] = 1;
    cell[UNCLICKED] = 10 + i;
    return split(cell, [1, 1, 1]).findIndex((part) => part[CLICKS] === 1);
  });
  expect(new Set(winners)).toEqual(new Set([0, 1, 2]));
});

test('clicks at night and on Saturdays are paid for and seldom lead to a purchase', () => {
  const ran = { id: 7, channel: 'SEARCH', currency: 'USD', delivery: [{ from: 100, to: null, daily: 50_000 }] };
  const weeks = Array.from({ length: 8 * 7 }, (_, at) => 20_000 + at);
  const rate = (cells: readonly Cell[]) => sum(cells)[CONVERSIONS]! / sum(cells)[CLICKS]!;
  const byHour = weeks.map((each) => hours(dayCell(ran, each, now)!, each, now));
  const night = rate(byHour.flatMap((day) => day.slice(0, 6)));
  expect(night).toBeLessThan(rate(byHour.flatMap((day) => day.slice(6))) / 4);
  const saturdays = rate(weeks.filter((each) => weekday(each) === 5).map((each) => dayCell(ran, each, now)!));
  expect(saturdays).toBeLessThan(
    rate(weeks.filter((each) => weekday(each) < 5).map((each) => dayCell(ran, each, now)!)) * 0.8,
  );
});
