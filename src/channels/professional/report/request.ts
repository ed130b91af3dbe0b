import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import type { Problem } from '../../../errors.ts';
import { dayOf } from '../../../tools/days.ts';
import {
  chosenMetrics,
  type ReportArguments,
  reportArguments,
  reportProblems,
} from '../../../tools/report/arguments.ts';
import { DEFAULT_METRICS } from '../../../tools/report/metrics.ts';
import { type Days, givenDays, lengthOf } from '../../../tools/report/period.ts';
import { CAMPAIGN_STATUSES, CampaignId, CreativeId, GroupId, statusFilter, urnOf } from '../resources/fields.ts';
import type { Params } from '../wire.ts';
import { METRICS, REFUSED_METRICS } from './metrics.ts';

/** The arguments of a report, and the query they become. */

const LEVELS = ['account', 'campaign_group', 'campaign', 'creative'] as const;
export type Level = (typeof LEVELS)[number];

const TRAITS = [
  'member_company',
  'member_company_size',
  'member_industry',
  'member_seniority',
  'member_job_title',
  'member_job_function',
  'member_country',
  'member_region',
] as const;

/** Traits whose pivot has `_V2` in its name. */
const SECOND_EDITION = ['member_country', 'member_region'];

const SPLITS_MAX = 2;
/** Segments that can be combined with a level. */
const SPLITS = ['impression_device_type', 'serving_location', 'objective_type'] as const;

/** Time is not a pivot but the `timeGranularity` of the rows; weeks are added up here from days. */
const STEPS = { date: 'DAILY', week: 'DAILY', month: 'MONTHLY', year: 'YEARLY' } as const;
type Step = keyof typeof STEPS;

const SEGMENTS: [string, ...string[]] = ['date', 'week', 'month', 'year', ...SPLITS, ...TRAITS];

const FIELDS_MAX = 20;
const REACH_DAYS_MAX = 92;

/** Shared names beside the usual ones, of which every channel has most. */
const FURTHER = METRICS.names.filter(
  (name) => /^[a-z_]+$/.test(name) && /_|^(cpm|roas|reach|frequency|leads)$/.test(name),
);

export const analyticsFields = {
  level: z
    .enum(LEVELS)
    .optional()
    .describe('One row for each; campaign (shown as Ad set) when left out, account with a member_ segment'),
  campaign_group_ids: z.array(GroupId).min(1).max(50).optional().describe('Only these (shown as Campaign)'),
  campaign_ids: z.array(CampaignId).min(1).max(50).optional().describe('Only these (shown as Ad set)'),
  creative_ids: z.array(CreativeId).min(1).max(50).optional().describe('Only these (shown as Ad)'),
  ...reportArguments({
    metrics: METRICS.names,
    segments: SEGMENTS,
    statuses: [...CAMPAIGN_STATUSES] as [string, ...string[]],
  }),
  status: statusFilter(CAMPAIGN_STATUSES),
  metrics: z
    .array(z.enum([...METRICS.names, ...Object.keys(REFUSED_METRICS)]).meta({ enum: undefined }))
    .min(1)
    .max(60)
    .optional()
    .describe(
      `${DEFAULT_METRICS.join(', ')} when left out; also ${FURTHER.join(', ')}, and every metric by the platform's name: sends, opens, videoFirstQuartileCompletions, averageDwellTime, viralClicks …`,
    ),
};

export interface AnalyticsArguments extends ReportArguments {
  level?: Level | undefined;
  campaign_group_ids?: string[] | undefined;
  campaign_ids?: string[] | undefined;
  creative_ids?: string[] | undefined;
}

export function levelOf({ level, segments = [] }: Pick<AnalyticsArguments, 'level' | 'segments'>): Level {
  return level ?? (segments.some(isTrait) ? 'account' : 'campaign');
}

function isTrait(segment: string): boolean {
  return segment.startsWith('member_');
}

export function selectionOf(args: AnalyticsArguments) {
  return METRICS.select(chosenMetrics(args, METRICS));
}

