import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { nearest } from '../../../tools/did-you-mean.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { Money } from '../../../tools/money.ts';
import { channel } from '../channel.ts';
import { moneyOf } from '../money.ts';
import { fieldFacts } from '../report/field-facts.ts';
import { listRows, ofIds } from '../resources/listing.ts';
import { shownMessage } from '../resources/plain-message.ts';
import { equal, Literal } from '../resources/wire/gaql.ts';
import { idOf } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

/** Types whose details are shown; for the others the type says enough. */
const DETAILED = [
  'campaign_budget',
  'forecasting_campaign_budget',
  'marginal_roi_campaign_budget',
  'move_unused_budget',
  'keyword',
  'use_broad_match_keyword',
  'responsive_search_ad',
  'responsive_search_ad_asset',
  'responsive_search_ad_improve_ad_strength',
  'target_cpa_opt_in',
  'target_roas_opt_in',
  'maximize_conversions_opt_in',
  'maximize_clicks_opt_in',
  'set_target_cpa',
  'set_target_roas',
  'raise_target_cpa',
  'lower_target_roas',
  'sitelink_asset',
  'callout_asset',
  'improve_performance_max_ad_strength',
];

const Impact = z.object({
  impressions: z.number().optional(),
  clicks: z.number().optional(),
  conversions: z.number().optional(),
  cost: Money.optional(),
});

const Recommendation = z.object({
  id: z.string(),
  type: z.string(),
  dismissed: z.boolean(),
  campaign_id: z.string().optional(),
  ad_group_id: z.string().optional(),
  budget_id: z.string().optional(),
  impact: z.object({ current: Impact.optional(), expected: Impact.optional() }).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export default defineTool(channel, {
  name: 'list_recommendations',
  title: 'List recommendations',
  description:
    "The platform's own suggestions for the account, with the effect it expects. They serve the platform's interest too: check them against the numbers.",
  toolset: 'recommendations',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    type: z
      .string()
      .toUpperCase()
      .regex(/^[A-Z][A-Z0-9_]*$/, 'must be a type such as CAMPAIGN_BUDGET')
      .max(80)
      .optional()
      .describe('Such as CAMPAIGN_BUDGET or KEYWORD'),
    campaign_id: Id.optional().describe('Only of this campaign'),
    dismissed: z.boolean().default(false).describe('Only those put aside'),
    ...listArguments(50),
  }),
  rules: ({ type }) => typeProblems(type),
  output: z.object({ recommendations: z.array(Recommendation), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: [
        ...['resource_name', 'type', 'dismissed', 'campaign', 'ad_group', 'campaign_budget', 'impact'],
        ...DETAILED.map((kind) => `${kind}_recommendation`),
      ]
        .map((field) => `recommendation.${field}`)
        .concat('customer.currency_code'),
      from: 'recommendation',
      where: [
        equal('recommendation.dismissed', Literal.boolean(args.dismissed)),
        ...(args.type ? [equal('recommendation.type', Literal.word(args.type))] : []),
        ...ofIds({ 'campaign.id': args.campaign_id }),
      ],
      orderBy: [{ field: 'recommendation.type' }],
    });
    return { recommendations: items.map(shown), next_cursor };
  },
});

/** Checked at run time: the platform has some sixty types, too many for the tool's schema. */
function typeProblems(type: string | undefined): Problem[] {
  const known = fieldFacts().enums.get('RecommendationType') ?? [];
  if (type === undefined || known.includes(type)) return [];
  const meant = nearest(type, known);
  return [{ field: 'type', message: `is no type${meant ? `; did you mean ${meant}?` : ''}`, allowed_values: known }];
}

function shown({ recommendation, customer }: Row): z.infer<typeof Recommendation> {
  const currency = customer?.currencyCode;
  const { baseMetrics, potentialMetrics } = recommendation?.impact ?? {};
  const [details] = Object.entries(recommendation ?? {}).filter(([name]) => name.endsWith('Recommendation'));
  return {
    id: idOf(recommendation?.resourceName),
    type: recommendation?.type ?? 'UNKNOWN',
    dismissed: recommendation?.dismissed ?? false,
    campaign_id: recommendation?.campaign && idOf(recommendation.campaign),
    ad_group_id: recommendation?.adGroup && idOf(recommendation.adGroup),
    budget_id: recommendation?.campaignBudget && idOf(recommendation.campaignBudget),
    impact: recommendation?.impact && {
      current: impact(baseMetrics, currency),
      expected: impact(potentialMetrics, currency),
    },
    details: details && (shownMessage(details[1], currency) as Record<string, unknown>),
  };
}

type Metrics = NonNullable<NonNullable<Row['recommendation']>['impact']>['baseMetrics'];

function impact(metrics: Metrics, currency: string | undefined): z.infer<typeof Impact> | undefined {
  if (!metrics) return undefined;
  const { impressions, clicks, conversions, costMicros } = metrics;
  return { impressions, clicks, conversions, cost: moneyOf(costMicros, currency) };
}
