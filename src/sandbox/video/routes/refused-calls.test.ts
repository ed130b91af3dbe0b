import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { GOOD, type Params, US, videoForTests } from '../calls.testing.ts';
import { ACME_JAPAN } from '../seed.ts';
import { Store } from '../state.ts';

/** Calls beside campaigns, ad groups and ads: each row has a request that is taken, and what spoils it. */
const video = videoForTests();

const ids: Record<string, string> = {};
let audiences: Record<string, string>;
beforeAll(async () => {
  const [pixel] = (await video.get('pixel/list')).pixels;
  Object.assign(ids, { pixel: pixel.pixel_id, code: pixel.pixel_code });
  const store = new Store(video.world.db);
  ids.foreignPixel = store.all('Pixel', { advertiser: ACME_JAPAN.advertisers[0]!.id })[0]!.id;
  ids.form = (await video.get('page/get', { status: 'PUBLISHED' })).list[0].page_id;
  ids.ad = (await video.get('ad/get')).list[0].ad_id;
  ids.film = (await video.get('file/video/ad/search')).list[0].video_id;
  ids.image = (await video.get('file/image/ad/search')).list[0].image_id;
  const { list } = await video.get('dmp/custom_audience/list', { page_size: 100 });
  audiences = Object.fromEntries(list.map((one: Params) => [one.name, one.audience_id]));
  const { identity_list } = await video.get('identity/get', { page_size: 100 });
  for (const one of identity_list) ids[one.identity_type] ??= one.identity_id;
  for (const one of identity_list) if (one.identity_authorized_bc_id) ids.bc = one.identity_authorized_bc_id;
  const { links, data } = store.need('Identity', ids.TT_USER!);
  ids.AUTH_CODE = store.insert('Identity', links, { ...data, identity_type: 'AUTH_CODE' }).id;
});

const visitors = (rule: Params, set: Params = {}): Params => ({
  ...{ custom_audience_name: 'Visitors', audience_type: 'PIXEL' },
  rule_spec: {
    inclusion_rule_set: {
      operator: 'OR',
      rules: [
        {
          ...{ event_source_ids: [ids.pixel], retention_days: 30 },
          filter_set: { operator: 'OR', filters: [filter] },
          ...rule,
        },
      ],
      ...set,
    },
  },
});
const filter = { field: 'EVENT', operator: 'EQ', value: 'PLACE AN ORDER' };
const lookalike = (more: Params): Params => ({
  custom_audience_name: 'Alike',
  lookalike_spec: {
    ...{ source_audience_id: audiences.Customers, include_source: false, mobile_os: 'ALL', placements: ['TikTok'] },
    ...{ location_ids: ['6252001'], audience_size: 'BALANCED', ...more },
  },
});
const track = (more: Params) => ({
  ...{ event_source: 'web', event_source_id: ids.code },
  data: [{ event: 'Purchase', event_time: 1_700_000_000, page: { url: 'https://acme.example' }, ...more }],
});
const stats = (start_date: string, end_date: string, more: Params = {}) => ({
  ...{ pixel_ids: [ids.pixel], date_range: { start_date, end_date }, ...more },
});
const pixelEvent = (more: Params, pixel_id = ids.pixel) => ({
  pixel_id,
  pixel_events: [{ event_type: 'SHOPPING', event_name: 'Bought', ...more }],
});
const geo = { objective_type: 'TRAFFIC', placements: ['PLACEMENT_TIKTOK'] };
const reach = { ...geo, optimization_goal: 'CLICK' };
const posts = (more: Params) => ({ identity_type: 'AUTH_CODE', identity_id: ids.AUTH_CODE, ...more });
const fuzzy = { ...geo, search_type: 'FUZZY_SEARCH', keywords: ['New York'] };

