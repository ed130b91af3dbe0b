import { z } from 'zod';
import type { Problem } from '../../errors.ts';
import { Day, Ids } from '../../tools/fields.ts';
import { inOrder, needs, notBoth } from '../../tools/rules.ts';
import type { Params } from './client.ts';

/** What a report is asked for by, in our words and in the platform's. */

export const LEVELS = ['account', 'campaign', 'ad_set', 'ad'] as const;
export type Level = (typeof LEVELS)[number];

const HOURLY = [
  'hourly_stats_aggregated_by_advertiser_time_zone',
  'hourly_stats_aggregated_by_audience_time_zone',
] as const;

const BREAKDOWNS = [
  'age',
  'gender',
  'country',
  'region',
  'dma',
  'publisher_platform',
  'platform_position',
  'device_platform',
  'impression_device',
  'product_id',
  ...HOURLY,
  'body_asset',
  'title_asset',
  'description_asset',
  'image_asset',
  'video_asset',
  'call_to_action_asset',
  'link_url_asset',
] as const;

export const DatePreset = z.enum([
  'today',
  'yesterday',
  'last_3d',
  'last_7d',
  'last_14d',
  'last_28d',
  'last_30d',
  'last_90d',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'maximum',
]);

export const insightFields = {
  level: z.enum(LEVELS).default('campaign').describe('One row for each of these'),
  campaign_ids: Ids.optional().describe('Only these'),
  ad_set_ids: Ids.optional().describe('Only these'),
  ad_ids: Ids.optional().describe('Only these'),
  date_preset: DatePreset.optional().describe('last_30d when no dates are given'),
  since: Day.optional().describe('First day; with until'),
  until: Day.optional().describe('Last day; with since'),
  time_increment: z
    .union([z.int().min(1).max(90), z.literal('monthly')], 'must be 1 to 90 days or "monthly"')
    .optional()
    .describe('One row per so many days'),
  breakdowns: z.array(z.enum(BREAKDOWNS)).min(1).max(4).optional().describe('Split each row by these'),
  action_types: z.array(z.string().min(1).max(100)).min(1).max(30).optional().describe('Exact names: purchase, lead …'),
  attribution_windows: z
    .array(z.enum(['1d_click', '7d_click', '28d_click', '1d_view', '1d_ev']))
    .min(1)
    .optional()
    .describe('With action_types'),
  sort: z
    .enum(['spend_descending', 'spend_ascending', 'impressions_descending', 'clicks_descending'])
    .optional()
    .describe('Order of the rows'),
};
const InsightArguments = z.object(insightFields);
export type InsightArguments = z.output<typeof InsightArguments>;

export function insightRules(args: InsightArguments): Problem[] {
  return [
    ...notBoth(args, 'date_preset', 'since'),
    ...notBoth(args, 'date_preset', 'until'),
    ...needs(args, 'since', 'until'),
    ...needs(args, 'until', 'since'),
    ...needs(args, 'attribution_windows', 'action_types'),
    ...inOrder(args, 'since', 'until'),
    ...(args.breakdowns?.includes('platform_position') && !args.breakdowns.includes('publisher_platform')
      ? [{ field: 'breakdowns', message: 'platform_position needs publisher_platform beside it' }]
      : []),
  ];
}

const LEVEL_NAMES: Record<Level, string> = { account: 'account', campaign: 'campaign', ad_set: 'adset', ad: 'ad' };
const LEVEL_FIELDS: Record<Level, string[]> = {
  account: ['account_id', 'account_name'],
  campaign: ['campaign_id', 'campaign_name'],
  ad_set: ['campaign_id', 'campaign_name', 'adset_id', 'adset_name'],
  ad: ['campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name'],
};

/** The rows that were asked for. */
export function rowsQuery(args: InsightArguments): Params {
  return {
    ...selection(args),
    level: LEVEL_NAMES[args.level],
    fields: [...LEVEL_FIELDS[args.level], ...metricFields(args)].join(),
    time_increment: args.time_increment,
    breakdowns: args.breakdowns?.join(),
    sort: args.sort && [args.sort],
  };
}

/** One row for everything. The platform has to count it: people seen by two campaigns are not two people. */
export function totalsQuery(args: InsightArguments): Params {
  return { ...selection(args), level: 'account', fields: metricFields({ ...args, breakdowns: undefined }).join() };
}

function selection(args: InsightArguments): Params {
  const filters = [
    ['campaign.id', args.campaign_ids],
    ['adset.id', args.ad_set_ids],
    ['ad.id', args.ad_ids],
  ] as const;
  const filtering = filters.flatMap(([field, value]) => (value ? [{ field, operator: 'IN', value }] : []));
  return {
    ...(args.since && args.until
      ? { time_range: { since: args.since, until: args.until } }
      : { date_preset: args.date_preset ?? 'last_30d' }),
    filtering: filtering.length > 0 ? filtering : undefined,
    action_attribution_windows: args.attribution_windows,
  };
}

function metricFields({
  action_types,
  breakdowns = [],
}: Pick<InsightArguments, 'action_types' | 'breakdowns'>): string[] {
  const hourly = HOURLY.some((name) => breakdowns.includes(name));
  return [
    'impressions',
    'clicks',
    'spend',
    // By the hour the platform cannot tell people apart and gives 0.
    ...(hourly ? [] : ['reach', 'frequency']),
    ...(action_types ? ['actions', 'action_values'] : []),
  ];
}

const LEVEL_WEIGHT: Record<Level, number> = { account: 1, campaign: 5, ad_set: 15, ad: 50 };
const PRESET_DAYS: Readonly<Record<string, number>> = {
  last_90d: 90,
  this_year: 366,
  last_year: 366,
  maximum: 1110,
};
const HEAVY_ROWS = 10_000;
const DAY_MS = 86_400_000;

/** A guess at the number of rows, to ask for a large report in the background at once. */
export function isHeavy(args: InsightArguments): boolean {
  const days =
    args.since && args.until
      ? (Date.parse(args.until) - Date.parse(args.since)) / DAY_MS + 1
      : (PRESET_DAYS[args.date_preset ?? ''] ?? 31);
  const step = args.time_increment === 'monthly' ? 30 : (args.time_increment ?? days);
  const perRow = (args.breakdowns ?? []).reduce((rows, name) => rows * (name.startsWith('hourly') ? 24 : 6), 1);
  return Math.ceil(days / step) * LEVEL_WEIGHT[args.level] * perRow > HEAVY_ROWS;
}
