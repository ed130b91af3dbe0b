import { chance } from '../../chance.ts';
import type { World } from '../../emulator.ts';
import { dayText } from '../metrics/calendar.ts';
import { type Doc, storeOf } from '../state.ts';
import { seedAudiences } from './audiences.ts';
import { Builder, DECLARED } from './builder.ts';
import type { Topic } from './markets.ts';
import { maxCampaign } from './max-campaign.ts';
import { seedRecommendations } from './recommendations.ts';

const HISTORY_DAYS = 420;

export function seedCompany(world: World, customer: string): void {
  const build = new Builder(world, customer);
  seedConversionActions(build);
  const brand = searchCampaign(build, {
    name: `${build.market.brand} – Brand`,
    budget: 60,
    topics: build.market.topics.slice(0, 1),
    bidding: { manual_cpc: { enhanced_cpc_enabled: false } },
  });
  const shoes = searchCampaign(build, {
    name: 'Search – Shoes',
    budget: 140,
    topics: build.market.topics.slice(0, 2),
    bidding: { maximize_conversions: {} },
  });
  const gear = searchCampaign(build, {
    name: 'Search – Gear',
    budget: 75,
    topics: build.market.topics.slice(2),
    bidding: { target_spend: { cpc_bid_ceiling_micros: build.money(2) } },
  });
  const sale = searchCampaign(build, {
    name: 'Summer sale',
    budget: 90,
    topics: build.market.topics.slice(0, 1),
    bidding: { manual_cpc: {} },
    since: 360,
  });
  const launch = searchCampaign(build, {
    name: 'Spring launch',
    budget: 50,
    topics: build.market.topics.slice(1, 2),
    bidding: { manual_cpc: {} },
    since: 240,
    dates: { end_date_time: `${dayText(build.today - 150)} 23:59:59` },
  });
  searchCampaign(build, {
    name: 'Winter collection',
    budget: 80,
    topics: build.market.topics.slice(2, 3),
    bidding: { maximize_conversion_value: { target_roas: 4 } },
    since: 6,
    dates: { start_date_time: `${dayText(build.today + 14)} 00:00:00` },
  });
  displayCampaign(build);
  maxCampaign(build);
  build.refresh(149, launch);
  build.at(210, [{ kind: 'campaign', remove: sale }]);
  build.at(45, [{ kind: 'campaign', update: { resource_name: gear, status: 'PAUSED' }, mask: ['status'] }]);
  raiseBudget(build, shoes);
  rejectedAd(build, shoes);
  rateKeywords(build);
  seedRecommendations(build, { brand, shoes });
  seedAudiences(build);
}

function seedConversionActions(build: Builder): void {
  const action = (name: string, category: string, primary: boolean, value: number) => ({
    kind: 'conversion_action',
    create: {
      name,
      type: 'WEBPAGE',
      category,
      primary_for_goal: primary,
      value_settings: {
        default_value: value,
        default_currency_code: build.account.currency,
        always_use_default_value: false,
      },
    },
  });
  const names = build.at(HISTORY_DAYS, [
    action('Purchase', 'PURCHASE', true, Math.round(60 * build.market.money)),
    action('Newsletter sign-up', 'SIGNUP', true, Math.round(10 * build.market.money)),
    action('Add to cart', 'ADD_TO_CART', false, 0),
    action('Phone lead', 'PHONE_CALL_LEAD', false, 0),
  ]);
  build.at(300, [
    { kind: 'conversion_action', update: { resource_name: names[3]!, status: 'HIDDEN' }, mask: ['status'] },
  ]);
}

interface SearchWish {
  name: string;
  budget: number;
  topics: readonly Topic[];
  bidding: Doc;
  since?: number;
  dates?: Doc;
}

function searchCampaign(
  build: Builder,
  { name, budget, topics, bidding, since = HISTORY_DAYS, dates = {} }: SearchWish,
): string {
  const campaign = build.temporary('campaigns', 2);
  const { market } = build;
  const [, made] = build.at(since, [
    {
      kind: 'campaign_budget',
      create: {
        resource_name: build.temporary('campaignBudgets', 1),
        amount_micros: build.money(budget),
        explicitly_shared: false,
      },
    },
    {
      kind: 'campaign',
      create: {
        resource_name: campaign,
        name,
        advertising_channel_type: 'SEARCH',
        campaign_budget: build.temporary('campaignBudgets', 1),
        contains_eu_political_advertising: DECLARED,
        ...bidding,
        ...dates,
      },
    },
    {
      kind: 'campaign_criterion',
      create: { campaign, location: { geo_target_constant: `geoTargetConstants/${market.location}` } },
    },
    {
      kind: 'campaign_criterion',
      create: { campaign, language: { language_constant: `languageConstants/${market.language}` } },
    },
    ...market.negatives.map((text) => ({
      kind: 'campaign_criterion',
      create: { campaign, negative: true, keyword: { text, match_type: 'BROAD' } },
    })),
    ...topics.flatMap((topic, i) => searchAdGroup(build, campaign, topic, 10 + i)),
  ]);
  return made!;
}

