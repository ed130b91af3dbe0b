/** Steps of the platform's field paths that say where in its message a field is, not which field. */
const WRAPPING =
  /^(?:(?:mutate_)?operations|.*_operation|create|update|remove|ad|responsive_search_ad|text_asset|image_asset|youtube_video_asset|manual_cpc|maximize_conversions|maximize_conversion_value|target_spend|keyword|location|language)$/;

/** Fields that our tools call by another name. */
const RENAMED: Readonly<Record<string, string>> = {
  amount_micros: 'budget',
  cpc_bid_micros: 'cpc_bid',
  target_cpa_micros: 'target_cpa',
  cpc_bid_ceiling_micros: 'max_cpc',
  start_date_time: 'start_date',
  end_date_time: 'end_date',
  geo_target_constant: 'location_ids',
  language_constant: 'language_ids',
  advertising_channel_type: 'type',
  campaign: 'campaign_id',
  ad_group: 'ad_group_id',
  asset: 'asset_id',
  data: 'image_url',
  youtube_video_id: 'video_platform_video_id',
  page_token: 'cursor',
};

interface Step {
  fieldName: string;
  index?: number | undefined;
}

/** The platform's path to a field as the argument a caller knows: `headlines.2.text`, `budget`. */
export function argumentOf(path: readonly Step[]): string | undefined {
  const own = path.filter(({ fieldName }) => !WRAPPING.test(fieldName));
  const steps = own.map(({ fieldName, index }) => {
    const name = RENAMED[fieldName] ?? fieldName;
    return index === undefined ? name : `${name}.${index}`;
  });
  return steps.join('.') || undefined;
}
