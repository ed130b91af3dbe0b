import { z } from 'zod';

/** Schemas of the platform's replies, as far as they are read. The platform sends null for an unset field. */

const Text = z.string().nullish();
const PageInfo = z.object({ total_number: z.number() });

/** How a kind of object is listed. */
export interface Kind<T> {
  path: string;
  pageMax: number;
  /** False where the list takes no `filtering`. */
  filters?: false;
  query?: Readonly<Record<string, unknown>>;
  page: z.ZodType<{ items: T[]; total: number }>;
}

function kind<T>(
  path: string,
  schema: z.ZodType<T>,
  more: { pageMax?: number; list?: string; filters?: false; page_info?: 'perhaps' } = {},
): Kind<T> {
  const { pageMax = 1000, list = 'list', filters } = more;
  const info = more.page_info === 'perhaps' ? PageInfo.nullish() : PageInfo;
  const page = z.looseObject({ [list]: z.array(z.unknown()), page_info: info }).transform((answer) => {
    const items = z.array(schema).parse((answer as Record<string, unknown>)[list]);
    const { page_info } = answer as { page_info?: z.infer<typeof PageInfo> | null };
    return { items, total: page_info?.total_number ?? items.length };
  });
  return { path, pageMax, page, ...(filters === false && { filters }) };
}

export const ADVERTISER_NAMES = z.object({
  list: z.array(z.object({ advertiser_id: z.string(), advertiser_name: z.string() })),
});

export const Advertiser = z.object({
  advertiser_id: z.string(),
  name: z.string(),
  company: Text,
  status: z.string(),
  currency: z.string(),
  country: Text,
  timezone: z.string(),
  language: Text,
  balance: z.number(),
  create_time: z.number().nullish(),
  owner_bc_id: Text,
  rejection_reason: Text,
});
export type Advertiser = z.infer<typeof Advertiser>;

export const Campaign = z.object({
  campaign_id: z.string(),
  advertiser_id: z.string(),
  campaign_name: z.string(),
  objective_type: z.string(),
  campaign_automation_type: Text,
  budget: z.number().nullish(),
  budget_mode: Text,
  budget_optimize_on: z.boolean().nullish(),
  operation_status: Text,
  secondary_status: Text,
  special_industries: z.array(z.string()).nullish(),
  campaign_product_source: Text,
  sales_destination: Text,
  app_promotion_type: Text,
  create_time: Text,
  modify_time: Text,
});
export type Campaign = z.infer<typeof Campaign>;
export const CAMPAIGNS = kind('campaign/get', Campaign);
/** A campaign with all its fields, for a copy of it. */
export const WHOLE_CAMPAIGNS = kind('campaign/get', z.record(z.string(), z.unknown()));

const Texts = z.array(z.string()).nullish();

export const AdGroup = z.object({
  adgroup_id: z.string(),
  adgroup_name: z.string(),
  advertiser_id: z.string(),
  campaign_id: z.string(),
  campaign_automation_type: Text,
  operation_status: Text,
  secondary_status: Text,
  placement_type: Text,
  placements: Texts,
  promotion_type: Text,
  promotion_target_type: Text,
  optimization_goal: Text,
  optimization_event: Text,
  billing_event: Text,
  bid_type: Text,
  bid_price: z.number().nullish(),
  conversion_bid_price: z.number().nullish(),
  roas_bid: z.number().nullish(),
  click_attribution_window: Text,
  view_attribution_window: Text,
  comment_disabled: z.boolean().nullish(),
  pacing: Text,
  budget: z.number().nullish(),
  budget_mode: Text,
  schedule_type: Text,
  schedule_start_time: Text,
  schedule_end_time: Text,
  dayparting: Text,
  pixel_id: Text,
  app_id: Text,
  location_ids: Texts,
  zipcode_ids: Texts,
  age_groups: Texts,
  gender: Text,
  languages: Texts,
  operating_systems: Texts,
  interest_category_ids: Texts,
  interest_keyword_ids: Texts,
  audience_ids: Texts,
  excluded_audience_ids: Texts,
  actions: z.array(z.looseObject({ action_scene: z.string(), action_category_ids: Texts })).nullish(),
  frequency: z.number().nullish(),
  frequency_schedule: z.number().nullish(),
  create_time: Text,
  modify_time: Text,
});
export type AdGroup = z.infer<typeof AdGroup>;
export const AD_GROUPS = kind('adgroup/get', AdGroup);

