import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '../../../ambient.ts';
import { replan } from '../rules/delivery.ts';
import { REVIEW_MS } from '../rules/derived-status.ts';
import { imageId } from '../rules/media-rules.ts';
import type { ConfiguredStatus, Json } from '../state/shapes.ts';
import type { GraphNode, Store } from '../state.ts';
import { type Audiences, seedAudiences } from './audiences.ts';
import { type AdSetPlan, type CampaignPlan, campaignPlans, countriesOf, smallPlan } from './campaign-plans.ts';
import type { AccountPlan } from './companies.ts';
import { type Form, type Media, planCreative } from './creatives.ts';
import { formOf } from './lead-forms.ts';

export interface AccountSeed {
  store: Store;
  plan: AccountPlan;
  now: number;
  media: Media;
  audiences: Audiences;
  pixel: string;
  /** Creatives made so far: each new one differs. */
  made: { creatives: number };
}

export function seedAccount(store: Store, plan: AccountPlan, now: number): AccountSeed {
  const { name, currency, timezone, country, business, status } = plan;
  const dsa = country === 'DE' ? { dsa_payor: 'Acme GmbH', dsa_beneficiary: 'Acme GmbH' } : {};
  store.insert(
    'AdAccount',
    {},
    {
      name,
      currency,
      timezone,
      country,
      business,
      account_status: status,
      spend_cap: 0,
      created: now - 900 * DAY_MS,
      ...dsa,
      ...(plan.termsOpen && { terms_open: true }),
    },
    plan.id,
  );
  const pixel = store.insert(
    'AdsPixel',
    { account: plan.id },
    { name: `${name} pixel`, created: now - 800 * DAY_MS, last_fired: now - MINUTE_MS },
  );
  const media = seedMedia(store, plan, now);
  const audiences = seedAudiences(store, plan, now, pixel.id);
  const seed: AccountSeed = { store, plan, now, media, audiences, pixel: pixel.id, made: { creatives: 0 } };
  for (const campaign of plan.size === 'full' ? campaignPlans(plan) : [smallPlan()]) seedCampaign(seed, campaign);
  if (plan.size === 'full')
    for (let n = 0; n < 12; n++)
      seedCreative(seed, (['image', 'video', 'carousel', 'feed'] as const)[n % 4]!, now - (n + 3) * DAY_MS);
  return seed;
}

function seedMedia(store: Store, plan: AccountPlan, now: number): Media {
  const images = Array.from({ length: plan.size === 'full' ? 9 : 2 }, (_, n) => {
    const hash = createHash('md5').update(`${plan.id} image ${n}`).digest('hex');
    const size = n % 2 === 0 ? { width: 1200, height: 628 } : { width: 1080, height: 1080 };
    store.insert(
      'AdImage',
      { account: plan.id },
      { hash, name: `product-${n + 1}.jpg`, ...size, status: 'ACTIVE', created: now - 420 * DAY_MS },
      imageId(plan.id, hash),
    );
    return hash;
  });
  const videos = Array.from({ length: plan.size === 'full' ? 4 : 1 }, (_, n) => {
    const created = now - 410 * DAY_MS;
    return store.insert(
      'AdVideo',
      { account: plan.id },
      {
        title: `Field test ${n + 1}`,
        bytes: (6 + n) * 2 ** 20,
        seconds: 15 + 6 * n,
        status: 'ACTIVE',
        created,
        uploaded: created,
      },
    ).id;
  });
  return { images, videos };
}

export function seedCreative(
  { store, plan, media, made }: AccountSeed,
  form: Form,
  created: number,
  leadForm?: string,
): GraphNode<'AdCreative'> {
  const n = ++made.creatives;
  const { name, content } = planCreative(plan, media, form, n, leadForm);
  return store.insert(
    'AdCreative',
    { account: plan.id },
    { name, status: 'ACTIVE', content, post_id: String(900_000_000_000 + n), created },
  );
}

