import { badParameter, GraphError, ruleBroken } from '../errors.ts';
import { given, readName } from '../graph/changes.ts';
import type { Ctx } from '../graph/operation.ts';
import { spentSoFar } from '../insights/spend-so-far.ts';
import type { AdAccountData, CampaignData } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { COUNTRIES, EU } from '../targeting/countries.ts';
import { checkBid, isCap } from './bid-rules.ts';
import { type Budget, checkMinimum, checkNotBelowSpent, hasBudget, readBudget } from './budget.ts';
import { checkCatalog } from './catalog-rules.ts';
import { amountText, minimumSpendCap, NO_CAP } from './currencies.ts';
import { checkSpecialCategory } from './special-category-rules.ts';

const OBJECTIVES = [
  'OUTCOME_LEADS',
  'OUTCOME_SALES',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_AWARENESS',
  'OUTCOME_TRAFFIC',
  'OUTCOME_APP_PROMOTION',
];
const CATEGORIES = [
  'NONE',
  'HOUSING',
  'EMPLOYMENT',
  'CREDIT',
  'FINANCIAL_PRODUCTS_SERVICES',
  'ISSUES_ELECTIONS_POLITICS',
  'ONLINE_GAMBLING_AND_GAMING',
];
export const BID_STRATEGIES = [
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
];
const NAME_MAX = 400;
const CAMPAIGNS_MAX = 6000;
const APP_CAMPAIGNS_MAX = 9;
const FROZEN_ABOVE_AD_SETS = 70;

/** What a new campaign will be, or the refusal. */
export function newCampaign(ctx: Ctx, account: GraphNode<'AdAccount'>): CampaignData {
  const { params } = ctx;
  const name = readName(ctx, NAME_MAX);
  if (name === undefined) throw badParameter('The parameter name is required', 'name');
  const objective = params.requiredText('objective');
  checkObjective(objective);
  const categories = readCategories(ctx);
  const budget = readBudget(params);
  checkMinimum(account.data, budget);
  const sharing = params.boolean('is_adset_budget_sharing_enabled');
  const strategy = readStrategy(ctx, budget);
  checkSharing(budget, sharing);
  const now = ctx.world.now();
  const campaign: CampaignData = {
    name,
    objective,
    buying_type: params.oneOf('buying_type', ['AUCTION', 'RESERVED']) ?? 'AUCTION',
    status: params.oneOf('status', ['ACTIVE', 'PAUSED']) ?? 'ACTIVE',
    special_ad_categories: categories,
    ...budget,
    created: now,
    updated: now,
    ...given({
      special_ad_category_country: readCountries(ctx),
      bid_strategy: strategy,
      spend_cap: readSpendCap(ctx, account.data),
      is_adset_budget_sharing_enabled: sharing,
      is_skadnetwork_attribution: params.boolean('is_skadnetwork_attribution'),
      promoted_object: params.object('promoted_object'),
      start_time: params.time('start_time'),
      stop_time: params.time('stop_time'),
      source_campaign_id: params.text('source_campaign_id'),
      smart_promotion_type: params.oneOf('smart_promotion_type', ['GUIDED_CREATION', 'SMART_APP_PROMOTION']),
    }),
  };
  checkSpecial(campaign);
  checkRun(campaign);
  checkRoom(ctx, account, campaign);
  return campaign;
}

function checkObjective(objective: string): void {
  if (!OBJECTIVES.includes(objective))
    throw badParameter(`Objective ${objective} is invalid. Use one of: ${OBJECTIVES.join(', ')}.`, 'objective');
}

function readCountries({ params }: Ctx): string[] | undefined {
  return params.wordsOf(
    'special_ad_category_country',
    COUNTRIES.map(({ code }) => code),
  );
}

/** No account of the sandbox is authorised for political ads. */
function checkSpecial({
  special_ad_categories: categories,
  special_ad_category_country: countries,
}: CampaignData): void {
  if (categories.length === 0) return;
  if (countries === undefined || countries.length === 0)
    throw badParameter('The parameter special_ad_category_country is required', 'special_ad_category_country');
  if (!categories.includes('ISSUES_ELECTIONS_POLITICS')) return;
  if (countries.some((country) => EU.includes(country)))
    throw ruleBroken(undefined, 'Not Available in the European Union', 'Political ads cannot be shown in the EU.', [
      'special_ad_category_country',
    ]);
  throw ruleBroken(2708008, 'Not Authorised', 'You and your Page must be authorised to run ads about politics.', [
    'special_ad_categories',
  ]);
}

