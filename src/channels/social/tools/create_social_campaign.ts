import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Country, Id, text, WebAddress } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { needs, notBoth } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { holdsBudget, platformAmounts } from '../resources/budget.ts';
import { campaignOf } from '../resources/campaign.ts';
import { BidStrategy, SpecialAdCategories } from '../resources/fields.ts';
import { CAMPAIGNS } from '../wire.ts';

const Objective = z.enum([
  'OUTCOME_AWARENESS',
  'OUTCOME_TRAFFIC',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_SALES',
  'OUTCOME_APP_PROMOTION',
]);

const input = z.strictObject({
  name: text(400).describe('Its name'),
  objective: Objective.describe('What it is for; cannot change'),
  special_ad_categories: SpecialAdCategories,
  special_ad_category_country: z.array(Country).min(1).optional().describe('Where they apply'),
  daily_budget: amount('Shared by the ad sets; leave out to give each its own').optional(),
  lifetime_budget: amount('Instead of daily_budget').optional(),
  bid_strategy: BidStrategy.optional().describe('With a campaign budget'),
  is_adset_budget_sharing_enabled: z
    .boolean()
    .optional()
    .describe('Required without a campaign budget: may ad sets share theirs?'),
  is_skadnetwork_attribution: z.boolean().optional().describe('Required with OUTCOME_APP_PROMOTION: true for iOS 14'),
  application_id: Id.optional().describe('App, for iOS 14'),
  object_store_url: WebAddress.optional().describe('Its store page'),
  spend_cap: amount('Most it may ever spend').optional(),
  product_catalog_id: Id.optional().describe('For catalogue ads'),
});

export default defineTool(channel, {
  name: 'create_social_campaign',
  title: 'Create a campaign',
  description: 'Create a campaign, paused. The budget is either here or on its ad sets, never on both.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  input,
  output: z.object({ campaign: asListed('list_social_campaigns'), ...servingOutput }),
  rules: (args) => [
    ...needs(args, { objective: 'OUTCOME_APP_PROMOTION' }, 'is_skadnetwork_attribution'),
    ...needs(args, { is_skadnetwork_attribution: true }, 'application_id'),
    ...needs(args, 'object_store_url', 'application_id'),
    ...notBoth(args, 'daily_budget', 'lifetime_budget'),
    ...(holdsBudget(args) ? [] : withoutBudget(args)),
    ...(holdsBudget(args) && args.is_adset_budget_sharing_enabled
      ? [{ field: 'is_adset_budget_sharing_enabled', message: 'is only possible when the ad sets hold the budgets' }]
      : []),
    ...(args.special_ad_categories.length > 0 && !args.special_ad_category_country
      ? [
          {
            field: 'special_ad_category_country',
            message: 'is required with special_ad_categories: where do they apply?',
          },
        ]
      : []),
    ...(args.special_ad_category_country && args.special_ad_categories.length === 0
      ? [{ field: 'special_ad_category_country', message: 'needs a special_ad_categories entry' }]
      : []),
  ],
  look: ({ name }) => ({ tool: 'list_social_campaigns', arguments: { name_contains: name } }),
  async run(args, { client, account }) {
    const currency = await client.currency(account);
    const { daily_budget, lifetime_budget, spend_cap, ...promoting } = args;
    const { product_catalog_id, application_id, object_store_url, ...rest } = promoting;
    const promoted_object = withoutUnset({ product_catalog_id, application_id, object_store_url });
    const fields = {
      ...rest,
      ...(Object.keys(promoted_object).length > 0 && { promoted_object }),
      ...platformAmounts({ daily_budget, lifetime_budget, spend_cap }, currency),
      // Left out, the platform has been seen to assume a bid cap, on which the ad sets then fail.
      ...(holdsBudget(args) && { bid_strategy: args.bid_strategy ?? 'LOWEST_COST_WITHOUT_CAP' }),
      ...(holdsBudget(args) && { is_adset_budget_sharing_enabled: undefined }),
      status: 'PAUSED',
    };
    const id = await client.create(account, 'campaigns', fields);
    const campaign = await readBack(`The campaign ${id} was created, paused`, async () =>
      campaignOf(await client.node(CAMPAIGNS, id, account), currency),
    );
    return { campaign, ...(await servingReport(client, 'campaign', id)) };
  },
});

function withoutBudget(args: z.output<typeof input>) {
  return [
    ...(args.is_adset_budget_sharing_enabled === undefined
      ? [
          {
            field: 'is_adset_budget_sharing_enabled',
            message: 'is required when the campaign has no budget: the platform demands the declaration',
          },
        ]
      : []),
    ...(args.bid_strategy
      ? [{ field: 'bid_strategy', message: 'is set on the ad sets when they hold the budgets' }]
      : []),
  ];
}
