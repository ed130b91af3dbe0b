import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CampaignDays, HistoryAccount } from '../history/daily-history.ts';
import { campaignOf, type Figures, steady } from '../rules/hand-made-days.testing.ts';
import { judgePacing } from '../rules/overspend.ts';
import { daysOfMonth, openMonth } from './month-days.ts';
import { FROM_DAY, pacingOf } from './pacing.ts';
import { MonthSpending, scopeOf } from './row-scope.ts';
import type { PlannedRow } from './stored-plans.ts';

const LIVE = [{ channel: 'search', mode: 'live' }];
const usd: PlannedRow = { name: 'Acme', amount: '30000', currency: 'USD' };

/** A campaign whose days end on `until` and reach back to the first of the month. */
function spentIn(cost: number | string, until: string, account: Partial<HistoryAccount> = {}, id = '77'): CampaignDays {
  return series(steady(Number(until.slice(8)), { cost }), until, account, id);
}
function series(days: Figures[], until: string, account: Partial<HistoryAccount> = {}, id = '77'): CampaignDays {
  return campaignOf(days, { until, account, campaign: { id } });
}

function paced(row: PlannedRow, month: string, of: CampaignDays[], channels = LIVE, fromDay = FROM_DAY) {
  const days = daysOfMonth(month);
  const accounts = new Map(of.map(({ account }) => [`${account.channel} ${account.mode} ${account.account}`, account]));
  const inMonth = of.map((one) => ({ ...one, days: one.days.filter(({ day }) => day.startsWith(month)) }));
  const scope = scopeOf(row, days, new MonthSpending([...accounts.values()], inMonth), channels);
  return pacingOf({ row, month: days, scope, fromDay });
}