function checkRun({ start_time: start, stop_time: stop }: CampaignData): void {
  if (start !== undefined && stop !== undefined && stop <= start)
    throw badParameter('Param stop_time must be after start_time', 'stop_time');
}

function checkRoom(ctx: Ctx, account: GraphNode<'AdAccount'>, campaign: CampaignData): void {
  const live = ctx.store.all('Campaign', { account: account.id }).filter(({ data }) => isLive(data));
  if (live.length >= CAMPAIGNS_MAX)
    throw ruleBroken(undefined, 'Too Many Campaigns', `An ad account can hold ${CAMPAIGNS_MAX} campaigns.`);
  checkCatalog(ctx, account.id, campaign.promoted_object?.product_catalog_id);
  if (campaign.is_skadnetwork_attribution !== true) return;
  const app = campaign.promoted_object?.application_id;
  if (app === undefined)
    throw ruleBroken(1815430, 'Select a Promoted Object', 'An iOS 14 campaign needs the app in promoted_object.', [
      'promoted_object',
    ]);
  const same = live.filter(
    ({ data }) => data.is_skadnetwork_attribution && data.promoted_object?.application_id === app,
  );
  if (same.length >= APP_CAMPAIGNS_MAX)
    throw new GraphError(2695, `(#2695) The app has reached its limit of ${APP_CAMPAIGNS_MAX} iOS 14 campaigns`);
}

function isLive({ status }: CampaignData): boolean {
  return status !== 'DELETED' && status !== 'ARCHIVED';
}

function readCategories(ctx: Ctx): string[] {
  const given = ctx.params.given('special_ad_categories') ? ctx.params.words('special_ad_categories') : undefined;
  if (given === undefined)
    throw badParameter('The parameter special_ad_categories is required', 'special_ad_categories');
  ctx.params.wordsOf('special_ad_categories', CATEGORIES);
  return given.filter((category) => category !== 'NONE');
}

/** With a campaign budget and no strategy the platform may settle on a bid cap; the mild reading is taken here. */
function readStrategy(ctx: Ctx, budget: Budget): string | undefined {
  const strategy = ctx.params.oneOf('bid_strategy', BID_STRATEGIES);
  if (strategy !== undefined && !hasBudget(budget)) {
    throw ruleBroken(
      1815857,
      'Bid Strategy Needs a Campaign Budget',
      'A bid strategy on the campaign needs a campaign budget.',
      ['bid_strategy'],
    );
  }
  return strategy ?? (hasBudget(budget) ? 'LOWEST_COST_WITHOUT_CAP' : undefined);
}

function checkSharing(budget: Budget, sharing: boolean | undefined): void {
  if (!hasBudget(budget) && sharing === undefined) {
    throw ruleBroken(
      4834011,
      'Must Specify True or False in is_adset_budget_sharing_enabled Field',
      'A campaign without a campaign budget must say whether its ad sets share up to 20% of their budgets.',
      ['is_adset_budget_sharing_enabled'],
    );
  }
  if (hasBudget(budget) && sharing === true) {
    throw ruleBroken(
      4834002,
      'Budget Sharing Not Allowed',
      'Ad set budget sharing cannot be used with a campaign budget.',
      ['is_adset_budget_sharing_enabled'],
    );
  }
}

function readSpendCap(ctx: Ctx, account: AdAccountData, spent = 0): number | undefined {
  const cap = ctx.params.integer('spend_cap');
  if (cap === undefined) return undefined;
  if (cap < minimumSpendCap(account.currency) && cap !== NO_CAP) {
    throw ruleBroken(
      2446307,
      'Spend Cap Is Too Low',
      `A campaign spend cap must be at least ${amountText(minimumSpendCap(account.currency), account.currency)}.`,
      ['spend_cap'],
    );
  }
  if (cap < spent)
    throw ruleBroken(2446307, 'Spend Cap Is Too Low', 'A campaign spend cap cannot be below what was spent.', [
      'spend_cap',
    ]);
  return cap;
}

