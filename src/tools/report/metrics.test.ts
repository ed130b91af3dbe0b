import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../test/seed.ts';
import { MetricTable, type Shown } from './metrics.ts';
import { moneyOfQuantity, quantityOf } from './quantity.ts';

interface Row {
  impressions: number;
  clicks: number;
  cents: number;
  hundredths: number;
  reach: number;
}

const table = new MetricTable<Row>({
  sums: {
    impressions: { unit: 'number', fields: ['i'], read: (row) => quantityOf(row.impressions) },
    clicks: { unit: 'number', fields: ['c'], read: (row) => quantityOf(row.clicks) },
    cost: { unit: 'money', fields: ['s'], read: (row) => quantityOf((row.cents / 100).toFixed(2)) },
    conversions: { unit: 'number', fields: ['a'], read: (row) => quantityOf(row.hundredths / 100) },
    reach: { unit: 'number', fields: ['r'], read: (row) => quantityOf(row.reach), adds: false },
  },
});
const USD = { code: 'USD', digits: 2 };
const all = table.select(table.names);

const number = fc.integer({ min: 0, max: 50_000_000 });
const row: fc.Arbitrary<Row> = fc.record({
  impressions: number,
  clicks: number,
  cents: number,
  hundredths: number,
  reach: number,
});

test('sums are exact, and ratios are those of the sums, never means of ratios; null where nothing is to divide by', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const sum = (pick: (one: Row) => number) => rows.reduce((total, one) => total + pick(one), 0);
      const totals = all.showTotals(all.addUp(rows.map((one) => all.read(one))), USD);
      const [impressions, clicks, cents] = [sum((r) => r.impressions), sum((r) => r.clicks), sum((r) => r.cents)];
      const hundredths = sum((r) => r.hundredths);
      expect(totals.impressions).toBe(impressions);
      expect(totals.conversions).toBe(hundredths / 100);
      expect(totals.cost).toEqual({ amount: (cents / 100).toFixed(2), currency: 'USD' });
      same(totals.ctr, clicks, impressions);
      same(totals.cpc, cents / 100, clicks);
      same(totals.cpm, cents * 10, impressions);
      same(totals.cost_per_conversion, cents, hundredths);
      same(totals.conversion_rate, hundredths / 100, clicks);
    }),
  );
});

function same(shown: Shown | undefined, of: number, to: number): void {
  if (to === 0) {
    expect(shown).toBeNull();
    return;
  }
  const value = typeof shown === 'object' && shown && 'amount' in shown ? Number(shown.amount) : Number(shown);
  expect(Math.abs(value - of / to)).toBeLessThanOrEqual(Math.max(5e-7, (of / to) * 5e-6));
}

test('what was asked for is always there, null included, and people are not added up', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.uniqueArray(fc.constantFrom(...table.names)), (rows, names) => {
      const selection = table.select(names);
      const parts = rows.map((one) => selection.read(one));
      for (const one of parts) expect(Object.keys(selection.show(one, USD))).toEqual(names);
      const totals = selection.showTotals(selection.addUp(parts), USD);
      expect(Object.keys(totals)).toEqual(names);
      expect([totals.reach ?? null, totals.frequency ?? null]).toEqual([null, null]);
    }),
  );
});

test('the order of rows makes no difference to a sum, not even in the last digit', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 30 }), (rows) => {
      const parts = rows.map((one) => all.read(one));
      expect(all.addUp(parts)).toEqual(all.addUp(parts.toReversed()));
    }),
  );
});

test('a ratio needs both its parts from the channel, and the usual metrics are the usual ones', () => {
  expect(table.names).not.toContain('roas');
  expect(table.names).toContain('frequency');
  expect(() => table.select(['roas'])).toThrow('no metric roas');
  const odd = table.with({ odd: { unit: 'number', of: 'ctr', to: 'clicks' } });
  expect(() => odd.select(['odd'])).toThrow('ctr is a ratio');
  expect(table.select().names).toEqual(['impressions', 'clicks', 'cost', 'conversions', 'ctr', 'cpc']);
});

test('a platform’s numbers are read as it writes them', () => {
  expect(quantityOf('50.12')).toBe(50_120_000n);
  expect(quantityOf('-0.0000005')).toBe(-1n);
  expect(quantityOf('90071992547409931')).toBe(90_071_992_547_409_931_000_000n);
  expect(quantityOf(0.1)).toBe(100_000n);
  expect(quantityOf('1.5e-7')).toBe(0n);
  for (const nothing of ['', 'none', undefined, null, Number.NaN]) expect(quantityOf(nothing)).toBeUndefined();
  expect(moneyOfQuantity(1_616_774n, 'USD', 2)).toEqual({ amount: '1.616774', currency: 'USD' });
  expect(moneyOfQuantity(12_000_000n, 'JPY', 0)).toEqual({ amount: '12', currency: 'JPY' });
});
