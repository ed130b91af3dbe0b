import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

async function campaign(): Promise<string> {
  const args = { name: `portfolio ${Math.random()}`, budget: 10, contains_eu_political_advertising: false };
  return (await call('create_campaign', args)).campaign.id;
}

test('targets change for all campaigns, more join, and one leaves for a strategy of its own', async () => {
  const [one, two] = [await campaign(), await campaign()];
  const made = await call('create_bidding_strategy', {
    name: 'Shared',
    bidding_strategy: 'MAXIMIZE_CONVERSIONS',
    target_cpa: 10,
    campaign_ids: [one],
  });
  const strategy_id = made.bidding_strategy.id;
  const reply = await call('update_bidding_strategy', {
    strategy_id,
    name: 'Renamed',
    target_cpa: '8.25',
    max_cpc: 2,
    add_campaign_ids: [two],
  });
  expect(reply.not_applied).toEqual([]);
  expect(Object.keys(reply.applied).sort()).toEqual(['campaign_ids', 'max_cpc', 'name', 'target_cpa']);
  expect(reply.bidding_strategy).toMatchObject({
    name: 'Renamed',
    target_cpa: { amount: '8.25', currency: 'USD' },
    campaigns: expect.arrayContaining([expect.objectContaining({ id: one }), expect.objectContaining({ id: two })]),
  });
  const refused = await refusal('update_campaign', { campaign_id: one, target_cpa: 5 });
  expect(refused).toMatchObject({ field: 'target_cpa', outcome: 'not_applied' });
  expect(refused.message).toContain('update_bidding_strategy');
  const left = await call('update_campaign', {
    campaign_id: one,
    bidding_strategy: 'MAXIMIZE_CONVERSIONS',
    target_cpa: 5,
  });
  expect(left.campaign).toMatchObject({ bidding_strategy: 'MAXIMIZE_CONVERSIONS', target_cpa: { amount: '5.00' } });
  expect(left.campaign.portfolio_strategy_id).toBeUndefined();
  const used = await refusal('update_bidding_strategy', { strategy_id, status: 'REMOVED' });
  expect(used).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  await call('update_campaign', { campaign_id: two, bidding_strategy: 'MANUAL_CPC' });
  const gone = await call('update_bidding_strategy', { strategy_id, status: 'REMOVED' });
  expect(gone.bidding_strategy).toMatchObject({ status: 'REMOVED', campaigns: [] });
});

test('targets of another strategy, and portfolios that are not there, are named', async () => {
  const { bidding_strategy } = await call('create_bidding_strategy', {
    name: 'Clicks',
    bidding_strategy: 'MAXIMIZE_CLICKS',
  });
  const strategy_id = bidding_strategy.id;
  expect(await refusal('update_bidding_strategy', { strategy_id, target_roas: 2 })).toMatchObject({
    field: 'target_roas',
  });
  expect(await refusal('update_bidding_strategy', { strategy_id })).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('update_bidding_strategy', { strategy_id: '1', name: 'x' })).toMatchObject({
    code: 'not_found',
    field: 'strategy_id',
  });
});