/** The fields an update changes, already checked. */
export function campaignChanges(ctx: Ctx, campaign: GraphNode<'Campaign'>): Partial<CampaignData> {
  const { params } = ctx;
  const adSets = ctx.store.all('AdSet', { campaign: campaign.id }).filter(({ data }) => data.status !== 'DELETED');
  const objective = params.text('objective');
  if (objective !== undefined) checkObjective(objective);
  if (objective !== undefined && objective !== campaign.data.objective && adSets.length > 0)
    throw badParameter('The objective of a campaign with ad sets cannot be changed', 'objective');
  if (params.has('buying_type')) throw badParameter('Param buying_type cannot be changed', 'buying_type');
  const spent = params.has('spend_cap') ? spentSoFar(ctx, { campaign: campaign.id }) : 0;
  const changes: Partial<CampaignData> = {
    ...given({
      name: readName(ctx, NAME_MAX),
      objective,
      status: params.oneOf('status', ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']),
      bid_strategy: params.oneOf('bid_strategy', BID_STRATEGIES),
      special_ad_categories: params.given('special_ad_categories') ? readCategories(ctx) : undefined,
      special_ad_category_country: readCountries(ctx),
      spend_cap: readSpendCap(ctx, ctx.store.need('AdAccount', campaign.links.account).data, spent),
      is_adset_budget_sharing_enabled: params.boolean('is_adset_budget_sharing_enabled'),
      promoted_object: params.object('promoted_object'),
      start_time: params.time('start_time'),
      stop_time: params.time('stop_time'),
    }),
    ...budgetChanges(ctx, campaign, adSets),
  };
  const next = { ...campaign.data, ...changes };
  if ('special_ad_categories' in changes || 'special_ad_category_country' in changes) {
    checkSpecial(next);
    for (const { data } of adSets) checkSpecialCategory(ctx, data.targeting, next);
  }
  checkRun(next);
  const strategyMoves = changes.bid_strategy !== undefined && changes.bid_strategy !== campaign.data.bid_strategy;
  if (strategyMoves) readStrategy(ctx, next);
  if (adSets.length > FROZEN_ABOVE_AD_SETS && (strategyMoves || hasBudget(next) !== hasBudget(campaign.data)))
    throw ruleBroken(
      undefined,
      'Campaign Is Too Large',
      `With more than ${FROZEN_ABOVE_AD_SETS} ad sets neither the bid strategy nor the place of the budget can change.`,
      ['bid_strategy'],
    );
  return changes;
}

/**
 * A campaign that holds the budget bids for its ad sets, so that a cap comes with the amounts of all of them
 * (`adset_bid_amounts`), and they go when the cap goes.
 */
export function bidsOfAdSets(ctx: Ctx, campaign: GraphNode<'Campaign'>, next: CampaignData): GraphNode<'AdSet'>[] {
  const given = ctx.params.object('adset_bid_amounts');
  if (next.bid_strategy === campaign.data.bid_strategy && given === undefined) return [];
  const account = ctx.store.need('AdAccount', campaign.links.account).data;
  const adSets = ctx.store.all('AdSet', { campaign: campaign.id }).filter(({ data }) => data.status !== 'DELETED');
  const stranger = Object.keys(given ?? {}).find((id) => adSets.every((one) => one.id !== id));
  if (stranger !== undefined) throw badParameter(`${stranger} is no ad set of this campaign`, 'adset_bid_amounts');
  return adSets.map((adSet) => {
    const { bid_strategy: _, bid_amount, ...data } = adSet.data;
    const amount = given?.[adSet.id] ?? (isCap(next.bid_strategy) ? bid_amount : undefined);
    const changed = { ...data, ...(amount !== undefined && { bid_amount: Number(amount) }) };
    checkBid(account, next, changed, 'adset_bid_amounts');
    return { ...adSet, data: changed };
  });
}

function budgetChanges(ctx: Ctx, campaign: GraphNode<'Campaign'>, own: readonly GraphNode<'AdSet'>[]): Budget {
  const budget = readBudget(ctx.params);
  if (!hasBudget(budget)) return {};
  if (!hasBudget(campaign.data) && own.some(({ data }) => hasBudget(data))) throw budgetOnBoth();
  checkMinimum(ctx.store.need('AdAccount', campaign.links.account).data, budget);
  checkNotBelowSpent(budget, budget.lifetime_budget === undefined ? 0 : spentSoFar(ctx, { campaign: campaign.id }));
  return replacing(budget);
}

/** The other kind of budget goes when one comes. */
export function replacing(budget: Budget): Budget {
  return budget.daily_budget === undefined
    ? { ...budget, daily_budget: undefined }
    : { ...budget, lifetime_budget: undefined };
}

export function budgetOnBoth() {
  const message = 'You can set a budget on the campaign or on its ad sets, not on both. Remove one of them.';
  return ruleBroken(1885621, "Can't Set Both Campaign and Ad Set Budgets", message, ['daily_budget']);
}
