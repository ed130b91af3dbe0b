import { expect, test } from 'vitest';
import { type Params, videoForTests } from '../calls.testing.ts';
import { ACME, ACME_JAPAN } from '../seed.ts';

/** The rules of reports: each case breaks one rule of a valid request. */
const video = videoForTests();

const report = (more: Params): Params => ({
  report_type: 'BASIC',
  data_level: 'AUCTION_CAMPAIGN',
  dimensions: ['campaign_id'],
  metrics: ['spend'],
  start_date: '2026-11-01',
  end_date: '2026-11-07',
  ...more,
});
const filter = (field_name: unknown, filter_type: unknown, filter_value: unknown): Params => ({
  filtering: [Object.fromEntries(Object.entries({ field_name, filter_type, filter_value }).filter(([, one]) => one))],
});

test.each<[number, string, Params]>([
  [149, 'data_level', { data_level: undefined }],
  [149, 'have no relation', { dimensions: ['ad_id'] }],
  [149, 'have no relation', { dimensions: ['campaign_id', 'adgroup_id'] }],
  [149, 'have no relation', { dimensions: ['campaign_id', 'stat_time_day', 'stat_time_hour'] }],
  [149, 'have no relation', { dimensions: ['stat_time_day'] }],
  [149, 'have no relation', { dimensions: ['ad_id_v2'] }],
  [149, 'have no relation', { report_type: 'AUDIENCE', dimensions: ['campaign_id', 'age', 'platform'] }],
  [150, "Invalid metric fields: ['video_views']", { metrics: ['spend', 'video_views'] }],
  [150, "Invalid metric fields: ['ad_name']", { metrics: ['ad_name'] }],
  [
    150,
    "['ad_name', 'ad_text']",
    { data_level: 'AUCTION_ADGROUP', dimensions: ['adgroup_id'], metrics: ['ad_name', 'ad_text'] },
  ],
  [150, "['budget', 'placement_type']", { metrics: ['campaign_budget', 'budget', 'placement_type'] }],
  [
    150,
    "['campaign_name']",
    { data_level: 'AUCTION_ADVERTISER', dimensions: ['advertiser_id'], metrics: ['campaign_name'] },
  ],
  [151, '30 days', { dimensions: ['campaign_id', 'stat_time_day'], start_date: '2026-10-01' }],
  [151, '1 days', { dimensions: ['campaign_id', 'stat_time_hour'] }],
  [151, '365 days', { start_date: '2025-11-01' }],
  [151, 'end_date', { end_date: '2026-10-01' }],
  [151, 'start_date', { start_date: undefined }],
  [151, 'Time format', { start_date: '01.11.2026' }],
  [152, 'query_lifetime', { query_lifetime: true, dimensions: ['campaign_id', 'stat_time_day'] }],
  [152, 'query_lifetime', { query_lifetime: true, dimensions: ['campaign_id', 'country_code'] }],
  [152, 'query_lifetime', { query_lifetime: true, report_type: 'AUDIENCE', dimensions: ['campaign_id', 'gender'] }],
  [153, 'filter_type', filter('campaign_ids', undefined, '["1"]')],
  [153, 'JSON array', filter('campaign_ids', 'IN', '1')],
  [153, 'ad_status', filter('ad_status', 'IN', '["STATUS_ALL"]')],
  [153, 'maximum length 100', filter('campaign_ids', 'IN', JSON.stringify(Array(101).fill('1')))],
  [155, 'enable_total_metrics', { enable_total_metrics: true, dimensions: ['campaign_id', 'country_code'] }],
])('rule %i refuses: %s', async (_, message, spoilt) => {
  const refused = await video.refused('GET', 'report/integrated/get', clean(report(spoilt)));
  expect(refused).toEqual({ code: 40002, message: expect.stringContaining(message) });
});

test('what is not spoilt is answered', async () => {
  expect((await video.get('report/integrated/get', report({}))).list.length).toBeGreaterThan(0);
});

function clean(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

test('rule 154: reports of several advertisers tell whose a row is, in which currency; five at most, of one user', async () => {
  const [us, europe] = ACME.advertisers.map(({ id }) => id);
  const { list } = await video.get('report/integrated/get', report({ advertiser_ids: [us, europe], page_size: 100 }));
  expect(new Set(list.map(({ metrics }: Params) => (metrics as Params).currency))).toEqual(new Set(['USD', 'EUR']));
  const code = async (advertiser_ids: (string | undefined)[]) =>
    (await video.refused('GET', 'report/integrated/get', report({ advertiser_ids }))).code;
  expect(await code(Array(6).fill(us))).toBe(40002);
  expect(await code([us, ACME_JAPAN.advertisers[0]?.id])).toBe(40001);
});

test('rule 156: a report in the background is fetched when it is done, cancelled before, and takes any span', async () => {
  const long = report({ dimensions: ['campaign_id', 'stat_time_day'], start_date: '2026-09-01', metrics: ['spend'] });
  const { task_id } = await video.post('report/task/create', { ...long, enable_report_title_translation: false });
  const refused = async (path: string, method: 'GET' | 'POST') => (await video.refused(method, path, { task_id })).code;
  expect(await video.get('report/task/check', { task_id })).toMatchObject({ status: 'QUEUING' });
  expect(await refused('report/task/download', 'GET')).toBe(40201);
  video.advance(120_000);
  expect(await video.get('report/task/check', { task_id })).toMatchObject({ status: 'SUCCESS' });
  expect(await refused('report/task/cancel', 'POST')).toBe(40002);
  const csv = await (await video.send('GET', 'report/task/download', { task_id })).text();
  const [head, ...rows] = csv.split('\n');
  expect(head).toBe('campaign_id,stat_time_day,spend');
  expect(rows.length).toBeGreaterThan(60);
  const other = (await video.post('report/task/create', long)).task_id;
  await video.post('report/task/cancel', { task_id: other });
  expect(await video.get('report/task/check', { task_id: other })).toMatchObject({ status: 'CANCELED' });
  for (const [message, spoilt] of [
    ['file_name', { file_name: 'a/b' }],
    ['filtering', filter('campaign_name', 'MATCH', 'x')],
    ['have no relation', { report_type: 'AUDIENCE', dimensions: ['campaign_id', 'gender'], metrics: ['reach'] }],
  ] as [string, Params][])
    expect((await video.refused('POST', 'report/task/create', report(spoilt))).message).toContain(message);
});
