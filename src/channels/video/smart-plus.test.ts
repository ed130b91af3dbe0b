import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../ambient.ts';
import { sandboxed } from './sandboxed.testing.ts';

const { call, refusal, requests, ledger, advanceClock, waitedMs } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;
const changes = async () =>
  (await requests()).filter(({ method, path }) => method === 'POST' && !path.includes('/tool/')).length;

const campaign = (name: string, more = {}) =>
  call('create_campaign', {
    campaign_name: name,
    objective: 'WEB_CONVERSIONS',
    automation: 'SMART_PLUS',
    budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
    budget_optimize_on: true,
    budget: 60,
    ...more,
  });

async function setting(name: string, more = {}) {
  const campaign_id = (await campaign(name, more)).campaign.id;
  const pixel_id = (await call('list_pixels')).pixels[0].id;
  const group = {
    campaign_id,
    ad_group_name: `${name} group`,
    optimization_goal: 'CONVERT',
    pixel_id,
    optimization_event: 'SHOPPING',
    location_ids: ['6252001'],
  };
  return { campaign_id, group };
}

async function adParts() {
  const { identities } = await call('get_identities');
  const { videos } = await call('list_videos');
  const { images } = await call('list_images');
  const identity = identities.find(({ kind, usable }: Any) => kind === 'TT_USER' && usable);
  const creative = (place: number) => ({ video_id: videos[place].id, image_id: images[place].id });
  return {
    creative,
    ad: {
      ad_name: 'Whole',
      identity_id: identity.id,
      creatives: [creative(0), creative(1)],
      ad_texts: ['Try it', 'Buy it'],
      call_to_actions: ['SHOP_NOW', 'LEARN_MORE'],
      landing_page_url: 'https://acme.example/launch',
    },
  };
}

test('a Smart+ campaign, ad group and ad are made switched off, listed once, and enabled', async () => {
  const { group, campaign_id } = await setting('Steered');
  const { ad_group, keeps_from_serving } = await call('create_ad_group', { ...group, automation: 'SMART_PLUS' });
  expect(ad_group).toMatchObject({ status: 'DISABLE', automation: 'SMART_PLUS', campaign_id });
  expect(keeps_from_serving.join(' ')).toContain('update_ad_group');
  const { ad } = await adParts();
  const before = await changes();
  const made = await call('create_ad', { ...ad, ad_group_id: ad_group.id });
  expect(await changes()).toBe(before + 1);
  expect(made.ad).toMatchObject({ status: 'DISABLE', automation: 'SMART_PLUS', creatives: ad.creatives });
  const { ads } = await call('list_ads', { campaign_id });
  expect(ads).toMatchObject([{ id: made.ad.id, name: 'Whole', ad_texts: ad.ad_texts }]);
  expect((await call('list_ads', { ad_ids: [made.ad.id] })).ads).toEqual(ads);
  expect((await call('list_ads', { name_contains: 'whole', campaign_id })).ads).toEqual(ads);
  for (const [tool, id] of [
    ['update_campaign', { campaign_id }],
    ['update_ad_group', { ad_group_id: ad_group.id }],
    ['update_ad', { ad_id: made.ad.id }],
  ] as const)
    expect((await call(tool, { ...id, status: 'ENABLE' })).applied.status).toEqual({ from: 'DISABLE', to: 'ENABLE' });
  await advanceClock(HOUR_MS);
  expect((await call('list_ads', { campaign_id })).ads[0].delivery_status).toBe('AD_STATUS_DELIVERY_OK');
  expect((await ledger({ kind: 'create' })).filter(({ resource }) => resource === 'ad')).toHaveLength(1);
});

