import type { Kind, Operation } from './operation.ts';

const TRACKING = {
  tracking_url_template: 'tracking_url_template',
  final_url_suffix: 'final_url_suffix',
  url_custom_parameters: 'custom_parameters',
};

/** Ways of bidding, of a campaign or a portfolio. */
const SCHEMES = {
  manual_cpc: 'bidding_strategy',
  maximize_conversions: 'bidding_strategy',
  'maximize_conversions.cpc_bid_ceiling_micros': 'max_cpc',
  'maximize_conversion_value.cpc_bid_ceiling_micros': 'max_cpc',
  'target_cpa.cpc_bid_ceiling_micros': 'max_cpc',
  'target_roas.cpc_bid_ceiling_micros': 'max_cpc',
  'maximize_conversions.target_cpa_micros': 'target_cpa',
  'target_cpa.target_cpa_micros': 'target_cpa',
  maximize_conversion_value: 'bidding_strategy',
  'maximize_conversion_value.target_roas': 'target_roas',
  'target_roas.target_roas': 'target_roas',
  target_spend: 'bidding_strategy',
  'target_spend.cpc_bid_ceiling_micros': 'max_cpc',
  target_impression_share: 'bidding_strategy',
  'target_impression_share.cpc_bid_ceiling_micros': 'max_cpc',
  'target_impression_share.location_fraction_micros': 'impression_share',
  'target_impression_share.location': 'impression_place',
};

const TEXTS = {
  'responsive_search_ad.headlines': 'headlines.#',
  'responsive_search_ad.headlines.pinned_field': 'pinned',
  'responsive_search_ad.descriptions': 'descriptions.#',
  'responsive_search_ad.descriptions.pinned_field': 'pinned',
  'responsive_search_ad.path1': 'path1',
  'responsive_search_ad.path2': 'path2',
  final_urls: 'final_urls.#',
};

const SAME = { name: 'name', status: 'status', campaign: 'campaign_id', ad_group: 'ad_group_id' };

/**
 * Which argument a field of an operation comes from: the longest listed path counts. `#` is the index in the list, and a
 * name that begins with a dot continues the operation's own argument. Fields that are not listed were not set by the caller.
 */
const ARGUMENTS: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  customer: TRACKING,
  campaignBudget: { name: 'name', amount_micros: 'budget', total_amount_micros: 'budget' },
  biddingStrategy: { name: 'name', scheme: 'bidding_strategy', ...SCHEMES },
  campaign: {
    ...SAME,
    ...TRACKING,
    advertising_channel_type: 'type',
    campaign_budget: 'budget',
    start_date_time: 'start_date',
    end_date_time: 'end_date',
    contains_eu_political_advertising: 'contains_eu_political_advertising',
    'network_settings.target_search_network': 'search_partners',
    bidding_strategy: 'bidding_strategy',
    campaign_bidding_strategy: 'bidding_strategy',
    ...SCHEMES,
    brand_guidelines_enabled: 'business_name_asset_id',
    geo_target_type_setting: 'location_option',
    targeting_setting: 'audience_option',
  },
  campaignCriterion: {
    ...SAME,
    'keyword.text': '.text',
    'keyword.match_type': '.match_type',
    bid_modifier: '.modifier',
  },
  campaignAsset: {},
  adGroup: { ...SAME, ...TRACKING, cpc_bid_micros: 'cpc_bid', target_cpa_micros: 'target_cpa' },
  adGroupAd: {
    ...SAME,
    ...Object.fromEntries(Object.entries(TEXTS).map(([path, argument]) => [`ad.${path}`, argument])),
  },
  ad: { ...TEXTS, ...TRACKING },
  adGroupCriterion: {
    ...SAME,
    ...TRACKING,
    'keyword.text': '.text',
    'keyword.match_type': '.match_type',
    cpc_bid_micros: 'cpc_bid',
    final_urls: 'final_url',
  },
  asset: {
    ...SAME,
    ...TRACKING,
    'text_asset.text': 'text',
    image_asset: 'image_url',
    youtube_video_asset: 'video_platform_video_id',
    final_urls: '.final_url',
    'sitelink_asset.link_text': '.text',
    'sitelink_asset.description1': '.description1',
    'sitelink_asset.description2': '.description2',
    'structured_snippet_asset.header': '.header',
    'structured_snippet_asset.values': '.values',
    'call_asset.phone_number': '.phone_number',
    'call_asset.country_code': '.country',
    'price_asset.price_offerings': '.offers.#',
    'promotion_asset.promotion_target': '.target',
    'promotion_asset.start_date': '.start_date',
    'promotion_asset.end_date': '.end_date',
    'lead_form_asset.business_name': '.business_name',
    'lead_form_asset.headline': '.headline',
    'lead_form_asset.description': '.description',
    'lead_form_asset.privacy_policy_url': '.privacy_policy_url',
    'lead_form_asset.fields': '.fields.#',
  },
  assetGroup: { ...SAME, final_urls: 'final_urls.#', path1: 'path1', path2: 'path2' },
  assetGroupAsset: { asset: '.asset_id', field_type: '.field_type' },
  assetGroupSignal: {},
  customerAsset: {},
  adGroupAsset: {},
  label: { name: 'label' },
  campaignLabel: {},
  adGroupLabel: {},
  adGroupAdLabel: {},
  adGroupCriterionLabel: {},
  sharedSet: SAME,
  userList: {
    ...SAME,
    membership_life_span: 'membership_days',
    rule_based_user_list: 'url_contains',
    basic_user_list: 'conversion_action_ids',
    logical_user_list: 'audience_ids',
  },
  sharedCriterion: { 'keyword.text': '.text', 'keyword.match_type': '.match_type' },
  campaignSharedSet: {},
  conversionAction: {
    ...SAME,
    category: 'event',
    counting_type: 'counting',
    click_through_lookback_window_days: 'click_window_days',
    view_through_lookback_window_days: 'view_window_days',
    'value_settings.default_value': 'value.amount',
    'value_settings.default_currency_code': 'value.currency',
    'value_settings.always_use_default_value': 'always_use_value',
    'attribution_model_settings.attribution_model': 'attribution',
    primary_for_goal: 'primary',
  },
};

