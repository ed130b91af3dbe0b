import type { MadeId, PlannedCalls, PlannedCampaign, PlanningContext } from '../../../tools/media-planning.ts';
import { isStopped } from '../../../tools/plan-problems.ts';
import { plannedRun } from '../../../tools/plan-schedule.ts';
import { adsInGroup } from '../../../tools/planned-groups.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { adCalls } from './plan-ads.ts';
import { PlanDefaults } from './plan-defaults.ts';
import type { PlanGoal } from './plan-goals.ts';
import { groupMoney } from './plan-money.ts';
import { planTargeting } from './plan-targeting.ts';

const ADS_MAX = { max: 50, words: 'An ad set' };

/** The calls that make one ad set with its ads in a campaign that exists, or that an earlier call makes. */
export function groupCalls(
  campaign: PlannedCampaign,
  at: number,
  parent: string | MadeId,
  goal: PlanGoal,
  context: PlanningContext,
): PlannedCalls {
  const defaults = PlanDefaults.parse(context.defaults);
  const group = campaign.groups[at]!;
  const key = `group ${at + 1}`;
  const run = plannedRun(campaign, at, context);
  const money = groupMoney(campaign, at, goal.group.optimization_goal, run);
  const aim = planTargeting(campaign, at, defaults, goal.system);
  const ads = adsOf(campaign, at, { made: key }, goal, defaults);
  const own = [...run.problems, ...money.problems, ...aim.problems];
  const call = {
    key,
    level: 'group' as const,
    name: group.name,
    tool: 'create_ad_set',
    arguments: withoutUnset({
      campaign_id: parent,
      name: group.name,
      ...goal.group,
      ...aim.arguments,
      ...money.arguments,
      start_time: run.start_time,
      end_time: run.end_time,
    }),
    makes: ['ad_set', 'id'],
    from: { name: `groups.${at}.name`, ...aim.from, ...money.from, ...run.from },
  };
  return { calls: [...(isStopped(own) ? [] : [call]), ...ads.calls], problems: [...own, ...ads.problems] };
}

/** The ads of one group of the sheet. */
export function adsOf(
  campaign: PlannedCampaign,
  group: number,
  parent: string | MadeId,
  goal: PlanGoal,
  defaults: PlanDefaults,
): PlannedCalls {
  return adsInGroup(campaign, group, ADS_MAX, (ad, at) => adCalls(ad, { at, group, parent, goal, defaults }));
}
