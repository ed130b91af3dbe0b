import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../ambient.ts';
import { GOOD, type Params, US, videoForTests } from '../calls.testing.ts';
import { ACME, ACME_JAPAN } from '../seed.ts';
import { Store } from '../state.ts';
import { RateLimits } from './rate-limits.ts';

/** Rules of any call, and those of campaigns and ad groups that need an object to be there first. */
const video = videoForTests();

const named = async (path: string, filter: string, name: string) =>
  (await video.get(path, { filtering: { [filter]: name, primary_status: 'STATUS_ALL' } })).list[0];
const campaignId = async (name: string): Promise<string> =>
  (await named('campaign/get', 'campaign_name', name)).campaign_id;
const groupId = async (name: string): Promise<string> => (await named('adgroup/get', 'adgroup_name', name)).adgroup_id;

let made = 0;
async function campaign(more: Params = {}): Promise<string> {
  made += 1;
  const body = { ...GOOD.campaign, campaign_name: `Rule ${made}`, ...more };
  return (await video.post('campaign/create', body)).campaign_id;
}
async function group(campaign_id: string, more: Params = {}): Promise<string> {
  return (await video.post('adgroup/create', { ...GOOD.group, campaign_id, ...more })).adgroup_id;
}
const SHARED = { budget_mode: 'BUDGET_MODE_DAY', budget: 60, budget_optimize_on: true };
const DEDICATED = {
  objective_type: 'APP_PROMOTION',
  app_promotion_type: 'APP_INSTALL',
  campaign_type: 'IOS14_CAMPAIGN',
  app_id: '7',
};
const IOS_GROUP = {
  promotion_type: 'APP_IOS',
  app_id: '7',
  operating_systems: ['IOS'],
  optimization_goal: 'INSTALL',
  billing_event: 'OCPM',
};

test('rules 1, 3, 14: a path ends in a slash, takes one method, and is short', async () => {
  const at = (path: string) => fetch(`${video.origin}/open_api/v1.3/${path}`);
  expect((await at(`campaign/get?advertiser_id=${US}`)).status).toBe(404);
  expect((await at('campaign/create/')).status).toBe(405);
  expect((await at(`campaign/get/?advertiser_id=${US}&fields=${'x'.repeat(8200)}`)).status).toBe(400);
});

test('rule 2: a token is there, was given out and was not revoked', async () => {
  const code = async (headers: Record<string, string>) => {
    const reply = await fetch(`${video.origin}/open_api/v1.3/campaign/get/?advertiser_id=${US}`, { headers });
    return ((await reply.json()) as { code: number }).code;
  };
  expect(await code({})).toBe(40104);
  expect(await code({ 'access-token': 'no such token' })).toBe(40105);
  expect(await code({ 'access-token': ACME.token })).toBe(0);
});

test('rule 12: an unknown field is ignored', async () => {
  const campaign_id = await campaign({ campain_name: 'misspelt' });
  expect((await named('campaign/get', 'campaign_name', `Rule ${made}`)).campaign_id).toBe(campaign_id);
});

test('rule 13: calls a second, a minute (then five minutes of pause) and by advertiser', () => {
  let now = 0;
  const limits = new RateLimits(() => now);
  // This address takes one call a second and thirty a minute.
  const call = () => limits.count('app', 'campaign/copy/task/create');
  for (let calls = 0; calls < 30; calls += 1) {
    now = calls * 1000;
    call();
  }
  expect(call).toThrow('Too many requests');
  now += 1000;
  expect(call).toThrow('Too many requests');
  now += 4 * MINUTE_MS;
  expect(call).toThrow('temporarily restricted');
  now += 2 * MINUTE_MS;
  call();

  for (let calls = 0; calls < 20; calls += 1) limits.countAdvertiser('1', 'campaign/get');
  expect(() => limits.countAdvertiser('1', 'campaign/get')).toThrow('reaches QPS limit 20');
});

type Refused = [rule: number, code: number, words: string, send: () => Promise<{ code: number; message: string }>];
const gets = (params: Params) => video.refused('GET', 'campaign/get', params);
const creates = (more: Params) =>
  video.refused('POST', 'campaign/create', { ...GOOD.campaign, campaign_name: 'Refused', ...more });
const updates = (campaign_id: string, more: Params) =>
  video.refused('POST', 'campaign/update', { campaign_id, ...more });
