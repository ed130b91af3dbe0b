import { bad, Refusal } from '../errors.ts';
import { Books } from '../reports/spending.ts';
import type { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { AdGroupData, CampaignData, Fields } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { biddingOf } from './bidding-rules.ts';
import { checkBudget } from './budget.ts';
import { checkRepeat, statusOf } from './campaign-rules.ts';
import { FIXED_EVENTS, GOALS, PIXEL_GOALS, PROMOTIONS, SHARED_BUDGET_GOALS } from './goals.ts';
import { checkName } from './names.ts';
import { pixelEvents } from './pixel-events.ts';
import { changedSchedule, type Schedule, scheduledDays, scheduleOf } from './schedule-rules.ts';
import { targetingOf } from './targeting-rules.ts';

const GROUPS_MAX = 999;
const PLACEMENTS = ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE', 'PLACEMENT_GLOBAL_APP_BUNDLE'];
const MODES = ['BUDGET_MODE_DAY', 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', 'BUDGET_MODE_TOTAL'];
const AUTOMATIC_REFUSED = ['REACH', 'VIDEO_VIEWS', 'ENGAGEMENT'];

/** Fields that an update cannot change. */
const IMMUTABLE = [
  'campaign_id',
  'placement_type',
  'placements',
  'promotion_type',
  'optimization_goal',
  'billing_event',
  'budget_mode',
  'pixel_id',
  'optimization_event',
  'app_id',
  'click_attribution_window',
  'view_attribution_window',
  'attribution_event_count',
  'bid_display_mode',
  'search_result_enabled',
  'video_download_disabled',
];

/** Switches that an update may turn. */
const SWITCHES = ['comment_disabled', 'share_disabled'];

export type NewGroup = Omit<AdGroupData, 'created' | 'modified'>;

export function newAdGroup(call: AdvertiserCall, campaign: Entity<'Campaign'>): NewGroup {
  const { input, now } = call;
  const { data } = campaign;
  const adgroup_name = input.needText('adgroup_name');
  checkName('adgroup_name', adgroup_name, 512);
  const optimization_goal = goalOf(call, campaign);
  const billing_event = billingOf(input, data.objective_type, optimization_goal);
  const promotion = promotionOf(input, data, optimization_goal);
  const placement = placementOf(input, data, optimization_goal);
  const schedule = scheduleOf(input, optimization_goal, now);
  const money = budgetOf(call, data, schedule);
  const event = eventOf(call, data, optimization_goal);
  const bidding = biddingOf(call, {
    campaign: data,
    goal: optimization_goal,
    billing: billing_event,
    budget: money.budget,
  });
  const { location_ids, ...targeting } = targetingOf(call, { campaign: data, placements: placement.placements });
  checkAlike(call, campaign, { optimization_goal, ...bidding, ...event });
  checkCount(call, campaign);
  checkRepeat(call);
  return {
    adgroup_name,
    optimization_goal,
    ...placement,
    ...schedule,
    ...money,
    location_ids: location_ids as string[],
    operation_status: statusOf(call),
    more: {
      billing_event,
      ...promotion,
      ...event,
      ...bidding,
      ...targeting,
      ...attributionOf(input, data, optimization_goal),
      ...searchOf(input, data, placement.placements),
      ...(input.has('product_source') && { product_source: input.choice('product_source', PRODUCT_SOURCES) }),
      comment_disabled: input.flag('comment_disabled') ?? false,
      video_download_disabled: input.flag('video_download_disabled') ?? false,
      share_disabled: input.flag('share_disabled') ?? false,
    },
  };
}

function goalOf({ input }: AdvertiserCall, { data }: Entity<'Campaign'>): string {
  const goal = input.needText('optimization_goal');
  if (!(goal in (GOALS[data.objective_type] ?? {})))
    throw bad(`optimization_goal: ${goal} is not supported for ${data.objective_type}.`);
  if (data.budget_optimize_on && !SHARED_BUDGET_GOALS[data.objective_type]?.includes(goal))
    throw bad(`optimization_goal: ${goal} is not supported with budget_optimize_on.`);
  return goal;
}

function billingOf(input: Input, objective: string, goal: string): string {
  const billing = input.needText('billing_event');
  if (GOALS[objective]?.[goal] !== billing) throw bad(`billing_event: ${billing} is not supported for ${goal}.`);
  return billing;
}

function promotionOf(input: Input, { objective_type }: CampaignData, goal: string): Fields {
  const allowed = PROMOTIONS[objective_type] ?? [];
  const promotion_type = input.text('promotion_type');
  const isOptional = allowed.length === 0 || objective_type === 'ENGAGEMENT';
  if (
    (promotion_type === undefined && !isOptional) ||
    (promotion_type && allowed.length > 0 && !allowed.includes(promotion_type))
  )
    throw bad('Invalid value for promotion_type');
  if (goal === 'TRAFFIC_LANDING_PAGE_VIEW' && promotion_type !== 'WEBSITE')
    throw bad('optimization_goal: TRAFFIC_LANDING_PAGE_VIEW needs promotion_type WEBSITE.');
  const isApp = promotion_type?.startsWith('APP_') ?? false;
  if (isApp) checkApp(input, promotion_type!);
  if (objective_type === 'LEAD_GENERATION')
    input.needChoice('promotion_target_type', ['INSTANT_PAGE', 'EXTERNAL_WEBSITE']);
  const website = input.choice('promotion_website_type', ['UNSET', 'TIKTOK_NATIVE_PAGE']);
  if (website === 'TIKTOK_NATIVE_PAGE' && (input.has('pixel_id') || goal !== 'CONVERT'))
    throw bad('promotion_website_type: TIKTOK_NATIVE_PAGE needs CONVERT and takes no pixel.');
  return {
    ...(promotion_type && { promotion_type }),
    ...(input.has('promotion_target_type') && { promotion_target_type: input.text('promotion_target_type') }),
    ...(website && { promotion_website_type: website }),
    ...(isApp && { app_id: input.needId('app_id') }),
  };
}

function checkApp(input: Input, promotion: string): void {
  input.needId('app_id');
  const systems = input.choices('operating_systems', ['ANDROID', 'IOS']) ?? [];
  if (systems.length !== 1) throw bad('operating_systems: exactly one is needed for an app.');
  if (systems[0] !== promotion.slice('APP_'.length)) throw bad('operating_systems: does not fit the app.');
}

function placementOf(input: Input, { objective_type }: CampaignData, goal: string) {
  const placement_type =
    input.choice('placement_type', ['PLACEMENT_TYPE_NORMAL', 'PLACEMENT_TYPE_AUTOMATIC']) ?? 'PLACEMENT_TYPE_NORMAL';
  if (placement_type === 'PLACEMENT_TYPE_AUTOMATIC') {
    if (AUTOMATIC_REFUSED.includes(objective_type)) throw bad('This ad objective only supports manual placement.');
    return { placement_type, placements: ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE'] };
  }
  const placements = input.choices('placements', PLACEMENTS) ?? [];
  if (placements.length === 0) throw input.missing('placements');
  if (objective_type === 'PRODUCT_SALES' && placements.some((one) => one !== 'PLACEMENT_TIKTOK'))
    throw bad('placements: PRODUCT_SALES only supports PLACEMENT_TIKTOK.');
  if (goal === 'TRAFFIC_LANDING_PAGE_VIEW' && placements.includes('PLACEMENT_GLOBAL_APP_BUNDLE'))
    throw bad('placements: PLACEMENT_GLOBAL_APP_BUNDLE is not supported with TRAFFIC_LANDING_PAGE_VIEW.');
  const subs = input.choices('tiktok_subplacements', ['IN_FEED', 'SEARCH_FEED']);
  if (subs && (!subs.includes('IN_FEED') || !AUTOMATIC_REFUSED.includes(objective_type)))
    throw bad('tiktok_subplacements: IN_FEED must be present, and the objective REACH, VIDEO_VIEWS or ENGAGEMENT.');
  return { placement_type, placements };
}

function budgetOf({ input, advertiser }: AdvertiserCall, campaign: CampaignData, schedule: Schedule) {
  const budget_mode = input.needChoice('budget_mode', [...MODES, 'BUDGET_MODE_INFINITE']);
  const budget = input.number('budget');
  if (budget === undefined) throw input.missing('budget');
  // Under a campaign budget the group's own is ignored.
  if (campaign.budget_optimize_on) return { budget: 0, budget_mode: campaign.budget_mode };
  if (budget_mode === 'BUDGET_MODE_INFINITE') throw bad('budget_mode: BUDGET_MODE_INFINITE is not supported here.');
  if (budget_mode === 'BUDGET_MODE_TOTAL' && campaign.budget_mode === 'BUDGET_MODE_DAY')
    throw bad('budget_mode: BUDGET_MODE_TOTAL is not supported under a campaign with BUDGET_MODE_DAY.');
  if (budget_mode === 'BUDGET_MODE_TOTAL' && schedule.schedule_type === 'SCHEDULE_FROM_NOW')
    throw bad('budget_mode: BUDGET_MODE_TOTAL needs SCHEDULE_START_END.');
  const days = budget_mode === 'BUDGET_MODE_TOTAL' ? scheduledDays(schedule, advertiser.data.timezone) : 1;
  checkBudget(budget, { currency: advertiser.data.currency, floor: floorOf(input.text('product_source')), days });
  return { budget, budget_mode };
}

/** Shops have a lower minimum. */
export function floorOf(source: unknown): number {
  return source === 'STORE' || source === 'SHOWCASE' ? 10 : 20;
}

function eventOf(call: AdvertiserCall, { objective_type }: CampaignData, goal: string): Fields {
  const { input, store, advertiser, now } = call;
  const pixel_id = input.id('pixel_id');
  const event = input.text('optimization_event');
  const fixed = FIXED_EVENTS[goal];
  if (fixed !== undefined) {
    if (event !== undefined && event !== fixed) throw bad(`optimization_event: must be ${fixed} for ${goal}.`);
    return { optimization_event: fixed };
  }
  const isNative = input.text('promotion_website_type') === 'TIKTOK_NATIVE_PAGE';
  const isExternalLead =
    objective_type === 'LEAD_GENERATION' && input.text('promotion_target_type') === 'EXTERNAL_WEBSITE';
  const needsPixel =
    PIXEL_GOALS.includes(goal) && !isNative && (objective_type === 'WEB_CONVERSIONS' || isExternalLead);
  if (needsPixel && pixel_id === undefined) throw bad('Please select a pixel.');
  if (pixel_id !== undefined) {
    const pixel = store.find('Pixel', pixel_id);
    if (pixel?.links.advertiser !== advertiser.id) throw bad('pixel_id: the pixel does not belong to this advertiser.');
    if (!needsPixel && objective_type !== 'PRODUCT_SALES') throw bad(`pixel_id: not supported for ${goal}.`);
    if (event === undefined) throw input.missing('optimization_event');
    if (!pixelEvents(store, pixel, now).some(({ event_type }) => event_type === event))
      throw bad(`optimization_event: the pixel has no ${event}.`);
    if (goal !== 'CONVERT' && event !== 'SHOPPING') throw bad('optimization_event: VALUE needs SHOPPING.');
    return { pixel_id, optimization_event: event };
  }
  if (['IN_APP_EVENT', 'VALUE'].includes(goal) && event === undefined) throw input.missing('optimization_event');
  return event === undefined ? {} : { optimization_event: event };
}

const PRODUCT_SOURCES = ['CATALOG', 'STORE', 'SHOWCASE'];
const SEARCH_OBJECTIVES = ['TRAFFIC', 'WEB_CONVERSIONS', 'LEAD_GENERATION', 'APP_PROMOTION'];

/** Search results are on where the placements allow it, and refused elsewhere. */
function searchOf(input: Input, { objective_type }: CampaignData, placements: readonly string[]): Fields {
  const canBe = SEARCH_OBJECTIVES.includes(objective_type) && placements.includes('PLACEMENT_TIKTOK');
  const search_result_enabled = input.flag('search_result_enabled') ?? canBe;
  if (search_result_enabled && !canBe)
    throw bad('search_result_enabled: not supported for this objective or placement.');
  const keywords = input.objects('search_keywords') ?? [];
  if (keywords.length > 1000) throw bad('search_keywords: Longer than maximum length 1000.');
  for (const keyword of keywords) checkName('search_keywords', keyword.needText('keyword'), 80);
  if (input.has('catalog_id')) throw bad('Could not find catalogue ID.');
  return { search_result_enabled };
}

const WINDOW_OBJECTIVES = ['APP_PROMOTION', 'LEAD_GENERATION', 'PRODUCT_SALES', 'WEB_CONVERSIONS'];

function attributionOf(input: Input, { objective_type }: CampaignData, goal: string): Fields {
  const isApp = objective_type === 'APP_PROMOTION';
  const clicks = ['ONE_DAY', 'SEVEN_DAYS', ...(isApp ? [] : ['FOURTEEN_DAYS', 'TWENTY_EIGHT_DAYS'])];
  const click = input.choice('click_attribution_window', clicks);
  const view = input.choice('view_attribution_window', ['OFF', 'ONE_DAY', ...(isApp ? [] : ['SEVEN_DAYS'])]);
  const fits = WINDOW_OBJECTIVES.includes(objective_type);
  const usual =
    fits && PIXEL_GOALS.includes(goal)
      ? { click_attribution_window: 'SEVEN_DAYS', view_attribution_window: 'ONE_DAY' }
      : {};
  if (click === undefined && view === undefined) return usual;
  if (click === undefined || view === undefined)
    throw bad('click_attribution_window and view_attribution_window must be given together.');
  if (!fits) throw bad(`click_attribution_window: not supported for ${objective_type}.`);
  return { click_attribution_window: click, view_attribution_window: view };
}

/** All groups of a campaign with a shared budget have the same goal, bid type and event. */
function checkAlike({ store }: AdvertiserCall, { id, data }: Entity<'Campaign'>, mine: Fields): void {
  if (!data.budget_optimize_on) return;
  const first = store
    .all('AdGroup', { campaign: id })
    .filter((group) => !group.data.deleted)
    .at(-1);
  if (!first) return;
  const theirs: Fields = { ...first.data.more, optimization_goal: first.data.optimization_goal };
  for (const field of ['optimization_goal', 'bid_type', 'optimization_event']) {
    if ((theirs[field] ?? null) !== (mine[field] ?? null))
      throw bad(`${field}: must be the same in all ad groups of a campaign with budget_optimize_on.`);
  }
}

function checkCount({ store }: AdvertiserCall, { id, data }: Entity<'Campaign'>): void {
  const alive = store.all('AdGroup', { campaign: id }).filter((group) => !group.data.deleted);
  if (alive.length >= GROUPS_MAX) throw new Refusal(40502, 'The number of ad groups has reached the limit.');
  if (data.more.campaign_type !== 'IOS14_CAMPAIGN') return;
  if (alive.filter((group) => group.data.operation_status === 'ENABLE').length >= 2)
    throw bad('An IOS14 campaign holds at most 2 active ad groups.');
}

/** Omitted fields stay; a fixed field refuses another value. */
export function changedAdGroup(call: AdvertiserCall, group: Entity<'AdGroup'>): Partial<AdGroupData> {
  const { input, store, advertiser, now } = call;
  const { data } = group;
  const campaign = store.need('Campaign', group.links.campaign).data;
  const held: Fields = { ...data.more, ...data, campaign_id: group.links.campaign };
  for (const field of IMMUTABLE) {
    if (input.has(field) && JSON.stringify(input.values[field]) !== JSON.stringify(held[field]))
      throw bad(`${field}: cannot be changed.`);
  }
  const name = input.text('adgroup_name');
  if (name !== undefined) checkName('adgroup_name', name, 512);
  const schedule = changedSchedule(input, data, now);
  const books = new Books(store, now);
  const budget = input.number('budget');
  const isTotal = data.budget_mode === 'BUDGET_MODE_TOTAL';
  // A lifetime budget that stays also has to be enough for the new days.
  if ((budget !== undefined || (isTotal && schedule.end !== undefined)) && !campaign.budget_optimize_on) {
    checkBudget(budget ?? data.budget, {
      currency: advertiser.data.currency,
      floor: floorOf(data.more.product_source),
      days: isTotal ? scheduledDays({ ...data, ...schedule }, advertiser.data.timezone) : 1,
      spent: budget === undefined ? 0 : books.against(data.budget_mode, { adgroup: group.id }),
    });
  }
  const { location_ids, ...targeting } = targetingOf(call, { campaign, placements: data.placements, held });
  const bidding = biddingOf(call, {
    campaign,
    goal: data.optimization_goal,
    billing: String(data.more.billing_event),
    budget: budget ?? data.budget,
    held,
  });
  return {
    ...(name !== undefined && { adgroup_name: name }),
    // Under a campaign budget the group's own is accepted and ignored.
    ...(budget !== undefined && !campaign.budget_optimize_on && { budget }),
    ...schedule,
    location_ids: location_ids as string[],
    more: {
      ...data.more,
      ...targeting,
      ...bidding,
      ...Object.fromEntries(SWITCHES.flatMap((name) => (input.has(name) ? [[name, input.flag(name)]] : []))),
    },
  };
}
