import type {
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
  PlanningContext,
  RunningCampaign,
} from '../../../tools/media-planning.ts';
import { stop } from '../../../tools/plan-problems.ts';
import { isSameAmount, nameKey, plannedCalls } from '../../../tools/planned-campaign.ts';
import { campaignsOfGroups } from '../../../tools/planned-groups.ts';
import type { Format, Objective } from './objective.ts';
import { adCalls } from './plan-ads.ts';
import { containerFor, fieldsOf } from './plan-campaign.ts';
import { objectiveOf, PlanDefaults } from './plan-defaults.ts';
import { budgetOf, budgetProblems, daysOf, endOf, startOf } from './plan-money.ts';

interface Found {
  arguments?: Record<string, unknown>;
  difference?: NonNullable<PlannedCall['difference']>;
  /** A campaign group to make before. */
  calls?: readonly PlannedCall[];
  problems?: readonly PlannedProblem[];
}

const NOTHING: Found = {};

/** The calls that bring a campaign to what its rows say. */
export function changing(running: RunningCampaign, given: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const campaign = groupNamed(running, given);
  const defaults = PlanDefaults.parse(context.defaults);
  const found = [
    nameChange(running, campaign),
    containerChange(running, campaign, context, defaults),
    budgetChange(running, campaign),
    startChange(running, campaign, context.today),
    endChange(running, campaign, context.today),
  ];
  const ads = adsMissing(running, campaign, defaults);
  const changes = Object.assign({}, ...found.map((one) => one.arguments ?? {})) as Record<string, unknown>;
  const fields = fieldsOf(campaign);
  const call: PlannedCall = {
    key: 'campaign',
    level: 'campaign',
    name: running.name,
    tool: 'update_professional_campaign',
    arguments: { campaign_id: running.id, ...changes },
    from: Object.fromEntries(Object.keys(changes).flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
    difference: Object.assign({}, ...found.map((one) => one.difference ?? {})),
  };
  const calls = [
    ...found.flatMap((one) => one.calls ?? []),
    ...(Object.keys(changes).length > 0 ? [call] : []),
    ...ads.calls,
  ];
  const problems = [
    ...objectiveProblems(running, campaign),
    ...found.flatMap((one) => one.problems ?? []),
    ...ads.problems,
    ...(calls.length > 0 && running.own?.status === 'ARCHIVED'
      ? [stop('name', 'The campaign is archived, so nothing of it can be changed.', 'another name, for a new one')]
      : []),
  ];
  return plannedCalls({ calls, problems });
}

/** Of a sheet's campaign with several groups the one that this campaign is. */
function groupNamed({ name }: RunningCampaign, campaign: PlannedCampaign): PlannedCampaign {
  const each = campaignsOfGroups(campaign);
  return each.find((one) => nameKey(one.name) === nameKey(name)) ?? each[0]!;
}

function hasCell({ cells, groups }: PlannedCampaign, field: string): boolean {
  const own = /^groups\.0\.(\w+)$/.exec(field)?.[1];
  return own === undefined ? cells[field] !== undefined : groups[0]!.cells[own] !== undefined;
}

function nameChange(running: RunningCampaign, { name, cells }: PlannedCampaign): Found {
  if (cells.name === undefined || nameKey(running.name) === nameKey(name)) return NOTHING;
  return { arguments: { name: name.trim() }, difference: { name: { from: running.name, to: name.trim() } } };
}

function objectiveProblems({ own, objective: held }: RunningCampaign, campaign: PlannedCampaign): PlannedProblem[] {
  const { objective } = objectiveOf(campaign);
  if (campaign.cells.objective === undefined || objective === undefined || own?.objective === objective) return [];
  const message = `The campaign exists for ${held ?? own?.objective}, and its objective cannot be changed.`;
  return [stop('objective', message, held)];
}

function containerChange(
  running: RunningCampaign,
  campaign: PlannedCampaign,
  context: PlanningContext,
  defaults: PlanDefaults,
): Found {
  const { container, cells } = campaign;
  const held = running.container;
  if (container === undefined || cells.container === undefined || !held) return NOTHING;
  if (nameKey(held.name) === nameKey(container)) return NOTHING;
  const { id, calls, problems } = containerFor(
    campaign,
    context,
    defaults,
    running.own?.objective as Objective | undefined,
  );
  const status = calls.length > 0 ? 'DRAFT' : context.containers?.find((one) => one.id === id)?.own?.status;
  const isLeftOut = status === 'DRAFT' && running.own?.status !== 'DRAFT';
  const message = 'Only drafts can be in a campaign group that is a draft.';
  return {
    arguments: { campaign_group_id: id },
    difference: { container: { from: held.name, to: container } },
    calls,
    problems: [...problems, ...(isLeftOut ? [stop('container', message, 'a group that is ACTIVE')] : [])],
  };
}

function budgetChange(running: RunningCampaign, campaign: PlannedCampaign): Found {
  const { budget, field } = budgetOf(campaign);
  const held = running.budget;
  if (!budget || !hasCell(campaign, field)) return NOTHING;
  if (running.own?.shares_budget !== undefined) {
    const message = 'The campaign spends from the budget that its campaign group shares out, and has none of its own.';
    return { problems: [stop(field, message, 'update_campaign_group changes it for all of them')] };
  }
  const problems = budgetProblems(campaign, daysOf(campaign).end ?? running.end);
  if (problems.length > 0) return { problems };
  const total = running.own?.total_budget;
  const compared = budget.per === 'total' && total !== undefined ? { amount: total, per: 'total' } : held;
  if (compared?.per === budget.per && isSameAmount(compared.amount, budget.amount)) return NOTHING;
  const [wanted, other] = budget.per === 'day' ? ['daily', 'total'] : ['total', 'daily'];
  const isOther = held !== undefined && held.per !== budget.per && total === undefined;
  return {
    arguments: { [`${wanted}_budget_amount`]: budget.amount, ...(isOther && { [`${other}_budget_amount`]: 'none' }) },
    difference: { [field]: { from: held, to: budget } },
  };
}

function startChange(running: RunningCampaign, campaign: PlannedCampaign, today: string): Found {
  const { start, startField: field } = daysOf(campaign);
  const held = running.start;
  if (start === undefined || start === held || !hasCell(campaign, field)) return NOTHING;
  const isDraft = running.own?.status === 'DRAFT';
  const hasBegun = held !== undefined && held <= today;
  // What was made late has begun after its planned start.
  if (hasBegun && start <= today) return NOTHING;
  if (hasBegun && !isDraft)
    return { problems: [stop(field, `It has started on ${held}, so its start cannot be moved.`, held)] };
  if (start < today) return { problems: [stop(field, `The start ${start} has passed.`, `${today} or later`)] };
  return {
    arguments: { run_schedule_start: startOf(start, today) },
    difference: { [field]: { from: held, to: start } },
  };
}

function endChange(running: RunningCampaign, campaign: PlannedCampaign, today: string): Found {
  const { end, endField: field } = daysOf(campaign);
  if (end === undefined || end === running.end || !hasCell(campaign, field)) return NOTHING;
  if (end < today) return { problems: [stop(field, `The end ${end} has passed.`, `${today} or later`)] };
  return { arguments: { run_schedule_end: endOf(end) }, difference: { [field]: { from: running.end, to: end } } };
}

/** Ads of a campaign that has none. */
function adsMissing(running: RunningCampaign, campaign: PlannedCampaign, defaults: PlanDefaults): PlannedCalls {
  if (running.groups.some(({ ads }) => ads > 0)) return { calls: [], problems: [] };
  const { calls, problems } = adCalls(campaign.groups[0]!.ads, {
    campaignId: running.id,
    format: running.own?.format as Format | undefined,
    isForLeads: running.own?.objective === 'LEAD_GENERATION',
    defaults,
  });
  return {
    calls: calls.map((call) => ({ ...call, difference: { [call.key]: { from: undefined, to: call.name } } })),
    problems,
  };
}
