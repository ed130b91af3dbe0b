import type {
  PlannedBudget,
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
  PlanningContext,
  RunningCampaign,
} from '../../../tools/media-planning.ts';
import {
  amountProblems,
  hasCell,
  isSameAmount,
  look,
  nameKey,
  type PlannedRun,
  plannedCalls,
  runOf,
  stop,
} from '../../../tools/planned-campaign.ts';
import { bidsByItself } from './bidding.ts';
import { PlanDefaults, typeOf } from './plan-defaults.ts';
import { dailyBudget, later } from './planned-budget.ts';
import { adCalls, groupCalls } from './planned-group.ts';

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
  const run = runOf(campaign);
  const days = dayChanges(running, campaign, run, today);
  const found = [nameChange(running, campaign), budgetChange(running, campaign, run, today), days];
  const changes = found.flatMap((one) => one.changes);
  const groups = groupChanges(running, campaign, context);
  const calls = [...(changes.length > 0 ? [callFor(running, changes)] : []), ...groups.calls];
  const isOver = running.end !== undefined && running.end < today;
  const problems = [...typeProblems(running, campaign), ...found.flatMap((one) => one.problems), ...groups.problems];
  if (calls.length > 0 && isOver && !changes.some(({ field, argument }) => field && argument === 'end_date'))
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
  if (!hasCell(campaign, 'name') || nameKey(running.name) === nameKey(name)) return NOTHING;
  return { changes: [{ argument: 'name', value: name, field: 'name', from: running.name, to: name }], problems: [] };
}

function typeProblems({ own }: RunningCampaign, campaign: PlannedCampaign): PlannedProblem[] {
  if (!hasCell(campaign, 'type') || own?.type === undefined) return [];
  const { type } = typeOf(campaign);
  if (own.type === type) return [];
  return [stop('type', `The campaign exists as ${own.type}, and its kind cannot be changed.`, { allowed: own.type })];
}

function budgetChange(running: RunningCampaign, campaign: PlannedCampaign, run: PlannedRun, today: string): Found {
  const held = running.budget;
  const fields = ['budget', ...campaign.groups.map((_, at) => `groups.${at}.budget`)];
  if (!fields.some((field) => hasCell(campaign, field))) return NOTHING;
  const wanted = held?.per === 'total' ? totalWanted(campaign) : dailyWanted(running, campaign, run, today);
  const { budget, field, problems } = wanted;
  if (budget === undefined) return { changes: [], problems };
  if (held && isSameAmount(held.amount, budget.amount)) return NOTHING;
  if (running.own?.shared_budget !== undefined) {
    const message =
      'The campaign spends from a budget that it shares with others, so it has none of its own to change.';
    return {
      changes: [],
      problems: [stop(field, message, { allowed: 'update_campaign_budget changes it for all of them' })],
    };
  }
  return { changes: [{ argument: 'budget', value: budget.amount, field, from: held, to: budget }], problems };
}

interface Wanted {
  budget?: PlannedBudget;
  field: string;
  problems: readonly PlannedProblem[];
}

/** A campaign made elsewhere may have a budget for its whole run, which stays one. */
function totalWanted({ budget, currency }: PlannedCampaign): Wanted {
  const field = 'budget';
  if (budget?.per !== 'total') {
    const message = 'The campaign has a budget for its whole run, which cannot become one a day.';
    return { field, problems: [stop(field, message, { allowed: 'a total budget' })] };
  }
  const problems = amountProblems(field, budget.amount, currency);
  return problems.length > 0 ? { field, problems } : { budget, field, problems };
}

function dailyWanted(running: RunningCampaign, campaign: PlannedCampaign, run: PlannedRun, today: string): Wanted {
  const isStarted = running.start !== undefined && running.start <= today;
  // What was made after its planned start has begun later, and its total was shared out from then on.
  const begins =
    run.start === undefined ? (running.start ?? today) : isStarted ? later(run.start, running.start!) : run.start;
  const whole = { ...run, end: run.end ?? running.end };
  const { amount, field, problems } = dailyBudget(campaign, whole, begins);
  if (amount === undefined) return { field, problems };
  return { budget: { amount, currency: campaign.currency, per: 'day' }, field, problems };
}

function dayChanges(running: RunningCampaign, campaign: PlannedCampaign, run: PlannedRun, today: string): Found {
  const { start, startField, end, endField } = run;
  const changes: Change[] = [];
  const problems: PlannedProblem[] = [];
  const isStarted = running.start !== undefined && running.start <= today;
  if (
    start !== undefined &&
    start !== running.start &&
    hasCell(campaign, startField) &&
    !(isStarted && start <= today)
  ) {
    if (isStarted)
      problems.push(
        stop(startField, `It has started on ${running.start}, so its start cannot be moved.`, {
          allowed: running.start!,
        }),
      );
    else if (start < today)
      problems.push(stop(startField, `The start ${start} has passed.`, { allowed: `${today} or later` }));
    else changes.push({ argument: 'start_date', value: start, field: startField, from: running.start, to: start });
  }
  if (end !== undefined && end !== running.end && hasCell(campaign, endField)) {
    const first = changes[0]?.value ?? running.start ?? today;
    if (end < today) problems.push(stop(endField, `The end ${end} has passed.`, { allowed: `${today} or later` }));
    else if (end < first)
      problems.push(
        stop(endField, `It ends on ${end}, before it starts on ${first}.`, { allowed: `${first} or later` }),
      );
    else changes.push({ argument: 'end_date', value: end, field: endField, from: running.end, to: end });
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
