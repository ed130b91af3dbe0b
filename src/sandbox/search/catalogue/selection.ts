/** The resources that a query may name after FROM; the company has nothing to show in the views of shops and places. */
export const queryable = [
  'customer',
  'customer_client',
  'campaign_budget',
  'campaign',
  'ad_group',
  'ad_group_ad',
  'ad_group_criterion',
  'keyword_view',
  'search_term_view',
  'campaign_criterion',
  'asset',
  'customer_asset',
  'campaign_asset',
  'ad_group_asset',
  'asset_group',
  'asset_group_asset',
  'asset_group_signal',
  'conversion_action',
  'change_event',
  'recommendation',
  'geographic_view',
  'landing_page_view',
  'shopping_performance_view',
  'ad_group_ad_asset_view',
  'asset_field_type_view',
  'asset_group_listing_group_filter',
  'asset_group_product_group_view',
  'label',
  'customer_client_link',
  'geo_target_constant',
  'language_constant',
  'currency_constant',
] as const;

/** Kinds that mutates can write: the operation's singular name, and the service whose request carries it. */
export const mutable = {
  campaign_budget: 'CampaignBudgets',
  campaign: 'Campaigns',
  ad_group: 'AdGroups',
  ad_group_ad: 'AdGroupAds',
  ad: 'Ads',
  ad_group_criterion: 'AdGroupCriteria',
  campaign_criterion: 'CampaignCriteria',
  asset: 'Assets',
  customer_asset: 'CustomerAssets',
  campaign_asset: 'CampaignAssets',
  ad_group_asset: 'AdGroupAssets',
  asset_group: 'AssetGroups',
  asset_group_asset: 'AssetGroupAssets',
  asset_group_signal: 'AssetGroupSignals',
  conversion_action: 'ConversionActions',
} as const;

const bundled = new Set([...Object.keys(mutable), 'customer'].map((kind) => `${kind}_operation`));
const bundledResults = new Set([...Object.keys(mutable), 'customer'].map((kind) => `${kind}_result`));

/** Where the walk over the protocol definitions starts, and what it leaves out. */
export const roots = {
  messages: [
    'common.Metrics',
    'common.Segments',
    'services.SearchGoogleAdsRequest',
    'services.SearchGoogleAdsStreamRequest',
    'services.MutateGoogleAdsRequest',
    ...Object.values(mutable).map((service) => `services.Mutate${service}Request`),
    'services.MutateCustomerRequest',
    'services.GenerateKeywordIdeasRequest',
    'services.GenerateKeywordHistoricalMetricsRequest',
    'services.SuggestGeoTargetConstantsRequest',
    'services.SearchGoogleAdsFieldsRequest',
    'services.ApplyRecommendationRequest',
    'services.DismissRecommendationRequest',
    'services.GenerateKeywordIdeaResponse',
    'services.GenerateKeywordHistoricalMetricsResponse',
    'services.SuggestGeoTargetConstantsResponse',
    'resources.GoogleAdsField',
  ],
  keeps(message: string, field: string): boolean {
    if (message === 'services.MutateOperation') return bundled.has(field);
    if (message === 'services.MutateOperationResponse') return bundledResults.has(field);
    return true;
  },
};
