import { expect, test } from 'vitest';
import { GOOD, type Params, US, videoForTests } from '../calls.testing.ts';
import { ACME, ACME_JAPAN } from '../seed.ts';
import { Store } from '../state.ts';

/** Copies of campaigns, subscriptions, event sets and budgets: how many there may be, and what they need. */
const video = videoForTests();
const COPY = 'campaign/copy/task/create';
let requests = 9_000;
const request_id = () => String(++requests);
const schedule = { schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time: '2026-11-16 00:00:00' };

const named = async (campaign_name: string): Promise<string> =>
  (await video.get('campaign/get', { filtering: { campaign_name } })).list[0].campaign_id;
const refused = async (path: string, params: Params) => (await video.refused('POST', path, params)).message;

test('a campaign is copied with as many ad groups and ads as a copy takes, each of its own', async () => {
  const campaign_id = await named('Autumn sale');
  const store = new Store(video.world.db);
  const groups = store.all('AdGroup', { campaign: campaign_id }).filter(({ data }) => !data.deleted);
  const group = groups.find(({ id }) => store.all('Ad', { adgroup: id }).some(({ data }) => !data.deleted))!;
  const ad_id = store.all('Ad', { adgroup: group.id }).find(({ data }) => !data.deleted)!.id;
  const copy = (more: Params) => ({ request_id: request_id(), campaign_id, ...schedule, ...more });
  const custom = (...adgroup_list: Params[]) => copy({ deep_copy_mode: 'CUSTOM', adgroup_list });
  const row = (more: Params = {}) => ({ adgroup_id: group.id, ad_list: [{ ad_id }], ...more });
  expect(await refused(COPY, custom(row({ ad_list: undefined })))).toContain('ad_list');
  expect(await refused(COPY, custom(row({ ad_list: [{ ad_id: '42' }] })))).toContain('is not in the ad group');
  expect(await refused(COPY, custom(row({ operation_status: 'DELETE' })))).toContain('operation_status');
  expect(await refused(COPY, custom(...new Array(101).fill(row())))).toContain('Longer than maximum length');
  await video.post(
    COPY,
    custom(row({ operation_status: 'DISABLE', ad_list: [{ ad_id, operation_status: 'DISABLE' }] })),
  );
  const { links, data } = store.need('Ad', ad_id);
  const ads = Array.from({ length: 51 }, () => store.insert('Ad', links, data));
  expect(await refused(COPY, copy({}))).toMatch(/more than \d+ ads in an ad group/);
  for (const one of ads) store.remove(one);
  const many = Array.from({ length: 101 }, () => store.insert('AdGroup', group.links, group.data));
  expect(await refused(COPY, copy({}))).toMatch(/more than \d+ ad groups/);
  for (const one of many) store.remove(one);
  const campaign = store.need('Campaign', campaign_id);
  store.save({ ...campaign, data: { ...campaign.data, objective_type: 'RF_REACH' } });
  expect(await refused(COPY, copy({}))).toContain('a campaign of RF_REACH cannot be copied');
  store.save(campaign);
  await video.post(COPY, copy({}));
});

