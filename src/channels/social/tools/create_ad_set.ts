import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, text } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { inOrder, needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { adSetOf } from '../resources/ad-set.ts';
import {
  adSetChanges,
  BillingEvent,
  bidConstraints,
  DestinationType,
  OptimizationGoal,
  PromotedObject,
  platformTimes,
} from '../resources/ad-set-fields.ts';
import { platformOptions } from '../resources/ad-set-options.ts';
import {
  bidProblems,
  holdsBudget,
  platformAmounts,
  refuseSecondBudget,
  requireSomeBudget,
  roasProblems,
} from '../resources/budget.ts';
import { Targeting, targetingProblems, withAdvantage } from '../resources/targeting.ts';
import { AD_SETS, CAMPAIGNS } from '../wire.ts';

export default defineTool(channel, {
  name: 'create_ad_set',
  title: 'Create an ad set',
  description:
    'Create an ad set, paused: budget, schedule, goal and audience. Nothing is added to the targeting; EU targeting needs dsa_payor and dsa_beneficiary.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    campaign_id: Id.describe('Campaign it belongs to'),
    name: text(400).describe('Name of the ad set'),
    targeting: Targeting,
    advantage_audience: z.boolean().describe('Declaration: may the platform reach others too?'),
    optimization_goal: OptimizationGoal,
    billing_event: BillingEvent.default('IMPRESSIONS'),
    ...adSetChanges,
    promoted_object: PromotedObject.optional(),
    destination_type: DestinationType.optional(),
    is_dynamic_creative: z.boolean().default(false).describe('For creatives made with bodies; cannot change'),
  }),
  output: z.object({ ad_set: asListed('list_ad_sets'), ...servingOutput }),
  rules: (args) => [
    ...notBoth(args, 'daily_budget', 'lifetime_budget'),
    ...needs(args, 'lifetime_budget', 'end_time'),
    ...(args.end_time === 'none' ? notBoth(args, 'end_time', 'lifetime_budget') : []),
    ...inOrder(args, 'start_time', 'end_time'),
    ...bidProblems(args),
    ...roasProblems(args),
    ...needs(args, 'dsa_payor', 'dsa_beneficiary'),
    ...needs(args, 'dsa_beneficiary', 'dsa_payor'),
    ...targetingProblems(args.targeting, args.advantage_audience),
  ],
  look: ({ campaign_id, name }) => ({ tool: 'list_ad_sets', arguments: { campaign_id, name_contains: name } }),
  async run(args, { client }) {
    const campaign = await client.node(CAMPAIGNS, args.campaign_id);
    const account = campaign.account_id;
    refuseSecondBudget(args, campaign);
    requireSomeBudget(args, campaign);
    const currency = await client.currency(account);
    const { advantage_audience, min_roas, options, ...rest } = args;
    const fields = {
      ...rest,
      ...platformAmounts(args, currency),
      ...platformTimes(args),
      ...bidConstraints(min_roas),
      ...platformOptions(options, currency),
      ...(holdsBudget(args) && !args.bid_amount && { bid_strategy: args.bid_strategy ?? 'LOWEST_COST_WITHOUT_CAP' }),
      targeting: withAdvantage(args.targeting, advantage_audience),
      status: 'PAUSED',
    };
    const id = await client.create(account, 'adsets', fields);
    const ad_set = await readBack(`The ad set ${id} was created, paused`, async () =>
      adSetOf(await client.node(AD_SETS, id, account), currency),
    );
    return { ad_set, ...(await servingReport(client, 'ad_set', id)) };
  },
});
