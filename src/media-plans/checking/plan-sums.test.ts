import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Coins } from '../campaigns/coins.ts';
import { spreadByMonth } from './plan-sums.ts';

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

test('a total shared by its days is the same total over the months, to the smallest coin', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(1000), fc.nat(400), (total, from, length) => {
      const span = { row: 1, units: total, per: 'total' as const, start: day(from), end: day(from + length) };
      const parts = spreadByMonth(span, total, 'USD', new Coins());
      expect(parts.reduce((sum, [, units]) => sum + units, 0n)).toBe(total);
      expect(new Set(parts.map(([month]) => month)).size).toBe(parts.length);
    }),
  );
});

test('what is left over is on the last day', () => {
  const span = { row: 1, units: 100n, per: 'total' as const, start: '2026-01-30', end: '2026-02-01' };
  expect(spreadByMonth(span, 100n, 'USD', new Coins())).toEqual([
    ['2026-01', 66n],
    ['2026-02', 34n],
  ]);
});
