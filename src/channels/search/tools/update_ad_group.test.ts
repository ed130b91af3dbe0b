import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('name, status and bid change and are read back', async () => {
  const { campaign } = await call('create_campaign', {
    name: 'C',
    budget: 5,
    contains_eu_political_advertising: false,
  });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: 1 });
  const changed = await call('update_ad_group', {
    ad_group_id: ad_group.id,
    name: 'H',
    status: 'ENABLED',
    cpc_bid: '1.25',
  });
  expect(changed.applied).toEqual({
    name: { from: 'G', to: 'H' },
    status: { from: 'PAUSED', to: 'ENABLED' },
    cpc_bid: { from: { amount: '1.00', currency: 'USD' }, to: { amount: '1.25', currency: 'USD' } },
  });
  expect(changed.not_applied).toEqual([]);
  const same = await call('update_ad_group', { ad_group_id: ad_group.id, status: 'ENABLED' });
  expect(same).toMatchObject({ applied: {}, not_applied: [] });
});

test('nothing to change, an amount too fine, or an ad group that is not there', async () => {
  const { ad_groups } = await call('list_ad_groups', { limit: 1 });
  expect(await refusal('update_ad_group', { ad_group_id: ad_groups[0].id })).toMatchObject({
    code: 'invalid_arguments',
  });
  expect(await refusal('update_ad_group', { ad_group_id: ad_groups[0].id, cpc_bid: '0.001' })).toMatchObject({
    field: 'cpc_bid',
  });
  expect(await refusal('update_ad_group', { ad_group_id: '1', name: 'x' })).toMatchObject({ code: 'not_found' });
});

test('a target of its own is taken away again, and the ad group bids for that of its campaign', async () => {
  const [campaign] = (await call('list_campaigns', { name_contains: 'Remarketing' })).campaigns;
  const [{ id }] = (await call('list_ad_groups', { campaign_id: campaign.id })).ad_groups;
  const { ad_group } = await call('update_ad_group', { ad_group_id: id, target_cpa: 5 });
  expect(ad_group.target_cpa).toMatchObject({ amount: '5.00' });
  const { applied, ad_group: without } = await call('update_ad_group', { ad_group_id: id, target_cpa: 'inherit' });
  expect(applied).toEqual({ target_cpa: { from: ad_group.target_cpa, to: null } });
  expect(without).not.toHaveProperty('target_cpa');
});
