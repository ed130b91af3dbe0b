import { z } from 'zod';
import { type Counted, MetricTable, RATIOS } from '../../../tools/report/metrics.ts';
import { quantityOf } from '../../../tools/report/quantity.ts';

const Day = z.object({ year: z.number(), month: z.number(), day: z.number() });

/** Counts are numbers, money is text with as many decimals as it happens to have. */
export const AnalyticsRow = z.looseObject({
  pivotValues: z.array(z.string()).default([]),
  dateRange: z.object({ start: Day, end: Day }).optional(),
});
export type AnalyticsRow = z.infer<typeof AnalyticsRow>;

/** The platform leaves zero counts out of a row. */
function counted(field: string, unit: Counted<AnalyticsRow>['unit'] = 'number'): Counted<AnalyticsRow> {
  return { unit, fields: [field], read: (row) => quantityOf(row[field]) ?? 0n };
}

/** What cannot be added up over rows, and is unknown where the platform leaves it out. */
function told(field: string): Counted<AnalyticsRow> {
  return { unit: 'number', fields: [field], read: (row) => quantityOf(row[field]), adds: false };
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The platform's counts by its own names. */
const COUNTS = words(`
  landingPageClicks companyPageClicks textUrlClicks actionClicks adUnitClicks cardClicks cardImpressions headlineClicks
  headlineImpressions subscriptionClicks downloadClicks
  totalEngagements otherEngagements likes reactions comments commentLikes shares follows opens sends
  oneClickLeads oneClickLeadFormOpens qualifiedLeads validWorkEmailLeads externalWebsiteConversions
  externalWebsitePostClickConversions externalWebsitePostViewConversions leadGenerationMailContactInfoShares
  leadGenerationMailInterestedClicks talentLeads jobApplications jobApplyClicks postClickJobApplications postClickJobApplyClicks
  postViewJobApplications postViewJobApplyClicks registrations postClickRegistrations postViewRegistrations appointmentsScheduled
  videoStarts videoViews videoFirstQuartileCompletions videoMidpointCompletions videoThirdQuartileCompletions videoCompletions
  fullScreenPlays videoWatchTime
  documentFirstQuartileCompletions documentMidpointCompletions documentThirdQuartileCompletions documentCompletions
  eventViews eventViewsOver15Seconds eventViewsOver30Seconds eventViewsOver2Minutes eventWatchTime`);

const AVERAGES = ['averageDwellTime', 'averageVideoWatchTime', 'audiencePenetration'];

/** Counts that the platform has no viral twin of. */
const PAID_ONLY = /^(sends|opens|qualifiedLeads|validWorkEmailLeads|talentLeads|event|leadGen|appointments)/;

/** What members did after another one had passed the ad on: `viralClicks`. */
const VIRAL = ['impressions', 'clicks', ...COUNTS]
  .filter((name) => !PAID_ONLY.test(name))
  .map((name) => `viral${name[0]!.toUpperCase()}${name.slice(1)}`);

/** The platform's fields whose numbers cannot be added up over days. */
export const NOT_ADDED: readonly string[] = [...AVERAGES, 'approximateMemberReach'];

const sorted = (metric: Counted<AnalyticsRow>, name: string) => ({ ...metric, sort: name });

export const METRICS = new MetricTable<AnalyticsRow>({
  sums: {
    impressions: sorted(counted('impressions'), 'impressions'),
    clicks: sorted(counted('clicks'), 'clicks'),
    // costInUsd would not go with conversion values, which are in the account's currency.
    cost: sorted(counted('costInLocalCurrency', 'money'), 'cost'),
    link_clicks: sorted(counted('landingPageClicks'), 'link_clicks'),
    // The platform's numbers of conversions after a click and after a view are parts of the first.
    conversions: {
      unit: 'number',
      fields: ['externalWebsiteConversions', 'oneClickLeads'],
      read: (row) => (quantityOf(row.externalWebsiteConversions) ?? 0n) + (quantityOf(row.oneClickLeads) ?? 0n),
      sort: 'conversions',
    },
    conversion_value: {
      unit: 'money',
      fields: ['conversionValueInLocalCurrency'],
      read: (row) => quantityOf(row.conversionValueInLocalCurrency),
      sort: 'conversion_value',
    },
    video_views: sorted(counted('videoViews'), 'video_views'),
    // Members cannot be added up over rows, and some rows have no such count.
    reach: {
      unit: 'number',
      fields: ['approximateMemberReach'],
      read: (row) => quantityOf(row.approximateMemberReach),
      adds: false,
      sort: 'reach',
    },
  },
  ratioSorts: Object.fromEntries(Object.keys(RATIOS).map((name) => [name, name])),
  own: {
    ...Object.fromEntries(COUNTS.map((name) => [name, counted(name)])),
    ...Object.fromEntries(VIRAL.map((name) => [name, counted(name)])),
    ...Object.fromEntries(AVERAGES.map((name) => [name, told(name)])),
    costInLocalCurrency: counted('costInLocalCurrency', 'money'),
    conversionValueInLocalCurrency: { ...told('conversionValueInLocalCurrency'), unit: 'money' },
    approximateMemberReach: told('approximateMemberReach'),
    leads: sorted(counted('oneClickLeads'), 'leads'),
    cost_per_lead: { unit: 'money', of: 'cost', to: 'leads', sort: 'cost_per_lead' },
    costPerQualifiedLead: { unit: 'money', of: 'cost', to: 'qualifiedLeads' },
    costPerEventView: { unit: 'money', of: 'cost', to: 'eventViews' },
  },
});

/** Names of the platform that no report takes, and what to ask for instead. */
export const REFUSED_METRICS: Readonly<Record<string, string>> = {
  costInUsd: 'is refused: conversion values are in the currency of the account, and so is cost; ask for that',
  approximateUniqueImpressions: 'was taken away by the platform: ask for reach (approximateMemberReach)',
};