const switches = (more: Params) => video.refused('POST', 'campaign/status/update', more);
const groups = async (campaign_id: string, more: Params) =>
  video.refused('POST', 'adgroup/create', { ...GOOD.group, campaign_id, ...more });
const regroups = async (name: string, more: Params) =>
  video.refused('POST', 'adgroup/update', { adgroup_id: await groupId(name), ...more });

const CASES: Refused[] = [
  [4, 40001, 'No permission', () => gets({ advertiser_id: ACME_JAPAN.advertisers[0]!.id })],
  [5, 40002, "doesn't exist or has been deleted", () => gets({ advertiser_id: '123' })],
  [6, 40002, 'campaign_name: Missing data', () => creates({ campaign_name: undefined })],
  [6, 40002, 'campaign_name: Missing data', () => creates({ campaign_name: null })],
  [7, 40002, 'budget: Not a valid number', () => creates({ budget_mode: 'BUDGET_MODE_DAY', budget: 'much' })],
  [7, 40002, 'Not a valid', () => gets({ filtering: { campaign_ids: ['None'] } })],
  [8, 40002, 'Must be one of', () => creates({ operation_status: 'enable' })],
  [9, 40002, 'Not a valid', () => gets({ filtering: 'campaign_ids' })],
  [10, 40002, 'page_size', () => gets({ page_size: 1001 })],
  [10, 40002, 'page', () => gets({ page: 0 })],
  [11, 40002, 'maximum length 100', () => gets({ filtering: { campaign_ids: Array(101).fill('1') } })],
  [20, 40050, 'Duplicate', async () => repeated()],
  [27, 40002, 'INFINITE', () => creates({ objective_type: 'RF_REACH', budget_mode: 'BUDGET_MODE_DAY', budget: 60 })],
  [27, 40002, 'disabled', () => creates({ objective_type: 'RF_REACH' })],
  [32, 40002, '105%', async () => updates(await campaignId('Launch film'), { budget: 60 })],
  [33, 40002, 'objective_type', async () => updates(await campaign(), { objective_type: 'REACH' })],
  [33, 40002, 'budget_mode', async () => updates(await campaign(), { budget_mode: 'BUDGET_MODE_DAY' })],
  [34, 40002, 'INFINITE', async () => updates(await campaign(), { budget: 60 })],
  [35, 40002, 'special_industries', async () => updates(await campaign(), { special_industries: ['HOUSING'] })],
  [37, 40002, 'campaign_app_profile_page_state', () => creates({ campaign_app_profile_page_state: 'ON' })],
  [40, 40002, 'campaign_ids', () => switches({ campaign_ids: [], operation_status: 'ENABLE' })],
  [40, 40002, 'campaign_ids', () => switches({ campaign_ids: Array(21).fill('1'), operation_status: 'ENABLE' })],
  [40, 40007, '42', async () => switches({ campaign_ids: [await campaign(), '42'], operation_status: 'ENABLE' })],
  [41, 40002, 'deleted', async () => updates(await campaignId('Spring sale'), { campaign_name: 'Back' })],
  [42, 40002, 'postback_window_mode', async () => switches(await postback('ENABLE'))],
  [42, 40002, 'postback_window_mode', async () => switches(await postback('DELETE'))],
  [43, 40002, 'Smart+', async () => updates(await campaignId('Always on'), { campaign_name: 'x' })],
  [43, 40002, 'Smart+', async () => groups(await campaignId('Always on'), {})],
  [46, 40002, 'adgroup_name', async () => groups(await campaign(), { adgroup_name: '' })],
  [46, 40002, 'Emojis', async () => groups(await campaign(), { adgroup_name: 'Go 🚀' })],
  [46, 40002, 'Emojis', async () => groups(await campaign(), { adgroup_name: 'Go 🇩🇪' })],
  [46, 40002, 'Emojis', async () => groups(await campaign(), { adgroup_name: 'Go 1️⃣' })],
  [54, 40002, 'optimization_goal', () => unlike()],
  [59, 40002, 'WEBSITE', async () => groups(await campaign(), { ...viewed, ...IOS_APP })],
  [66, 40002, 'AUTOMATIC_VALUE_OPTIMIZATION', async () => groups(await campaign(WEB), { ...valued })],
  [77, 40002, 'schedule_start_time', () => regroups('All ages', { schedule_start_time: '2026-12-01 00:00:00' })],
  [82, 40002, 'US', () => regroups('All ages', { location_ids: ['1861060'] })],
  [99, 40002, 'optimization_goal', () => regroups('All ages', { optimization_goal: 'REACH' })],
  [99, 40002, 'pixel_id', () => regroups('All ages', { pixel_id: '42' })],
  [102, 40002, 'Reach & Frequency', () => switchedGroup('RF_REACH', 'DISABLE')],
  [102, 40002, 'dedicated', () => switchedGroup('IOS14', 'DELETE')],
];
const viewed = { optimization_goal: 'TRAFFIC_LANDING_PAGE_VIEW', billing_event: 'OCPM' };
const IOS_APP = { promotion_type: 'APP_IOS', app_id: '7', operating_systems: ['IOS'] };
const WEB = { objective_type: 'WEB_CONVERSIONS' };
const valued = {
  optimization_goal: 'AUTOMATIC_VALUE_OPTIMIZATION',
  billing_event: 'OCPM',
  bid_type: 'BID_TYPE_CUSTOM',
  get pixel_id() {
    return pixel;
  },
  optimization_event: 'SHOPPING',
};
let pixel: string | undefined;

