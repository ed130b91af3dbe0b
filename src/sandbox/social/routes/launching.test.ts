import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { good, socialForTests, TARGETING, US } from '../calls.testing.ts';
import { ACCOUNTS, ACME_JAPAN } from '../seed.ts';

const graph = socialForTests();

const campaign = async (params = {}) =>
  (await graph.post(`${US}/campaigns`, { ...good.campaign, ...params })).id as string;
const adSet = async (campaignId: string, params = {}) =>
  (await graph.post(`${US}/adsets`, { ...good.adSet(campaignId), ...params })).id as string;
const creative = async () =>
  (await graph.post(`${US}/adcreatives`, { name: 'K', object_story_spec: good.story })).id as string;

describe('campaigns', () => {
  test.each([
    ['no name', { name: undefined }, undefined],
    ['no special_ad_categories', { special_ad_categories: undefined }, undefined],
    ['an old objective', { objective: 'LINK_CLICKS' }, undefined],
    ['no word on budget sharing', { is_adset_budget_sharing_enabled: undefined }, 4834011],
    ['sharing beside a campaign budget', { is_adset_budget_sharing_enabled: true, daily_budget: 5000 }, 4834002],
    ['a budget below the minimum', { daily_budget: 99 }, 1885272],
    ['a spend cap below the minimum', { spend_cap: 100 }, 2446307],
    ['two budgets', { daily_budget: 5000, lifetime_budget: 50000 }, undefined],
    ['a bid strategy without a budget', { bid_strategy: 'COST_CAP' }, 1815857],
  ])('are refused with %s', async (_, spoiled, subcode) => {
    const params = Object.fromEntries(
      Object.entries({ ...good.campaign, ...spoiled }).filter(([, value]) => value !== undefined),
    );
    const error = await graph.refused('POST', `${US}/campaigns`, params);
    expect(error.code).toBe(100);
    expect(error.error_subcode).toBe(subcode);
  });

  test('validate-only says the same as the write and stores nothing', async () => {
    const before = await graph.get(`${US}/campaigns`, { summary: 'true', limit: 1 });
    const ledger = (await graph.ledger()).length;
    expect(await graph.post(`${US}/campaigns`, { ...good.campaign, execution_options: ['validate_only'] })).toEqual({
      success: true,
    });
    const { special_ad_categories: _, ...spoiled } = good.campaign;
    expect(
      (await graph.refused('POST', `${US}/campaigns`, { ...spoiled, execution_options: ['validate_only'] })).code,
    ).toBe(100);
    expect((await graph.get(`${US}/campaigns`, { summary: 'true', limit: 1 })).summary).toEqual(before.summary);
    expect((await graph.ledger()).length).toBe(ledger);
  });

  test('every effect is in the ledger once', async () => {
    const id = await campaign({ name: 'Ledger' });
    await graph.post(id, { name: 'Ledger 2' });
    await graph.remove(id);
    const effects = await graph.ledger({ id });
    expect(effects.map(({ kind, resource, account }) => [kind, resource, account])).toEqual([
      ['create', 'campaign', US],
      ['update', 'campaign', US],
      ['delete', 'campaign', US],
    ]);
  });

  test('are given back whole when fields are asked of the write', async () => {
    const made = await graph.post(`${US}/campaigns`, { ...good.campaign, fields: 'name,status' });
    expect(made).toMatchObject({ name: 'C', status: 'PAUSED', id: expect.stringMatching(/^\d{18}$/) });
  });

  test('only the name of an archived one can change, until it is deleted', async () => {
    const id = await campaign();
    await graph.post(id, { status: 'ARCHIVED' });
    expect((await graph.refused('POST', id, { status: 'ACTIVE' })).error_subcode).toBe(1487566);
    await graph.post(id, { name: 'Past' });
    await graph.post(id, { status: 'DELETED' });
    expect(await graph.get(id, { fields: 'name,effective_status' })).toMatchObject({
      name: 'Past',
      effective_status: 'DELETED',
    });
  });
});

