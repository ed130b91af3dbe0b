import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { SearchClient } from '../client.ts';
import { equal, Literal } from '../resources/wire/gaql.ts';
import { creating, updating } from '../resources/wire/operation.ts';

const { call, refusal, requests, client } = sandboxed('search');

test('a copy has all of the original in one changing request, is paused and has its own budget', async () => {
  const { campaigns } = await call('list_campaigns', { name_contains: 'Search – Shoes' });
  const [original] = campaigns;
  await call('update_ad_extensions', { campaign_id: original.id, callouts: ['Copied too'] });
  const changes = async () =>
    (await requests()).filter(
      ({ path, request_body: body }) => path.endsWith(':mutate') && !body?.includes('"validateOnly":true'),
    ).length;
  const before = await changes();
  const { campaign, copied } = await call('duplicate_campaign', {
    campaign_id: original.id,
    name: 'Shoes again',
    budget: '33.00',
  });
  expect(await changes()).toBe(before + 1);
  expect(campaign).toMatchObject({
    status: 'PAUSED',
    type: 'SEARCH',
    bidding_strategy: original.bidding_strategy,
    budget: { amount: '33.00', currency: 'USD' },
    budget_shared: false,
  });
  const contents = async (campaign_id: string) => {
    const groups = (await call('list_ad_groups', { campaign_id, limit: 1000 })).ad_groups;
    const { keywords } = await call('list_keywords', { campaign_id, limit: 1000 });
    const { ads } = await call('list_ads', { campaign_id, limit: 1000 });
    const { keywords: negatives } = await call('list_keywords', { level: 'campaign', campaign_id });
    const { ad_extensions } = await call('list_ad_extensions', { campaign_id });
    const sorted = (list: Record<string, unknown>[], ...fields: string[]) =>
      list.map((item) => JSON.stringify(fields.map((field) => item[field]))).sort();
    return {
      groups: sorted(groups, 'name', 'status', 'type', 'cpc_bid'),
      keywords: sorted(keywords, 'text', 'match_type', 'status', 'negative', 'cpc_bid'),
      ads: sorted(ads, 'headlines', 'descriptions', 'final_urls', 'path1', 'status'),
      negatives: sorted(negatives, 'text', 'match_type'),
      extensions: sorted(ad_extensions, 'kind', 'text'),
      targeting: (await call('get_campaign_targeting', { campaign_id })).targeting,
    };
  };
  expect(await contents(campaign.id)).toEqual(await contents(original.id));
  expect(copied.keywords).toBeGreaterThan(5);
});

test('a Performance Max campaign is made again with its asset groups, assets and signals', async () => {
  const [original] = (await call('list_campaigns', { type: 'PERFORMANCE_MAX' })).campaigns;
  const targeted = { campaign_id: original.id, location_ids: ['2840'], excluded_ages: ['18_24'] };
  await call('update_campaign_targeting', { ...targeted, location_bid_modifiers: { 2840: 1.2 } });
  const { campaign, copied } = await call('duplicate_campaign', { campaign_id: original.id, name: 'Max again' });
  expect(campaign).toMatchObject({ status: 'PAUSED', type: 'PERFORMANCE_MAX', budget: original.budget });
  expect(campaign.target_roas).toBe(original.target_roas);
  expect(copied).toMatchObject({ asset_groups: 2, signals: 2, ad_groups: 0 });
  type Group = Record<string, unknown> & { assets: { asset_id: string; field_type: string }[] };
  const contents = async (campaign_id: string) => ({
    groups: (await call('list_asset_groups', { campaign_id })).asset_groups
      .map(({ name, status, final_urls, path1, assets }: Group) => ({
        ...{ name, status, final_urls, path1 },
        assets: assets.map(({ asset_id, field_type }) => `${field_type} ${asset_id}`).sort(),
      }))
      .sort((a: Group, b: Group) => String(a.name).localeCompare(String(b.name))),
    targeting: (await call('get_campaign_targeting', { campaign_id })).targeting,
  });
  expect(await contents(campaign.id)).toEqual(await contents(original.id));
});

