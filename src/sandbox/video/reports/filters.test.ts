import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Params, videoForTests } from '../calls.testing.ts';
import { ACME } from '../seed.ts';
import { Store } from '../state.ts';

/** What narrows and orders a report, and who may fetch one. */
const video = videoForTests();

interface Line {
  dimensions: Record<string, string>;
  metrics: Record<string, string>;
}
const report = (more: Params): Params => ({
  ...{ report_type: 'BASIC', data_level: 'AUCTION_CAMPAIGN', dimensions: ['campaign_id'], page_size: 1000 },
  ...{ metrics: ['spend', 'campaign_name'], start_date: '2026-11-01', end_date: '2026-11-07', ...more },
});
const ask = async (more: Params = {}): Promise<Line[]> => (await video.get('report/integrated/get', report(more))).list;
const filter = (field_name: string, filter_type: string, value: unknown): Params => ({
  filtering: [{ field_name, filter_type, filter_value: typeof value === 'string' ? value : JSON.stringify(value) }],
});
const ids = (lines: Line[]) => lines.map(({ dimensions }) => dimensions.campaign_id);
const spendOf = ({ metrics }: Line) => Number(metrics.spend);

test('bounds of a metric keep what is on their side, the edge by their name', async () => {
  const all = await ask();
  const spends = all.map(spendOf).toSorted((a, b) => a - b);
  expect(spends.length).toBeGreaterThan(2);
  const middle = spends[Math.floor(spends.length / 2)]!;
  const kept = async (type: string, value: unknown) => (await ask(filter('spend', type, value))).map(spendOf).length;
  const count = (keep: (spend: number) => boolean) => spends.filter(keep).length;
  expect(await kept('GREATER_EQUAL', String(middle))).toBe(count((spend) => spend >= middle));
  expect(await kept('GREATER_THAN', String(middle))).toBe(count((spend) => spend > middle));
  expect(await kept('LOWER_EQUAL', String(middle))).toBe(count((spend) => spend <= middle));
  expect(await kept('LOWER_THAN', String(middle))).toBe(count((spend) => spend < middle));
  expect(await kept('BETWEEN', [spends[0], middle])).toBe(count((spend) => spend <= middle));
  expect(await kept('BETWEEN', [middle, middle])).toBe(count((spend) => spend === middle));
});

test('ids and names are in a list, not in it, or a part of the name', async () => {
  const all = await ask();
  const [first] = all as [Line];
  const { campaign_id } = first.dimensions;
  expect(ids(await ask(filter('campaign_ids', 'IN', [campaign_id])))).toEqual([campaign_id]);
  const others = ids(await ask(filter('campaign_ids', 'NOT_IN', [campaign_id])));
  expect(others).toHaveLength(all.length - 1);
  expect(others).not.toContain(campaign_id);
  const { campaign_name = '' } = first.metrics;
  const matched = await ask(filter('campaign_name', 'MATCH', campaign_name.slice(1, -1).toUpperCase()));
  expect(ids(matched)).toContain(campaign_id);
  expect(matched.length).toBeLessThan(all.length);
  expect(await ask(filter('campaign_name', 'CONTAIN_ANY_OF', ['no such name']))).toEqual([]);
});

test('rows come by a metric, down unless asked otherwise, and by time where there is one', async () => {
  const spends = async (more: Params) => (await ask({ order_field: 'spend', ...more })).map(spendOf);
  const up = (await ask()).map(spendOf).toSorted((a, b) => a - b);
  expect(await spends({ order_type: 'ASC' })).toEqual(up);
  expect(await spends({})).toEqual(up.toReversed());
  const days = (await ask({ dimensions: ['campaign_id', 'stat_time_day'] })).map(
    ({ dimensions }) => dimensions.stat_time_day!,
  );
  expect(days).toEqual(days.toSorted());
  const hours = { dimensions: ['campaign_id', 'stat_time_hour'], start_date: '2026-11-07' };
  const byHour = await ask(hours);
  const sum = (lines: Line[]) => lines.reduce((total, line) => total + spendOf(line), 0);
  expect(byHour.every(({ dimensions }) => /^2026-11-07 \d\d:00:00$/.test(dimensions.stat_time_hour!))).toBe(true);
  expect(sum(byHour)).toBeCloseTo(sum(await ask({ start_date: '2026-11-07' })), 0);
});