/** For an added keyword the bid is an argument beside its text. */
const ADDED_KEYWORD = { ...ARGUMENTS.adGroupCriterion, cpc_bid_micros: '.cpc_bid' };

const ADDRESS = /^(?:mutate_)?operations\.(\d+)(?:\.[a-z_]+_operation)?(?:\.(?:create|update|remove))?(?:\.(.*))?$/;

/** The argument behind a field of a change: `mutate_operations.3.asset_group_asset_operation.create.asset` → `assets.1.asset_id`. */
export function argumentIn(operations: readonly Operation[], field: string): string | undefined {
  if (field === 'customer_id') return field;
  const [, at, path = ''] = ADDRESS.exec(field) ?? [];
  const operation = operations[Number(at)];
  if (operation === undefined) return undefined;
  const { kind, change, argument: own, copied } = operation;
  if (copied) return own;
  const isAdded = kind === 'adGroupCriterion' && 'create' in change;
  const found = longestListed(isAdded ? ADDED_KEYWORD : ARGUMENTS[kind], path);
  return found === undefined ? own : found.startsWith('.') ? own && own + found : found;
}

function longestListed(listed: Readonly<Record<string, string>>, path: string): string | undefined {
  const steps = path.match(/[a-z]\w*(?:\.\d+)?/g) ?? [];
  for (let end = steps.length; end > 0; end--) {
    const [, place] = steps[end - 1]!.split('.');
    const name = steps.slice(0, end).join('.').replace(/\.\d+/g, '');
    if (listed[name] !== undefined) return listed[name].replace('.#', place === undefined ? '' : `.${place}`);
  }
  return undefined;
}

/** The arguments behind the fields of reading requests. */
const ASKED: readonly (readonly [field: RegExp, argument: string])[] = [
  [/^page_token$/, 'cursor'],
  [/^customer_id$/, 'customer_id'],
  [/keyword\w*_seed\.keywords(?:\.(\d+))?/, 'keywords'],
  [/url_seed\.url/, 'page_url'],
  [/^site_seed/, 'site'],
  [/^geo_target_constants(?:\.(\d+))?/, 'location_ids'],
  [/^language/, 'language_id'],
  [/^location_names/, 'keyword'],
  [/^country_code/, 'country_code'],
  [/^locale/, 'language'],
];

export function argumentAsked(field: string): string | undefined {
  const found = ASKED.find(([pattern]) => pattern.test(field));
  const place = found?.[0].exec(field)?.[1];
  return found && (place === undefined ? found[1] : `${found[1]}.${place}`);
}
