import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import type { Alias } from '../../../tools/define-tool.ts';
import { nearest } from '../../../tools/did-you-mean.ts';
import { Ids } from '../../../tools/fields.ts';
import {
  chosenMetrics,
  orderOf,
  type ReportArguments,
  reportArguments,
  reportProblems,
} from '../../../tools/report/arguments.ts';
import type { Selection } from '../../../tools/report/metrics.ts';
import { type Days, lengthOf } from '../../../tools/report/period.ts';
import { separateArgument, separateProblems } from '../../../tools/report/separate-tables.ts';
import { notBoth } from '../../../tools/rules.ts';
import type { Params } from '../client.ts';
import type { InsightRow } from '../resources/insights.ts';
import { conversionsByWindow, isKnownByTheHour, METRICS, namedActions } from './metrics.ts';

/** The arguments of a report, their rules, and the platform's query made of them. */

const LEVELS = ['account', 'campaign', 'ad_set', 'ad'] as const;
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

/** For the platform, time is not a breakdown but `time_increment`. */
const STEPS: Readonly<Record<string, number | string>> = { date: 1, month: 'monthly' };

/** The statuses that rows can be narrowed to. The platform refuses to list what was deleted. */
export const STATUSES: Readonly<Record<Level, readonly string[]>> = {
  account: [],
  campaign: ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad_set: ['ACTIVE', 'PAUSED', 'ARCHIVED', 'CAMPAIGN_PAUSED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad: [
    'ACTIVE',
    'PAUSED',
    'ARCHIVED',
    'CAMPAIGN_PAUSED',
    'ADSET_PAUSED',
    'PENDING_REVIEW',
    'DISAPPROVED',
    'PREAPPROVED',
    'PENDING_BILLING_INFO',
    'IN_PROCESS',
    'WITH_ISSUES',
  ],
};

/** Every metric; shorter than the same names as an `enum`. */
const METRIC_WORDS =
  'impressions, clicks, cost, conversions, ctr, cpc when left out; also conversion_value, link_clicks, video_views, reach, cpm, cost_per_conversion, conversion_rate, roas, frequency, landing_page_views, thruplays, video_views_p(25|50|75|100), purchases, result. Its own: spend, cpp, unique_(clicks|ctr|actions), inline_link_clicks, inline_link_click_ctr, inline_post_engagement, outbound_clicks, outbound_clicks_ctr, website_ctr, landing_page_view_per_link_click, actions, action_values, conversion_values, cost_per_(action_type|inline_link_click|result|thruplay), purchase_roas, website_purchase_roas, results, objective_results, result_rate, video_play_actions, video_(avg_time|p25|p50|p75|p95|p100|thruplay)_watched_actions, estimated_ad_recallers, social_spend, (quality|engagement_rate|conversion_rate)_ranking';

export const insightFields = {
  level: z.enum(LEVELS).default('campaign').describe('One row for each of these'),
  campaign_ids: Ids.optional().describe('Only these'),
  ad_set_ids: Ids.optional().describe('Only these'),
  ad_ids: Ids.optional().describe('Only these'),
  ...reportArguments({
    metrics: METRICS.names,
    segments: [...BREAKDOWNS, ...Object.keys(STEPS)] as [string, ...string[]],
    statuses: STATUSES.ad as [string, ...string[]],
  }),
  metrics: z
    .array(z.enum(METRICS.names).meta({ enum: undefined }))
    .min(1)
    .max(60)
    .optional()
    .describe(METRIC_WORDS),
  ...separateArgument,
  time_increment: z
    .union([z.int().min(1).max(90), z.literal('monthly')], 'must be 1 to 90 days or "monthly"')
    .optional()
    .describe('One row per so many days; segments has date and month'),
  action_types: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(30)
    .optional()
    .describe('Exact names (purchase, lead …): adds metrics.actions [{action_type, count, value, cost_per_action}]'),
  attribution_windows: z
    .array(z.enum(['1d_click', '7d_click', '28d_click', '1d_view', '1d_ev']))
    .min(1)
    .optional()
    .describe('Adds metrics.by_window [{window, conversions, conversion_value}], or by_window to each action'),
};

export interface InsightArguments extends ReportArguments {
  level: Level;
  campaign_ids?: string[] | undefined;
  ad_set_ids?: string[] | undefined;
  ad_ids?: string[] | undefined;
  time_increment?: number | 'monthly' | undefined;
  action_types?: string[] | undefined;
  attribution_windows?: string[] | undefined;
  segments_separately?: boolean | undefined;
}

