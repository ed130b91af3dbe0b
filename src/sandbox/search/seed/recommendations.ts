import { localTime } from '../metrics/calendar.ts';
import { addTo, CLICKS, CONVERSIONS, COST, emptyCell, UNCLICKED, VALUES } from '../metrics/cells.ts';
import { billingUnitMicros, dayCell } from '../metrics/facts.ts';
import { earnersOf } from '../query/earners.ts';
import { type Doc, storeOf } from '../state.ts';
import type { Builder } from './builder.ts';

/** Recommendations that the platform offers for the seeded campaigns. */
export function seedRecommendations(build: Builder, { brand, shoes }: { brand: string; shoes: string }): void {
  const store = storeOf(build.world);
  const find = (kind: string, parent: string) => store.children(build.account.id, kind, parent.split('/')[3]!)[0]!;
  const campaign = store.find(build.account.id, 'campaign', shoes.split('/')[3]!)!;
  const budget = String(campaign.doc.campaign_budget);
  const adGroup = String(find('ad_group', shoes).doc.resource_name);
  const add = (id: string, doc: Doc) =>
    store.insert({
      customer: build.account.id,
      kind: 'recommendation',
      key: id,
      parent: null,
      delivery: [],
      doc: { resource_name: `customers/${build.account.id}/recommendations/${id}`, dismissed: false, ...doc },
    });
  const impact = impactOf(build, shoes, 1.18);
  add('MTo5MDAx', {
    type: 'CAMPAIGN_BUDGET',
    impact,
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
    impact: impactOf(build, shoes, 1.03),
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
    impact: impactOf(build, brand, 1.12),
    campaign: brand,
    campaigns: [brand],
    maximize_conversions_opt_in_recommendation: { recommended_budget_amount_micros: build.money(80) },
  });
  add('NDo5MDA0', {
    type: 'CALLOUT_ASSET',
    impact: impactOf(build, brand, 1.01),
    campaign: brand,
    campaigns: [brand],
    dismissed: true,
    callout_asset_recommendation: {},
  });
}

/** The campaign's last week as reports tell it, and as it would have been. */
function impactOf(build: Builder, campaign: string, growth: number): Doc {
  const week = emptyCell();
  const now = localTime(build.world.now(), build.account.timeZone);
  for (const unit of earnersOf(storeOf(build.world), build.account).get(campaign.split('/')[3]!) ?? [])
    for (let day = build.today - 7; day < build.today; day += 1) addTo(week, dayCell(unit, day, now) ?? emptyCell());
  const hundredths = (at: number) => (week[at]! + week[at + 1]!) / 100;
  const base = {
    impressions: week[CLICKS]! + week[UNCLICKED]!,
    clicks: week[CLICKS]!,
    cost_micros: week[COST]! * billingUnitMicros(build.account.currency),
    conversions: hundredths(CONVERSIONS),
    conversions_value: hundredths(VALUES),
  };
  const grown = Object.entries(base).map(([name, value]) => [name, Math.round(value * growth)]);
  const cost_micros = build.money((base.cost_micros * growth) / 1_000_000 / build.market.money);
  return {
    base_metrics: { ...base, video_views: 0 },
    potential_metrics: { ...Object.fromEntries(grown), cost_micros, video_views: 0 },
  };
}
