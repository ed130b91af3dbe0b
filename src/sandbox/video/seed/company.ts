import { DAY_MS, MINUTE_MS } from '../../../ambient.ts';
import { Books } from '../reports/spending.ts';
import { digitsOf, ratioOf } from '../rules/currencies.ts';
import { LoggedStore } from '../state/change-log.ts';
import type { AdvertiserData, Shapes } from '../state/shapes.ts';
import type { Entity, Links, Store } from '../state.ts';
import { type Media, seedMedia } from './media.ts';
import { AD_TEXTS, CAMPAIGN_PLANS, type CampaignPlan } from './plans.ts';

const YEARS = 365 * DAY_MS;
const REVIEW_MS = 30 * MINUTE_MS;
/** The platform stores a schedule without end as one that ends in ten years. */
const OPEN_END_MS = 10 * YEARS;

export interface AdvertiserPlan {
  id: string;
  name: string;
  company: string;
  currency: string;
  timezone: string;
  country: string;
  language: string;
  location: string;
  bc_id: string;
  copiesCampaigns: boolean;
  leadTerms: boolean;
}

export function seedAdvertiser(store: Store, plan: AdvertiserPlan, user: string, now: number): void {
  const { id, location, ...facts } = plan;
  const data: AdvertiserData = {
    ...facts,
    paid: 250_000 * ratioOf(plan.currency),
    created: now - 3 * YEARS,
    users: [user],
  };
  const advertiser = store.insert('Advertiser', {}, data, id);
  const media = seedMedia(store, advertiser, now);
  seedAudiences(store, advertiser, now);
  for (const campaign of CAMPAIGN_PLANS) seedCampaign(store, advertiser, { plan: campaign, media, location, now });
  seedFormsAndMusic(store, id, now);
}

function seedFormsAndMusic(store: Store, advertiser: string, now: number): void {
  const created = now - 60 * DAY_MS;
  store.insert(
    'InstantForm',
    { advertiser },
    { title: 'Newsletter', status: 'PUBLISHED', created, fields: NEWSLETTER },
  );
  store.insert(
    'InstantForm',
    { advertiser },
    { title: 'Fitting in a shop', status: 'EDITED', created, fields: ['name', 'phone_number'] },
  );
  for (const [music_name, author, duration] of MUSIC)
    store.insert('Music', { advertiser }, { music_name, author, duration });
}

const NEWSLETTER = ['name', 'email', 'phone_number', 'Which shoes do you run in?'];

const MUSIC = [
  ['Morning run', 'House library', 31],
  ['Slow trail', 'House library', 58],
] as const;

function seedAudiences(store: Store, { id: advertiser }: Entity<'Advertiser'>, now: number): void {
  const created = now - 100 * DAY_MS;
  const matched = { created, ready: created + DAY_MS };
  const visited = { ...matched, audience_type: 'Website Audience', calculate_type: null };
  store.insert('Audience', { advertiser }, { ...visited, name: 'Visitors 30 days', cover_num: 61_000 });
  store.insert('Audience', { advertiser }, { ...visited, name: 'Buyers 180 days', cover_num: 9_100 });
  const customers = { name: 'Customers', audience_type: 'Customer File Audience', calculate_type: 'EMAIL_SHA256' };
  const source = store.insert('Audience', { advertiser }, { ...customers, ...matched, cover_num: 48_200 });
  store.insert(
    'Audience',
    { advertiser },
    {
      ...matched,
      name: 'Like customers',
      audience_type: 'Lookalike Audience',
      calculate_type: null,
      cover_num: 1_900_000,
      lookalike_spec: { source_audience_id: source.id },
    },
  );
  store.insert(
    'Audience',
    { advertiser },
    {
      ...matched,
      name: 'Tiny test',
      audience_type: 'Customer File Audience',
      calculate_type: 'EMAIL_SHA256',
      cover_num: 80,
    },
  );
}

interface CampaignSeed {
  plan: CampaignPlan;
  media: Media;
  location: string;
  now: number;
}

function seedCampaign(store: Store, advertiser: Entity<'Advertiser'>, seed: CampaignSeed): void {
  const { plan, now } = seed;
  const created = now - plan.age * DAY_MS;
  const { currency } = advertiser.data;
  const money = (dollars: number) => Number((dollars * ratioOf(currency)).toFixed(digitsOf(currency)));
  const campaign = store.insert(
    'Campaign',
    { advertiser: advertiser.id },
    {
      created,
      modified: created,
      campaign_name: plan.name,
      objective_type: plan.objective,
      budget: money(plan.budget),
      budget_mode: plan.budgetMode,
      budget_optimize_on: plan.shared ?? false,
      operation_status: 'ENABLE',
      campaign_automation_type: plan.automation ?? 'MANUAL',
      special_industries: [],
      more:
        plan.objective === 'WEB_CONVERSIONS' ? { virtual_objective_type: 'SALES', sales_destination: 'WEBSITE' } : {},
    },
  );
  const links = { advertiser: advertiser.id, campaign: campaign.id };
  plan.groups.forEach((group, place) => {
    const { id: adgroup } = store.insert('AdGroup', links, adGroupOf(group, seed, money(group.budget), created));
    const isPangle = !group.placements?.includes('PLACEMENT_TIKTOK');
    const ads = { plan, media: seed.media, isPangle, place, rejected: group.rejected };
    seedAds(store, { ...links, adgroup }, ads, created);
  });
  new Books(store, created).replan(campaign.id);
  endCampaign(store, campaign, plan, now);
}

