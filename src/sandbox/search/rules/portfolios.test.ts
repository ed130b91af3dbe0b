import { expect, test } from 'vitest';
import { codesOf } from '../calls.testing.ts';
import { changesForTests, fresh } from '../changes.testing.ts';

const { codes, created, mutate, newCampaign, one, update } = changesForTests();

const KIND = 'biddingStrategies';
const scheme = { targetCpa: { targetCpaMicros: '5000000' } };

test.each([
  [66, { name: '', ...scheme }, ['fieldError.REQUIRED']],
  [66, { name: 'x'.repeat(256), ...scheme }, ['stringLengthError.TOO_LONG']],
  [66, { name: 'No scheme' }, ['fieldError.REQUIRED']],
  [
    67,
    {
      name: 'Limits',
      targetCpa: { ...scheme.targetCpa, cpcBidCeilingMicros: '1000000', cpcBidFloorMicros: '2000000' },
    },
    ['biddingError.CPC_BID_FLOOR_MICROS_GREATER_THAN_CPC_BID_CEILING_MICROS'],
  ],
  [67, { name: 'Ceiling', targetCpa: { ...scheme.targetCpa, cpcBidCeilingMicros: '1000000' } }, []],
  [68, { name: 'Far', targetRoas: { targetRoas: 1001 } }, ['rangeError.TOO_HIGH']],
])('%i: a portfolio with %j', async (_, create, expected) => {
  expect(await codes(KIND, create)).toEqual(expected);
});

test('66: a portfolio has its own name, keeps its type and stays while a campaign uses it that is not removed', async () => {
  const name = fresh('Portfolio');
  const portfolio = await created(KIND, { name, ...scheme });
  expect(await codes(KIND, { name, ...scheme })).toEqual(['biddingStrategyError.DUPLICATE_NAME']);
  expect(codesOf(await update(KIND, portfolio, { targetSpend: {} }, 'target_spend.cpc_bid_ceiling_micros'))).toEqual([
    'biddingStrategyError.CANNOT_CHANGE_BIDDING_STRATEGY_TYPE',
  ]);
  const campaign = await newCampaign();
  expect((await update('campaigns', campaign, { biddingStrategy: portfolio }, 'bidding_strategy')).status).toBe(200);
  const query = `SELECT campaign.bidding_strategy, campaign.bidding_strategy_type, bidding_strategy.name,
    bidding_strategy.non_removed_campaign_count FROM campaign WHERE campaign.resource_name = '${campaign}'`;
  expect(await one(query)).toMatchObject({
    campaign: { biddingStrategy: portfolio, biddingStrategyType: 'TARGET_CPA' },
    biddingStrategy: { name, nonRemovedCampaignCount: '1' },
  });
  expect(codesOf(await mutate(KIND, [{ remove: portfolio }]))).toEqual([
    'biddingStrategyError.CANNOT_REMOVE_ASSOCIATED_STRATEGY',
  ]);
  await update('campaigns', campaign, { manualCpc: {} }, 'manual_cpc.enhanced_cpc_enabled');
  expect((await one(query)).campaign.biddingStrategy).toBeUndefined();
  const gone = await newCampaign();
  await update('campaigns', gone, { biddingStrategy: portfolio }, 'bidding_strategy');
  expect((await mutate('campaigns', [{ remove: gone }])).status).toBe(200);
  expect((await mutate(KIND, [{ remove: portfolio }])).status).toBe(200);
});