/** Fields that only `smart_plus/adgroup/get` returns. Loose, because an update replaces the whole targeting. */
const SmartAdGroup = z.object({
  adgroup_id: z.string(),
  targeting_spec: z.record(z.string(), z.unknown()),
  targeting_optimization_mode: Text,
});
export const SMART_AD_GROUPS = kind('smart_plus/adgroup/get', SmartAdGroup);

/** An ad group with all its fields, for a copy of it. */
const WholeAdGroup = z.record(z.string(), z.unknown());
export const WHOLE_AD_GROUPS = {
  MANUAL: kind('adgroup/get', WholeAdGroup),
  SMART_PLUS: kind('smart_plus/adgroup/get', WholeAdGroup),
};

/** Loose, because an update replaces the whole ad, so unknown fields have to be sent back too. */
export const Ad = z.looseObject({
  ad_id: z.string(),
  ad_name: z.string(),
  advertiser_id: z.string(),
  campaign_id: z.string(),
  adgroup_id: z.string(),
  campaign_automation_type: Text,
  smart_plus_ad_id: Text,
  operation_status: Text,
  secondary_status: Text,
  ad_format: Text,
  identity_type: Text,
  identity_id: Text,
  display_name: Text,
  video_id: Text,
  image_ids: Texts,
  tiktok_item_id: Text,
  music_id: Text,
  ad_text: Text,
  call_to_action: Text,
  call_to_action_id: Text,
  landing_page_url: Text,
  page_id: Text,
  impression_tracking_url: Text,
  click_tracking_url: Text,
  video_view_tracking_url: Text,
  create_time: Text,
  modify_time: Text,
});
export type Ad = z.infer<typeof Ad>;
export const ADS = kind('ad/get', Ad);

const SmartCreative = z.looseObject({
  creative_info: z.looseObject({
    video_info: z.looseObject({ video_id: Text }).nullish(),
    image_info: z.array(z.looseObject({ web_uri: z.string() })).nullish(),
    tiktok_item_id: Text,
    identity_type: Text,
    identity_id: Text,
    identity_authorized_bc_id: Text,
  }),
});

/** Loose for the same reason. `ad/get` lists each creative of a Smart+ ad as an ad of its own. */
export const SmartAd = z.looseObject({
  smart_plus_ad_id: z.string(),
  ad_name: z.string(),
  advertiser_id: z.string(),
  campaign_id: z.string(),
  adgroup_id: z.string(),
  operation_status: Text,
  secondary_status: Text,
  creative_list: z.array(SmartCreative).nullish(),
  ad_text_list: z.array(z.looseObject({ ad_text: z.string() })).nullish(),
  call_to_action_list: z.array(z.looseObject({ call_to_action: z.string() })).nullish(),
  landing_page_url_list: z.array(z.looseObject({ landing_page_url: z.string() })).nullish(),
  page_list: z.array(z.looseObject({ page_id: z.string() })).nullish(),
  ad_configuration: z.looseObject({ call_to_action_id: Text }).nullish(),
  create_time: Text,
  modify_time: Text,
});
export type SmartAd = z.infer<typeof SmartAd>;
export const SMART_ADS = kind('smart_plus/ad/get', SmartAd);

export const Identity = z.object({
  identity_id: z.string(),
  identity_type: z.string(),
  identity_authorized_bc_id: Text,
  display_name: Text,
  username: Text,
  profile_image: Text,
  available_status: Text,
  can_push_video: z.boolean().nullish(),
  can_pull_video: z.boolean().nullish(),
});
export type Identity = z.infer<typeof Identity>;
export const IDENTITIES = kind('identity/get', Identity, { pageMax: 100, list: 'identity_list' });

export const PUBLIC_POST = 'ITEM_STATUS_HESITATE_RECOMMEND';
export const Posts = z.object({
  has_more: z.boolean().nullish(),
  cursor: Text,
  video_list: z
    .array(
      z.object({
        item_id: z.string(),
        text: Text,
        status: Text,
        video_info: z
          .object({
            duration: z.number().nullish(),
            width: z.number().nullish(),
            height: z.number().nullish(),
            poster_url: Text,
          })
          .nullish(),
      }),
    )
    .nullish(),
});

export const Video = z.object({
  video_id: z.string(),
  file_name: Text,
  format: Text,
  width: z.number().nullish(),
  height: z.number().nullish(),
  duration: z.number().nullish(),
  size: z.number().nullish(),
  video_cover_url: Text,
  displayable: z.boolean().nullish(),
  create_time: Text,
});
export type Video = z.infer<typeof Video>;
export const VIDEOS = kind('file/video/ad/search', Video);

