import { HOUR_MS } from '../../../ambient.ts';
import { badParameter, GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import { spentSoFar } from '../insights/spend-so-far.ts';
import type { AdSetData } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { checkBid, checkSpendTargets } from './bid-rules.ts';
import { type Budget, checkMinimum, checkNotBelowSpent, daysOf, hasBudget } from './budget.ts';
import { budgetOnBoth } from './campaign-rules.ts';

const BUDGET_EDITS_AN_HOUR = 4;

/** Where the budget stands, whether it is enough, and how it is bid. `self` is the ad set if it exists already. */
export function checkMoney(
  ctx: Ctx,
  account: GraphNode<'AdAccount'>,
  campaign: GraphNode<'Campaign'>,
  adSet: AdSetData,
  self?: GraphNode<'AdSet'>,
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
  if (self) refuseOtherKind(ctx, self, adSet);
  checkBid(account.data, campaign.data, adSet);
  checkMinimum(account.data, adSet, { ...adSet, days: daysOf(adSet.start_time, adSet.end_time) });
  if (
    adSet.daily_budget !== undefined &&
    adSet.end_time !== undefined &&
    adSet.end_time - adSet.start_time < 24 * HOUR_MS
  ) {
    throw badParameter('An ad set with a daily budget must run for at least 24 hours', 'end_time');
  }
  const others = ctx.store
    .all('AdSet', { campaign: campaign.id })
    .filter(({ id, data }) => id !== self?.id && data.status !== 'DELETED')
    .map(({ data }) => data);
  checkSpendTargets(campaign.data, adSet, others);
  if (campaign.data.is_adset_budget_sharing_enabled === true) checkUniformSharing(adSet, others);
}

/** What has been delivered is accounted for by the kind of budget it was delivered with. */
function refuseOtherKind(ctx: Ctx, self: GraphNode<'AdSet'>, next: AdSetData): void {
  const kind = (budget: Budget) => (budget.daily_budget === undefined ? 'lifetime' : 'daily');
  if (!hasBudget(self.data) || !hasBudget(next) || kind(self.data) === kind(next)) return;
  const now = ctx.world.now();
  const delivered = ctx.store
    .all('Ad', { adset: self.id })
    .some(({ data }) => data.delivery.some(({ from }) => from < now));
  if (delivered)
    throw ruleBroken(
      undefined,
      'Budget Kind Cannot Change',
      `The ad set has been delivered with a ${kind(self.data)} budget and keeps that kind.`,
      [`${kind(next)}_budget`],
    );
}

function checkUniformSharing(adSet: AdSetData, others: readonly AdSetData[]): void {
  if (adSet.lifetime_budget !== undefined)
    throw ruleBroken(undefined, 'Daily Budgets Only', 'Ad sets that share budgets need daily budgets.', [
      'lifetime_budget',
    ]);
  const strategy = (data: AdSetData) => data.bid_strategy ?? 'LOWEST_COST_WITHOUT_CAP';
  if (others.some((other) => strategy(other) !== strategy(adSet))) {
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
