import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Tool } from '../../../../tools/define-tool.ts';
import { creating, type Operation, removing, updating } from './operation.ts';
import { argumentAsked, argumentIn } from './operation-arguments.ts';

const NAME = 'customers/1/things/2';

/** What each writing tool sends, and the paths the platform blames in it. */
const BLAMED: Readonly<Record<string, readonly (readonly [Operation, path: string, argument: string | undefined])[]>> =
  {
    create_campaign: [
      [creating('campaignBudget', {}, 'budget'), 'create.amount_micros', 'budget'],
      [creating('campaignBudget', {}, 'budget'), 'create.name', 'name'],
      [creating('campaignBudget', {}, 'budget'), 'create', 'budget'],
      [creating('campaign', {}), 'create.name', 'name'],
      [creating('campaign', {}), 'create.campaign_budget', 'budget'],
      [creating('campaign', {}), 'create.advertising_channel_type', 'type'],
      [creating('campaign', {}), 'create.start_date_time', 'start_date'],
      [creating('campaign', {}), 'create.maximize_conversions.target_cpa_micros', 'target_cpa'],
      [creating('campaign', {}), 'create.maximize_conversions', 'bidding_strategy'],
      [creating('campaign', {}), 'create.target_spend.cpc_bid_ceiling_micros', 'max_cpc'],
      [creating('campaign', {}), 'create.network_settings.target_content_network', undefined],
      [creating('campaign', {}), 'create', undefined],
      [creating('campaignCriterion', {}, 'location_ids.1'), 'create.location.geo_target_constant', 'location_ids.1'],
      [creating('campaignCriterion', {}, 'language_ids.0'), 'create', 'language_ids.0'],
      [creating('campaignAsset', {}, 'logo_asset_id'), 'create.asset', 'logo_asset_id'],
      [creating('campaignAsset', {}, 'business_name_asset_id'), 'create.field_type', 'business_name_asset_id'],
    ],
    update_campaign: [
      [updating('campaign', NAME, {}, 'campaign_id'), 'update.end_date_time', 'end_date'],
      [updating('campaign', NAME, {}, 'campaign_id'), 'update.target_roas.target_roas', 'target_roas'],
      [updating('campaign', NAME, {}, 'campaign_id'), 'update.resource_name', 'campaign_id'],
      [updating('campaign', NAME, {}, 'campaign_id'), 'update', 'campaign_id'],
      [updating('campaignBudget', NAME, {}, 'budget'), 'update.total_amount_micros', 'budget'],
    ],
    create_ad_group: [
      [creating('adGroup', {}), 'create.campaign', 'campaign_id'],
      [creating('adGroup', {}), 'create.cpc_bid_micros', 'cpc_bid'],
      [creating('adGroup', {}), 'create.type', undefined],
    ],
    update_ad_group: [
      [updating('adGroup', NAME, {}, 'ad_group_id'), 'update.target_cpa_micros', 'target_cpa'],
      [updating('adGroup', NAME, {}, 'ad_group_id'), 'update', 'ad_group_id'],
    ],
    create_responsive_search_ad: [
      [creating('adGroupAd', {}), 'create.ad_group', 'ad_group_id'],
      [creating('adGroupAd', {}), 'create.ad.responsive_search_ad.headlines.2.text', 'headlines.2'],
      [creating('adGroupAd', {}), 'create.ad.responsive_search_ad.headlines.2.pinned_field', 'pinned'],
      [creating('adGroupAd', {}), 'create.ad.responsive_search_ad.descriptions', 'descriptions'],
      [creating('adGroupAd', {}), 'create.ad.final_urls.0', 'final_urls.0'],
      [creating('adGroupAd', {}), 'create.ad.responsive_search_ad.path2', 'path2'],
      [creating('adGroupAd', {}), 'create.ad', undefined],
    ],
    update_ad: [
      [updating('ad', NAME, {}, 'ad_id'), 'update.responsive_search_ad.descriptions.1.text', 'descriptions.1'],
      [updating('ad', NAME, {}, 'ad_id'), 'update.final_urls', 'final_urls'],
      [updating('adGroupAd', NAME, {}, 'ad_id'), 'update.status', 'status'],
      [updating('adGroupAd', NAME, {}, 'ad_id'), 'update', 'ad_id'],
    ],
    add_keywords: [
      [creating('adGroupCriterion', {}, 'keywords.3'), 'create.keyword.text', 'keywords.3.text'],
      [creating('adGroupCriterion', {}, 'keywords.3'), 'create.cpc_bid_micros', 'keywords.3.cpc_bid'],
      [creating('adGroupCriterion', {}, 'keywords.3'), 'create.ad_group', 'ad_group_id'],
      [creating('campaignCriterion', {}, 'keywords.0'), 'create.keyword.match_type', 'keywords.0.match_type'],
      [creating('campaignCriterion', {}, 'keywords.0'), 'create.negative', 'keywords.0'],
    ],
    update_keyword: [
      [updating('adGroupCriterion', NAME, {}, 'keyword_id'), 'update.cpc_bid_micros', 'cpc_bid'],
      [updating('adGroupCriterion', NAME, {}, 'keyword_id'), 'update.final_urls.0', 'final_url'],
      [removing('campaignCriterion', NAME, 'keyword_id'), 'remove', 'keyword_id'],
    ],
    update_keywords: [
      [updating('adGroupCriterion', NAME, {}, 'keyword_ids'), 'update.status', 'status'],
      [removing('adGroupCriterion', NAME, 'keyword_ids'), 'remove', 'keyword_ids'],
    ],
    update_campaign_targeting: [
      [creating('campaignCriterion', {}, 'ad_schedule.1'), 'create.ad_schedule', 'ad_schedule.1'],
      [creating('campaignCriterion', {}, 'ad_schedule.1'), 'create.bid_modifier', 'ad_schedule.1.modifier'],
      [creating('campaignCriterion', {}, 'excluded_apps.0'), 'create.mobile_application.app_id', 'excluded_apps.0'],
      [removing('campaignCriterion', NAME, 'location_ids'), 'remove', 'location_ids'],
      [updating('campaign', NAME, {}, 'campaign_id'), 'update', 'campaign_id'],
      [
        updating('campaign', NAME, {}, 'campaign_id'),
        'update.geo_target_type_setting.positive_geo_target_type',
        'location_option',
      ],
      [
        updating('campaign', NAME, {}, 'campaign_id'),
        'update.targeting_setting.target_restrictions.0',
        'audience_option',
      ],
    ],
    update_ad_extensions: [
      [creating('asset', {}, 'sitelinks.1'), 'create.sitelink_asset.link_text', 'sitelinks.1.text'],
      [creating('asset', {}, 'callouts.1'), 'create.callout_asset.callout_text', 'callouts.1'],
      [creating('asset', {}, 'snippets.0'), 'create.structured_snippet_asset.header', 'snippets.0.header'],
      [creating('campaignAsset', {}, 'calls.0'), 'create.asset', 'calls.0'],
    ],
    apply_recommendation: [],
    dismiss_recommendation: [],
    apply_label: [
      [creating('label', {}, 'label'), 'create.name', 'label'],
      [creating('campaignLabel', {}, 'campaign_ids.0'), 'create.campaign', 'campaign_ids.0'],
    ],
    bulk_update: [],
    duplicate_campaign: [
      [{ ...creating('adGroup', {}, 'campaign_id'), copied: true }, 'create.name', 'campaign_id'],
      [creating('campaignBudget', {}, 'budget'), 'create.amount_micros', 'budget'],
      [creating('campaign', {}), 'create.name', 'name'],
    ],
    duplicate_ad_group: [
      [creating('adGroup', {}), 'create.name', 'name'],
      [creating('adGroup', {}), 'create.cpc_bid_micros', 'cpc_bid'],
      [{ ...creating('adGroupCriterion', {}, 'ad_group_id'), copied: true }, 'create.keyword.text', 'ad_group_id'],
    ],
    duplicate_ad: [
      [creating('adGroupAd', {}), 'create.ad_group', 'ad_group_id'],
      [creating('adGroupAd', {}), 'create.ad.responsive_search_ad.headlines.2.text', 'headlines.2'],
    ],
    create_audience: [
      [creating('userList', {}), 'create.name', 'name'],
      [creating('userList', {}), 'create.membership_life_span', 'membership_days'],
      [creating('userList', {}), 'create.rule_based_user_list.flexible_rule_user_list', 'url_contains'],
      [creating('userList', {}), 'create.logical_user_list.rules', 'audience_ids'],
    ],
    delete_audience: [[removing('userList', NAME, 'audience_id'), 'remove', 'audience_id']],
    update_customer_list: [],
    create_negative_list: [
      [creating('sharedSet', {}), 'create.name', 'name'],
      [creating('sharedCriterion', {}, 'keywords.2'), 'create.keyword.text', 'keywords.2.text'],
      [creating('campaignSharedSet', {}, 'campaign_ids.0'), 'create.campaign', 'campaign_ids.0'],
    ],
    update_negative_list: [
      [updating('sharedSet', NAME, {}, 'list_id'), 'update.name', 'name'],
      [removing('sharedSet', NAME, 'list_id'), 'remove', 'list_id'],
      [creating('sharedCriterion', {}, 'add_keywords.0'), 'create.keyword.text', 'add_keywords.0.text'],
    ],
    create_extension: [
      [creating('asset', {}, 'price'), 'create.price_asset.price_offerings.2.header', 'price.offers.2'],
      [creating('asset', {}, 'promotion'), 'create.promotion_asset.promotion_target', 'promotion.target'],
      [creating('asset', {}, 'promotion'), 'create.final_urls.0', 'promotion.final_url'],
      [creating('asset', {}, 'lead_form'), 'create.lead_form_asset.headline', 'lead_form.headline'],
    ],
    update_tracking: [
      [updating('customer', NAME, {}), 'update.tracking_url_template', 'tracking_url_template'],
      [updating('ad', NAME, {}), 'update.final_url_suffix', 'final_url_suffix'],
      [updating('asset', NAME, {}), 'update.url_custom_parameters.1.key', 'custom_parameters'],
    ],
    create_campaign_budget: [
      [creating('campaignBudget', {}), 'create.name', 'name'],
      [creating('campaignBudget', {}), 'create.amount_micros', 'budget'],
    ],
    update_campaign_budget: [
      [updating('campaignBudget', NAME, {}, 'budget_id'), 'update.amount_micros', 'budget'],
      [
        { ...updating('campaign', NAME, {}, 'add_campaign_ids.1'), copied: true },
        'update.campaign_budget',
        'add_campaign_ids.1',
      ],
    ],
    create_bidding_strategy: [
      [creating('biddingStrategy', {}), 'create.name', 'name'],
      [creating('biddingStrategy', {}), 'create.target_cpa.target_cpa_micros', 'target_cpa'],
      [creating('biddingStrategy', {}), 'create.target_roas.cpc_bid_ceiling_micros', 'max_cpc'],
    ],
    update_bidding_strategy: [
      [
        updating('biddingStrategy', NAME, {}, 'strategy_id'),
        'update.maximize_conversions.target_cpa_micros',
        'target_cpa',
      ],
      [removing('biddingStrategy', NAME, 'strategy_id'), 'remove', 'strategy_id'],
    ],
    // Neither sends operations.
    adjust_conversion: [],
    send_conversions: [],
    create_conversion_action: [
      [creating('conversionAction', {}), 'create.name', 'name'],
      [creating('conversionAction', {}), 'create.category', 'event'],
      [creating('conversionAction', {}), 'create.value_settings.default_currency_code', 'value.currency'],
      [creating('conversionAction', {}), 'create.click_through_lookback_window_days', 'click_window_days'],
    ],
    update_conversion_action: [
      [updating('conversionAction', NAME, {}), 'update.counting_type', 'counting'],
      [updating('conversionAction', NAME, {}), 'update.attribution_model_settings.attribution_model', 'attribution'],
      [removing('conversionAction', NAME, 'conversion_action_id'), 'remove', 'conversion_action_id'],
    ],
    create_lead_form: [[creating('asset', {}), 'create.name', 'name']],
    create_asset: [
      [creating('asset', {}), 'create.image_asset.data', 'image_url'],
      [creating('asset', {}), 'create.text_asset.text', 'text'],
      [creating('asset', {}), 'create.youtube_video_asset.youtube_video_id', 'video_platform_video_id'],
      [creating('asset', {}), 'create.name', 'name'],
    ],
    create_asset_group: [
      [creating('assetGroup', {}), 'create.campaign', 'campaign_id'],
      [creating('assetGroup', {}), 'create.final_urls.1', 'final_urls.1'],
      [creating('assetGroupAsset', {}, 'assets.4'), 'create.asset', 'assets.4.asset_id'],
      [creating('assetGroupAsset', {}, 'assets.4'), 'create.field_type', 'assets.4.field_type'],
      [creating('assetGroupSignal', {}, 'search_themes.0'), 'create.search_theme.text', 'search_themes.0'],
    ],
    update_asset_group: [
      [updating('assetGroup', NAME, {}, 'asset_group_id'), 'update.path2', 'path2'],
      [creating('assetGroupAsset', {}, 'add_assets.0'), 'create.asset', 'add_assets.0.asset_id'],
      [removing('assetGroupAsset', NAME, 'remove_assets.2'), 'remove', 'remove_assets.2'],
    ],
  };

const FOLDER = new URL('../../tools/', import.meta.url);
const WRITES = await Promise.all(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(async (file) => ((await import(new URL(file, FOLDER).href)) as { default: Tool }).default),
).then((tools) => tools.filter(({ access }) => access !== 'read'));

test.each(WRITES.map((tool) => [tool.name, tool] as const))('%s is blamed by arguments it has', (name, tool) => {
  for (const [operation, path, argument] of BLAMED[name]!) {
    const blamed = argumentIn([operation], `mutate_operations.0.x_operation.${path}`);
    expect(blamed, path).toBe(argument);
    if (blamed !== undefined) expect(Object.keys(tool.input.shape), path).toContain(blamed.split('.')[0]);
  }
});

test('a fault outside of the operations blames no argument', () => {
  expect(argumentIn([creating('campaign', {})], 'mutate_operations.7.campaign_operation.create.name')).toBeUndefined();
  expect(argumentIn([], 'validate_only')).toBeUndefined();
  expect(argumentAsked('query')).toBeUndefined();
  expect(argumentAsked('page_token')).toBe('cursor');
  expect(argumentAsked('geo_target_constants.2')).toBe('location_ids.2');
});
