import type { PlanningContext, PlanObjective } from '../../../tools/media-planning.ts';
import type { ChangeTerms } from '../../../tools/plan-changes.ts';
import { isStopped } from '../../../tools/plan-problems.ts';
import { PlanDefaults } from './plan-defaults.ts';
import { goalOf } from './plan-goals.ts';
import { adsOf, groupCalls } from './plan-groups.ts';
import { AD_GROUP, budgetProblems } from './plan-money.ts';

/** How running campaigns of this platform are changed. */
export const TERMS: ChangeTerms = {
  group: AD_GROUP,
  campaign: { tool: 'update_campaign', id: 'campaign_id', name: 'campaign_name' },
  groups: { tool: 'update_ad_group', id: 'ad_group_id', name: 'ad_group_name' },
  budgetArgument: () => 'budget',
  budgetProblems,
  // A lifetime budget that stays also has to be enough for the new days.
  groupProblems: ({ budget, field, days }) =>
    budget?.per === 'total' ? budgetProblems(budget, 'group', field, days) : [],
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
