import {
  type MediaPlanning,
  PLAN_OBJECTIVES,
  type PlannedCall,
  type PlannedCalls,
  type PlannedCampaign,
  type PlannedProblem,
  type PlanningContext,
} from '../../tools/media-planning.ts';
import { budgetHolder, oneBidProblems } from '../../tools/plan-budgets.ts';
import { planChanges } from '../../tools/plan-changes.ts';
import { isStopped, look, stop, withoutRepeated } from '../../tools/plan-problems.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import type { VideoClient } from './client.ts';
import { TERMS } from './resources/plan-changes.ts';
import { PlanDefaults } from './resources/plan-defaults.ts';
import { goalOf, objectiveField, type PlanGoal } from './resources/plan-goals.ts';
import { groupCalls } from './resources/plan-groups.ts';
import { AD_GROUP, budgetProblems } from './resources/plan-money.ts';
import { runningCampaigns } from './resources/running-campaigns.ts';

const AD_GROUPS_MAX = 999;

export const mediaPlanning: MediaPlanning<VideoClient> = {
  defaults: PlanDefaults,
  groupBudgets: true,
  creating,
  running: runningCampaigns,
  changing: (running, campaign, context) => planChanges(running, campaign, context, TERMS),
  // Campaigns and ad groups have other floors, which follow from the currency: `creating` and `changing` tell them.
  leastDailyBudget: async () => undefined,
};

function creating(campaign: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const defaults = PlanDefaults.parse(context.defaults);
  const { objective } = campaign;
  if (!objective)
    return { calls: [], problems: [stop('objective', 'There is no objective.', PLAN_OBJECTIVES.join(', '))] };
  const { goal, problems } = goalOf(objective, defaults, objectiveField(campaign));
  const top = campaignCall(campaign, goal, defaults);
  const groups = campaign.groups.map((_, at) => groupCalls(campaign, at, { made: 'campaign' }, goal, context));
  return {
    calls: isStopped(problems) ? top.calls : [...top.calls, ...groups.flatMap((group) => group.calls)],
    problems: withoutRepeated([...problems, ...top.problems, ...groups.flatMap((group) => group.problems)]),
  };
}

function campaignCall(campaign: PlannedCampaign, goal: PlanGoal, defaults: PlanDefaults): PlannedCalls {
  const { budget } = campaign;
  const { problems: unheld } = budgetHolder(campaign, AD_GROUP);
  const call: PlannedCall = {
    key: 'campaign',
    level: 'campaign',
    name: campaign.name,
    tool: 'create_campaign',
    arguments: withoutUnset({
      campaign_name: campaign.name,
      objective: goal.objective,
      budget_mode: budget && (budget.per === 'day' ? 'BUDGET_MODE_DAY' : 'BUDGET_MODE_TOTAL'),
      budget: budget?.amount,
      budget_optimize_on: budget && true,
      special_industries: defaults.special_industries?.length ? defaults.special_industries : undefined,
      ...goal.campaign,
    }),
    makes: ['campaign', 'id'],
    from: {
      campaign_name: 'name',
      objective: objectiveField(campaign),
      budget: 'budget',
      budget_mode: 'budget',
      special_industries: 'name',
    },
  };
  const problems = [
    ...unheld,
    ...oneBidProblems(campaign, AD_GROUP),
    ...(budget ? budgetProblems(budget, 'campaign', 'budget') : []),
    ...unusedProblems(campaign),
  ];
  return { calls: isStopped(problems) ? [] : [call], problems };
}

function unusedProblems({ groups, type, container, cells }: PlannedCampaign): PlannedProblem[] {
  return [
    ...(groups.length > AD_GROUPS_MAX
      ? [stop('name', `A campaign holds ${AD_GROUPS_MAX} ad groups, and this one has ${groups.length}.`)]
      : []),
    ...(type !== undefined && cells.type !== undefined
      ? [look('type', `Campaigns of video ads are made by hand, without a type: ${type} is not used.`)]
      : []),
    ...(container !== undefined && cells.container !== undefined
      ? [look('container', 'Campaigns of video ads are in no campaign group.')]
      : []),
  ];
}
