import { z } from 'zod';
import type {
  MediaPlanning,
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
  PlanningContext,
} from '../../tools/media-planning.ts';
import { PLAN_OBJECTIVES } from '../../tools/media-planning.ts';
import { budgetHolder } from '../../tools/plan-budgets.ts';
import { planChanges } from '../../tools/plan-changes.ts';
import { isStopped, look, stop, withoutDefault, withoutRepeated } from '../../tools/plan-problems.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import { accountNode, type SocialClient } from './client.ts';
import { shownMoney } from './money.ts';
import { TERMS } from './resources/plan-changes.ts';
import { PlanDefaults } from './resources/plan-defaults.ts';
import { goalOf, objectiveField, type PlanGoal } from './resources/plan-goals.ts';
import { groupCalls } from './resources/plan-groups.ts';
import { AD_SET, amountProblems, budgetArguments, campaignBid } from './resources/plan-money.ts';
import { runningCampaigns } from './resources/running-campaigns.ts';
import { kind } from './wire.ts';

const AD_SETS_MAX = 200;

/** The least a day for ads that are paid by impressions, which all ad sets of media plans are. */
const MINIMUM_BUDGETS = kind(
  'minimum_budgets',
  z.object({ currency: z.string(), min_daily_budget_imp: z.union([z.string(), z.number()]) }),
);

export const mediaPlanning: MediaPlanning<SocialClient> = {
  defaults: PlanDefaults,
  groupBudgets: true,
  creating,
  running: runningCampaigns,
  changing: (running, campaign, context) => planChanges(running, campaign, context, TERMS),
  async leastDailyBudget(client, account) {
    const [currency, { items }] = await Promise.all([
      client.currency(account),
      client.list(MINIMUM_BUDGETS, accountNode(account), { limit: 200, account }),
    ]);
    const row = items.find((one) => one.currency === currency);
    return row && shownMoney(row.min_daily_budget_imp, currency);
  },
};

function creating(campaign: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const defaults = PlanDefaults.parse(context.defaults);
  const { objective } = campaign;
  if (!objective)
    return {
      calls: [],
      problems: [stop('objective', 'There is no objective.', PLAN_OBJECTIVES.join(', '))],
    };
  const { goal, problems } = goalOf(objective, defaults, objectiveField(campaign));
  const top = campaignCall(campaign, goal, defaults);
  const groups = campaign.groups.map((_, at) => groupCalls(campaign, at, { made: 'campaign' }, goal, context));
  const all = [...problems, ...top.problems, ...groups.flatMap((group) => group.problems)];
  return {
    calls: isStopped(problems) ? top.calls : [...top.calls, ...groups.flatMap((group) => group.calls)],
    problems: withoutRepeated(all),
  };
}

function campaignCall(campaign: PlannedCampaign, goal: PlanGoal, defaults: PlanDefaults): PlannedCalls {
  const budget = budgetArguments(campaign.budget, 'budget');
  const bid = campaignBid(campaign);
  const { holder, problems: unheld } = budgetHolder(campaign, AD_SET);
  const call: PlannedCall = {
    key: 'campaign',
    level: 'campaign',
    name: campaign.name,
    tool: 'create_social_campaign',
    arguments: withoutUnset({
      name: campaign.name,
      objective: goal.objective,
      special_ad_categories: defaults.special_ad_categories,
      special_ad_category_country: defaults.special_ad_categories?.length
        ? defaults.special_ad_category_country
        : undefined,
      ...budget.arguments,
      ...bid.arguments,
      // Each ad set keeps the budget that the sheet gives it.
      is_adset_budget_sharing_enabled: holder === 'groups' ? false : undefined,
      ...goal.campaign,
    }),
    makes: ['campaign', 'id'],
    from: { name: 'name', objective: objectiveField(campaign), special_ad_categories: 'name', ...budget.from },
  };
  const problems = [
    ...unheld,
    ...bid.problems,
    ...declarationProblems(defaults),
    ...(campaign.budget ? amountProblems(campaign.budget.amount, campaign.currency, 'budget') : []),
    ...unusedProblems(campaign),
  ];
  return { calls: isStopped(problems) ? [] : [call], problems };
}

/** A declaration by law has no default: somebody has to say that none applies. */
function declarationProblems(defaults: PlanDefaults): PlannedProblem[] {
  const { special_ad_categories: categories, special_ad_category_country: where } = defaults;
  if (categories === undefined)
    return [
      withoutDefault(
        'name',
        'The platform demands a declaration whether the ads are about homes, jobs, money, politics or gambling.',
        'Set special_ad_categories in the defaults of social: [] when none applies',
      ),
    ];
  return categories.length > 0 && !where
    ? [
        withoutDefault(
          'name',
          'Special ad categories apply somewhere.',
          'Set special_ad_category_country in the defaults of social',
        ),
      ]
    : [];
}

function unusedProblems({ groups, type, container, cells }: PlannedCampaign): PlannedProblem[] {
  return [
    ...(groups.length > AD_SETS_MAX
      ? [stop('name', `A campaign holds ${AD_SETS_MAX} ad sets, and this one has ${groups.length}.`)]
      : []),
    ...(type !== undefined && cells.type !== undefined
      ? [look('type', `Campaigns of social-network ads are made without a type: ${type} is not used.`)]
      : []),
    ...(container !== undefined && cells.container !== undefined
      ? [look('container', 'Campaigns of social-network ads are in no campaign group.')]
      : []),
  ];
}
