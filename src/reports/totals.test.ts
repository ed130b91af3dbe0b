import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { FilteredTotal, noActivity } from './filtered-total.ts';
import { addedUp, byCurrency, Rates, shownMetrics, unrated } from './totals.ts';

const Total = fc.record({
  channel: fc.constantFrom('one', 'two', 'three'),
  currency: fc.constantFrom({ code: 'USD', digits: 2 }, { code: 'EUR', digits: 2 }, { code: 'JPY', digits: 0 }),
  parts: fc.record({
    cost: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    conversion_value: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    clicks: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    reach: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    video_views: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  }),
});
const NAMES = ['cost', 'conversion_value', 'clicks', 'cpc', 'roas', 'reach', 'video_views'];

test('a sum never holds two currencies: each has its own, of its own accounts only', () => {
  fc.assert(
    fc.property(fc.array(Total, { maxLength: 40 }), (totals) => {
      const groups = byCurrency(totals);
      expect(new Set(groups.map(([{ code }]) => code)).size).toBe(groups.length);
      for (const [{ code, digits }, group] of groups) {
        const own = totals.filter(({ currency }) => currency.code === code);
        const parts = addedUp(group, NAMES);
        expect(parts.cost).toBe(own.reduce((sum, one) => sum + one.parts.cost, 0n));
        const shown = shownMetrics(parts, NAMES, { code, digits });
        for (const name of ['cost', 'conversion_value']) expect(shown[name]).toMatchObject({ currency: code });
      }
    }),
  );
});

test('people are never added over accounts, nor views over platforms', () => {
  fc.assert(
    fc.property(fc.array(Total, { minLength: 1, maxLength: 10 }), (totals) => {
      const parts = addedUp(totals, NAMES);
      const channels = new Set(totals.map(({ channel }) => channel));
      expect(parts.reach === null).toBe(totals.length > 1);
      expect(parts.video_views === null).toBe(channels.size > 1);
    }),
  );
});

test('cost and value are converted alike, exactly, and counts are not', () => {
  const rates = new Rates('USD', [{ from: 'EUR', to: 'USD', rate: '1.0834', date: '2026-11-01', source: 'a bank' }]);
  const parts = { cost: 10_000_001n, conversion_value: 20_000_002n, clicks: 7n };
  expect(rates.parts(parts, 'EUR')).toEqual({ cost: 10_834_001n, conversion_value: 21_668_002n, clicks: 7n });
  expect(rates.parts(parts, 'USD')).toEqual(parts);
  // Half a millionth is rounded up, never cut.
  const half = new Rates('USD', [{ from: 'EUR', to: 'USD', rate: '0.5', date: '2026-11-01', source: 'a bank' }]);
  expect(half.parts({ cost: 5n }, 'EUR')).toEqual({ cost: 3n });
  expect(rates.factor('CHF')).toBeUndefined();
});

const USD = { code: 'USD', digits: 2 };

test('a number that no platform told is null in a sum, and currencies stand in order', () => {
  const total = (parts: Record<string, bigint | null>, code = 'USD') => ({
    channel: 'one',
    currency: { code, digits: 2 },
    parts,
  });
  expect(addedUp([total({ clicks: 3n, cost: null }), total({ clicks: 4n })], ['clicks', 'cost'])).toEqual({
    clicks: 7n,
    cost: null,
  });
  const codes = byCurrency(['USD', 'CHF', 'EUR'].map((code) => total({}, code))).map(([{ code }]) => code);
  expect(codes).toEqual(['CHF', 'EUR', 'USD']);
});

test('rates are fractions; a currency is known from the accounts or by its coins', () => {
  const rate = { from: 'EUR', to: 'JPY', rate: '162', date: '2026-11-01', source: 'a bank' };
  const rates = new Rates('JPY', [{ ...rate, from: 'CHF', rate: '0.25' }, rate]);
  expect([rates.factor('JPY'), rates.factor('EUR'), rates.factor('CHF')]).toEqual([1, 162, 0.25]);
  expect(rates.amount(10n, 'EUR')).toBe(1620n);
  expect(rates.parts({ cost: null, clicks: 1n }, 'EUR')).toEqual({ cost: null, clicks: 1n });
  expect(rates.currency([USD])).toEqual({ code: 'JPY', digits: 0 });
  expect(rates.currency([USD, { code: 'JPY', digits: 7 }])).toEqual({ code: 'JPY', digits: 7 });
});

test('a missing rate is named with its accounts', () => {
  const { details } = unrated(['EUR', 'CHF'], 'USD');
  expect(details.problems).toEqual([
    { field: 'rates', message: 'lacks EUR to USD, CHF to USD: accounts in scope count in EUR, CHF' },
  ]);
  expect(details.nextStep).toContain('leave out convert_to');
});

test('the sum of filtered rows: nothing is zero, people are not added, the untold stays untold', () => {
  const names = ['clicks', 'reach', 'cost'];
  const sumOf = (...rows: Record<string, bigint>[]) => {
    const total = new FilteredTotal(names);
    total.add(undefined);
    total.add({});
    for (const row of rows) total.add(row);
    return total.parts;
  };
  expect(sumOf()).toEqual({ clicks: 0n, reach: null, cost: 0n });
  expect(noActivity(['clicks', 'reach'])).toEqual({ clicks: 0n, reach: null });
  expect(sumOf({ clicks: 2n, reach: 5n })).toEqual({ clicks: 2n, reach: 5n, cost: null });
  expect(sumOf({ clicks: 2n, reach: 5n }, { clicks: 3n, reach: 5n })).toEqual({ clicks: 5n, reach: null, cost: null });
});