/** The names these arguments had before they were the same in every channel, and those of their values. */
export const PRESET_ALIAS: Alias = {
  argument: 'date_range',
  values: {
    today: 'TODAY',
    yesterday: 'YESTERDAY',
    last_3d: 'LAST_3_DAYS',
    last_7d: 'LAST_7_DAYS',
    last_14d: 'LAST_14_DAYS',
    last_28d: 'LAST_28_DAYS',
    last_30d: 'LAST_30_DAYS',
    last_90d: 'LAST_90_DAYS',
    this_month: 'THIS_MONTH',
    last_month: 'LAST_MONTH',
    last_quarter: 'LAST_QUARTER',
    this_year: 'THIS_YEAR',
    last_year: 'LAST_YEAR',
    maximum: 'MAXIMUM',
  },
};
export const insightAliases: Readonly<Record<string, Alias>> = {
  date_preset: PRESET_ALIAS,
  since: 'start_date',
  until: 'end_date',
  breakdowns: 'segments',
  effective_status: 'status',
  sort: {
    argument: 'order_by',
    values: {
      spend_descending: 'cost DESC',
      spend_ascending: 'cost',
      impressions_descending: 'impressions DESC',
      clicks_descending: 'clicks DESC',
    },
  },
};

/** Positions and devices exist per platform: `feed` alone would add up the feeds of two of them. */
const NEED_PLATFORM = ['platform_position', 'impression_device'];
export const askedWith = (segment: string) =>
  NEED_PLATFORM.includes(segment) ? ['publisher_platform', segment] : [segment];

/** The only breakdowns the platform combines with each other; a step in time goes with all of them. */
const COMBINED = [
  ['age', 'gender'],
  ['publisher_platform', 'platform_position', 'impression_device', 'device_platform'],
];

export function insightProblems(args: InsightArguments): Problem[] {
  return separateProblems(args, reportProblemsOf, askedWith);
}

function reportProblemsOf(args: InsightArguments): Problem[] {
  return [
    ...reportProblems(args, METRICS),
    ...notBoth({ ...args }, 'time_increment', 'compare_to'),
    ...actionProblems(args),
    ...segmentProblems(args),
    ...statusProblems(args),
  ];
}

/** The platform's standard actions. Names with a dot are open-ended (custom conversions and events). */
const ACTION_TYPES =
  'link_click landing_page_view post_engagement page_engagement post_reaction comment post like video_view photo_view lead purchase add_to_cart add_to_wishlist add_payment_info initiate_checkout view_content search complete_registration contact subscribe start_trial submit_application schedule donate mobile_app_install app_install'.split(
    ' ',
  );

/** A misspelt name would count 0, which looks like a result, so it is refused. */
function actionProblems({ action_types = [] }: InsightArguments): Problem[] {
  return action_types.flatMap((type, at) => {
    const meant =
      ACTION_TYPES.includes(type) || /[._]/.test(type.replace(/s$/, '')) ? nearMiss(type) : nearest(type, ACTION_TYPES);
    return meant ? [{ field: `action_types.${at}`, message: `"${type}" is no action; did you mean "${meant}"?` }] : [];
  });
}

/** A plural, another case, or blanks in the place of underscores. */
function nearMiss(type: string): string | undefined {
  if (ACTION_TYPES.includes(type)) return undefined;
  const plain = type.toLowerCase().replace(/[\s-]/g, '_');
  return ACTION_TYPES.find((name) => name === plain || `${name}s` === plain);
}

function segmentProblems({ segments = [], time_increment, metrics = [], order_by }: InsightArguments): Problem[] {
  const steps = segments.filter((name) => name in STEPS);
  const asked = METRICS.names.filter((name) => metrics.includes(name) || name === orderOf(order_by)?.by);
  const blurred = asked.filter((name) => !isKnownByTheHour(name));
  return [
    ...combinationProblems(breakdownsOf({ segments })),
    ...(steps.length > 1 ? [{ field: 'segments', message: 'cannot hold date and month at once' }] : []),
    ...(steps.length > 0 && time_increment !== undefined
      ? [{ field: 'time_increment', message: `cannot be combined with the segment ${steps[0]}` }]
      : []),
    ...(HOURLY.some((name) => segments.includes(name)) && blurred.length > 0
      ? [{ field: 'metrics', message: `are not counted by the hour: ${blurred.join(', ')}` }]
      : []),
  ];
}

function combinationProblems(breakdowns: readonly string[]): Problem[] {
  const [first, ...others] = breakdowns;
  const family = COMBINED.find((names) => names.includes(first ?? '')) ?? [first];
  const foreign = others.find((name) => !family.includes(name));
  if (foreign !== undefined)
    return [
      {
        field: 'segments',
        message: `cannot combine ${first} with ${foreign}. Combined are ${COMBINED.map((names) => names.join(' + ')).join('; ')}; every other segment stands alone, with date or month at most. segments_separately gives a table for each`,
      },
    ];
  const lonely = breakdowns.find((name) => NEED_PLATFORM.includes(name));
  if (lonely === undefined || breakdowns.includes('publisher_platform')) return [];
  return [
    { field: 'segments', message: `${lonely} needs publisher_platform beside it: publisher_platform + ${lonely}` },
  ];
}

function statusProblems({ level, status = [] }: InsightArguments): Problem[] {
  const odd = status.filter((one) => !STATUSES[level].includes(one));
  if (odd.length === 0) return [];
  const allowed_values = STATUSES[level];
  const message =
    level === 'account'
      ? 'cannot narrow a report of the whole account; choose another level'
      : `${odd.join(', ')} is no status at level ${level}; there are ${allowed_values.join(', ')}`;
  return [{ field: 'status', message, allowed_values }];
}

