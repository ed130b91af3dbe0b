import { type Counted, MetricTable } from '../../../tools/report/metrics.ts';
import { quantityOf } from '../../../tools/report/quantity.ts';
import type { ReportRow } from '../wire.ts';

/** Every number comes as text; `-` stands for none. */
function counted(field: string, unit: Counted<ReportRow>['unit'] = 'number', sort = field): Counted<ReportRow> {
  return { unit, fields: [field], read: ({ metrics }) => quantityOf(metrics[field]) ?? 0n, sort };
}

export const METRICS = new MetricTable<ReportRow>({
  sums: {
    impressions: counted('impressions'),
    clicks: counted('clicks'),
    cost: counted('spend', 'money'),
    conversions: counted('conversion'),
    // Misnamed by the platform: not a rate but what the payments were worth.
    conversion_value: counted('total_complete_payment_rate', 'money'),
    link_clicks: counted('clicks'),
    video_views: counted('video_play_actions'),
    reach: { ...counted('reach'), read: ({ metrics }) => quantityOf(metrics.reach), adds: false },
  },
  ratioSorts: { ctr: 'ctr', cpc: 'cpc', cpm: 'cpm', frequency: 'frequency' },
  own: {
    ...Object.fromEntries(
      [
        'video_play_actions',
        'video_watched_2s',
        'video_watched_6s',
        'video_views_p25',
        'video_views_p50',
        'video_views_p75',
        'video_views_p100',
        'engaged_view',
        'likes',
        'comments',
        'shares',
        'follows',
        'profile_visits',
        'complete_payment',
        'total_landing_page_view',
        'web_event_add_to_cart',
        'app_install',
        'real_time_conversion',
      ].map((name) => [name, counted(name)]),
    ),
    // Counts of the ad group's optimization goal: clicks or views where that is no conversion.
    result: counted('result'),
    spend: counted('spend', 'money'),
    billed_cost: counted('billed_cost', 'money'),
  },
});
