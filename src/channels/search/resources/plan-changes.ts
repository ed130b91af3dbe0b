import type {
  PlannedBudget,
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
  PlanningContext,
  RunningCampaign,
} from '../../../tools/media-planning.ts';
import { look, stop } from '../../../tools/plan-problems.ts';
import { amountProblems, isSameAmount, nameKey, plannedCalls } from '../../../tools/planned-campaign.ts';
import { bidsByItself } from './bidding.ts';
import { PlanDefaults, typeOf } from './plan-defaults.ts';
import { adCalls, groupCalls } from './plan-groups.ts';
import { dailyBudget, later } from './plan-money.ts';

/** One field of an existing campaign: what it is, what the sheet wants, and the argument that says so. */
interface Change {
  argument: string;
  value: string;
  field: string;
  from: unknown;
  to: unknown;
}

interface Found {
  changes: readonly Change[];
  problems: readonly PlannedProblem[];
}

const NOTHING: Found = { changes: [], problems: [] };

/** The calls that bring a campaign to what its rows say. */
export function changing(running: RunningCampaign, campaign: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const { today } = context;
  const days = dayChanges(running, campaign, today);
  const found = [nameChange(running, campaign), budgetChange(running, campaign, today), days];
  const changes = found.flatMap((one) => one.changes);
  const groups = groupChanges(running, campaign, context);
  const calls = [...(changes.length > 0 ? [callFor(running, changes)] : []), ...groups.calls];
  const isOver = running.end !== undefined && running.end < today;
  const problems = [...typeProblems(running, campaign), ...found.flatMap((one) => one.problems), ...groups.problems];
  if (calls.length > 0 && isOver && !changes.some(({ argument }) => argument === 'end_date'))
    problems.push(stop('name', `It ended on ${running.end}: nothing of it can be changed before its end is.`));
  return plannedCalls({ calls, problems });
}

function callFor({ id, name }: RunningCampaign, changes: readonly Change[]): PlannedCall {
  return {
    key: 'campaign',
    level: 'campaign',
    name,
    tool: 'update_campaign',
    arguments: { campaign_id: id, ...Object.fromEntries(changes.map(({ argument, value }) => [argument, value])) },
    from: Object.fromEntries(changes.map(({ argument, field }) => [argument, field])),
    difference: Object.fromEntries(changes.map(({ field, from, to }) => [field, { from, to }])),
  };
}

function nameChange(running: RunningCampaign, campaign: PlannedCampaign): Found {
  const name = campaign.name.trim();
  if (campaign.cells.name === undefined || nameKey(running.name) === nameKey(name)) return NOTHING;
  return { changes: [{ argument: 'name', value: name, field: 'name', from: running.name, to: name }], problems: [] };
}

function typeProblems({ own }: RunningCampaign, campaign: PlannedCampaign): PlannedProblem[] {
  if (campaign.cells.type === undefined || own?.type === undefined) return [];
  const { type } = typeOf(campaign);
  if (own.type === type) return [];
  return [stop('type', `The campaign exists as ${own.type}, and its kind cannot be changed.`, own.type)];
}

function budgetChange(running: RunningCampaign, campaign: PlannedCampaign, today: string): Found {
  const held = running.budget;
  if (campaign.cells.budget === undefined) return NOTHING;
  const { budget, problems } = held?.per === 'total' ? totalWanted(campaign) : dailyWanted(running, campaign, today);
  if (budget === undefined) return { changes: [], problems };
  if (held && isSameAmount(held.amount, budget.amount)) return NOTHING;
  if (running.own?.shared_budget !== undefined) {
    const message =
      'The campaign spends from a budget that it shares with others, so it has none of its own to change.';
    const allowed = 'update_campaign_budget changes it for all of them';
    return { changes: [], problems: [stop('budget', message, allowed)] };
  }
  return { changes: [{ argument: 'budget', value: budget.amount, field: 'budget', from: held, to: budget }], problems };
}

interface Wanted {
  budget?: PlannedBudget;
  problems: readonly PlannedProblem[];
}

/** A campaign made elsewhere may have a budget for its whole run, which stays one. */
function totalWanted({ budget, currency }: PlannedCampaign): Wanted {
  if (budget?.per !== 'total') {
    const message = 'The campaign has a budget for its whole run, which cannot become one a day.';
    return { problems: [stop('budget', message, 'a total budget')] };
  }
  const problems = amountProblems('budget', budget.amount, currency);
  return problems.length > 0 ? { problems } : { budget, problems };
}

function dailyWanted({ start: began, end: ends }: RunningCampaign, campaign: PlannedCampaign, today: string): Wanted {
  const { start, end = ends } = campaign;
  const isStarted = began !== undefined && began <= today;
  // What was made after its planned start has begun later, and its total was shared out from then on.
  const first = start === undefined ? (began ?? today) : isStarted ? later(start, began) : start;
  const { amount, problems } = dailyBudget(campaign, first, end);
  return amount === undefined
    ? { problems }
    : { budget: { amount, currency: campaign.currency, per: 'day' }, problems };
}

function dayChanges(running: RunningCampaign, campaign: PlannedCampaign, today: string): Found {
  const { start, end, cells } = campaign;
  const { start: began, end: ends } = running;
  const changes: Change[] = [];
  const problems: PlannedProblem[] = [];
  const isStarted = began !== undefined && began <= today;
  const hasBegun = isStarted && start !== undefined && start <= today;
  if (start !== undefined && start !== began && cells.start !== undefined && !hasBegun) {
    if (isStarted) problems.push(stop('start', `It has started on ${began}, so its start cannot be moved.`, began));
    else if (start < today) problems.push(stop('start', `The start ${start} has passed.`, `${today} or later`));
    else changes.push({ argument: 'start_date', value: start, field: 'start', from: began, to: start });
  }
  if (end !== undefined && end !== ends && cells.end !== undefined) {
    const first = changes[0]?.value ?? began ?? today;
    if (end < today) problems.push(stop('end', `The end ${end} has passed.`, `${today} or later`));
    else if (end < first)
      problems.push(stop('end', `It ends on ${end}, before it starts on ${first}.`, `${first} or later`));
    else changes.push({ argument: 'end_date', value: end, field: 'end', from: ends, to: end });
  }
  return { changes, problems };
}

/** Groups that the sheet names and the campaign lacks, and ads of groups that have none. */
function groupChanges(running: RunningCampaign, campaign: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const defaults = PlanDefaults.parse(context.defaults);
  const held = new Map(running.groups.map((group) => [nameKey(group.name), group]));
  const calls: PlannedCall[] = [];
  const problems: PlannedProblem[] = [];
  for (const [at, group] of campaign.groups.entries()) {
    const same = held.get(nameKey(group.name));
    if (same === undefined && group.cells.name === undefined) continue;
    if (running.own?.type !== 'SEARCH') {
      if (same === undefined)
        problems.push(
          look(`groups.${at}.name`, `Only Search campaigns get groups from a sheet; this one is ${running.own?.type}.`),
        );
      continue;
    }
    if (same && same.ads > 0) continue;
    const isManual = !bidsByItself(running.own.bidding_strategy);
    const planned = same
      ? adCalls(campaign, at, same.id)
      : groupCalls({ campaign, at, campaignId: running.id, isManual, usualBid: defaults.cpc_bid });
    calls.push(...planned.calls.map((call) => ({ ...call, difference: added(call) })));
    problems.push(...planned.problems);
  }
  return { calls, problems };
}

/** What is new has nothing before it. */
function added({ key, name }: PlannedCall): PlannedCall['difference'] {
  return { [key]: { from: undefined, to: name } };
}