test.each(CASES)('rule %i refuses with %i: %s', async (_, code, words, send) => {
  pixel ??= (await video.get('pixel/list')).pixels[0].pixel_id;
  const before = (await video.ledger({ kind: 'update' })).length;
  expect(await send()).toEqual({ code, message: expect.stringContaining(words) });
  expect((await video.ledger({ kind: 'update' })).length).toBe(before);
});

async function repeated() {
  const body = { ...GOOD.campaign, campaign_name: 'Twice', request_id: '99' };
  await video.post('campaign/create', body);
  return video.refused('POST', 'campaign/create', body);
}

async function postback(operation_status: string): Promise<Params> {
  return { campaign_ids: [await campaign()], operation_status, postback_window_mode: 'POSTBACK_WINDOW_MODE1' };
}

/** A second group with another goal than the first, under one budget. */
async function unlike() {
  const id = await campaign(SHARED);
  await group(id);
  return groups(id, viewed);
}

async function switchedGroup(kind: 'RF_REACH' | 'IOS14', operation_status: string) {
  const booked = { objective_type: 'RF_REACH', operation_status: 'ENABLE' };
  const reach = { promotion_type: undefined, optimization_goal: 'REACH', billing_event: 'CPM' };
  const adgroup_id =
    kind === 'IOS14' ? await group(await campaign(DEDICATED), IOS_GROUP) : await group(await campaign(booked), reach);
  return video.refused('POST', 'adgroup/status/update', { adgroup_ids: [adgroup_id], operation_status });
}

test('rule 44: manual campaigns end with 2026 where that is switched on, and go on elsewhere', async () => {
  const start = video.world.now();
  const store = new Store(video.world.db);
  const advertiser = store.need('Advertiser', US);
  const set = (more: Partial<typeof advertiser.data>) =>
    store.save({ ...advertiser, data: { ...advertiser.data, ...more } });
  set({ manualEnds: true });
  await campaign();
  video.setNow(Date.parse('2027-01-01T00:00:01Z'));
  expect((await creates({})).code).toBe(41001);
  set({});
  await campaign();
  video.setNow(start);
});

test('rules 39, 100: an advertiser has 999 campaigns, a campaign 999 groups, a dedicated one two that are on', async () => {
  const dedicated = await campaign(DEDICATED);
  await group(dedicated, { ...IOS_GROUP, adgroup_name: 'One', operation_status: 'ENABLE' });
  await group(dedicated, { ...IOS_GROUP, adgroup_name: 'Two', operation_status: 'ENABLE' });
  expect((await groups(dedicated, { ...IOS_GROUP, adgroup_name: 'Three' })).message).toContain('at most 2 active');

  const store = new Store(video.world.db);
  const one = store.need('Campaign', await campaign());
  const first = store.need('AdGroup', await group(one.id));
  for (let count = 1; count < 999; count += 1) store.insert('AdGroup', first.links, first.data);
  expect((await groups(one.id, {})).code).toBe(40502);
  const alive = store.all('Campaign', { advertiser: US }).filter(({ data }) => !data.deleted);
  for (let count = alive.length; count < 999; count += 1)
    store.insert('Campaign', one.links, { ...one.data, campaign_name: `Many ${count}` });
  expect((await creates({})).code).toBe(40502);
});