/** Replays the history: objects start active at their beginning and get their later status at its date. */
function seedCampaign(seed: AccountSeed, plan: CampaignPlan): GraphNode<'Campaign'> {
  const { store, now } = seed;
  const start = now - plan.startedDaysAgo * DAY_MS;
  const campaign = store.insert(
    'Campaign',
    { account: seed.plan.id },
    {
      name: plan.name,
      objective: plan.objective,
      buying_type: 'AUCTION',
      status: 'ACTIVE',
      special_ad_categories: plan.categories ?? [],
      ...(plan.categories && { special_ad_category_country: countriesOf(seed.plan) }),
      ...(plan.objective === 'OUTCOME_APP_PROMOTION' && { is_skadnetwork_attribution: false }),
      ...(plan.daily === undefined
        ? { is_adset_budget_sharing_enabled: false }
        : { daily_budget: plan.daily, bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }),
      created: start,
      updated: start,
    },
  );
  for (const adSet of plan.adSets) seedAdSet(seed, campaign, plan, adSet, start);
  replan(store, campaign.id, start);
  applyStatus(store, campaign, plan.status, now - (plan.endedDaysAgo ?? 0) * DAY_MS);
  return campaign;
}

function seedAdSet(
  seed: AccountSeed,
  campaign: GraphNode<'Campaign'>,
  plan: CampaignPlan,
  adSet: AdSetPlan,
  start: number,
): void {
  const { store, plan: account } = seed;
  const links = { account: account.id, campaign: campaign.id };
  const node = store.insert('AdSet', links, {
    name: adSet.name,
    status: adSet.status ?? 'ACTIVE',
    targeting: adSet.targeting(seed),
    optimization_goal: plan.goal,
    billing_event: 'IMPRESSIONS',
    ...(plan.daily === undefined && { daily_budget: adSet.daily! }),
    ...promotedObject(seed, plan),
    ...(DESTINATIONS[plan.goal] && { destination_type: DESTINATIONS[plan.goal]! }),
    start_time: start + (adSet.startsInDays ?? 0) * DAY_MS,
    is_dynamic_creative: adSet.dynamic ?? false,
    budget_edits: [],
    created: start,
    updated: start,
  });
  adSet.ads.forEach((ad, index) => {
    const created = Math.min(seed.now - (ad.freshMs ?? 0), start + (ad.afterDays ?? 0) * DAY_MS);
    const born = ad.freshMs === undefined ? created : seed.now - ad.freshMs;
    const creative = seedCreative(
      seed,
      ad.form,
      born,
      DESTINATIONS[plan.goal] === 'ON_AD' ? formOf(account.page) : undefined,
    );
    store.insert(
      'Ad',
      { ...links, adset: node.id, creative: creative.id },
      {
        name: `${adSet.name} ad ${index + 1}`,
        status: ad.status ?? 'ACTIVE',
        review_started: ad.freshMs === undefined ? born - REVIEW_MS : born,
        ...(ad.disapproved !== undefined && { disapproved: ad.disapproved }),
        delivery: [],
        created: born,
        updated: born,
      },
    );
  });
}

const DESTINATIONS: Record<string, string> = { LEAD_GENERATION: 'ON_AD', POST_ENGAGEMENT: 'ON_POST' };

function promotedObject(seed: AccountSeed, { objective, goal }: CampaignPlan): { promoted_object?: Json } {
  if (goal === 'OFFSITE_CONVERSIONS')
    return {
      promoted_object: { pixel_id: seed.pixel, custom_event_type: objective === 'OUTCOME_LEADS' ? 'LEAD' : 'PURCHASE' },
    };
  if (objective === 'OUTCOME_APP_PROMOTION')
    return {
      promoted_object: {
        application_id: '1730000000000001',
        object_store_url: 'https://apps.apple.com/app/id100000001',
      },
    };
  if (objective === 'OUTCOME_AWARENESS' || DESTINATIONS[goal]) return { promoted_object: { page_id: seed.plan.page } };
  return {};
}

function applyStatus(store: Store, campaign: GraphNode<'Campaign'>, status: ConfiguredStatus, at: number): void {
  if (status === 'ACTIVE') return;
  campaign.data = { ...campaign.data, status, updated: at };
  store.save(campaign);
  replan(store, campaign.id, at);
}