function searchAdGroup(build: Builder, campaign: string, topic: Topic, id: number): { kind: string; create: Doc }[] {
  const { market } = build;
  const adGroup = build.temporary('adGroups', id);
  const ad = (status: string, from: number) => ({
    kind: 'ad_group_ad',
    create: {
      ad_group: adGroup,
      status,
      ad: {
        final_urls: [`${market.site}/shop`],
        responsive_search_ad: {
          headlines: [...market.headlines.slice(from), ...market.headlines.slice(0, from)]
            .slice(0, 5 + from)
            .map((text) => ({ text })),
          descriptions: market.descriptions.map((text) => ({ text })),
          path1: 'shop',
        },
      },
    },
  });
  const matches = ['PHRASE', 'BROAD', 'EXACT'];
  return [
    {
      kind: 'ad_group',
      create: { resource_name: adGroup, campaign, name: topic.name, cpc_bid_micros: build.money(1.2) },
    },
    ad('ENABLED', 0),
    ad('ENABLED', 1),
    ad('PAUSED', 2),
    ...topic.keywords.map((text, i) => ({
      kind: 'ad_group_criterion',
      create: {
        ad_group: adGroup,
        keyword: { text, match_type: matches[i % 3]! },
        ...(i === 0 && { cpc_bid_micros: build.money(1.5) }),
        ...(i === 3 && { status: 'PAUSED' }),
      },
    })),
    {
      kind: 'ad_group_criterion',
      create: { ad_group: adGroup, negative: true, keyword: { text: market.negatives[3]!, match_type: 'PHRASE' } },
    },
  ];
}

function displayCampaign(build: Builder): void {
  const { market } = build;
  const pictures = build.at(HISTORY_DAYS, [
    build.picture('Banner', 1200, 628, 40),
    build.picture('Square', 600, 600, 60),
  ]);
  const adGroup = build.temporary('adGroups', 3);
  build.at(300, [
    {
      kind: 'campaign_budget',
      create: {
        resource_name: build.temporary('campaignBudgets', 1),
        name: 'Awareness',
        amount_micros: build.money(55),
      },
    },
    {
      kind: 'campaign',
      create: {
        resource_name: build.temporary('campaigns', 2),
        name: 'Display – Remarketing',
        advertising_channel_type: 'DISPLAY',
        campaign_budget: build.temporary('campaignBudgets', 1),
        contains_eu_political_advertising: DECLARED,
        target_cpa: { target_cpa_micros: build.money(18) },
      },
    },
    {
      kind: 'ad_group',
      create: { resource_name: adGroup, campaign: build.temporary('campaigns', 2), name: 'All visitors' },
    },
    {
      kind: 'ad_group_ad',
      create: {
        ad_group: adGroup,
        ad: {
          final_urls: [market.site],
          responsive_display_ad: {
            headlines: market.headlines.slice(0, 3).map((text) => ({ text })),
            long_headline: { text: market.longHeadline },
            descriptions: market.descriptions.slice(0, 2).map((text) => ({ text })),
            business_name: market.brand,
            marketing_images: [{ asset: pictures[0]! }],
            square_marketing_images: [{ asset: pictures[1]! }],
          },
        },
      },
    },
  ]);
}

function raiseBudget(build: Builder, campaign: string): void {
  const key = campaign.split('/')[3]!;
  const budget = storeOf(build.world).find(build.account.id, 'campaign', key)!.doc.campaign_budget;
  build.at(90, [
    {
      kind: 'campaign_budget',
      update: { resource_name: budget, amount_micros: build.money(170) },
      mask: ['amount_micros'],
    },
  ]);
}

/** An ad that the platform's reviewers turned down, beside others that run. */
function rejectedAd(build: Builder, campaign: string): void {
  const { market } = build;
  const group = storeOf(build.world).children(build.account.id, 'ad_group', campaign.split('/')[3]!)[1]!;
  build.at(12, [
    {
      kind: 'ad_group_ad',
      create: {
        ad_group: String(group.doc.resource_name),
        status: 'ENABLED',
        ad: {
          final_urls: [`${market.site}/shop`],
          responsive_search_ad: {
            headlines: ['Guaranteed Faster Times', ...market.headlines.slice(1, 4)].map((text) => ({ text })),
            descriptions: market.descriptions.slice(0, 2).map((text) => ({ text })),
          },
        },
      },
    },
  ]);
}

const BUCKETS = ['BELOW_AVERAGE', 'AVERAGE', 'ABOVE_AVERAGE'];

/** Keywords that have run have been rated. */
function rateKeywords(build: Builder): void {
  const store = storeOf(build.world);
  for (const entity of store.all(build.account.id, 'ad_group_criterion')) {
    if (entity.doc.negative === true || entity.delivery.length === 0) continue;
    const luck = (salt: number) => chance(entity.rowid, 0, salt);
    const bucket = (salt: number) => BUCKETS[Math.floor(luck(salt) * 3)]!;
    store.save({
      ...entity,
      doc: {
        ...entity.doc,
        quality_info: {
          quality_score: 3 + Math.floor(luck(40) * 8),
          creative_quality_score: bucket(41),
          post_click_quality_score: bucket(42),
          search_predicted_ctr: bucket(43),
        },
        position_estimates: {
          first_page_cpc_micros: build.money(0.4 + luck(44)),
          top_of_page_cpc_micros: build.money(1 + luck(44)),
          first_position_cpc_micros: build.money(2 + luck(44)),
        },
      },
    });
  }
}