describe('ad sets', () => {
  test.each([
    ['a budget on both levels', { daily_budget: 5000 }, {}, 1885621],
    ['no budget anywhere', {}, { daily_budget: 0 }, 1885272],
    ['no location', {}, { targeting: { targeting_automation: { advantage_audience: 0 } } }, 1885364],
    ['no word on advantage audience', {}, { targeting: { geo_locations: { countries: ['US'] } } }, 1870227],
    [
      'ages that advantage audience forbids',
      {},
      { targeting: { ...TARGETING, age_max: 40, targeting_automation: { advantage_audience: 1 } } },
      1870189,
    ],
    ['an unknown audience', {}, { targeting: { ...TARGETING, custom_audiences: [{ id: '1' }] } }, 33],
    ['a goal of another objective', {}, { optimization_goal: 'APP_INSTALLS' }, 2490408],
    ['a bid cap without an amount', {}, { bid_strategy: 'COST_CAP' }, 1815857],
    ['a past end', {}, { end_time: '2020-01-01T00:00:00+0000' }, 1487033],
    [
      'EU targeting without declarations',
      {},
      { targeting: { ...TARGETING, geo_locations: { countries: ['DE'] } } },
      3858152,
    ],
    ['a lifetime budget without an end', {}, { daily_budget: 0, lifetime_budget: 90000 }, undefined],
  ])('are refused with %s', async (_, onCampaign, spoiled, subcode) => {
    const parent = await campaign(
      Object.keys(onCampaign).length > 0 ? { ...onCampaign, is_adset_budget_sharing_enabled: false } : {},
    );
    const error = await graph.refused('POST', `${US}/adsets`, { ...good.adSet(parent), ...spoiled });
    expect([error.code, error.error_subcode]).toEqual([100, subcode]);
  });

  test('need what they promote', async () => {
    const parent = await campaign({ objective: 'OUTCOME_SALES' });
    const params = { ...good.adSet(parent), optimization_goal: 'OFFSITE_CONVERSIONS' };
    expect((await graph.refused('POST', `${US}/adsets`, params)).error_subcode).toBe(1815430);
    const pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
    await graph.post(`${US}/adsets`, {
      ...params,
      promoted_object: { pixel_id: pixel, custom_event_type: 'PURCHASE' },
    });
  });

  test('replace their targeting whole and keep the rest', async () => {
    const id = await adSet(await campaign());
    await graph.post(id, { targeting: { ...TARGETING, age_min: 30 } });
    const read = await graph.get(id, { fields: 'targeting,daily_budget,lifetime_budget,name' });
    expect(read).toMatchObject({
      name: 'S',
      daily_budget: '2000',
      lifetime_budget: '0',
      targeting: { age_min: 30, age_max: 65 },
    });
  });

  test('take four budget changes an hour', async () => {
    const id = await adSet(await campaign());
    for (const daily_budget of [2100, 2200, 2300, 2400]) await graph.post(id, { daily_budget });
    expect(await graph.refused('POST', id, { daily_budget: 2500 })).toMatchObject({
      code: 613,
      error_subcode: 1487632,
    });
    graph.advance(HOUR_MS + 1);
    await graph.post(id, { daily_budget: 2500 });
  });

  test('cannot turn dynamic later', async () => {
    expect(
      (await graph.refused('POST', await adSet(await campaign()), { is_dynamic_creative: true })).error_subcode,
    ).toBe(1815198);
  });

  test("take the minimum in the account's own minor units", async () => {
    const yen = { access_token: ACME_JAPAN.token };
    const account = ACME_JAPAN.accounts[0]!;
    expect((await graph.get(account, { ...yen, fields: 'min_daily_budget' })).min_daily_budget).toBe(150);
    const campaign = { ...yen, ...good.campaign, execution_options: ['validate_only'] };
    expect(
      (await graph.refused('POST', `${account}/campaigns`, { ...campaign, daily_budget: 149 })).error_subcode,
    ).toBe(1885272);
    await graph.post(`${account}/campaigns`, { ...campaign, daily_budget: 150 });
  });
});

describe('ads', () => {
  test('go through review, then follow their parents', async () => {
    const parent = await campaign();
    const set = await adSet(parent);
    const { id } = await graph.post(`${US}/ads`, {
      name: 'A',
      adset_id: set,
      creative: { creative_id: await creative() },
      status: 'ACTIVE',
    });
    const status = async () => (await graph.get(id, { fields: 'effective_status' })).effective_status;
    expect(await status()).toBe('PENDING_REVIEW');
    graph.advance(HOUR_MS);
    expect(await status()).toBe('CAMPAIGN_PAUSED');
    await graph.post(parent, { status: 'ACTIVE' });
    expect(await status()).toBe('ACTIVE');
    await graph.post(set, { status: 'PAUSED' });
    expect(await status()).toBe('ADSET_PAUSED');
    await graph.post(set, { status: 'ACTIVE' });
    await graph.post(id, { creative: { creative_id: await creative() } });
    expect(await status()).toBe('PENDING_REVIEW');
    await graph.remove(parent);
    expect(await status()).toBe('DELETED');
  });

  test('with several assets need a dynamic ad set, and are alone in it', async () => {
    const story = { page_id: ACCOUNTS.us.page };
    const dynamic = (
      await graph.post(`${US}/adcreatives`, { name: 'D', object_story_spec: story, asset_feed_spec: good.feed })
    ).id;
    const parent = await campaign();
    const plain = await adSet(parent);
    const ad = (adset_id: string, creative_id: string) => ({ name: 'A', adset_id, creative: { creative_id } });
    expect((await graph.refused('POST', `${US}/ads`, ad(plain, dynamic))).error_subcode).toBe(1885998);
    const set = await adSet(parent, { is_dynamic_creative: true });
    const { id } = await graph.post(`${US}/ads`, ad(set, dynamic));
    expect((await graph.refused('POST', `${US}/ads`, ad(set, dynamic))).message).toContain('can hold one ad');
    expect((await graph.refused('DELETE', id)).error_subcode).toBe(1340029);
  });

  test('may bring their creative along, and leave none behind when refused', async () => {
    const set = await adSet(await campaign());
    const count = async () => (await graph.get(`${US}/adcreatives`, { summary: 'true', limit: 1 })).summary.total_count;
    const before = await count();
    const inline = { name: 'Inline', object_story_spec: good.story };
    await graph.post(`${US}/ads`, { name: 'A', adset_id: set, creative: inline });
    expect(await count()).toBe(before + 1);
    const feed = { name: 'F', object_story_spec: { page_id: ACCOUNTS.us.page }, asset_feed_spec: good.feed };
    await graph.refused('POST', `${US}/ads`, { name: 'A', adset_id: set, creative: feed });
    expect(await count()).toBe(before + 1);
  });
});
