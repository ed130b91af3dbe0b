import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { moneyOf } from '../money.ts';
import { urnOf } from '../resources/fields.ts';
import { COST_TYPES, OBJECTIVES, TARGETS, TYPES } from '../resources/objective.ts';
import { resolveTargeting, TargetingAgain, wireTargeting } from '../resources/targeting.ts';
import { Pricing, type WireMoney } from '../wire.ts';

const Range = z.looseObject({}).describe('min, max, usual: each {amount, currency}');

export default defineTool(channel, {
  name: 'get_budget_recommendation',
  title: 'Get budget and bid limits',
  description: "The platform's limits and suggestions for daily budget and bid, for a targeting and kind of campaign.",
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    targeting: TargetingAgain.describe('Whom to reach, as in create_professional_campaign'),
    type: z.enum(TYPES).default('SPONSORED_UPDATES').describe('Type of the campaign'),
    cost_type: z.enum(COST_TYPES).default('CPC').describe('What is paid for'),
    objective_type: z.enum(OBJECTIVES).optional().describe('Makes the suggestion closer'),
    optimization_target_type: z.enum(TARGETS).optional().describe('Makes the suggestion closer'),
  }),
  output: z.object({ daily_budget: Range, bid_limits: Range, suggested_bid: Range }),
  async run(args, { client, account }) {
    const { include, exclude } = wireTargeting(await resolveTargeting(client, account, args.targeting));
    const [pricing] = await client.found(
      '/adBudgetPricing',
      Pricing,
      {
        q: 'criteriaV2',
        account: urnOf('sponsoredAccount', account),
        bidType: args.cost_type,
        campaignType: args.type,
        matchType: 'EXACT',
        targetingCriteria: { include, exclude },
        objectiveType: args.objective_type,
        optimizationTargetType: args.optimization_target_type,
      },
      account,
    );
    return {
      daily_budget: rangeOf(pricing?.dailyBudgetLimits),
      bid_limits: rangeOf(pricing?.bidLimits),
      suggested_bid: rangeOf(pricing?.suggestedBid),
    };
  },
});

type Limits = { min?: WireMoney | undefined; max?: WireMoney | undefined; default?: WireMoney | undefined };

function rangeOf(limits: Limits = {}): z.infer<typeof Range> {
  return withoutUnset({ min: moneyOf(limits.min), max: moneyOf(limits.max), usual: moneyOf(limits.default) });
}
