import { badParameter, ruleBroken } from '../errors.ts';
import { given, readName } from '../graph/changes.ts';
import type { Ctx } from '../graph/operation.ts';
import type { AdSetData, Json } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { checkMoney, countBudgetEdit } from './ad-set-money.ts';
import { hasBudget, readBudget } from './budget.ts';
import { BID_STRATEGIES, replacing } from './campaign-rules.ts';
import { lostAudiences } from './derived-status.ts';
import { BILLING_EVENTS, DESTINATIONS, goalsOf, OPTIMIZATION_GOALS, promotedFor } from './goals.ts';
import { checkSpecialCategory, checkTargeting, reachesEu } from './targeting-rules.ts';

const NAME_MAX = 400;

/** What a new ad set will be, or the refusal. */
export function newAdSet(ctx: Ctx, account: GraphNode<'AdAccount'>, campaign: GraphNode<'Campaign'>): AdSetData {
  const { params } = ctx;
  const name = readName(ctx, NAME_MAX);
  if (name === undefined) throw badParameter('The parameter name is required', 'name');
  const goal = params.oneOf('optimization_goal', OPTIMIZATION_GOALS);
  if (goal === undefined) throw badParameter('The parameter optimization_goal is required', 'optimization_goal');
  const now = ctx.world.now();
  const destination = params.oneOf('destination_type', DESTINATIONS);
  const promoted = checkGoal(ctx, campaign, goal, destination);
  const schedule = readSchedule(ctx, now);
  const draft: AdSetData = {
    name,
    status: params.oneOf('status', ['ACTIVE', 'PAUSED']) ?? 'ACTIVE',
    targeting: readTargeting(ctx, account, campaign) ?? missingTargeting(),
    optimization_goal: goal,
    billing_event: params.oneOf('billing_event', BILLING_EVENTS) ?? missing('billing_event'),
    start_time: schedule.start_time ?? now,
    is_dynamic_creative: params.boolean('is_dynamic_creative') ?? false,
    ...readBudget(params),
    ...given({
      ...optional(ctx),
      destination_type: destination,
      promoted_object: promoted,
      end_time: schedule.end_time,
    }),
    budget_edits: [],
    created: now,
    updated: now,
  };
  const finished = { ...draft, ...given({ bid_strategy: strategyOf(ctx, draft) }) };
  checkMoney(ctx, account, campaign, finished);
  checkTransparency(account, finished);
  return finished;
}

function missing(name: string): never {
  throw badParameter(`The parameter ${name} is required`, name);
}

function missingTargeting(): never {
  throw ruleBroken(1885364, 'Targeting Has No Location', 'Choose at least one location or a custom audience.', [
    'targeting',
  ]);
}

function optional({ params }: Ctx): Partial<AdSetData> {
  return {
    bid_amount: params.integer('bid_amount'),
    bid_constraints: params.object('bid_constraints'),
    attribution_spec: params.array('attribution_spec'),
    frequency_control_specs: params.array('frequency_control_specs'),
    pacing_type: params.words('pacing_type'),
    adset_schedule: params.array('adset_schedule'),
    dsa_payor: params.text('dsa_payor'),
    dsa_beneficiary: params.text('dsa_beneficiary'),
    daily_min_spend_target: params.integer('daily_min_spend_target'),
    daily_spend_cap: params.integer('daily_spend_cap'),
  } as Partial<AdSetData>;
}

function readTargeting(ctx: Ctx, account: GraphNode, campaign: GraphNode<'Campaign'>): Json | undefined {
  const asked = ctx.params.object('targeting');
  if (asked === undefined) return undefined;
  const targeting = checkTargeting(ctx, asked, account.id);
  checkSpecialCategory(targeting, campaign.data.special_ad_categories);
  return targeting;
}

function checkGoal(
  ctx: Ctx,
  campaign: GraphNode<'Campaign'>,
  goal: string,
  destination: string | undefined,
): Json | undefined {
  const { objective } = campaign.data;
  const goals = goalsOf(objective);
  if (!goals.includes(goal)) {
    const message = `Performance goal ${goal} cannot be used with objective ${objective}. Use one of: ${goals.join(', ')}.`;
    throw ruleBroken(2490408, "Performance Goal Isn't Available", message, ['optimization_goal']);
  }
  const promoted = ctx.params.object('promoted_object');
  const needed = promotedFor(objective, goal, destination);
  if (
    needed !== undefined &&
    promoted?.[needed] === undefined &&
    promoted?.custom_conversion_id === undefined &&
    promoted?.product_set_id === undefined &&
    promoted?.application_id === undefined
  ) {
    throw ruleBroken(
      1815430,
      'Select a Promoted Object',
      `promoted_object needs ${needed} for this objective and goal.`,
      ['promoted_object'],
    );
  }
  checkPromoted(ctx, campaign, promoted, needed);
  return promoted;
}