test('changing one part of a Smart+ ad keeps the others', async () => {
  const { group } = await setting('Content');
  const { id: ad_group_id } = (await call('create_ad_group', group)).ad_group;
  const { ad, creative } = await adParts();
  const content = ({ updated_time: _, delivery_status: __, ...rest }: Any) => rest;
  // One ad for each write: the platform takes one write of an ad in five seconds.
  for (const [field, value] of Object.entries({
    ad_texts: ['Now lighter'],
    creatives: [creative(1), creative(2)],
    call_to_actions: ['ORDER_NOW'],
    landing_page_url: 'https://acme.example/other',
    ad_name: 'Renamed',
  })) {
    const { ad: before } = await call('create_ad', { ...ad, ad_group_id });
    const { applied, not_applied, ad: after } = await call('update_ad', { ad_id: before.id, [field]: value });
    expect([Object.keys(applied), not_applied]).toEqual([[field], []]);
    expect(content(after)).toEqual({ ...content(before), [field === 'ad_name' ? 'name' : field]: value });
  }
});

test('a second change of a Smart+ ad waits its five seconds instead of being refused', async () => {
  const [{ id: ad_id }] = (await call('list_ads', { name_contains: 'Renamed' })).ads;
  const before = waitedMs();
  expect((await call('update_ad', { ad_id, status: 'DELETE' })).ad.status).toBe('DELETE');
  expect(waitedMs() - before).toBeGreaterThan(2000);
  expect((await call('list_ads', { name_contains: 'Renamed' })).ads).toEqual([]);
});

test('lists belong to Smart+ ads and single values to the others, said before sending', async () => {
  const [smart] = (await call('list_ads', { name_contains: 'Always on' })).ads;
  const [manual] = (await call('list_ads', { name_contains: 'Store traffic 1.1' })).ads;
  const { ad, creative } = await adParts();
  const before = await changes();
  const field = async (tool: string, args: Any) => (await refusal(tool, args)).field;
  expect(await field('update_ad', { ad_id: smart.id, ad_text: 'x' })).toBe('ad_text');
  expect((await refusal('update_ad', { ad_id: smart.id, video_id: 'v' })).message).toContain('creatives');
  expect(await field('update_ad', { ad_id: manual.id, ad_texts: ['x'] })).toBe('ad_texts');
  const inManual = { ...ad, ad_group_id: manual.ad_group_id };
  const inSmart = { ...ad, ad_group_id: smart.ad_group_id };
  expect(await field('create_ad', inManual)).toBe('automation');
  expect(await field('create_ad', { ...inSmart, automation: 'MANUAL' })).toBe('creatives');
  expect(await field('create_ad', { ...inSmart, ad_texts: undefined })).toBe('ad_texts');
  expect(await field('create_ad', { ...inSmart, call_to_actions: undefined })).toBe('call_to_actions');
  expect(await field('create_ad', { ...inSmart, ad_text: 'x' })).toBe('ad_text');
  expect(await field('create_ad', { ...inSmart, creatives: [{ video_id: 'v' }] })).toBe('creatives.0');
  expect(await field('create_ad', { ...inSmart, creatives: Array(32).fill(creative(0)) })).toBe('creatives');
  expect(await changes()).toBe(before);
});

test('targeting of a Smart+ ad group is merged with what is there', async () => {
  const { group } = await setting('Targeting');
  const { ad_group } = await call('create_ad_group', { ...group, gender: 'GENDER_FEMALE' });
  const ad_group_id = ad_group.id;
  const { applied, ad_group: after } = await call('update_ad_group', {
    ad_group_id,
    ad_group_name: 'Young',
    age_groups: ['AGE_18_24'],
  });
  expect(Object.keys(applied).sort()).toEqual(['ad_group_name', 'age_groups']);
  expect(after.targeting).toMatchObject({ gender: 'GENDER_FEMALE', age_groups: ['AGE_18_24'] });
  expect((await refusal('update_ad_group', { ad_group_id, bid: 3 })).message).toContain('without a bid');
  expect((await call('update_ad_group', { ad_group_id, status: 'DELETE' })).ad_group.status).toBe('DELETE');
});

