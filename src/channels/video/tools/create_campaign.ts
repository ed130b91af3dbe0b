import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { needs, onlyWith } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { checkedBudget } from '../resources/budget.ts';
import { Campaign, campaignOf, findCampaign } from '../resources/campaign.ts';
import { plainText } from '../resources/fields.ts';

const MODES = [
  'BUDGET_MODE_INFINITE',
  'BUDGET_MODE_DAY',
  'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
  'BUDGET_MODE_TOTAL',
] as const;

const input = z.strictObject({
  campaign_name: plainText(512).describe('Name of the campaign, unique in the advertiser'),
  objective: z
    .enum([
      'REACH',
      'TRAFFIC',
      'VIDEO_VIEWS',
      'ENGAGEMENT',
      'LEAD_GENERATION',
      'APP_PROMOTION',
      'WEB_CONVERSIONS',
      'PRODUCT_SALES',
    ])
    .describe('What it is for; cannot change'),
  automation: z
    .enum(['MANUAL', 'SMART_PLUS'])
    .default('MANUAL')
    .describe('SMART_PLUS: steered by the platform. It has announced to end MANUAL creation after 2026-12-31'),
  budget_mode: z
    .enum(MODES)
    .default('BUDGET_MODE_INFINITE')
    .describe(
      'INFINITE: the ad groups hold the budgets. DYNAMIC_DAILY: daily on average. TOTAL: whole run. Cannot change',
    ),
  budget: amount('With every mode but INFINITE').optional(),
  budget_optimize_on: z
    .boolean()
    .default(false)
    .describe('Let the platform share the budget among the ad groups; cannot change'),
  app_promotion_type: z
    .enum(['APP_INSTALL', 'APP_RETARGETING', 'APP_PREREGISTRATION'])
    .optional()
    .describe('With APP_PROMOTION'),
  product_source: z
    .enum(['CATALOG', 'STORE'])
    .optional()
    .describe('With PRODUCT_SALES, whose ad groups cannot be made here'),
  special_industries: z
    .array(z.enum(['HOUSING', 'EMPLOYMENT', 'CREDIT']))
    .optional()
    .describe('Declaration by law; narrows the targeting'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_campaign',
  title: 'Create a campaign',
  description: 'Create a campaign, switched off. The budget is either here or on its ad groups.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ campaign: Campaign, ...servingOutput }),
  rules: (args) => [
    ...needs(args, { budget_mode: MODES.slice(1) }, 'budget'),
    ...needs(args, { objective: 'APP_PROMOTION' }, 'app_promotion_type'),
    ...onlyWith(args, 'app_promotion_type', { objective: 'APP_PROMOTION' }),
    ...needs(args, { objective: 'PRODUCT_SALES' }, 'product_source'),
    ...onlyWith(args, 'product_source', { objective: 'PRODUCT_SALES' }),
    ...modeProblems(args),
  ],
  look: ({ campaign_name }) => ({ tool: 'list_campaigns', arguments: { name_contains: campaign_name } }),
  async run(args, { client, account, now }) {
    const currency = await client.currency(account);
    const floor = args.product_source === 'STORE' ? 10 : 50;
    const budget = args.budget === undefined ? undefined : checkedBudget({ amount: args.budget, currency, floor });
    const isSmart = args.automation === 'SMART_PLUS';
    const body = {
      campaign_name: args.campaign_name,
      objective_type: args.objective,
      budget_mode: args.budget_mode,
      budget,
      budget_optimize_on: args.budget_optimize_on,
      app_promotion_type: args.app_promotion_type,
      campaign_product_source: args.product_source,
      special_industries: args.special_industries,
      ...(isSmart && args.objective === 'WEB_CONVERSIONS' && { sales_destination: 'WEBSITE' }),
      ...(isSmart && { request_id: String(now()) }),
      operation_status: 'DISABLE',
    };
    const path = isSmart ? 'smart_plus/campaign/create' : 'campaign/create';
    const { campaign_id } = await client.change(path, body, z.object({ campaign_id: z.string() }), account);
    const made = await readBack(`The campaign ${campaign_id} was created, switched off`, () =>
      findCampaign(client, account, campaign_id),
    );
    return {
      campaign: campaignOf(made, currency),
      ...(await servingReport(client, account, 'campaign', campaign_id)),
    };
  },
});

const NO_PLAIN_DAY = ['REACH', 'VIDEO_VIEWS', 'ENGAGEMENT'];
const SMART_OBJECTIVES = ['APP_PROMOTION', 'WEB_CONVERSIONS', 'LEAD_GENERATION'];

function modeProblems(args: Arguments): Problem[] {
  const { objective, automation, budget_mode: mode, budget_optimize_on: shared, budget } = args;
  const problem = (field: string, message: string): Problem[] => [{ field, message }];
  if (mode === 'BUDGET_MODE_INFINITE' && budget !== undefined)
    return problem('budget', 'needs its budget_mode: BUDGET_MODE_DAY for a day, BUDGET_MODE_TOTAL for the whole run');
  if (automation === 'SMART_PLUS' && !SMART_OBJECTIVES.includes(objective))
    return problem('objective', `must be ${SMART_OBJECTIVES.join(', ')} with automation SMART_PLUS`);
  if (mode === 'BUDGET_MODE_INFINITE' && shared)
    return problem('budget_optimize_on', 'needs a budget of the campaign: choose another budget_mode');
  if (mode === 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET' && !shared)
    return problem('budget_mode', 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET needs budget_optimize_on true');
  if (mode === 'BUDGET_MODE_DAY' && !shared && NO_PLAIN_DAY.includes(objective))
    return problem('budget_mode', `BUDGET_MODE_DAY needs budget_optimize_on true for ${objective}`);
  if (automation === 'SMART_PLUS' && shared && mode === 'BUDGET_MODE_DAY')
    return problem(
      'budget_mode',
      'must be BUDGET_MODE_DYNAMIC_DAILY_BUDGET or BUDGET_MODE_TOTAL with SMART_PLUS and budget_optimize_on',
    );
  return [];
}
