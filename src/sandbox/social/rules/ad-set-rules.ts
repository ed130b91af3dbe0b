import { badParameter, GraphError, ruleBroken } from '../errors.ts';
import { given, readName } from '../graph/changes.ts';
import type { Ctx } from '../graph/operation.ts';
import type { AdSetData, Json } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { checkMoney, countBudgetEdit } from './ad-set-money.ts';
import { checkApp } from './app-rules.ts';
import { hasBudget, readBudget } from './budget.ts';
import { BID_STRATEGIES, replacing } from './campaign-rules.ts';
import { lostAudiences } from './derived-status.ts';
import { BILLING_EVENTS, DESTINATIONS, OPTIMIZATION_GOALS } from './goals.ts';
import { checkGoal, checkPromotedChange } from './promoted-object-rules.ts';
import { checkAttribution, checkDayParts, checkFrequency, readAttribution } from './schedule-rules.ts';
import { checkSpecialCategory } from './special-category-rules.ts';
import { checkTargeting, nowhere } from './targeting-rules.ts';
import { checkTransparency } from './transparency-rules.ts';

const NAME_MAX = 400;
const AD_SETS_MAX = 200;

/** An ad set as it would be after the change, with everything its checks need. */
interface Proposal {
  ctx: Ctx;
  account: GraphNode<'AdAccount'>;
  campaign: GraphNode<'Campaign'>;
  adSet: AdSetData;
  /** The ad set as it is, if it exists. */
  self?: GraphNode<'AdSet'>;
}

/** Each check with the fields it looks at: an update is held only to what it touches. */
const CHECKS: readonly [fields: string[], check: (proposal: Proposal) => void][] = [
  [
    ['destination_type', 'optimization_goal', 'billing_event', 'promoted_object'],
    ({ ctx, campaign, account, adSet }) => checkGoal(ctx, campaign.data, account.id, adSet),
  ],
  [
    'daily_budget lifetime_budget bid_strategy bid_amount bid_constraints end_time billing_event optimization_goal daily_min_spend_target daily_spend_cap lifetime_min_spend_target lifetime_spend_cap'.split(
      ' ',
    ),
    ({ ctx, account, campaign, adSet, self }) => checkMoney(ctx, account, campaign, adSet, self),
  ],
  [['attribution_spec', 'optimization_goal'], ({ adSet }) => checkAttribution(adSet)],
  [['frequency_control_specs', 'optimization_goal'], ({ adSet }) => checkFrequency(adSet)],
  [['adset_schedule', 'pacing_type'], ({ campaign, adSet }) => checkDayParts(campaign.data, adSet)],
  [['targeting'], ({ ctx, campaign, adSet }) => checkSpecialCategory(ctx, adSet.targeting, campaign.data)],
  [['targeting', 'promoted_object'], ({ campaign, adSet }) => checkApp(campaign.data, adSet)],
  [
    ['targeting', 'dsa_payor', 'dsa_beneficiary', 'regional_regulated_categories', 'regional_regulation_identities'],
    ({ account, campaign, adSet }) => checkTransparency(account.data, campaign.data, adSet),
  ],
];

/** What a new ad set will be, or the refusal. */
export function newAdSet(ctx: Ctx, account: GraphNode<'AdAccount'>, campaign: GraphNode<'Campaign'>): AdSetData {
  const { params } = ctx;
  const name = readName(ctx, NAME_MAX);
  if (name === undefined) throw missing('name');
  checkRoom(ctx, campaign);
  const now = ctx.world.now();
  const schedule = readSchedule(ctx, now);
  const adSet: AdSetData = {
    name,
    status: params.oneOf('status', ['ACTIVE', 'PAUSED']) ?? 'ACTIVE',
    targeting: {},
    optimization_goal: params.oneOf('optimization_goal', OPTIMIZATION_GOALS) ?? missing('optimization_goal'),
    billing_event: params.oneOf('billing_event', BILLING_EVENTS) ?? missing('billing_event'),
    start_time: schedule.start_time ?? now,
    is_dynamic_creative: params.boolean('is_dynamic_creative') ?? false,
    ...readBudget(params),
    ...given({
      ...optional(ctx),
      attribution_spec: readAttribution(params.array('attribution_spec')),
      bid_strategy: strategyOf(ctx, campaign),
      destination_type: params.oneOf('destination_type', DESTINATIONS),
      promoted_object: params.object('promoted_object'),
      end_time: schedule.end_time,
    }),
    budget_edits: [],
    learning_since: now,
    created: now,
    updated: now,
  };
  adSet.targeting = readTargeting(ctx, account) ?? nothing();
  for (const [, check] of CHECKS) check({ ctx, account, campaign, adSet });
  return adSet;
}

/** The same for an ad set made after another. */
export function checkCopiedAdSet(
  ctx: Ctx,
  account: GraphNode<'AdAccount'>,
  campaign: GraphNode<'Campaign'>,
  adSet: AdSetData,
): void {
  checkRoom(ctx, campaign);
  for (const [, check] of CHECKS) check({ ctx, account, campaign, adSet });
}

function missing(name: string): never {
  throw badParameter(`The parameter ${name} is required`, name);
}

function nothing(): never {
  throw nowhere();
}