export function analyticsProblems(args: AnalyticsArguments): Problem[] {
  const { segments = [], level, status } = args;
  const problems = reportProblems(args, METRICS);
  const steps = segments.filter((segment) => segment in STEPS);
  const traits = segments.filter(isTrait);
  const splits = segments.filter((segment) => (SPLITS as readonly string[]).includes(segment));
  const refuse = (field: string, message: string) => problems.push({ field, message });
  const refused = (args.metrics ?? []).flatMap((name) =>
    REFUSED_METRICS[name] ? [`${name} ${REFUSED_METRICS[name]}`] : [],
  );
  if (refused.length > 0) return [...problems, { field: 'metrics', message: refused.join('; ') }];
  if (steps.length > 1) refuse('segments', `only one of ${Object.keys(STEPS).join(', ')} can be given`);
  if (traits.length > 1)
    refuse('segments', 'only one member_ segment can be given at once: segments_separately gives a table of each');
  if (splits.length > SPLITS_MAX)
    refuse(
      'segments',
      `only two of ${SPLITS.join(', ')} can be given at once: segments_separately gives a table of each`,
    );
  if (traits.length > 0 && splits.length > 0) refuse('segments', `${traits[0]} cannot be combined with ${splits[0]}`);
  if (traits.length > 0 && level !== undefined && level !== 'account')
    refuse(
      'level',
      `must be account or left out with ${traits[0]}: the platform counts members' traits for a whole selection only`,
    );
  if (status !== undefined && levelOf(args) === 'account') refuse('status', 'means nothing at level account');
  if (status?.includes('COMPLETED') && levelOf(args) !== 'campaign')
    refuse('status', 'COMPLETED is a status of campaigns only');
  if (selectionOf(args).fields.length > FIELDS_MAX - 2)
    refuse('metrics', `need more than ${FIELDS_MAX - 2} of the platform's fields, which is the most it gives at once`);
  const days = givenDays(args);
  const people = selectionOf(args).fields.includes('approximateMemberReach');
  if (people && days && lengthOf(days) > REACH_DAYS_MAX)
    refuse('metrics', `reach and frequency are counted over at most ${REACH_DAYS_MAX} days`);
  return problems;
}

/** The objects a report is limited to, as URNs. */
export type Facets = Readonly<Partial<Record<'campaignGroups' | 'campaigns' | 'creatives', readonly string[]>>>;

export function givenFacets(args: AnalyticsArguments): Facets {
  const { campaign_group_ids, campaign_ids, creative_ids } = args;
  return {
    ...(campaign_group_ids && { campaignGroups: campaign_group_ids.map((id) => urnOf('sponsoredCampaignGroup', id)) }),
    ...(campaign_ids && { campaigns: campaign_ids.map((id) => urnOf('sponsoredCampaign', id)) }),
    ...(creative_ids && { creatives: creative_ids.map((id) => urnOf('sponsoredCreative', id)) }),
  };
}

interface Asked {
  account: string;
  facets: Facets;
  days: Days;
  fields: readonly string[];
}

/** `q=analytics` takes one pivot, `q=statistics` up to three but no member traits. */
export function rowsQuery(args: AnalyticsArguments, asked: Asked): Params {
  const { segments = [] } = args;
  const trait = segments.find(isTrait);
  const splits = segments.filter((segment) => (SPLITS as readonly string[]).includes(segment));
  const step = segments.find((segment): segment is Step => segment in STEPS);
  const own = levelOf(args).toUpperCase();
  const pivots = [own, ...splits.map((split) => split.toUpperCase())];
  const finder: Params = trait
    ? { q: 'analytics', pivot: trait.toUpperCase() + (SECOND_EDITION.includes(trait) ? '_V2' : '') }
    : splits.length > 0
      ? { q: 'statistics', pivots }
      : { q: 'analytics', pivot: own };
  return { ...finder, timeGranularity: step ? STEPS[step] : 'ALL', ...common(asked) };
}

/** Rows of days, months or years read from the oldest to the newest. */
export function isByTime({ segments = [] }: Pick<AnalyticsArguments, 'segments'>): boolean {
  return segments.some((segment) => segment in STEPS);
}

/** The days in two halves that share no row; undefined when rows are not split by time. */
export function halvesOf({ segments = [] }: Pick<AnalyticsArguments, 'segments'>, days: Days): Days[] | undefined {
  const step = segments.find((segment): segment is Step => segment in STEPS);
  const [start, length] = [Date.parse(days.start_date), lengthOf(days)];
  const middle = dayOf(start + Math.floor(length / 2) * DAY_MS);
  if (step === undefined || length < 2) return undefined;
  const cut = { date: middle, week: middle, month: `${middle.slice(0, 7)}-01`, year: `${middle.slice(0, 4)}-01-01` }[
    step
  ];
  if (cut <= days.start_date) return undefined;
  const before = dayOf(Date.parse(cut) - DAY_MS);
  return [
    { start_date: days.start_date, end_date: before },
    { start_date: cut, end_date: days.end_date },
  ];
}

export function totalsQuery(asked: Asked): Params {
  return { q: 'analytics', pivot: 'ACCOUNT', timeGranularity: 'ALL', ...common(asked) };
}

function common({ account, facets, days, fields }: Asked): Params {
  return {
    dateRange: { start: dateOf(days.start_date), end: dateOf(days.end_date) },
    accounts: [urnOf('sponsoredAccount', account)],
    ...facets,
    fields: [...fields, 'dateRange', 'pivotValues'],
  };
}

/** Totals of several accounts at once, a row each. */
export function accountsQuery(accounts: readonly string[], days: Days, fields: readonly string[]): Params {
  return {
    ...totalsQuery({ account: '', facets: {}, days, fields }),
    accounts: accounts.map((id) => urnOf('sponsoredAccount', id)),
  };
}

function dateOf(day: string) {
  const [year, month, date] = day.split('-').map(Number);
  return { year: year!, month: month!, day: date! };
}

/** What a row was split by, beside its own level. */
export function splitNames({ segments = [] }: Pick<AnalyticsArguments, 'segments'>): string[] {
  return segments.filter((segment) => !(segment in STEPS));
}
