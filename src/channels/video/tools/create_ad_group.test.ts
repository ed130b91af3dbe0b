import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, ledger, fault } = sandboxed();

const campaignId = async (name: string) => (await call('list_campaigns', { name_contains: name })).campaigns[0].id;

test('creates an ad group switched off with targeting, schedule and bid', async () => {
  const campaign_id = await campaignId('Store traffic');
  const { ad_group, keeps_from_serving } = await call('create_ad_group', {
    ...good.adGroup,
    campaign_id,
    age_groups: ['AGE_25_34'],
    interest_category_ids: ['12100'],
    hashtag_ids: (await call('search_hashtags', { keywords: ['running'] })).hashtags.map(
      ({ id }: { id: string }) => id,
    ),
    bid: 0.8,
  });
  expect(ad_group).toMatchObject({
    status: 'DISABLE',
    budget: { amount: '20.00', currency: 'USD' },
    bid: { amount: '0.80', currency: 'USD' },
    billing_event: 'CPC',
    targeting: { location_ids: ['6252001'], age_groups: ['AGE_25_34'], interest_category_ids: ['12100'] },
  });
  expect(ad_group.targeting.hashtag_ids).toHaveLength(2);
  expect(keeps_from_serving.join(' ')).toMatch(/update_ad_group.*has no ad/);
});

test('what campaign and goal decide is refused before it is sent', async () => {
  const traffic = await campaignId('Store traffic');
  const shared = await campaignId('Autumn sale');
  const field = async (args: Record<string, unknown>) =>
    (await refusal('create_ad_group', { ...good.adGroup, ...args })).field;
  expect(await field({ campaign_id: traffic, budget: 19.99 })).toBe('budget');
  expect(await field({ campaign_id: traffic, budget: undefined })).toBe('budget');
  expect(await field({ campaign_id: shared, optimization_goal: 'CONVERT' })).toBe('budget');
  expect(await field({ campaign_id: shared, optimization_goal: 'CONVERT', budget: undefined })).toBe('pixel_id');
  expect(await field({ campaign_id: await campaignId('Always on'), automation: 'MANUAL' })).toBe('automation');
  expect(await field({ campaign_id: traffic, budget_mode: 'BUDGET_MODE_TOTAL' })).toBe('end_time');
  expect(await field({ campaign_id: traffic, frequency: 3, frequency_days: 7 })).toBe('frequency');
  expect(await field({ campaign_id: traffic, app_id: '77' })).toBe('app_id');
});

test('what the platform refuses is named as the caller wrote it', async () => {
  const campaign_id = await campaignId('Store traffic');
  const views = await campaignId('Launch film');
  const field = async (args: Record<string, unknown>) =>
    (await refusal('create_ad_group', { ...good.adGroup, campaign_id, ...args })).field;
  expect(await field({ location_ids: ['1'] })).toBe('location_ids');
  expect(await field({ age_groups: ['AGE_13_17'] })).toBe('age_groups');
  expect(await field({ campaign_id: '42' })).toBe('campaign_id');
  expect(await field({ campaign_id: views, optimization_goal: 'ENGAGED_VIEW_FIFTEEN' })).toBe('end_time');
});

test('a lifetime budget has a floor for each day', async () => {
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const args = { ...good.adGroup, budget_mode: 'BUDGET_MODE_TOTAL', start_time: day(1), end_time: day(4) };
  const campaign_id = await campaignId('Store traffic');
  const error = await refusal('create_ad_group', { ...args, campaign_id, budget: 59 });
  expect(error.message).toContain('for 4 days');
  const { ad_group } = await call('create_ad_group', { ...args, campaign_id, budget: 80 });
  expect(ad_group.end_time).toMatch(/Z$/);
});

test('cut off after it arrived it is called unknown and happens once', async () => {
  const campaign_id = await campaignId('Store traffic');
  const before = (await ledger({ kind: 'create' })).length;
  await fault('cut_after', 'POST .*adgroup/create/');
  expect(await refusal('create_ad_group', { ...good.adGroup, campaign_id })).toMatchObject({ outcome: 'unknown' });
  expect((await ledger({ kind: 'create' })).length).toBe(before + 1);
});

test('a campaign for a catalogue or shop is told to be filled elsewhere, before anything is sent', async () => {
  const { campaign } = await call('create_campaign', {
    campaign_name: 'Shop',
    objective: 'PRODUCT_SALES',
    product_source: 'CATALOG',
  });
  const { field, message } = await refusal('create_ad_group', { ...good.adGroup, campaign_id: campaign.id });
  expect([field, message]).toEqual(['campaign_id', expect.stringContaining('own tool')]);
});

test('value with a floor, attribution windows and comments are kept, shown and, where they can be, changed', async () => {
  const { campaign } = await call('create_campaign', { campaign_name: 'Value', objective: 'WEB_CONVERSIONS' });
  const value = {
    ...good.adGroup,
    campaign_id: campaign.id,
    optimization_goal: 'VALUE',
    pixel_id: (await call('list_pixels')).pixels[0].id,
    optimization_event: 'SHOPPING',
    click_attribution_window: 'TWENTY_EIGHT_DAYS',
    view_attribution_window: 'OFF',
    comments: false,
  };
  const { ad_group } = await call('create_ad_group', { ...value, roas_floor: 2.5 });
  expect(ad_group).toMatchObject({
    roas_floor: 2.5,
    click_attribution_window: 'TWENTY_EIGHT_DAYS',
    view_attribution_window: 'OFF',
    comments: false,
  });
  const changed = await call('update_ad_group', { ad_group_id: ad_group.id, roas_floor: 3, comments: true });
  expect(changed.applied).toEqual({ roas_floor: { from: 2.5, to: 3 }, comments: { from: false, to: true } });
  const field = async (more: Record<string, unknown>) =>
    (await refusal('create_ad_group', { ...value, ...more })).field;
  expect(await field({ view_attribution_window: undefined })).toBe('view_attribution_window');
  expect(await field({ roas_floor: 2, optimization_goal: 'CONVERT' })).toBe('roas_floor');
  const clicks = await campaignId('Store traffic');
  const [group] = (await call('list_ad_groups', { campaign_id: clicks })).ad_groups;
  expect((await refusal('update_ad_group', { ad_group_id: group.id, roas_floor: 2 })).field).toBe('roas_floor');
});

test('postal codes alone are a place, and no place at all is refused', async () => {
  const args = { ...good.adGroup, campaign_id: await campaignId('Store traffic'), location_ids: undefined };
  const { ad_group } = await call('create_ad_group', { ...args, zipcode_ids: ['2000094103'] });
  expect(ad_group.targeting).toMatchObject({ zipcode_ids: ['2000094103'] });
  expect(await refusal('create_ad_group', args)).toMatchObject({ code: 'invalid_arguments' });
});