/** How many ad sets a campaign may hold; fewer if it counts app installs the way Apple allows. */
function checkRoom(ctx: Ctx, campaign: GraphNode<'Campaign'>): void {
  const live = ctx.store.all('AdSet', { campaign: campaign.id }).filter(({ data }) => data.status !== 'DELETED');
  if (campaign.data.is_skadnetwork_attribution && live.length >= 5)
    throw new GraphError(2695, '(#2695) The iOS 14 campaign has reached its limit of 5 ad sets');
  if (live.length >= AD_SETS_MAX)
    throw ruleBroken(undefined, 'Too Many Ad Sets', `A campaign can hold ${AD_SETS_MAX} ad sets.`, ['campaign_id']);
}

function optional({ params }: Ctx): Partial<AdSetData> {
  return {
    bid_amount: params.integer('bid_amount'),
    bid_constraints: params.object('bid_constraints'),
    frequency_control_specs: params.array('frequency_control_specs'),
    pacing_type: params.words('pacing_type'),
    adset_schedule: params.array('adset_schedule'),
    dsa_payor: params.text('dsa_payor') || undefined,
    dsa_beneficiary: params.text('dsa_beneficiary') || undefined,
    regional_regulated_categories: params.words('regional_regulated_categories'),
    regional_regulation_identities: params.object('regional_regulation_identities'),
    daily_min_spend_target: params.integer('daily_min_spend_target'),
    daily_spend_cap: params.integer('daily_spend_cap'),
    lifetime_min_spend_target: params.integer('lifetime_min_spend_target'),
    lifetime_spend_cap: params.integer('lifetime_spend_cap'),
  } as Partial<AdSetData>;
}

function readTargeting(ctx: Ctx, account: GraphNode, before?: Json): Json | undefined {
  const asked = ctx.params.object('targeting');
  return asked && checkTargeting(ctx, asked, account.id, before);
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

/** Giving only an amount means a bid cap, unless the campaign has chosen. */
function strategyOf(ctx: Ctx, campaign: GraphNode<'Campaign'>): string | undefined {
  const implied = ctx.params.has('bid_amount') && !hasBudget(campaign.data) ? 'LOWEST_COST_WITH_BID_CAP' : undefined;
  return ctx.params.oneOf('bid_strategy', BID_STRATEGIES) ?? implied;
}

/** The fields an update changes, already checked against what the ad set would then be. */
export function adSetChanges(ctx: Ctx, self: GraphNode<'AdSet'>): Partial<AdSetData> {
  const { params } = ctx;
  const account = ctx.store.need('AdAccount', self.links.account);
  const campaign = ctx.store.need('Campaign', self.links.campaign);
  refuseFixed(ctx, self);
  const schedule = readSchedule(ctx, ctx.world.now());
  const budget = readBudget(params);
  const changes: Partial<AdSetData> = {
    ...given({
      ...optional(ctx),
      name: readName(ctx, NAME_MAX),
      status: params.oneOf('status', ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']),
      targeting: readTargeting(ctx, account, self.data.targeting),
      optimization_goal: params.oneOf('optimization_goal', OPTIMIZATION_GOALS),
      billing_event: params.oneOf('billing_event', BILLING_EVENTS),
      bid_strategy: params.oneOf('bid_strategy', BID_STRATEGIES),
      destination_type: params.oneOf('destination_type', DESTINATIONS),
      promoted_object: params.object('promoted_object'),
      ...schedule,
    }),
    ...(params.text('end_time') === '0' && { end_time: undefined }),
    ...(hasBudget(budget) ? replacing(budget) : {}),
  } as Partial<AdSetData>;
  const next = { ...self.data, ...changes };
  if (changes.bid_strategy === 'LOWEST_COST_WITHOUT_CAP') delete next.bid_amount;
  for (const [fields, check] of CHECKS)
    if (fields.some((field) => field in changes)) check({ ctx, account, campaign, adSet: next, self });
  if (changes.status === 'ACTIVE' && lostAudiences(ctx.store, self).length > 0 && !changes.targeting) {
    throw ruleBroken(
      1870065,
      'Audience Not Available',
      'The ad set is aimed at a deleted audience. Change its targeting first.',
      ['targeting'],
    );
  }
  return {
    ...changes,
    ...(hasBudget(budget) && { budget_edits: countBudgetEdit(ctx, self, budget) }),
    ...(isSignificant(self.data, next) && { learning_since: ctx.world.now() }),
  };
}

const LARGE_STEP = 0.2;

/** Changes after which the learning phase starts again. */
function isSignificant(before: AdSetData, after: AdSetData): boolean {
  const differs = (['bid_strategy', 'optimization_goal', 'promoted_object', 'targeting'] as const).some(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const [old, now] = [before, after].map(({ daily_budget, lifetime_budget }) => daily_budget ?? lifetime_budget ?? 0);
  return differs || Math.abs(now! - old!) > old! * LARGE_STEP;
}

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
  const promoted = params.object('promoted_object');
  if (promoted) checkPromotedChange(adSet.data, promoted);
  const attribution = params.array('attribution_spec');
  if (attribution && JSON.stringify(attribution) !== JSON.stringify(adSet.data.attribution_spec))
    throw ruleBroken(1504040, 'Attribution Cannot Change', 'The attribution of an ad set is fixed when it is made.', [
      'attribution_spec',
    ]);
}
