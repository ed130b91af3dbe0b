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
    landingPageClicks: counted('landingPageClicks'),
    externalWebsiteConversions: counted('externalWebsiteConversions'),
    externalWebsitePostClickConversions: counted('externalWebsitePostClickConversions'),
    externalWebsitePostViewConversions: counted('externalWebsitePostViewConversions'),
    oneClickLeads: counted('oneClickLeads'),
    leads: sorted(counted('oneClickLeads'), 'leads'),
    cost_per_lead: { unit: 'money', of: 'cost', to: 'leads', sort: 'cost_per_lead' },
    oneClickLeadFormOpens: counted('oneClickLeadFormOpens'),
    videoStarts: counted('videoStarts'),
    videoCompletions: counted('videoCompletions'),
    likes: counted('likes'),
    comments: counted('comments'),
    shares: counted('shares'),
    follows: counted('follows'),
    totalEngagements: counted('totalEngagements'),
  },
});