export function selectionOf(args: InsightArguments): Selection<InsightRow> {
  const names = chosenMetrics(args, METRICS);
  const { action_types, attribution_windows = [] } = args;
  const added = {
    ...(attribution_windows.length > 0 && !action_types && { by_window: conversionsByWindow(attribution_windows) }),
    ...(action_types && { actions: namedActions(action_types, attribution_windows) }),
  };
  return METRICS.with(added).select([...names, ...Object.keys(added)]);
}

const LEVEL_NAMES: Record<Level, string> = { account: 'account', campaign: 'campaign', ad_set: 'adset', ad: 'ad' };
const LEVEL_FIELDS: Record<Level, string[]> = {
  account: ['account_id', 'account_name'],
  campaign: ['campaign_id', 'campaign_name', 'objective'],
  ad_set: ['campaign_id', 'campaign_name', 'objective', 'adset_id', 'adset_name'],
  ad: ['campaign_id', 'campaign_name', 'objective', 'adset_id', 'adset_name', 'ad_id', 'ad_name'],
};

/** The query for the rows: highest cost first, or by time where there is a step. */
export function rowsQuery(args: InsightArguments, fields: readonly string[], days: Days): Params {
  const step = stepOf(args);
  const breakdowns = breakdownsOf(args);
  const order = orderOf(args.order_by) ?? (step === undefined ? { by: 'cost', descending: true } : undefined);
  const column = order && METRICS.sortOf(order.by);
  // The platform sorts only by fields it returns; `actions:purchase` belongs to `actions`.
  const sorted = column === undefined ? [] : [column.replace(/:.*/, '')];
  return {
    ...whatAndWhen(args, days),
    level: LEVEL_NAMES[args.level],
    fields: [...new Set([...LEVEL_FIELDS[args.level], ...fields, ...sorted])].join(),
    time_increment: step,
    breakdowns: breakdowns.length > 0 ? breakdowns.join() : undefined,
    sort: order && [`${column}_${order.descending ? 'descending' : 'ascending'}`],
  };
}

/** One row for all rows together, counted by the platform: reach cannot be added up. */
export function totalsQuery(args: InsightArguments, fields: readonly string[], days: Days): Params {
  return { ...whatAndWhen(args, days), level: 'account', fields: fields.join() };
}

/** Spend of the whole account. Only a report without filters includes deleted objects. */
export function wholeAccountQuery(days: Days): Params {
  return { ...inDays(days), level: 'account', fields: 'spend' };
}

/** The few numbers of every ad, archived ones too. */
export function adNumbersQuery(days: Days): Params {
  const filtering = [{ field: 'ad.effective_status', operator: 'IN', value: STATUSES.ad }];
  return { ...inDays(days), level: 'ad', fields: 'ad_id,impressions,clicks,spend', filtering };
}

export function isWhole({ campaign_ids, ad_set_ids, ad_ids, status }: InsightArguments): boolean {
  return [campaign_ids, ad_set_ids, ad_ids, status].every((filter) => filter === undefined);
}

/** All statuses are named unless the caller chose some: otherwise the platform leaves archived objects out. */
function whatAndWhen(args: InsightArguments, days: Days): Params {
  const { level, status = STATUSES[level] } = args;
  const filters = [
    ['campaign.id', args.campaign_ids],
    ['adset.id', args.ad_set_ids],
    ['ad.id', args.ad_ids],
    [`${LEVEL_NAMES[level]}.effective_status`, status.length > 0 ? status : undefined],
  ] as const;
  const filtering = filters.flatMap(([field, value]) => (value ? [{ field, operator: 'IN', value }] : []));
  return {
    ...inDays(days),
    filtering: filtering.length > 0 ? filtering : undefined,
    action_attribution_windows: args.attribution_windows,
  };
}

const inDays = ({ start_date, end_date }: Days): Params => ({ time_range: { since: start_date, until: end_date } });

export function breakdownsOf({ segments = [] }: Pick<InsightArguments, 'segments'>): string[] {
  return segments.filter((name) => !(name in STEPS));
}

function stepOf({ segments = [], time_increment }: InsightArguments): number | string | undefined {
  const named = segments.find((name) => name in STEPS);
  return named === undefined ? time_increment : STEPS[named];
}

const LEVEL_WEIGHT: Record<Level, number> = { account: 1, campaign: 5, ad_set: 15, ad: 50 };
const HEAVY_ROWS = 10_000;

/** A guess at the number of rows, to ask for a large report in the background at once. */
export function isHeavy(args: InsightArguments, days: Days): boolean {
  const length = lengthOf(days);
  const step = stepOf(args);
  const steps = Math.ceil(length / (step === 'monthly' ? 30 : Number(step ?? length)));
  const perRow = breakdownsOf(args).reduce((rows, name) => rows * (name.startsWith('hourly') ? 24 : 6), 1);
  return steps * LEVEL_WEIGHT[args.level] * perRow > HEAVY_ROWS;
}