function adGroupOf(
  group: CampaignPlan['groups'][number],
  { plan, media, location }: CampaignSeed,
  budget: number,
  created: number,
): Shapes['AdGroup'] {
  return {
    created,
    modified: created,
    adgroup_name: group.name,
    budget,
    budget_mode: plan.shared ? plan.budgetMode : 'BUDGET_MODE_DAY',
    operation_status: 'ENABLE',
    optimization_goal: plan.goal,
    placements: group.placements ?? [],
    placement_type: 'PLACEMENT_TYPE_NORMAL',
    location_ids: [location],
    start: created,
    end: created + OPEN_END_MS,
    schedule_type: 'SCHEDULE_FROM_NOW',
    more: {
      billing_event: plan.billing,
      bid_type: 'BID_TYPE_NO_BID',
      pacing: 'PACING_MODE_SMOOTH',
      gender: 'GENDER_UNLIMITED',
      age_groups: group.ages ?? ['AGE_18_24', 'AGE_25_34', 'AGE_35_44', 'AGE_45_54', 'AGE_55_100'],
      ...(plan.objective === 'VIDEO_VIEWS' ? { bid_display_mode: 'CPV' } : { promotion_type: 'WEBSITE' }),
      ...(plan.objective === 'WEB_CONVERSIONS' && { pixel_id: media.pixel, optimization_event: 'SHOPPING' }),
    },
  };
}

interface AdSeed {
  plan: CampaignPlan;
  media: Media;
  isPangle: boolean;
  place: number;
  rejected: string | undefined;
}

const LANDING_PAGE = 'https://acme.example/shop';

/** Two ads a group, and perhaps one that was rejected; in a Smart+ campaign one ad with two creatives. */
function seedAds(store: Store, links: Required<Links>, seed: AdSeed, created: number): void {
  const { plan, media, isPangle, place, rejected } = seed;
  const { language } = store.need('Advertiser', links.advertiser).data;
  const texts = AD_TEXTS[language] ?? AD_TEXTS.en!;
  const dated = { created, modified: created };
  const whole = plan.automation && {
    ...dated,
    operation_status: 'ENABLE' as const,
    ad_name: `${plan.name} ${place + 1}`,
    content: {
      ad_text_list: texts.slice(0, 2).map((ad_text) => ({ ad_text })),
      call_to_action_list: [{ call_to_action: 'SHOP_NOW' }],
      landing_page_url_list: [{ landing_page_url: LANDING_PAGE }],
    },
  };
  const smart = whole && store.insert('SmartAd', links, whole).id;
  for (const one of rejected ? [0, 1, 2] : [0, 1]) {
    const which = (place + one) % 3;
    const identity = {
      identity_type: isPangle ? 'CUSTOMIZED_USER' : 'TT_USER',
      identity_id: isPangle ? media.custom : media.linked,
    };
    const [video_id, image] = [media.videos[which], media.images[which]];
    const info = { ad_format: 'SINGLE_VIDEO', video_info: { video_id }, image_info: [{ web_uri: image }], ...identity };
    store.insert('Ad', links, {
      ...dated,
      operation_status: 'ENABLE',
      reviewed: created + REVIEW_MS,
      delivery: [],
      ...(smart && { smart, info }),
      creative: {
        ad_name: smart ? `film-${which + 1}.mp4` : `${plan.name} ${place + 1}.${one + 1}`,
        ad_format: 'SINGLE_VIDEO',
        ...identity,
        video_id,
        image_ids: [image],
        ad_text: one === 2 ? rejected : texts[which],
        call_to_action: 'SHOP_NOW',
        landing_page_url: LANDING_PAGE,
        ...(isPangle && { display_name: 'Acme Shop' }),
      },
    });
  }
}

const ENDED_DAYS = 12;

function endCampaign(store: Store, campaign: Entity<'Campaign'>, { ended }: CampaignPlan, now: number): void {
  if (ended === undefined || ended === 'ENABLE') return;
  const at = now - ENDED_DAYS * DAY_MS;
  if (ended === 'DELETE') campaign.data.deleted = true;
  else campaign.data.operation_status = ended;
  campaign.data.modified = at;
  new LoggedStore(store, { operator: 'a********a@acme.example', app_id: '', now: at }).save(campaign);
  new Books(store, at).replan(campaign.id);
}
