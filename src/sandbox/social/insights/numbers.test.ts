import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdProfile, adDay } from './ad-day.ts';
import { deal } from './breakdowns.ts';
import { dayOf } from './calendar.ts';
import { MEASURES, type Totals, wholeOf } from './measures.ts';

const profile = fc.record<AdProfile>({
  id: fc.stringMatching(/^\d{18}$/),
  objective: fc.constantFrom(
    'OUTCOME_SALES',
    'OUTCOME_LEADS',
    'OUTCOME_TRAFFIC',
    'OUTCOME_AWARENESS',
    'OUTCOME_APP_PROMOTION',
    'OUTCOME_ENGAGEMENT',
  ),
  video: fc.boolean(),
  carousel: fc.boolean(),
  callToAction: fc.constantFrom('SHOP_NOW', undefined),
  bodyLength: fc.nat(2000),
  bornDay: fc.integer({ min: 20_000, max: 20_700 }),
  minorPerDollar: fc.constantFrom(100, 90, 150),
});
const date = fc
  .integer({ min: 0, max: 700 })
  .map((days) => dayOf(new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10), 'UTC'));
const planned = fc.integer({ min: 0, max: 5_000_000 });

function expectSound(totals: Totals): void {
  for (const name of MEASURES) {
    const whole = wholeOf(name);
    expect(Number.isInteger(totals.get(name)), name).toBe(true);
    expect(totals.get(name), name).toBeGreaterThanOrEqual(0);
    const isMoney = name === 'spend' || name.startsWith('purchase_value');
    if (whole !== undefined && !isMoney)
      expect(totals.get(name), `${name} of ${whole}`).toBeLessThanOrEqual(totals.get(whole));
  }
}

describe('the numbers of an ad on a day', () => {
  test('are whole, the same every time, and no part exceeds its whole', () => {
    fc.assert(
      fc.property(profile, date, planned, (ad, day, money) => {
        const totals = adDay(ad, day, money);
        expectSound(totals);
        expect(adDay(ad, day, money).values).toEqual(totals.values);
        expect(totals.get('spend')).toBeLessThanOrEqual(money * 1.75);
      }),
    );
  });

  test('never fall as the day goes on', () => {
    fc.assert(
      fc.property(profile, date, planned, fc.double({ min: 0, max: 1, noNaN: true }), (ad, day, money, part) => {
        const [early, late] = [adDay(ad, day, money * part), adDay(ad, day, money)];
        for (const name of ['impressions', 'spend', 'clicks', 'link_click', 'purchase'] as const)
          expect(early.get(name)).toBeLessThanOrEqual(late.get(name));
      }),
    );
  });

  test('are dealt out to slices without loss, and every slice is sound', () => {
    const cells = fc.array(
      fc.double({ min: 0.001, max: 5, noNaN: true }).map((weight) => ({ labels: {}, weight })),
      { minLength: 1, maxLength: 44 },
    );
    fc.assert(
      fc.property(profile, date, planned, cells, (ad, day, money, slices) => {
        const totals = adDay(ad, day, money);
        const shares = deal(totals, slices);
        for (const share of shares) expectSound(share);
        for (const name of MEASURES)
          expect(
            shares.reduce((sum, share) => sum + share.get(name), 0),
            name,
          ).toBe(totals.get(name));
      }),
    );
  });
});
