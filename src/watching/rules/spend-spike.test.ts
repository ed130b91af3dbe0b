import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeDay, judgeSpan } from './figure-rules.ts';
import { campaignOf, type Figures, steady } from './hand-made-days.testing.ts';

const DAY = '2026-11-11';
const spec = { kind: 'spend_spike', action: 'notify' } as const;
const usual = { cost: '688.78', impressions: 90_000, clicks: 900, conversions: 20 };
const judged = (days: Figures[], given: Parameters<typeof campaignOf>[1] = {}) =>
  judgeDay(spec, campaignOf(days, given), DAY);

describe('a spend spike', () => {
  test('is more than twice the mean of the same weekday of four weeks, said with money and measure', () => {
    const verdict = judged([...steady(80, usual), { ...usual, cost: '1412' }]);
    expect(verdict).toMatchObject({
      state: 'firing',
      severity: 'warning',
      window: DAY,
      sentence: '$1,412.00 on Wed 11 Nov, 2.05 × a usual Wednesday.',
      figures: { spent: { amount: '1412.00', currency: 'USD' }, usual: { amount: '688.78', currency: 'USD' } },
      value: 1412,
      usual: 688.78,
      threshold: 1377.56,
    });
    expect(judged([...steady(80, usual), { ...usual, cost: '1377.56' }]).state).toBe('quiet');
  });

  test('knows the weekday: a dear Saturday is no spike, the same on a Wednesday is', () => {
    const year = Array.from({ length: 84 }, (_, index) => ({ ...usual, cost: index % 7 === 6 ? 300 : 100 }));
    expect(judged([...year, { ...usual, cost: 300 }]).state).toBe('firing');
    const saturdays = judgeSpan(spec, campaignOf(year, { until: DAY }), '2026-11-01', DAY);
    expect(saturdays.map(({ state }) => state)).not.toContain('firing');
  });

  test('has no verdict without enough weekdays, after a pause and on a new campaign', () => {
    expect(judged([...steady(20, usual), { ...usual, cost: 9000 }])).toMatchObject({
      state: 'no_verdict',
      sentence: 'It spent on 2 of the last 4 Wednesdays; 3 are needed to say what is usual.',
    });
    const paused = [...steady(60, usual), ...steady(28, { ...usual, cost: 0 })];
    expect(judged([...paused, { ...usual, cost: 9000 }]).state).toBe('no_verdict');
  });

  test('is no spike while a new campaign grows, and one when it jumps', () => {
    const growing = Array.from({ length: 28 }, (_, day) => ({ ...usual, cost: 10 + 4 * day }));
    expect(judged([...growing, { ...usual, cost: 122 }]).state).toBe('quiet');
    expect(judged([...growing, { ...usual, cost: 1220 }]).state).toBe('firing');
  });

  test('of a few clicks a day is chance until it is many times as much', () => {
    const tiny = { cost: 1, clicks: 2, impressions: 60 };
    expect(judged([...steady(80, tiny), { ...tiny, cost: 3 }])).toMatchObject({
      state: 'quiet',
      figures: { times: 3 },
    });
    expect(judged([...steady(80, tiny), { ...tiny, cost: 10 }]).state).toBe('firing');
  });

  test('is not judged on a day that is not closed, not fresh or not kept', () => {
    const days = [...steady(80, usual), { ...usual, cost: 9000 }];
    expect(judged(days, { account: { completeUntil: '2026-11-10' } }).state).toBe('no_verdict');
    expect(judged(days, { account: { notFresh: 'Search has not answered since Tuesday.' } })).toMatchObject({
      state: 'no_verdict',
      sentence: 'Search has not answered since Tuesday.',
    });
    expect(judgeDay(spec, campaignOf(days), '2026-01-01').state).toBe('no_verdict');
    expect(judged([...steady(80, usual), { ...usual, cost: null }]).state).toBe('no_verdict');
  });

  test('more spending never takes an alert back', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 30, maxLength: 80 }), amount, amount, (before, one, more) => {
        const days = before.map((cost) => ({ ...usual, cost: cost / 100 }));
        const [less, most] = [one, one + more].map((cost) => judged([...days, { ...usual, cost: cost / 100 }]).state);
        return less !== 'firing' || most === 'firing';
      }),
    );
  });
});
