import { storeOf } from '../state.ts';
import type { Builder } from './builder.ts';
import { DECLARED } from './builder.ts';

/** A campaign over all channels, with its brand at the campaign and two groups of assets. */
export function maxCampaign(build: Builder): void {
  const { market } = build;
  const texts = [...new Set([...market.headlines, ...market.descriptions, market.longHeadline, market.brand])];
  const names = build.at(200, [
    ...texts.map((text) => ({ kind: 'asset', create: { text_asset: { text } } })),
    build.picture('Hero', 1200, 628, 90),
    build.picture('Tile', 1200, 1200, 120),
    build.picture('Logo', 512, 512, 150),
    { kind: 'asset', create: { name: 'Brand film', youtube_video_asset: { youtube_video_id: 'aCmE0runN1g' } } },
  ]);
  const of = (text: string) => names[texts.indexOf(text)]!;
  const [hero, tile, logo, film] = names.slice(texts.length) as [string, string, string, string];
  const campaign = build.temporary('campaigns', 2);
  const toCampaign = link('campaign_asset', { campaign });
  const groups = assetGroups(build, campaign, of, { hero, tile, film });
  const [, made = ''] = build.at(200, [
    {
      kind: 'campaign_budget',
      create: {
        resource_name: build.temporary('campaignBudgets', 1),
        amount_micros: build.money(120),
        explicitly_shared: false,
      },
    },
    {
      kind: 'campaign',
      create: {
        resource_name: campaign,
        name: 'Performance Max – Shop',
        advertising_channel_type: 'PERFORMANCE_MAX',
        campaign_budget: build.temporary('campaignBudgets', 1),
        contains_eu_political_advertising: DECLARED,
        maximize_conversion_value: { target_roas: 3.5 },
      },
    },
    toCampaign(of(market.brand), 'BUSINESS_NAME'),
    toCampaign(logo, 'LOGO'),
    ...groups,
  ]);
  if (build.account.currency === 'EUR') linkMerchant(build, made);
}

const link = (kind: string, owner: Record<string, string>) => (asset: string, fieldType: string) => ({
  kind,
  create: { ...owner, asset, field_type: fieldType },
});

function assetGroups(
  build: Builder,
  campaign: string,
  of: (text: string) => string,
  { hero, tile, film }: Record<'hero' | 'tile' | 'film', string>,
) {
  const { market } = build;
  return market.topics.slice(0, 2).flatMap((topic, i) => {
    const group = build.temporary('assetGroups', 3 + i);
    const toGroup = link('asset_group_asset', { asset_group: group });
    return [
      {
        kind: 'asset_group',
        create: {
          resource_name: group,
          campaign,
          name: topic.name,
          final_urls: [`${market.site}/shop`],
          path1: 'shop',
        },
      },
      ...market.headlines.slice(i, i + 4).map((text) => toGroup(of(text), 'HEADLINE')),
      toGroup(of(market.longHeadline), 'LONG_HEADLINE'),
      ...market.descriptions.map((text) => toGroup(of(text), 'DESCRIPTION')),
      toGroup(hero, 'MARKETING_IMAGE'),
      toGroup(tile, 'SQUARE_MARKETING_IMAGE'),
      ...(i === 0 ? [toGroup(film, 'YOUTUBE_VIDEO')] : []),
      { kind: 'asset_group_signal', create: { asset_group: group, search_theme: { text: topic.keywords[0]! } } },
    ];
  });
}

const MERCHANT = 530_144_258;

/** One account has a shop linked: its campaign over all channels shows products of the shop's feed. */
function linkMerchant(build: Builder, campaign: string): void {
  const store = storeOf(build.world);
  const found = store.find(build.account.id, 'campaign', campaign.split('/')[3]!)!;
  const shopping_setting = { merchant_id: MERCHANT, feed_label: 'DE' };
  store.save({ ...found, doc: { ...found.doc, shopping_setting } });
}
