import { badParameter, GraphError, ruleBroken } from '../errors.ts';
import { HOUR_MS } from '../format.ts';
import type { Ctx } from '../graph/operation.ts';
import { spentSoFar } from '../insights/spent.ts';
import type { AdSetData } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { type Budget, checkMinimum, checkNotBelowSpent, daysOf, hasBudget } from './budget.ts';
import { budgetOnBoth } from './campaign-rules.ts';

const BUDGET_EDITS_AN_HOUR = 4;

/** Where the budget stands, whether it is enough, and how it is bid. */
export function checkMoney(
  ctx: Ctx,
  account: GraphNode<'AdAccount'>,
  campaign: GraphNode<'Campaign'>,
  adSet: AdSetData,
): void {
  const onCampaign = hasBudget(campaign.data);
  if (onCampaign && hasBudget(adSet)) throw budgetOnBoth();
  if (!onCampaign && !hasBudget(adSet)) {
    throw ruleBroken(
      1885272,
      'Budget Is Missing',
      'Set a daily or lifetime budget on the ad set, or a budget on its campaign.',
      ['daily_budget'],
    );
  }
  if (adSet.lifetime_budget !== undefined && adSet.end_time === undefined)
    throw badParameter('The parameter end_time is required with lifetime_budget', 'end_time');
  checkBid(campaign.data.bid_strategy ?? adSet.bid_strategy, adSet);
  checkMinimum(account.data, adSet, { ...adSet, days: daysOf(adSet.start_time, adSet.end_time) });
  if (
    adSet.daily_budget !== undefined &&
    adSet.end_time !== undefined &&
    adSet.end_time - adSet.start_time < 24 * HOUR_MS
  ) {
    throw badParameter('An ad set with a daily budget must run for at least 24 hours', 'end_time');
  }
  checkUniformSharing(ctx, campaign, adSet);
}

function checkBid(strategy: string | undefined, { bid_amount: amount, bid_constraints: constraints }: AdSetData): void {
  if ((strategy === 'LOWEST_COST_WITH_BID_CAP' || strategy === 'COST_CAP') && amount === undefined) {
    throw ruleBroken(1815857, 'Bid Amount Required', 'This bid strategy needs bid_amount.', ['bid_amount']);
  }
  if ((strategy === undefined || strategy === 'LOWEST_COST_WITHOUT_CAP') && amount !== undefined) {
    throw ruleBroken(1815857, 'Bid Amount Not Allowed', 'bid_amount cannot be used with the lowest cost strategy.', [
      'bid_amount',
    ]);
  }
  if (strategy === 'LOWEST_COST_WITH_MIN_ROAS' && constraints?.roas_average_floor === undefined) {
    throw ruleBroken(2490487, 'ROAS Floor Required', 'This bid strategy needs bid_constraints.roas_average_floor.', [
      'bid_constraints',
    ]);
  }
  if (amount !== undefined && amount < 1)
    throw badParameter('Param bid_amount must be a positive integer', 'bid_amount');
}

function checkUniformSharing(ctx: Ctx, campaign: GraphNode<'Campaign'>, adSet: AdSetData): void {
  if (campaign.data.is_adset_budget_sharing_enabled !== true) return;
  if (adSet.lifetime_budget !== undefined)
    throw ruleBroken(4834009, 'Daily Budgets Only', 'Ad sets that share budgets need daily budgets.', [
      'lifetime_budget',
    ]);
  const others = ctx.store.all('AdSet', { campaign: campaign.id }).filter(({ data }) => data.status !== 'DELETED');
  if (others.some(({ data }) => data.bid_strategy !== adSet.bid_strategy)) {
    throw ruleBroken(4834009, 'Bid Strategies Differ', 'Ad sets that share budgets need the same bid strategy.', [
      'bid_strategy',
    ]);
  }
}

export function countBudgetEdit(ctx: Ctx, adSet: GraphNode<'AdSet'>, budget: Budget): number[] {
  checkNotBelowSpent(budget, budget.lifetime_budget === undefined ? 0 : spentSoFar(ctx, { adset: adSet.id }));
  const now = ctx.world.now();
  const recent = adSet.data.budget_edits.filter((at) => at > now - HOUR_MS);
  if (recent.length >= BUDGET_EDITS_AN_HOUR) {
    const userMessage = 'The budget of an ad set can be changed four times an hour. Try again later.';
    throw new GraphError(613, '(#613) Calls to this api have exceeded the rate limit.', {
      subcode: 1487632,
      title: 'Too Many Budget Changes',
      userMessage,
    });
  }
  return [...recent, now];
}