test('what cannot be copied is said, and nothing is made', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'DISPLAY' });
  const error = await refusal('duplicate_campaign', { campaign_id: campaigns[0].id, name: 'x' });
  expect(error).toMatchObject({ code: 'unsupported', outcome: 'not_applied', field: 'campaign_id' });
  const { campaigns: shoes } = await call('list_campaigns', { name_contains: 'Search – Shoes' });
  const taken = await refusal('duplicate_campaign', { campaign_id: shoes[0].id, name: 'Search – Shoes' });
  expect(taken).toMatchObject({ code: 'conflict', field: 'name', outcome: 'not_applied' });
  expect(await refusal('duplicate_campaign', { campaign_id: '1', name: 'x' })).toMatchObject({ code: 'not_found' });
});

test('audiences that a campaign is aimed at or kept from are copied with what they are for', async () => {
  const { audiences } = await call('list_audiences');
  const idOf = (name: string) => audiences.find((audience: { name: string }) => audience.name === name).id;
  const { campaigns } = await call('list_campaigns', { name_contains: 'Brand' });
  const wish = {
    audience_ids: [idOf('Summer sale visitors')],
    excluded_audience_ids: [idOf('Buyers')],
    audience_option: 'OBSERVE',
  };
  await call('update_campaign_targeting', { campaign_id: campaigns[0].id, ...wish });
  const { campaign } = await call('duplicate_campaign', { campaign_id: campaigns[0].id, name: 'Brand again' });
  expect((await call('get_campaign_targeting', { campaign_id: campaign.id })).targeting).toMatchObject(wish);
});

const point = { longitudeInMicroDegrees: 13_404_954, latitudeInMicroDegrees: 52_520_008 };
const proximity = { geoPoint: point, radius: 15, radiusUnits: 'KILOMETERS' };
const targetRestrictions = [{ targetingDimension: 'AUDIENCE', bidOnly: true }];

/** A campaign that is aimed by a circle on the map, with an ad group for some people. */
async function aroundTheShop(search: SearchClient, account: string) {
  const { campaign: original } = await call('create_campaign', {
    name: 'Around the shop',
    budget: '20',
    contains_eu_political_advertising: false,
  });
  const { ad_group } = await call('create_ad_group', { campaign_id: original.id, name: 'Grown-ups', cpc_bid: '1' });
  const [campaign, adGroup] = [
    `customers/${account}/campaigns/${original.id}`,
    `customers/${account}/adGroups/${ad_group.id}`,
  ];
  await search.mutate(account, [
    creating('campaignCriterion', { campaign, proximity, bidModifier: 1.5 }),
    creating('campaignCriterion', { campaign, negative: true, ipBlock: { ipAddress: '203.0.113.7/32' } }),
    creating('adGroupCriterion', { adGroup, negative: true, ageRange: { type: 'AGE_RANGE_18_24' } }),
    creating('adGroupCriterion', { adGroup, bidModifier: 1.2, gender: { type: 'FEMALE' } }),
    updating('adGroup', adGroup, { targetingSetting: { targetRestrictions } }),
  ]);
  return { original, ad_group };
}

