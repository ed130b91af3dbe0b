import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { addedUp, byCurrency, Rates, shownMetrics } from './totals.ts';

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
