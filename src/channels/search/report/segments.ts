/** How a campaign report can be split: our name, and the platform's field. */
export const SEGMENTS: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['week', 'week'],
  ['month', 'month'],
  ['quarter', 'quarter'],
  ['year', 'year'],
  ['hour', 'hour'],
  ['day_of_week', 'day_of_week'],
  ['month_of_year', 'month_of_year'],
  ['device', 'device'],
  ['network', 'ad_network_type'],
  ['ad_network_type', 'ad_network_type'],
  ['click_type', 'click_type'],
  ['slot', 'slot'],
  ['conversion_action', 'conversion_action'],
  ['conversion_action_name', 'conversion_action_name'],
  ['conversion_action_category', 'conversion_action_category'],
]);

export const SEGMENT_NAMES = [...SEGMENTS.keys()] as [string, ...string[]];

/** Reports split by time read from the oldest to the newest. */
const TIMES = ['year', 'quarter', 'month', 'week', 'date', 'hour'];

export function isTime(name: string): boolean {
  return TIMES.includes(name);
}

/** Impressions and clicks belong to no conversion, so the platform cannot split them this way. */
export function splitsConversions(name: string): boolean {
  return name.startsWith('conversion_action');
}

export function segmentField(name: string): string {
  return `segments.${SEGMENTS.get(name) ?? name}`;
}

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What the platform's field metadata lets a segment be selected with, of the metrics a campaign report offers. */
const SPLITS: Readonly<Record<string, ReadonlySet<string>>> = {
  conversion_action: names(`all_conversions all_conversions_value conversions conversions_by_conversion_date
    conversions_value conversions_value_by_conversion_date cross_device_conversions value_per_all_conversions
    value_per_conversion view_through_conversions`),
  month_of_year: names(`average_cost average_cpc average_cpe average_cpm clicks content_impression_share cost_micros
    cross_device_conversions ctr engagement_rate engagements impressions interaction_event_types interaction_rate
    interactions phone_calls phone_impressions search_absolute_top_impression_share
    search_budget_lost_absolute_top_impression_share search_rank_lost_absolute_top_impression_share`),
  slot: names(`all_conversions average_cost average_cpc average_cpe average_cpm clicks conversions
    conversions_from_interactions_rate conversions_value cost_micros cost_per_conversion ctr engagement_rate engagements
    impressions interaction_event_types interaction_rate interactions value_per_conversion view_through_conversions`),
};

const ACCOUNT_WIDE = 'optimization_score_uplift optimization_score_url';
const PEOPLE = `${ACCOUNT_WIDE} unique_users average_impression_frequency_per_user`;

/** The other segments split everything but these. */
const LEAVES_WHOLE: Readonly<Record<string, ReadonlySet<string>>> = {
  date: names(ACCOUNT_WIDE),
  device: names(`${ACCOUNT_WIDE} phone_calls phone_impressions`),
  hour: names(`${PEOPLE} cross_device_conversions invalid_clicks phone_impressions search_click_share`),
  click_type: names(`${PEOPLE} absolute_top_impression_percentage average_cpe content_impression_share engagement_rate
    engagements search_absolute_top_impression_share search_budget_lost_absolute_top_impression_share
    search_budget_lost_impression_share search_budget_lost_top_impression_share search_click_share
    search_impression_share search_rank_lost_absolute_top_impression_share search_rank_lost_impression_share
    search_rank_lost_top_impression_share search_top_impression_share top_impression_percentage trueview_average_cpv
    video_trueview_view_rate video_trueview_views view_through_conversions`),
};
const USUALLY_WHOLE = names(PEOPLE);

/** Whether the platform splits a metric's field by a segment. */
export function splits(segment: string, field: string): boolean {
  const metric = field.replace(/^metrics\./, '');
  const only = SPLITS[splitsConversions(segment) ? 'conversion_action' : segment];
  return only ? only.has(metric) : !(LEAVES_WHOLE[segment] ?? USUALLY_WHOLE).has(metric);
}