/** The refusal, how and where, what is taken, and what is refused. */
const CALLS: [string, 'GET' | 'POST', string, () => Params, () => Params][] = [
  ['ad_ids', 'GET', 'ad/review_info', () => ({ ad_ids: [ids.ad] }), () => ({ ad_ids: [] })],
  ['advertiser_ids', 'GET', 'advertiser/info', () => ({ advertiser_ids: [US] }), () => ({ advertiser_ids: [] })],
  [
    'custom_audience_ids',
    'GET',
    'dmp/custom_audience/get',
    () => ({ custom_audience_ids: [audiences.Customers] }),
    () => ({ custom_audience_ids: [] }),
  ],
  [
    'custom_audience_ids',
    'POST',
    'dmp/custom_audience/delete',
    () => ({ custom_audience_ids: [audiences['Tiny test']] }),
    () => ({ custom_audience_ids: [] }),
  ],
  ['video_ids', 'GET', 'file/video/ad/info', () => ({ video_ids: [ids.film] }), () => ({})],
  ['image_ids', 'GET', 'file/image/ad/info', () => ({ image_ids: [ids.image] }), () => ({})],
  [
    'pixel_ids',
    'GET',
    'pixel/event/stats',
    () => stats('2026-11-01', '2026-11-14'),
    () => stats('2026-11-01', '2026-11-14', { pixel_ids: [] }),
  ],
  [
    'date_range',
    'GET',
    'pixel/event/stats',
    () => stats('2026-11-01', '2026-11-14'),
    () => ({ pixel_ids: [ids.pixel] }),
  ],
  [
    'date_range: at most 30 days.',
    'GET',
    'pixel/event/stats',
    () => stats('2026-10-01', '2026-10-31'),
    () => stats('2026-10-01', '2026-11-01'),
  ],
  [
    'does not exist.',
    'GET',
    'pixel/event/stats',
    () => stats('2026-11-01', '2026-11-14'),
    () => stats('2026-11-01', '2026-11-14', { pixel_ids: [ids.foreignPixel] }),
  ],
  [
    'pixel_id: the pixel does not exist.',
    'POST',
    'pixel/event/create',
    () => pixelEvent({}),
    () => pixelEvent({}, ids.foreignPixel),
  ],
  [
    'pixel_events',
    'POST',
    'pixel/event/create',
    () => pixelEvent({}),
    () => ({ pixel_id: ids.pixel, pixel_events: [] }),
  ],
  [
    'event_type: custom events are not made here',
    'POST',
    'pixel/event/create',
    () => pixelEvent({}),
    () => pixelEvent({ event_type: 'MY_OWN' }),
  ],
  [
    'statistic_type: Must be one of',
    'POST',
    'pixel/event/create',
    () => pixelEvent({ statistic_type: 'ONCE' }),
    () => pixelEvent({ statistic_type: 'TWICE' }),
  ],
  [
    'currency_value: Not a valid number.',
    'POST',
    'pixel/event/create',
    () => pixelEvent({ currency_value: '12.50' }),
    () => pixelEvent({ currency_value: '12.505' }),
  ],
  [
    'currency: Must be one of',
    'POST',
    'pixel/event/create',
    () => pixelEvent({ currency_value: '12', currency: 'JPY' }),
    () => pixelEvent({ currency_value: '12', currency: 'XTS' }),
  ],
  ['data', 'POST', 'event/track', () => track({}), () => ({ ...track({}), data: [] })],
  ['event_time', 'POST', 'event/track', () => track({}), () => track({ event_time: undefined })],
  ['page', 'POST', 'event/track', () => track({}), () => track({ page: undefined })],
  ['url', 'POST', 'event/track', () => track({}), () => track({ page: {} })],
  ['keywords', 'GET', 'tool/hashtag/recommend', () => ({ keywords: ['run'] }), () => ({ keywords: [] })],
  [
    'limit: Must be between 1 and 50.',
    'GET',
    'tool/interest_keyword/recommend',
    () => ({ keyword: 'gear', limit: 50 }),
    () => ({ keyword: 'gear', limit: 51 }),
  ],
  [
    'limit: Not a valid integer.',
    'GET',
    'tool/interest_keyword/recommend',
    () => ({ keyword: 'gear', limit: 1 }),
    () => ({ keyword: 'gear', limit: 1.5 }),
  ],
  [
    'mode: Must be one of',
    'GET',
    'tool/interest_keyword/recommend',
    () => ({ keyword: 'gear', mode: 'FUZZ_MATCH' }),
    () => ({ keyword: 'gear', mode: 'EXACT' }),
  ],
  ['keyword', 'GET', 'tool/interest_keyword/recommend', () => ({ keyword: 'gear' }), () => ({})],
  [
    'special_industries: Must be one of',
    'GET',
    'tool/action_category',
    () => ({ special_industries: ['HOUSING'] }),
    () => ({ special_industries: ['FOOD'] }),
  ],
  ['placements', 'POST', 'tool/targeting/search', () => fuzzy, () => ({ ...fuzzy, placements: undefined })],
  [
    'placements',
    'POST',
    'tool/targeting/info',
    () => ({ ...geo, scene: 'GEO', targeting_ids: ['6252001'] }),
    () => ({ objective_type: 'TRAFFIC', scene: 'GEO', targeting_ids: ['6252001'] }),
  ],
  [
    'targeting_ids',
    'POST',
    'tool/targeting/info',
    () => ({ ...geo, scene: 'GEO', targeting_ids: ['6252001'] }),
    () => ({ ...geo, scene: 'GEO', targeting_ids: [] }),
  ],
  [
    'optimization_goal: INSTALL is not supported for TRAFFIC.',
    'POST',
    'ad/audience_size/estimate',
    () => reach,
    () => ({ ...reach, optimization_goal: 'INSTALL' }),
  ],
  [
    'app_id',
    'POST',
    'ad/audience_size/estimate',
    () => ({ ...reach, objective_type: 'APP_PROMOTION', app_id: '7' }),
    () => ({ ...reach, objective_type: 'APP_PROMOTION' }),
  ],
  [
    'At least 1 location ID is invalid',
    'POST',
    'ad/audience_size/estimate',
    () => ({ ...reach, location_ids: ['6252001'] }),
    () => ({ ...reach, location_ids: ['999'] }),
  ],
  [
    'audience_type: APP is not supported',
    'POST',
    'dmp/custom_audience/rule/create',
    () => visitors({}),
    () => ({ ...visitors({}), audience_type: 'APP' }),
  ],
  [
    'rule_spec',
    'POST',
    'dmp/custom_audience/rule/create',
    () => visitors({}),
    () => ({ ...visitors({}), rule_spec: undefined }),
  ],
  ['rules', 'POST', 'dmp/custom_audience/rule/create', () => visitors({}), () => visitors({}, { rules: [] })],
  [
    'retention_days',
    'POST',
    'dmp/custom_audience/rule/create',
    () => visitors({}),
    () => visitors({ retention_days: undefined }),
  ],
  [
    'event_source_ids',
    'POST',
    'dmp/custom_audience/rule/create',
    () => visitors({}),
    () => visitors({ event_source_ids: [] }),
  ],
  [
    'filters: Length must be 1.',
    'POST',
    'dmp/custom_audience/rule/create',
    () => visitors({}),
    () => visitors({ filter_set: { operator: 'OR', filters: [filter, filter] } }),
  ],
  [
    'file_paths',
    'POST',
    'dmp/custom_audience/create',
    () => ({ custom_audience_name: 'P', calculate_type: 'EMAIL_SHA256', file_paths: [ids.people] }),
    () => ({ custom_audience_name: 'P', calculate_type: 'EMAIL_SHA256', file_paths: [] }),
  ],
  [
    'lookalike_spec',
    'POST',
    'dmp/custom_audience/lookalike/create',
    () => lookalike({}),
    () => ({ custom_audience_name: 'Alike' }),
  ],
  [
    'include_source',
    'POST',
    'dmp/custom_audience/lookalike/create',
    () => lookalike({}),
    () => lookalike({ include_source: undefined }),
  ],
  [
    'placements',
    'POST',
    'dmp/custom_audience/lookalike/create',
    () => lookalike({}),
    () => lookalike({ placements: [] }),
  ],
  [
    'At least 1 location ID is invalid',
    'POST',
    'dmp/custom_audience/lookalike/create',
    () => lookalike({}),
    () => lookalike({ location_ids: ['999'] }),
  ],
  [
    'You no longer have access to the TikTok account',
    'GET',
    'identity/video/get',
    () => posts({}),
    () => posts({ identity_type: 'TT_USER' }),
  ],
  [
    '"Identity_type" and "Identity_bc_ID" don\'t match.',
    'GET',
    'identity/video/get',
    () => ({ identity_type: 'BC_AUTH_TT', identity_id: ids.BC_AUTH_TT, identity_authorized_bc_id: ids.bc }),
    () => ({ identity_type: 'BC_AUTH_TT', identity_id: ids.BC_AUTH_TT, identity_authorized_bc_id: '42' }),
  ],
  [
    'keyword: only supported for AUTH_CODE.',
    'GET',
    'identity/video/get',
    () => posts({ keyword: 'run' }),
    () => ({ identity_type: 'TT_USER', identity_id: ids.TT_USER, keyword: 'run' }),
  ],
  [
    'item_type: Must be one of',
    'GET',
    'identity/video/get',
    () => posts({ item_type: 'CAROUSEL' }),
    () => posts({ item_type: 'LIVE' }),
  ],
  [
    'fields: colour is not a valid field.',
    'GET',
    'campaign/get',
    () => ({ fields: ['campaign_id'] }),
    () => ({ fields: ['campaign_id', 'colour'] }),
  ],
  [
    'secondary_status: AD_STATUS_DONE is not a status of this level.',
    'GET',
    'campaign/get',
    () => ({ filtering: { secondary_status: 'CAMPAIGN_STATUS_ENABLE' } }),
    () => ({ filtering: { secondary_status: 'AD_STATUS_DONE' } }),
  ],
  ['fields: Not a valid list.', 'GET', 'campaign/get', () => ({}), () => ({ fields: { a: 1 } })],
  ['fields: Not a valid list of strings.', 'GET', 'campaign/get', () => ({}), () => ({ fields: [1] })],
  ['filtering: Not a valid object.', 'GET', 'campaign/get', () => ({}), () => ({ filtering: [] })],
  [
    'campaign_name: Not a valid string.',
    'POST',
    'campaign/create',
    () => ({ ...GOOD.campaign, campaign_name: 'Text' }),
    () => ({ ...GOOD.campaign, campaign_name: 7 }),
  ],
  [
    'pixel_events: Not a valid list of objects.',
    'POST',
    'pixel/event/create',
    () => pixelEvent({}),
    () => ({ pixel_id: ids.pixel, pixel_events: ['x'] }),
  ],
  [
    'page_id: the page 42 does not exist.',
    'POST',
    'page/lead/mock/create',
    () => ({ page_id: ids.form }),
    () => ({ page_id: '42' }),
  ],
];

test.each(CALLS)('%s (%s %s) is refused', async (message, method, path, sound, spoilt) => {
  // A file of people is there for a day; its upload is a form.
  ids.people ??= await peopleFile();
  const refused = await video.refused(method, path, spoilt());
  expect([40002, 40007]).toContain(refused.code);
  expect(refused.message).toContain(/^\w+$/.test(message) ? `${message}: Missing data for required field.` : message);
  await (method === 'GET' ? video.get(path, sound()) : video.post(path, sound()));
});

async function peopleFile(): Promise<string> {
  const lines = Array.from({ length: 2000 }, (_, at) => createHash('sha256').update(String(at)).digest('hex'));
  const bytes = Buffer.from(lines.join('\n'));
  const form = new FormData();
  const fields = { advertiser_id: US, calculate_type: 'EMAIL_SHA256' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file_signature', createHash('md5').update(bytes).digest('hex'));
  form.set('file', new Blob([bytes]), 'file');
  const reply = await video.send('POST', 'dmp/custom_audience/file/upload', {}, { body: form });
  return ((await reply.json()) as { data: { file_path: string } }).data.file_path;
}
