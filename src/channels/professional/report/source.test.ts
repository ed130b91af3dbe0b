import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { scriptedSession } from '../../../upstream/scripted-session.testing.ts';
import { channel } from '../channel.ts';
import { ProfessionalClient } from '../client.ts';
import { analyticsProblems, halvesOf } from './request.ts';
import { Analytics } from './source.ts';

test('halves meet, miss nothing, and end where every row is about all the days', () => {
  const days = { start_date: '2026-01-15', end_date: '2026-03-20' };
  expect(halvesOf({ segments: ['date'] }, days)).toEqual([
    { start_date: '2026-01-15', end_date: '2026-02-15' },
    { start_date: '2026-02-16', end_date: '2026-03-20' },
  ]);
  expect(halvesOf({ segments: ['month'] }, days)?.[1]).toEqual({ start_date: '2026-02-01', end_date: '2026-03-20' });
  expect(halvesOf({ segments: ['month'] }, { start_date: '2026-02-01', end_date: '2026-02-28' })).toBeUndefined();
  expect(halvesOf({ segments: ['date'] }, { start_date: '2026-02-01', end_date: '2026-02-01' })).toBeUndefined();
  expect(halvesOf({}, days)).toBeUndefined();
});

/** A platform with 4,000 rows a day that gives no more than 15,000, as it really does; no sandbox holds that many. */
function busy() {
  const asked: number[] = [];
  const script = scriptedSession({
    platform: 'professional',
    dialect: channel.dialect!,
    replies: ({ url, body }) => {
      const query = decodeURIComponent(`${url} ${body ?? ''}`);
      if (!query.includes('adAnalytics')) return { body: { elements: [] } };
      const [from, to] = [...query.matchAll(/year:(\d+),month:(\d+),day:(\d+)/g)].map(
        ([, year, month, day]) => Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS,
      ) as [number, number];
      asked.push(to - from + 1);
      const rows = Array.from({ length: (to - from + 1) * 4000 }, (_, at) => {
        const date = new Date((from + Math.floor(at / 4000)) * DAY_MS);
        const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        return {
          pivotValues: [`urn:li:sponsoredCreative:${at % 4000}`],
          dateRange: { start: day, end: day },
          clicks: 1,
        };
      });
      return { body: { elements: rows.slice(0, 15_000), paging: { links: [] } } };
    },
  });
  return { client: new ProfessionalClient(script.session), asked };
}

test('a report that is too long for one answer is asked for in parts', async () => {
  const { client, asked } = busy();
  const args = { level: 'creative' as const, metrics: ['clicks'], segments: ['date'], limit: 1, order_by: undefined };
  const analytics = new Analytics(client, '1', args as never);
  const days = { start_date: '2026-03-01', end_date: '2026-03-10' };
  const first = await analytics.rows({ days } as never);
  expect(asked).toEqual([10, 5, 2, 3, 5, 2, 3]);
  expect(first.next).toBe('1');
  expect((await analytics.rows({ days } as never, '39999')).next).toBeUndefined();
  expect(analytics.notes.join()).not.toContain('missing');
});

/** A platform whose report has these rows, and whose campaigns of any status are these. */
function platform(rows: readonly object[], campaigns: readonly object[]) {
  const asked: string[] = [];
  const client = {
    session: { signal: new AbortController().signal },
    found: async (_: string, __: unknown, query: unknown) => {
      asked.push(JSON.stringify(query));
      return rows;
    },
    list: async () => ({ items: campaigns }),
  } as unknown as ProfessionalClient;
  return { client, asked };
}
const days = { start_date: '2026-03-01', end_date: '2026-03-10' };
const analyticsOf = (client: ProfessionalClient, more: object) =>
  new Analytics(client, '1', { metrics: ['clicks'], limit: 10, ...more } as never);

test('rows that cost the same keep one order: the platform promises none', async () => {
  const row = (id: string) => ({
    pivotValues: [`urn:li:sponsoredCampaign:${id}`],
    clicks: 1,
    costInLocalCurrency: '5',
  });
  const order = async (...ids: string[]) => {
    const { items } = await analyticsOf(platform(ids.map(row), []).client, {}).rows({ days });
    return items.map(({ pivotValues }) => pivotValues[0]?.at(-1));
  };
  expect(await order('2', '3', '1')).toEqual(await order('3', '1', '2'));
});

test('where no object has the status, or none of those named, nothing is asked: no filter would mean all', async () => {
  const none = platform([], []);
  expect((await analyticsOf(none.client, { status: ['PAUSED'] }).rows({ days })).items).toEqual([]);
  expect(await analyticsOf(none.client, { status: ['PAUSED'] }).totals({ days })).toBeUndefined();
  expect(none.asked).toEqual([]);
  const some = platform([], [{ id: '7' }]);
  await analyticsOf(some.client, { status: ['PAUSED'], campaign_ids: ['7', '8'] }).totals({ days });
  expect(some.asked).toEqual([expect.stringContaining('sponsoredCampaign:7"]')]);
  await analyticsOf(some.client, { status: ['PAUSED'], campaign_ids: ['8'] }).totals({ days });
  expect(some.asked).toHaveLength(1);
});

test('more fields than the platform gives at once are refused', () => {
  const all =
    'sends opens likes shares comments follows reactions clicks impressions landingPageClicks otherEngagements';
  const more =
    'videoViews videoStarts videoCompletions fullScreenPlays cardClicks cardImpressions actionClicks textUrlClicks';
  const fields = (metrics: string[]) => analyticsProblems({ metrics, limit: 10 }).map(({ message }) => message);
  expect(fields([...all.split(' '), ...more.split(' ')]).join()).toContain('the most it gives at once');
  expect(fields(all.split(' '))).toEqual([]);
});