test.each<[string, Params]>([
  ['order_field: must be a metric of the report.', { order_field: 'clicks' }],
  ['order_field: must be a metric of the report.', { order_field: 'campaign_name' }],
  ['dimensions', { dimensions: [] }],
  ['have no relation', { dimensions: ['campaign_id', 'stat_time_day'], metrics: ['cash_spend'] }],
  ['have no relation', { dimensions: ['campaign_id', 'country_code'], metrics: ['cost_per_1000_reached'] }],
  ['have no relation', { dimensions: ['campaign_id', 'colour'] }],
  ['spend: colour', filter('colour', 'IN', ['red'])],
])('a report is refused: %s: %j', async (message, spoilt) => {
  const refused = await video.refused('GET', 'report/integrated/get', report(spoilt));
  expect(refused.code).toBe(40002);
  if (!message.startsWith('spend')) expect(refused.message).toContain(message);
});

test('a report in the background is fetched by its maker, with titles unless they are switched off', async () => {
  const long = { start_date: '2026-09-01', end_date: '2026-11-07', metrics: ['spend', 'campaign_name'] };
  const { task_id } = await video.post('report/task/create', report(long));
  expect(await video.get('report/task/check', { task_id })).toMatchObject({ status: 'QUEUING' });
  const many = filter('campaign_ids', 'IN', new Array(10_001).fill('1'));
  expect((await video.refused('POST', 'report/task/create', report(many))).code).toBe(40002);
  const other = { advertiser_id: ACME.advertisers[1]!.id, task_id };
  expect(await video.refused('GET', 'report/task/check', other)).toMatchObject({ code: 40007 });
  expect(await video.refused('GET', 'report/task/check', { task_id: '42' })).toMatchObject({ code: 40007 });
  const store = new Store(video.world.db);
  const task = store.need('ReportTask', task_id);
  store.save({ ...task, data: { ...task.data, token: 'of another application' } });
  expect(await video.refused('GET', 'report/task/check', { task_id })).toMatchObject({ code: 40001 });
  store.save(task);
  video.advance(DAY_MS / 24);
  const csv = await (await video.send('GET', 'report/task/download', { task_id })).text();
  expect(csv.split('\n')[0]).toBe('Campaign ID,Spend,Campaign Name');
});

test('a token is given up by its own application, and then nothing is answered to it', async () => {
  const store = new Store(video.world.db);
  const { clientId } = store.tokens.findToken(ACME.token)!;
  const { secret } = store.tokens.findClient(clientId)!;
  store.tokens.saveClient('7100000000000000999', 'other');
  const app = { app_id: clientId, secret };
  const send = (path: string, more: Params) => video.refused('POST', path, { ...app, ...more });
  expect(await send('oauth2/revoke_token', { access_token: 'x' })).toMatchObject({ code: 40105 });
  const another = { app_id: '7100000000000000999', secret: 'other', access_token: ACME.token };
  expect(await send('oauth2/revoke_token', another)).toMatchObject({ code: 40105 });
  expect(await send('oauth2/revoke_token', { app_id: '1', access_token: ACME.token })).toMatchObject({ code: 40113 });
  expect(await send('oauth2/revoke_token', { secret: 'wrong', access_token: ACME.token })).toMatchObject({
    code: 40101,
  });
  const foreign = { app_id: '7100000000000000999', secret: 'other' };
  expect(await video.refused('GET', 'oauth2/advertiser/get', foreign)).toMatchObject({ code: 40113 });
  expect((await video.get('oauth2/advertiser/get', app)).list).toHaveLength(2);
  for (const [app_id, redirect_uri, status] of [
    [clientId, 'https://us.example/back', 200],
    ['1', 'https://us.example/back', 400],
    [clientId, 'us.example', 400],
  ] as const) {
    const query = new URLSearchParams({ app_id, redirect_uri });
    const page = `${video.origin}/portal/auth?${query}`;
    expect((await fetch(page)).status).toBe(status);
    if (status === 400) expect((await fetch(page, { method: 'POST' })).status).toBe(400);
  }
  await video.post('oauth2/revoke_token', { ...app, access_token: ACME.token });
  expect(await video.refused('GET', 'campaign/get')).toMatchObject({ code: 40105 });
});