test('a copy is aimed at the same places and kept from the same people, in its ad groups too', async () => {
  const { client: search, account } = await client<SearchClient>();
  const { original, ad_group } = await aroundTheShop(search, account);
  const { campaign: copy, copied } = await call('duplicate_campaign', {
    campaign_id: original.id,
    name: 'Around it again',
  });
  expect(copied).toMatchObject({ ad_groups: 1, keywords: 0, criteria: 4 });
  const { ad_group: alone } = await call('duplicate_ad_group', { ad_group_id: ad_group.id, name: 'Grown-ups again' });
  const rows = (from: string, select: string[], field: 'campaign.id' | 'ad_group.id', id: string) =>
    search.rows(account, { select, from, where: [equal(field, Literal.digits(id))] });
  const ofCampaign = await rows(
    'campaign_criterion',
    [
      ...['geo_point.longitude_in_micro_degrees', 'geo_point.latitude_in_micro_degrees', 'radius', 'radius_units'].map(
        (name) => `campaign_criterion.proximity.${name}`,
      ),
      ...['bid_modifier', 'negative', 'ip_block.ip_address'].map((name) => `campaign_criterion.${name}`),
    ],
    'campaign.id',
    copy.id,
  );
  expect(ofCampaign.map(({ campaignCriterion }) => campaignCriterion)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ proximity, bidModifier: 1.5 }),
      expect.objectContaining({ negative: true, ipBlock: { ipAddress: '203.0.113.7/32' } }),
    ]),
  );
  for (const [field, id] of [
    ['campaign.id', copy.id],
    ['ad_group.id', alone.id],
  ] as const) {
    const people = await rows(
      'ad_group_criterion',
      ['age_range.type', 'gender.type', 'negative', 'bid_modifier'].map((name) => `ad_group_criterion.${name}`),
      field,
      id,
    );
    expect(people.map(({ adGroupCriterion }) => adGroupCriterion)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ negative: true, ageRange: { type: 'AGE_RANGE_18_24' } }),
        expect.objectContaining({ gender: { type: 'FEMALE' }, bidModifier: 1.2 }),
      ]),
    );
    const [group] = await rows('ad_group', ['ad_group.targeting_setting.target_restrictions'], field, id);
    expect(group?.adGroup).toMatchObject({ targetingSetting: { targetRestrictions } });
  }
});

test('what is in removed ad groups is not counted as copied', async () => {
  const { campaign } = await call('create_campaign', {
    name: 'Half removed',
    budget: '20',
    contains_eu_political_advertising: false,
  });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name: 'Removed', cpc_bid: '1' });
  await call('add_keywords', { ad_group_id: ad_group.id, keywords: [{ text: 'old shoes', match_type: 'EXACT' }] });
  await call('update_ad_group', { ad_group_id: ad_group.id, status: 'REMOVED' });
  const { copied } = await call('duplicate_campaign', { campaign_id: campaign.id, name: 'Half removed again' });
  expect(copied).toMatchObject({ ad_groups: 0, keywords: 0 });
});

test('a copy has its own name, dates and a budget by percent, rounded to the smallest coin', async () => {
  const { campaign: original } = await call('create_campaign', {
    name: 'To be copied',
    budget: '33.33',
    contains_eu_political_advertising: false,
  });
  const dates = { start_date: '2031-03-01', end_date: '2031-03-31' };
  const { campaign, notes } = await call('duplicate_campaign', {
    campaign_id: original.id,
    name: 'In March',
    percent: 3,
    ...dates,
  });
  expect(campaign).toMatchObject({ name: 'In March', budget: { amount: '34.33', currency: 'USD' }, ...dates });
  expect(notes.join(' ')).toContain('ends after 2031-03-31');
  const { campaigns: yen } = await call('list_campaigns', { workspaceId: 'Acme Japan', type: 'SEARCH', limit: 1 });
  const copy = await call('duplicate_campaign', {
    workspaceId: 'Acme Japan',
    campaign_id: yen[0].id,
    name: 'Yen',
    percent: 3.333,
  });
  const amount = String(Math.round(Number(yen[0].budget.amount) * 1.03333));
  expect(copy.campaign.budget).toEqual({ amount, currency: 'JPY' });
  const both = { campaign_id: original.id, name: 'x', budget: 1, percent: 3 };
  expect(await refusal('duplicate_campaign', both)).toMatchObject({ field: 'percent' });
  const order = { campaign_id: original.id, name: 'x', start_date: '2031-03-02', end_date: '2031-03-01' };
  expect(await refusal('duplicate_campaign', order)).toMatchObject({ field: 'end_date' });
});