export const Image = z.object({
  image_id: z.string(),
  file_name: Text,
  format: Text,
  width: z.number().nullish(),
  height: z.number().nullish(),
  size: z.number().nullish(),
  image_url: Text,
  is_carousel_usable: z.boolean().nullish(),
  create_time: Text,
});
export type Image = z.infer<typeof Image>;
export const IMAGES = kind('file/image/ad/search', Image, { pageMax: 100 });

export const Audience = z.object({
  audience_id: z.string(),
  name: z.string(),
  audience_type: Text,
  calculate_type: Text,
  cover_num: z.number().nullish(),
  is_valid: z.boolean().nullish(),
  is_expiring: z.boolean().nullish(),
  create_time: Text,
  expired_time: Text,
});
export type Audience = z.infer<typeof Audience>;
export const AUDIENCES = kind('dmp/custom_audience/list', Audience, { pageMax: 100, filters: false });

/** The details of audiences; the list does not tell the source of a lookalike. */
export const AudienceDetails = z.object({
  list: z.array(
    z.object({
      audience_details: z.object({
        audience_id: z.string(),
        lookalike_spec: z.looseObject({ source_audience_id: Text }).nullish(),
      }),
    }),
  ),
});

const Pixel = z.object({
  pixel_id: z.string(),
  pixel_code: Text,
  pixel_name: z.string(),
  pixel_category: Text,
  create_time: Text,
  events: z
    .array(
      z.object({
        event_id: Text,
        event_type: Text,
        custom_event_type: Text,
        optimization_event: Text,
        name: Text,
        statistic_type: Text,
        currency: Text,
        currency_value: Text,
        deprecated: z.boolean().nullish(),
      }),
    )
    .nullish(),
});
export type Pixel = z.infer<typeof Pixel>;
export const PIXELS = kind('pixel/list', Pixel, { pageMax: 20, list: 'pixels', filters: false });

const Dated = { create_time: Text, update_time: Text };
const InstantForm = z.object({ page_id: z.string(), title: z.string(), status: Text, ...Dated });
export type InstantForm = z.infer<typeof InstantForm>;
export const INSTANT_FORMS = kind('page/get', InstantForm, { pageMax: 100, filters: false });

const Music = z.object({
  music_id: z.string(),
  music_name: Text,
  file_name: Text,
  author: Text,
  duration: z.number().nullish(),
});
export const MUSIC: Kind<z.infer<typeof Music>> = {
  ...kind('file/music/get', Music, { pageMax: 100, list: 'musics', filters: false, page_info: 'perhaps' }),
  query: { music_scene: 'CAROUSEL_ADS' },
};

export const SuggestedCovers = z.object({
  list: z.array(z.object({ id: z.string(), url: Text, width: z.number().nullish(), height: z.number().nullish() })),
});

export const InterestCategories = z.object({
  interest_categories: z.array(
    z.object({
      interest_category_id: z.string(),
      interest_category_name: z.string(),
      level: z.number(),
      sub_category_ids: Texts,
      special_industries: Texts,
    }),
  ),
});

export const Regions = z.object({
  region_info: z.array(
    z.object({
      location_id: z.string(),
      name: z.string(),
      parent_id: z.string(),
      region_code: z.string(),
      level: z.string(),
      area_type: Text,
      support_below_18: z.boolean().nullish(),
    }),
  ),
});

/** Places and postal codes with their names. */
export const PlaceTags = z.object({
  targeting_tag_list: z.array(
    z.object({
      name: z.string(),
      keyword: Text,
      geo: z.object({ geo_id: z.string(), geo_type: z.string(), region_code: Text }).nullish(),
    }),
  ),
});

const Keyword = z.object({ keyword: z.string(), keyword_id: z.string(), status: Text, keyword_status: Text });
export const RecommendedKeywords = z.object({ recommended_keywords: z.array(Keyword) });
export const RecommendedHashtags = z.object({ recommend_keywords: z.array(Keyword) });

export const AudienceSize = z.object({
  user_count: z.object({ lower_end: z.number(), upper_end: z.number() }),
  user_count_stage: z.number().nullish(),
});

export const ReportPage = z.object({
  list: z.array(z.object({ dimensions: z.record(z.string(), z.string()), metrics: z.record(z.string(), z.unknown()) })),
  page_info: PageInfo,
  total_metrics: z.record(z.string(), z.unknown()).nullish(),
});
export type ReportRow = z.infer<typeof ReportPage>['list'][number];