function checkPromoted(
  ctx: Ctx,
  campaign: GraphNode<'Campaign'>,
  promoted: Json | undefined,
  needed: string | undefined,
): void {
  if (promoted?.pixel_id !== undefined) {
    const pixel = ctx.store.findKind('AdsPixel', String(promoted.pixel_id));
    if (pixel?.links.account !== campaign.links.account)
      throw ruleBroken(1815045, 'Pixel Not Available', 'The pixel is not attached to this ad account.', [
        'promoted_object',
        'pixel_id',
      ]);
    if (needed === 'pixel_id' && promoted.custom_event_type === undefined)
      throw ruleBroken(
        1815430,
        'Select a Conversion Event',
        'promoted_object needs custom_event_type beside pixel_id.',
        ['promoted_object', 'custom_event_type'],
      );
  }
  if (promoted?.page_id !== undefined && !ctx.store.findKind('Page', String(promoted.page_id))) {
    throw badParameter('Param promoted_object[page_id] must be a valid page ID', 'promoted_object');
  }
}

function readSchedule(ctx: Ctx, now: number): { start_time?: number | undefined; end_time?: number | undefined } {
  const start = ctx.params.time('start_time');
  const end = ctx.params.text('end_time') === '0' ? undefined : ctx.params.time('end_time');
  if (end !== undefined && end <= Math.max(now, start ?? now)) {
    throw ruleBroken(
      1487033,
      'End Date Is in the Past',
      'The end of an ad set must lie in the future and after its start.',
      ['end_time'],
    );
  }
  return { start_time: start, end_time: end };
}

/** Giving only an amount means a bid cap. */
function strategyOf(ctx: Ctx, draft: AdSetData): string | undefined {
  return (
    ctx.params.oneOf('bid_strategy', BID_STRATEGIES) ??
    (draft.bid_amount === undefined ? undefined : 'LOWEST_COST_WITH_BID_CAP')
  );
}

/** The EU's transparency rules: who benefits and who pays. */
function checkTransparency(account: GraphNode<'AdAccount'>, adSet: AdSetData): void {
  if (!reachesEu(adSet.targeting)) return;
  if ((adSet.dsa_beneficiary ?? account.data.dsa_beneficiary) === undefined) {
    throw ruleBroken(3858081, 'No Beneficiary Provided', 'Say who benefits from ads shown in the European Union.', [
      'dsa_beneficiary',
    ]);
  }
  if ((adSet.dsa_payor ?? account.data.dsa_payor) === undefined) {
    throw ruleBroken(3858079, 'No Payor Provided', 'Say who pays for ads shown in the European Union.', ['dsa_payor']);
  }
}

/** The fields an update changes, already checked against what the ad set would then be. */
export function adSetChanges(ctx: Ctx, adSet: GraphNode<'AdSet'>): Partial<AdSetData> {
  const { params } = ctx;
  const account = ctx.store.need('AdAccount', adSet.links.account);
  const campaign = ctx.store.need('Campaign', adSet.links.campaign);
  refuseFixed(ctx, adSet);
  const schedule = readSchedule(ctx, ctx.world.now());
  const budget = readBudget(params);
  const changes: Partial<AdSetData> = {
    ...given({
      ...optional(ctx),
      name: readName(ctx, NAME_MAX),
      status: params.oneOf('status', ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']),
      targeting: readTargeting(ctx, account, campaign),
      optimization_goal: params.oneOf('optimization_goal', OPTIMIZATION_GOALS),
      billing_event: params.oneOf('billing_event', BILLING_EVENTS),
      bid_strategy: params.oneOf('bid_strategy', BID_STRATEGIES),
      ...schedule,
    }),
    ...(params.text('end_time') === '0' && { end_time: undefined }),
    ...(hasBudget(budget) ? replacing(budget) : {}),
  } as Partial<AdSetData>;
  const next = { ...adSet.data, ...changes };
  if (next.bid_strategy === 'LOWEST_COST_WITHOUT_CAP' && changes.bid_strategy !== undefined) delete next.bid_amount;
  if (MONEY.some((name) => name in changes)) checkMoney(ctx, account, campaign, next);
  if (changes.targeting) checkTransparency(account, next);
  if (changes.status === 'ACTIVE' && lostAudiences(ctx.store, adSet).length > 0 && !changes.targeting) {
    throw ruleBroken(
      1870065,
      'Audience Not Available',
      'The ad set is aimed at a deleted audience. Change its targeting first.',
      ['targeting'],
    );
  }
  return hasBudget(budget) ? { ...changes, budget_edits: countBudgetEdit(ctx, adSet, budget) } : changes;
}

const MONEY = [
  'daily_budget',
  'lifetime_budget',
  'bid_strategy',
  'bid_amount',
  'bid_constraints',
  'end_time',
  'billing_event',
];

function refuseFixed({ params }: Ctx, adSet: GraphNode<'AdSet'>): void {
  const dynamic = params.boolean('is_dynamic_creative');
  if (dynamic !== undefined && dynamic !== adSet.data.is_dynamic_creative) {
    throw ruleBroken(
      1815198,
      'Dynamic Creative Cannot Change',
      'Dynamic creative can be chosen only when an ad set is made.',
      ['is_dynamic_creative'],
    );
  }
  if (params.has('campaign_id') && params.text('campaign_id') !== adSet.links.campaign)
    throw badParameter('An ad set cannot move to another campaign', 'campaign_id');
  if (
    params.has('promoted_object') &&
    JSON.stringify(params.json('promoted_object')) !== JSON.stringify(adSet.data.promoted_object)
  ) {
    throw badParameter('promoted_object cannot be changed after creation', 'promoted_object');
  }
}