test('budgets of Smart+ ad groups: by day or for a run, with what each needs', async () => {
  const own = { budget_mode: 'BUDGET_MODE_INFINITE', budget_optimize_on: false, budget: undefined };
  const { group } = await setting('Own budgets', own);
  const field = async (more: Any) => (await refusal('create_ad_group', { ...group, ...more })).field;
  expect(await field({})).toBe('budget');
  expect(await field({ budget: 30, budget_mode: 'BUDGET_MODE_DAY' })).toBe('budget_mode');
  expect(await field({ budget: 19 })).toBe('budget');
  const { ad_group } = await call('create_ad_group', { ...group, budget: 30 });
  expect(ad_group).toMatchObject({ budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget: { amount: '30.00' } });
  const { applied } = await call('update_ad_group', { ad_group_id: ad_group.id, budget: 20 });
  expect(applied.budget.to).toEqual({ amount: '20.00', currency: 'USD' });
  const { group: lifetime } = await setting('Lifetime', { budget_mode: 'BUDGET_MODE_TOTAL', budget: 500 });
  expect((await refusal('create_ad_group', lifetime)).field).toBe('end_time');
  const end_time = new Date(Date.now() + 20 * DAY_MS).toISOString();
  expect((await refusal('create_ad_group', { ...lifetime, end_time, bid: 5 })).field).toBe('bid');
});

test('reports count a Smart+ ad once with every segment', async () => {
  const [smart] = (await call('list_ads', { name_contains: 'Always on' })).ads;
  const span = { date_range: 'LAST_7_DAYS', metrics: ['impressions', 'cost'], level: 'ad', limit: 1000 };
  const whole = await call('get_report', { ...span, level: 'campaign', campaign_ids: [smart.campaign_id] });
  const own = (rows: Any[]) => rows.filter(({ ad }) => ad.id === smart.id);
  for (const segments of [undefined, ['date'], ['gender'], ['age', 'gender']]) {
    const report = await call('get_report', { ...span, segments });
    const rows = own(report.rows);
    expect(rows[0].ad).toEqual({ id: smart.id, name: 'Always on 1', status: 'ENABLE' });
    expect(rows).toHaveLength(segments?.includes('age') ? 10 : segments?.includes('gender') ? 2 : segments ? 7 : 1);
    const sum = rows.reduce((total: number, { metrics }: Any) => total + metrics.impressions, 0);
    expect(sum).toBe(whole.totals.impressions);
    const named = await call('get_report', { ...span, segments, ad_ids: [smart.id] });
    expect([named.rows.length, named.totals]).toEqual([rows.length, whole.totals]);
  }
  const ordered = await call('get_report', { ...span, segments: ['gender'], order_by: 'cost DESC', limit: 5 });
  const costs = ordered.rows.map(({ metrics }: Any) => Number(metrics.cost.amount));
  expect(costs).toEqual(costs.toSorted((a: number, b: number) => b - a));
  const next = await call('get_report', {
    ...span,
    segments: ['gender'],
    order_by: 'cost DESC',
    limit: 5,
    cursor: ordered.next_cursor,
  });
  expect(Number(next.rows[0].metrics.cost.amount)).toBeLessThanOrEqual(costs.at(-1));
});

test('in 2027 manual campaigns are still made, changed and switched: their end is announced and not certain', async () => {
  const days = (Date.parse('2027-01-02T00:00:00Z') - Date.now()) / DAY_MS;
  await advanceClock(Math.ceil(days) * DAY_MS);
  const { campaign } = await call('create_campaign', { campaign_name: 'In time', objective: 'TRAFFIC' });
  expect(campaign.automation).toBe('MANUAL');
  const [old] = (await call('list_campaigns', { name_contains: 'Store traffic' })).campaigns;
  expect((await call('update_campaign', { campaign_id: old.id, status: 'DISABLE' })).campaign.status).toBe('DISABLE');
});
