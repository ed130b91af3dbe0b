import { expect, test } from 'vitest';
import { type DateRange, daysOf } from '../../../tools/report/period.ts';
import type { Params, VideoClient } from '../client.ts';
import { METRICS } from './metrics.ts';
import { rowsQuery, spanProblems, type VideoReport } from './request.ts';
import { addedByAd, withCreatives } from './smart-ads.ts';
import { IntegratedReport } from './source.ts';

const days = { start_date: '2024-01-01', end_date: '2026-01-01' };
const args = (more: Partial<VideoReport> = {}): VideoReport => ({ level: 'campaign', limit: 10, ...more });

/** A platform that no request may reach. */
const unasked = { get: async () => expect.unreachable('a request was sent') } as unknown as VideoClient;

test('deleted objects are asked for by name: the platform leaves them out where no status is given', () => {
  const filtering = (more: Partial<VideoReport>) => JSON.stringify(rowsQuery(args(more), [], days).filtering);
  expect(filtering({})).toContain('STATUS_ALL');
  expect(filtering({ status: ['DELETED'] })).not.toContain('STATUS_ALL');
});

test('totals of more than a year are asked for in parts of one and added up, what does not add up left out', async () => {
  const asked: Params[] = [];
  const client = {
    session: { platformNow: () => 0 },
    get: async (_: string, query: Params) => {
      asked.push(query);
      return { list: [], page_info: {}, total_metrics: { spend: '1.25', impressions: '10', reach: '5' } };
    },
  } as unknown as VideoClient;
  const report = new IntegratedReport(client, '1', args({ metrics: ['cost', 'impressions', 'reach'] }));
  const totals = await report.totals({ days });
  expect(asked.map(({ start_date, end_date }) => `${start_date} ${end_date}`)).toEqual([
    '2024-01-01 2024-12-30',
    '2024-12-31 2025-12-30',
    '2025-12-31 2026-01-01',
  ]);
  expect(totals?.metrics).toEqual({ spend: '3.75', impressions: '30', reach: '-' });
});

test('creatives of one Smart+ ad are one row: counts are added up, and averages of two are none', async () => {
  const ads = ['5', '6'].map((ad_id) => ({ ad_id, smart_plus_ad_id: '9' }));
  const client = { all: async () => ads } as unknown as VideoClient;
  const selection = METRICS.select(['impressions', 'cost', 'average_video_play']);
  const row = (ad_id: string, impressions: string, spend: string) => ({
    dimensions: { ad_id, age: 'AGE_18_24' },
    metrics: { impressions, spend, average_video_play: '2.5' },
  });
  const rows = [row('5', '10', '0.10'), row('7', '50', '0.20'), row('6', '7', '0.25')];
  const added = await addedByAd(client, '1', args({ level: 'ad', order_by: 'cost DESC' }), selection, rows);
  expect(added.map(({ dimensions, metrics }) => ({ id: dimensions.ad_id, ...metrics }))).toEqual([
    { id: '9', impressions: '17', spend: '0.35', average_video_play: undefined },
    { id: '7', impressions: '50', spend: '0.20', average_video_play: '2.5' },
  ]);
  const [first] = await addedByAd(client, '1', args({ level: 'ad', order_by: 'cost' }), selection, rows);
  expect(first!.dimensions.ad_id).toBe('7');
});

test.each<[string, DateRange, string, Partial<VideoReport>]>([
  ['order_by', 'THIS_QUARTER', '2026-11-19', { segments: ['date'], order_by: 'cost DESC' }],
  ['date_range', 'THIS_YEAR', '2028-12-31', {}],
  ['date_range', 'MAXIMUM', '2026-11-19', {}],
])('%s is refused where %s has become too long on %s', async (field, date_range, today, more) => {
  const report = new IntegratedReport(unasked, '1', args({ date_range, ...more }));
  const refusal = report.rows({ days: daysOf(date_range, today) }, undefined);
  await expect(refusal).rejects.toMatchObject({ details: { problems: [{ field }] } });
});

test('ads that are added up here are sorted here, over any number of days', () => {
  const ads = args({ level: 'ad', segments: ['age', 'date'], order_by: 'cost DESC' });
  expect(spanProblems(ads, daysOf('LAST_90_DAYS', '2026-11-19'))).toEqual([]);
});

test('more rows of creatives than are added up into ads are refused: the ads of the rest would be too small', async () => {
  const creative = { dimensions: { ad_id: '7', age: 'AGE_18_24' }, metrics: {} };
  const page = { list: Array(200).fill(creative), page_info: { total_number: 10_001 } };
  const client = { get: async () => page, all: async () => [] } as unknown as VideoClient;
  const report = new IntegratedReport(client, '1', args({ level: 'ad', segments: ['age'] }));
  const refusal = report.rows({ days: daysOf('LAST_7_DAYS', '2026-11-19') }, undefined);
  await expect(refusal).rejects.toMatchObject({ details: { problems: [{ field: 'segments' }] } });
});

test('Smart+ ads with more creatives than the platform filters by are refused by name', async () => {
  const creatives = Array.from({ length: 100 }, (_, at) => ({ ad_id: `${100 + at}` }));
  const client = (count: number) => ({ all: async () => creatives.slice(0, count) }) as unknown as VideoClient;
  const ads = args({ level: 'ad', ad_ids: ['9'] });
  expect((await withCreatives(client(99), '1', ads)).ad_ids).toHaveLength(100);
  await expect(withCreatives(client(100), '1', ads)).rejects.toMatchObject({
    details: { problems: [{ field: 'ad_ids' }] },
  });
});

test('ads that are added up come by cost, highest first, unless order_by says otherwise or they are split by day', async () => {
  const ads = ['5', '6'].map((ad_id) => ({ ad_id, smart_plus_ad_id: '9' }));
  const client = { all: async () => ads } as unknown as VideoClient;
  const selection = METRICS.select(['clicks']);
  const row = (ad_id: string, spend: string) => ({ dimensions: { ad_id }, metrics: { clicks: '1', spend } });
  const rows = [row('7', '0.40'), row('5', '0.30'), row('6', '0.25')];
  const order = async (segments: string[]) =>
    (await addedByAd(client, '1', args({ level: 'ad', segments }), selection, rows)).map(
      ({ dimensions }) => dimensions.ad_id,
    );
  expect(await order(['age'])).toEqual(['9', '7']);
  expect(await order(['age', 'date'])).toEqual(['7', '9']);
});
