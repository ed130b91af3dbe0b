import { type Doc, storeOf } from '../state.ts';
import type { Builder } from './builder.ts';

/** What the platform would like the owner to do next. */
export function seedRecommendations(build: Builder, { brand, shoes }: { brand: string; shoes: string }): void {
  const store = storeOf(build.world);
  const find = (kind: string, parent: string) => store.children(build.account.id, kind, parent.split('/')[3]!)[0]!;
  const campaign = store.find(build.account.id, 'campaign', shoes.split('/')[3]!)!;
  const budget = String(campaign.doc.campaign_budget);
  const adGroup = String(find('ad_group', shoes).doc.resource_name);
  const base = {
    impressions: 5400,
    clicks: 310,
    cost_micros: build.money(320),
    conversions: 11,
    conversions_value: 640,
    video_views: 0,
  };
  const better = {
    ...base,
    impressions: 6800,
    clicks: 402,
    cost_micros: build.money(405),
    conversions: 14.5,
    conversions_value: 850,
  };
  const impact: Doc = { base_metrics: base, potential_metrics: better };
  const add = (id: string, doc: Doc) =>
    store.insert({
      customer: build.account.id,
      kind: 'recommendation',
      key: id,
      parent: null,
      delivery: [],
      doc: { resource_name: `customers/${build.account.id}/recommendations/${id}`, dismissed: false, impact, ...doc },
    });
  add('MTo5MDAx', {
    type: 'CAMPAIGN_BUDGET',
    campaign: shoes,
    campaigns: [shoes],
    campaign_budget: budget,
    campaign_budget_recommendation: {
      current_budget_amount_micros: build.money(170),
      recommended_budget_amount_micros: build.money(220),
      budget_options: [{ budget_amount_micros: build.money(220), impact }],
    },
  });
  add('Mjo5MDAy', {
    type: 'KEYWORD',
    campaign: shoes,
    campaigns: [shoes],
    ad_group: adGroup,
    keyword_recommendation: {
      keyword: { text: `${build.market.topics[0]!.keywords[0]} online`, match_type: 'BROAD' },
      recommended_cpc_bid_micros: build.money(1.1),
    },
  });
  add('Mzo5MDAz', {
    type: 'MAXIMIZE_CONVERSIONS_OPT_IN',
    campaign: brand,
    campaigns: [brand],
    maximize_conversions_opt_in_recommendation: { recommended_budget_amount_micros: build.money(80) },
  });
  add('NDo5MDA0', {
    type: 'CALLOUT_ASSET',
    campaign: brand,
    campaigns: [brand],
    dismissed: true,
    callout_asset_recommendation: {},
  });
}