test('subscriptions are for leads, of a page of the advertiser, and ended by the application that made them', async () => {
  const store = new Store(video.world.db);
  const { clientId } = store.tokens.findToken(ACME.token)!;
  const app = { app_id: clientId, secret: store.tokens.findClient(clientId)!.secret };
  const page_id = (await video.get('page/get', { status: 'PUBLISHED' })).list[0].page_id;
  const detail = { access_token: ACME.token, advertiser_id: US, page_id };
  const asked = (more: Params = {}, inside: Params = {}) => ({
    ...{ ...app, subscribe_entity: 'LEAD', callback_url: 'http://127.0.0.1:9/' },
    ...{ subscription_detail: { ...detail, ...inside }, ...more },
  });
  const SUBSCRIBE = 'subscription/subscribe';
  const foreign = store.all('InstantForm', { advertiser: ACME.advertisers[1]!.id })[0]?.id ?? '42';
  expect(await refused(SUBSCRIBE, asked({ subscribe_entity: 'AD' }))).toContain('only LEAD is kept here');
  expect(await refused(SUBSCRIBE, asked({ callback_url: 'here' }))).toContain('callback_url: Not a valid URL.');
  expect(await refused(SUBSCRIBE, asked({ subscription_detail: undefined }))).toContain('subscription_detail');
  expect(await refused(SUBSCRIBE, asked({}, { page_id: foreign }))).toContain('does not exist');
  expect(await video.refused('POST', SUBSCRIBE, asked({}, { access_token: 'x' }))).toMatchObject({ code: 40105 });
  const others = ACME_JAPAN.advertisers[0]!.id;
  expect((await video.refused('POST', SUBSCRIBE, asked({}, { advertiser_id: others }))).code).toBe(40001);
  const { subscription_id } = await video.post(SUBSCRIBE, asked());
  store.tokens.saveClient('7100000000000000998', 'other');
  const another = { app_id: '7100000000000000998', secret: 'other', subscription_id };
  expect(await refused('subscription/unsubscribe', another)).toContain('there is no such subscription');
  expect(await refused('subscription/unsubscribe', { ...app, subscription_id: '42' })).toContain(
    'no such subscription',
  );
  await video.post('subscription/unsubscribe', { ...app, subscription_id });
});

test('an advertiser has fifty sets of offline events', async () => {
  const store = new Store(video.world.db);
  const held = store
    .all('EventSet', { advertiser: US })
    .filter(({ data }) => data.source === 'offline' && !data.deleted);
  for (let at = held.length; at < 49; at += 1)
    store.insert('EventSet', held[0]!.links, { ...held[0]!.data, name: `S${at}` });
  await video.post('offline/create', { name: 'The last', description: 'D' });
  const more = { name: 'One more', description: 'D' };
  expect(await video.refused('POST', 'offline/create', more)).toMatchObject({ code: 40502 });
});

test('a new budget of an ad group is told, also of a Smart+ one at its own address', async () => {
  const group = async (adgroup_name: string) =>
    (await video.get('adgroup/get', { filtering: { adgroup_name } })).list[0].adgroup_id;
  const adgroup_id = await group('25 to 34');
  const body = (more: Params) => ({ scheduled_budget: [{ adgroup_id, ...more }] });
  expect(await refused('adgroup/budget/update', body({}))).toContain('scheduled_budget');
  await video.post('adgroup/budget/update', body({ scheduled_budget: 60 }));
  expect(await refused('smart_plus/adgroup/budget/update', body({ scheduled_budget: 60 }))).toContain('Smart+');
});

test('a body is an object of JSON', async () => {
  const send = async (body: string) =>
    (await (await video.send('POST', 'campaign/create', {}, { body, headers: JSON_HEADERS })).json()) as Params;
  for (const body of ['[]', '"x"'])
    expect(await send(body)).toMatchObject({ code: 40002, message: 'The request body is not a JSON object.' });
  const good = { ...GOOD.campaign, advertiser_id: US, campaign_name: 'From a body' };
  expect(await send(JSON.stringify(good))).toMatchObject({ code: 0 });
});
const JSON_HEADERS = { 'access-token': ACME.token, 'content-type': 'application/json' };

test('what was deleted is past changing, and automated ads are not there', async () => {
  const { list } = await video.get('ad/get');
  const { ad_id, adgroup_id, ad_name } = list[0];
  const change = { adgroup_id, patch_update: true, creatives: [{ ad_id, ad_name }] };
  await video.post('ad/update', change);
  await video.post('ad/status/update', { ad_ids: [ad_id], operation_status: 'DELETE' });
  expect(await refused('ad/update', change)).toContain('has been deleted');
  const automated = { aco_ad_ids: ['7'], operation_status: 'DISABLE' };
  expect(await video.refused('POST', 'ad/status/update', automated)).toMatchObject({ code: 40007 });
  expect(await refused('ad/status/update', { ...automated, operation_status: 'DELETE' })).toContain('not supported');
  const { ad_review_map } = await video.get('ad/review_info', { ad_ids: [list[1].ad_id, '42'] });
  expect(Object.keys(ad_review_map)).toEqual([list[1].ad_id]);
  expect(ad_review_map[list[1].ad_id]).toMatchObject({ ad_id: list[1].ad_id });
});
