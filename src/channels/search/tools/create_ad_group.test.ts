import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('an ad group is made paused, with its bid in money', async () => {
  const { campaign } = await call('create_campaign', {
    name: 'C',
    budget: 5,
    contains_eu_political_advertising: false,
  });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: '0.75' });
  expect(ad_group).toMatchObject({
    name: 'G',
    status: 'PAUSED',
    campaign_id: campaign.id,
    cpc_bid: { amount: '0.75', currency: 'USD' },
  });
  expect((await call('list_ad_groups', { campaign_id: campaign.id })).ad_groups).toEqual([ad_group]);
  const twice = await refusal('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: '0.75' });
  expect(twice).toMatchObject({ code: 'conflict', field: 'name' });
});

test('a bid that the campaign does not use is taken with a warning', async () => {
  const { campaign } = await call('create_campaign', {
    name: 'Bids by itself',
    budget: 5,
    bidding_strategy: 'MAXIMIZE_CONVERSIONS',
    contains_eu_political_advertising: false,
  });
  const { notes } = await call('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: '0.75' });
  expect(notes).toEqual([expect.stringContaining('does not use the cpc_bid')]);
  expect(await call('create_ad_group', { campaign_id: campaign.id, name: 'H' })).not.toHaveProperty('notes');
});

test('a campaign without ad groups is refused with the tool to use instead', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'PERFORMANCE_MAX' });
  const error = await refusal('create_ad_group', { campaign_id: campaigns[0].id, name: 'G' });
  expect(error).toMatchObject({ field: 'campaign_id', next_step: expect.stringContaining('create_asset_group') });
  expect(await refusal('create_ad_group', { campaign_id: '1', name: 'G' })).toMatchObject({ code: 'not_found' });
});

test('under a removed campaign it is a conflict with the way out, not a matter of rights', async () => {
  const { campaign } = await call('create_campaign', {
    name: 'Gone soon',
    budget: 5,
    contains_eu_political_advertising: false,
  });
  await call('update_campaign', { campaign_id: campaign.id, status: 'REMOVED' });
  const error = await refusal('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: '0.75' });
  expect(error).toMatchObject({ code: 'conflict', field: 'campaign_id', outcome: 'not_applied' });
  expect(error.next_step).toContain('not removed');
});