describe('a row of a plan', () => {
  test('says what is spent, due and projected, with a verdict and a sentence', () => {
    expect(paced(usd, '2026-11', [spentIn(1240, '2026-11-10')])).toMatchObject({
      plan: { amount: '30000.00', currency: 'USD' },
      spent: { amount: '12400.00', currency: 'USD' },
      spent_until: '2026-11-10',
      due: { amount: '10000.00', currency: 'USD' },
      projected: { amount: '37200.00', currency: 'USD' },
      difference: { amount: '7200.00', currency: 'USD' },
      percent: 24,
      verdict: 'over',
      why: '$12,400.00 of $30,000.00 until Tue 10 Nov, $10,000.00 due; projected $37,200.00, 24 % over plan.',
    });
    expect(paced(usd, '2026-11', [spentIn(1090, '2026-11-10')]).verdict).toBe('on_pace');
    expect(paced(usd, '2026-11', [spentIn(899, '2026-11-10')])).toMatchObject({ verdict: 'under', percent: -10.1 });
  });

  test('counts the money of its own channel and accounts alone', () => {
    const both = [spentIn(1000, '2026-11-10'), spentIn(500, '2026-11-10', { channel: 'social', account: '9' })];
    const places = [...LIVE, { channel: 'social', mode: 'live' }];
    const spent = (row: Partial<PlannedRow>) => paced({ ...usd, ...row }, '2026-11', both, places).spent;
    expect(spent({})).toMatchObject({ amount: '15000.00' });
    expect(spent({ channel: 'search' })).toMatchObject({ amount: '10000.00' });
    expect(spent({ channel: 'social' })).toMatchObject({ amount: '5000.00' });
    expect(spent({ accounts: ['9'] })).toMatchObject({ amount: '5000.00' });
  });

  test('says that nothing is connected', () => {
    const nothing = { spent: null, projected: null, verdict: 'no_verdict' };
    expect(paced(usd, '2026-11', [], [])).toMatchObject({ ...nothing, why: 'No channel with figures is connected.' });
    expect(paced({ ...usd, channel: 'search' }, '2026-11', [], [])).toMatchObject({
      ...{ ...nothing, why: 'search is not connected.' },
    });
  });

  test('has no projection before day 5, and says at once when more than the plan is spent', () => {
    expect(paced(usd, '2026-11', [spentIn(2000, '2026-11-03')])).toMatchObject({
      spent: { amount: '6000.00' },
      projected: null,
      verdict: 'no_verdict',
      why: expect.stringContaining('before day 5'),
    });
    expect(paced(usd, '2026-11', [spentIn(2000, '2026-11-04')]).verdict).toBe('over');
    expect(paced(usd, '2026-11', [spentIn(20_000, '2026-11-02')]).verdict).toBe('over');
    expect(paced(usd, '2026-12', [spentIn(2000, '2026-11-30')])).toMatchObject({
      spent_until: null,
      verdict: 'no_verdict',
    });
  });

  test('counts February by its own days, and a month that has ended as it ended', () => {
    const row = { ...usd, amount: '2800' };
    expect(paced(row, '2026-02', [spentIn(100, '2026-02-14')])).toMatchObject({
      due: { amount: '1400.00' },
      projected: { amount: '2800.00' },
      percent: 0,
    });
    expect(paced({ ...row, amount: '2900' }, '2028-02', [spentIn(100, '2028-02-14')]).due?.amount).toBe('1400.00');
    expect(paced(row, '2026-02', [spentIn(100, '2026-02-28')])).toMatchObject({
      projected: { amount: '2800.00' },
      why: expect.stringContaining('the month has ended'),
    });
  });

  test('is counted until the day that has ended in every account, from Auckland to Los Angeles', () => {
    const auckland = spentIn(100, '2026-11-30', { account: 'nz', timeZone: 'Pacific/Auckland' });
    const angeles = spentIn(50, '2026-11-29', { account: 'la', timeZone: 'America/Los_Angeles' });
    const row = { ...usd, amount: '4500' };
    expect(paced(row, '2026-11', [auckland, angeles])).toMatchObject({
      spent: { amount: '4350.00' },
      spent_until: '2026-11-29',
      due: { amount: '4350.00' },
      projected: { amount: '4500.00' },
    });
    // A minute into December in Auckland; Los Angeles still has nearly a day of November.
    const now = Date.parse('2026-11-30T11:01:00Z');
    expect(openMonth([auckland.account], now)).toBe('2026-12');
    expect(openMonth([auckland.account, angeles.account], now)).toBe('2026-11');
    expect(openMonth([], now)).toBe('2026-11');
  });

  test('of yen has no decimals', () => {
    const yen = { account: 'jp', currency: { code: 'JPY', digits: 0 } };
    const row = { name: 'Acme Japan', amount: '1000000', currency: 'JPY' };
    expect(paced(row, '2026-11', [spentIn(33_333, '2026-11-10', yen)])).toMatchObject({
      spent: { amount: '333330', currency: 'JPY' },
      projected: { amount: '999990', currency: 'JPY' },
      why: expect.stringMatching(/^¥333,330 of ¥1,000,000/),
    });
  });

  test('has no verdict where something is missing, and names it', () => {
    const known = spentIn(1240, '2026-11-10');
    const why = (row: PlannedRow, of = [known], channels = LIVE) => {
      const { verdict, why: words } = paced(row, '2026-11', of, channels);
      expect(verdict).toBe('no_verdict');
      return words;
    };
    expect(why({ ...usd, currency: 'EUR' })).toBe('The plan is in EUR, Acme US in USD.');
    expect(why({ ...usd, channel: 'video' })).toBe('video is not connected.');
    expect(why(usd, [known], [...LIVE, { channel: 'video', mode: 'live' }])).toBe('video: not read yet.');
    expect(why({ ...usd, channel: 'search', accounts: ['999'] })).toMatch(/^No figures of account 999/);
    expect(why({ ...usd, channel: 'search', campaigns: ['77', '78'] })).toMatch(/^No figures of campaign 78/);
    const stale = spentIn(1240, '2026-11-10', { notFresh: 'The token was withdrawn.' });
    expect(why(usd, [stale])).toBe('search, Acme US: The token was withdrawn.');
    expect(why(usd, [series(steady(5, { cost: 10 }), '2026-11-10')])).toMatch(/is known from 2026-11-06/);
    expect(why(usd, [series([...steady(9, { cost: 10 }), { cost: null }], '2026-11-10')])).toMatch(/does not tell/);
  });

  test('never adds currencies, nor sandbox to live', () => {
    const euros = spentIn(500, '2026-11-10', { account: 'eu', currency: { code: 'EUR', digits: 2 } });
    const sandbox = spentIn(700, '2026-11-10', { account: 'box', mode: 'sandbox' });
    const all = [spentIn(1000, '2026-11-10'), euros, sandbox];
    const channels = [...LIVE, { channel: 'search', mode: 'sandbox' }];
    expect(paced(usd, '2026-11', all, channels).spent).toEqual({ amount: '10000.00', currency: 'USD' });
    expect(paced({ ...usd, currency: 'EUR' }, '2026-11', all, channels).spent?.amount).toBe('5000.00');
    const [accounts, both] = [['1234567890', 'eu'], { ...usd, channel: 'search' }];
    expect(paced({ ...both, accounts }, '2026-11', all, channels)).toMatchObject({ verdict: 'no_verdict' });
  });

  test('is exact to the coin, whatever the amounts are', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 14n });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 4, maxLength: 30 }), cents, (costs, plan) => {
        const money = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`;
        const until = `2026-11-${String(costs.length).padStart(2, '0')}`;
        const row = { ...usd, amount: money(plan) };
        const { spent, due, projected, difference } = paced(row, '2026-11', [
          series(
            costs.map((cost) => ({ cost: money(cost) })),
            until,
          ),
        ]);
        const sum = costs.reduce((all, cost) => all + cost, 0n);
        expect(spent!.amount).toBe(money(sum));
        const rounded = (of: bigint, by: bigint) => (of * 2n + by) / (by * 2n);
        const count = BigInt(costs.length);
        expect(projected!.amount).toBe(money(rounded(sum * 30n, count)));
        const close = BigInt(due!.amount.replace('.', '')) - (plan * count) / 30n;
        expect(close === 0n || close === 1n).toBe(true);
        const off = BigInt(difference!.amount.replace('.', '')) - (rounded(sum * 30n, count) - plan);
        expect(off >= -1n && off <= 1n).toBe(true);
      }),
    );
  });
});

describe('an overspend monitor', () => {
  const spec = { kind: 'overspend' } as const;
  const judged = (cost: number, until = '2026-11-10', thresholds = {}) =>
    judgePacing({ ...spec, thresholds }, paced(usd, '2026-11', [spentIn(cost, until)]));

  test('fires when the projected month is more than a tenth over plan, by closed days from day 5', () => {
    expect(judged(1240)).toMatchObject({
      state: 'firing',
      severity: 'warning',
      window: '2026-11-10',
      value: 37_200,
      threshold: 33_000,
      usual: 30_000,
    });
    expect(judged(1100).state).toBe('quiet');
    expect(judged(1240, '2026-11-10', { percent: 25 }).state).toBe('quiet');
    expect(judged(2000, '2026-11-03').state).toBe('no_verdict');
    expect(judged(1240, '2026-11-10', { from_day: 12 }).state).toBe('no_verdict');
  });

  test('is critical when the money is spent already, however early', () => {
    expect(judged(20_000, '2026-11-02')).toMatchObject({ state: 'firing', severity: 'critical' });
  });

  test('has no verdict where pacing has none', () => {
    expect(judgePacing(spec, paced({ ...usd, currency: 'EUR' }, '2026-11', [spentIn(1, '2026-11-10')]))).toMatchObject({
      state: 'no_verdict',
      sentence: 'The plan is in EUR, Acme US in USD.',
    });
  });
});
