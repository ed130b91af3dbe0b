import { expect, test } from 'vitest';
import { plusDays } from '../../tools/days.ts';
import { campaignChart } from './campaign-chart.ts';
import type { CampaignDays, DailyHistory, HistoryQuestion } from './daily-history.ts';

const account = {
  channel: 'search',
  mode: 'live',
  account: 'a1',
  name: 'Shop',
  currency: { code: 'JPY', digits: 0 },
  timeZone: 'Asia/Tokyo',
  firstDay: '2026-08-01',
  completeUntil: '2026-11-15',
  readAt: 0,
  notFresh: undefined,
} as const;

/** Every day costs its number since the first, and Sundays ten times that. */
function daysOf(count: number): CampaignDays['days'] {
  return Array.from({ length: count }, (_, at) => {
    const day = plusDays(account.firstDay, at);
    const times = new Date(day).getUTCDay() === 0 ? 10 : 1;
    return { day, parts: { cost: BigInt(at * times) * 1_000_000n, clicks: 0n } };
  });
}

function kept(days: CampaignDays['days']): DailyHistory & { asked: HistoryQuestion[] } {
  const campaign = { id: 'c1', name: 'Autumn', status: 'ON', isLive: true, liveSince: undefined, budget: undefined };
  const asked: HistoryQuestion[] = [];
  return {
    asked,
    accounts: async () => [account],
    async campaigns(_, question) {
      asked.push(question);
      const within = ({ day }: { day: string }) => day >= question.from! && day <= question.to!;
      return [{ account, campaign, days: days.filter(within) }];
    },
  };
}

const QUESTION = { channel: 'search', account: 'a1', campaign: 'c1', metric: 'cost' };

test('a chart has 28 days, each with the median of its own weekday in the four weeks before', async () => {
  const history = kept(daysOf(107));
  const chart = await campaignChart(history, 'ws', QUESTION);
  expect(history.asked).toMatchObject([{ campaigns: ['c1'], from: '2026-09-21', to: '2026-11-15' }]);
  expect([chart!.points.length, chart!.currency]).toEqual([28, 'JPY']);
  // Sunday, day 106: those before it are days 99, 92, 85 and 78.
  expect(chart!.points.at(-1)).toEqual({ day: '2026-11-15', value: 1060, usual: 885 });
  expect(chart!.points.at(-2)).toEqual({ day: '2026-11-14', value: 105, usual: 87.5 });
});

test('what a chart cannot know is null, and a restated day says by how much', async () => {
  const days = daysOf(8).map((day, at) => (at === 5 ? { ...day, first: { cost: 2_000_000n, clicks: 0n } } : day));
  const history = kept(days);
  const { points } = (await campaignChart(history, 'ws', { ...QUESTION, to: '2026-08-08' }))!;
  expect(points.map(({ usual }) => usual)).toEqual(Array(8).fill(null));
  expect(points[5]).toMatchObject({ value: 5, restated: 3 });
  const prices = await campaignChart(history, 'ws', { ...QUESTION, metric: 'cpc', to: '2026-08-08' });
  expect(prices!.points.map(({ value }) => value)).toEqual(Array(8).fill(null));
  expect(await campaignChart(history, 'ws', { ...QUESTION, account: 'a2' })).toBeUndefined();
});
