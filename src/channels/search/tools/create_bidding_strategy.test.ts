import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

async function campaign(type = 'SEARCH'): Promise<string> {
  const args = { name: `portfolio ${Math.random()}`, budget: 10, contains_eu_political_advertising: false, type };
  return (await call('create_campaign', args)).campaign.id;
}

test('a portfolio is made with its targets and bids for campaigns at once', async () => {
  const id = await campaign();
  const { bidding_strategy } = await call('create_bidding_strategy', {
    name: 'Conversions',
    bidding_strategy: 'TARGET_CPA',
    target_cpa: '12.50',
    max_cpc: 3,
    campaign_ids: [id],
  });
  expect(bidding_strategy).toMatchObject({
    name: 'Conversions',
    bidding_strategy: 'TARGET_CPA',
    target_cpa: { amount: '12.50', currency: 'USD' },
    max_cpc: { amount: '3.00' },
    campaigns: [{ id }],
  });
  const [now] = (await call('list_campaigns', { campaign_ids: [id] })).campaigns;
  expect(now).toMatchObject({ bidding_strategy: 'TARGET_CPA', portfolio_strategy_id: bidding_strategy.id });
  const { campaign: copy } = await call('duplicate_campaign', { campaign_id: id, name: `copy of ${id}` });
  expect(copy.portfolio_strategy_id).toBe(bidding_strategy.id);
});

test('what does not fit is blamed on its argument, and nothing is made', async () => {
  const max = await campaign('PERFORMANCE_MAX');
  for (const [args, field] of [
    [{ bidding_strategy: 'TARGET_CPA' }, 'target_cpa'],
    [{ bidding_strategy: 'TARGET_CPA', target_cpa: 1, target_roas: 2 }, 'target_roas'],
    [{ bidding_strategy: 'MANUAL_CPC' }, 'bidding_strategy'],
    [{ bidding_strategy: 'MAXIMIZE_CONVERSIONS', campaign_ids: [max] }, 'campaign_ids.0'],
    [{ bidding_strategy: 'MAXIMIZE_CONVERSIONS', campaign_ids: ['1'] }, 'campaign_ids.0'],
  ] as const)
    expect(await refusal('create_bidding_strategy', { name: 'Bad', ...args }), JSON.stringify(args)).toMatchObject({
      field,
      outcome: 'not_applied',
    });
  expect((await call('list_bidding_strategies', { name_contains: 'Bad' })).bidding_strategies).toEqual([]);
});
