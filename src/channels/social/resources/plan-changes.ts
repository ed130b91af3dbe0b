import type { PlanningContext, PlanObjective } from '../../../tools/media-planning.ts';
import type { ChangeTerms } from '../../../tools/plan-changes.ts';
import { isStopped, stop } from '../../../tools/plan-problems.ts';
import { PlanDefaults } from './plan-defaults.ts';
import { goalOf } from './plan-goals.ts';
import { adsOf, groupCalls } from './plan-groups.ts';
import { AD_SET, amountProblems, argumentOf } from './plan-money.ts';

/** How running campaigns of this platform are changed. */
export const TERMS: ChangeTerms = {
  group: AD_SET,
  campaign: { tool: 'update_social_campaign', id: 'campaign_id', name: 'name' },
  groups: { tool: 'update_ad_set', id: 'ad_set_id', name: 'name' },
  budgetArgument: argumentOf,
  budgetProblems: ({ amount, currency }, _, field) => amountProblems(amount, currency, field),
  groupProblems: ({ budget, field, isShort }) =>
    budget?.per === 'day' && isShort
      ? [stop(field, 'With a daily budget an ad set has to run for 24 hours.', 'A later day')]
      : [],
  newGroup(campaign, at, { id, objective }, context) {
    const { goal, problems } = plannedGoal(objective, context);
    return goal ? groupCalls(campaign, at, id, goal, context) : { calls: [], problems };
  },
  newAds(campaign, at, { id, objective }, context) {
    const { goal, problems } = plannedGoal(objective, context);
    return goal ? adsOf(campaign, at, id, goal, PlanDefaults.parse(context.defaults)) : { calls: [], problems };
  },
};

function plannedGoal(objective: PlanObjective, { defaults }: PlanningContext) {
  const { goal, problems } = goalOf(objective, PlanDefaults.parse(defaults), 'name');
  return isStopped(problems) ? { problems } : { goal, problems };
}
