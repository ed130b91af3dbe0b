import { DAY_MS } from '../ambient.ts';
import type {
  PlannedBudget,
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedGroup,
  PlannedProblem,
  PlanningContext,
  PlanObjective,
  RunningCampaign,
} from './media-planning.ts';
import { dayInSheet, type GroupPair, isSameBudget, pairedGroups } from './plan-comparison.ts';
import { look, stop, withoutRepeated } from './plan-problems.ts';
import { beginningOf, endingOf, unknownZone } from './plan-schedule.ts';

/** The tool that changes an object: its argument for the id, and what the rest is called. */
interface ChangingTool {
  tool: string;
  id: string;
  name: string;
}

/** A group as it would be after a change. */
interface ChangedGroup {
  budget?: PlannedBudget | undefined;
  /** Where its budget or its end stands, whichever moves. */
  field: string;
  end?: string | undefined;
  /** From today or its start to its end. */
  days?: number | undefined;
  /** It may be shorter than a day. */
  isShort: boolean;
}

/** What changes are called on one platform, where campaigns and groups hold budgets and groups hold days. */
export interface ChangeTerms {
  /** What people call a group there. */
  group: string;
  campaign: ChangingTool;
  groups: ChangingTool;
  budgetArgument(budget: PlannedBudget): string;
  budgetProblems(budget: PlannedBudget, level: 'campaign' | 'group', field: string): PlannedProblem[];
  groupProblems(group: ChangedGroup): PlannedProblem[];
  /** A group of the sheet with its ads, for a campaign that exists. */
  newGroup(campaign: PlannedCampaign, at: number, into: Place, context: PlanningContext): PlannedCalls;
  /** The ads of a group of the sheet, for one that exists. */
  newAds(campaign: PlannedCampaign, at: number, into: Place, context: PlanningContext): PlannedCalls;
}

interface Place {
  id: string;
  objective: PlanObjective;
}

/** What one object is changed by, gathered before it becomes a call. */
interface Change {
  arguments: Record<string, unknown>;
  from: Record<string, string>;
  difference: Record<string, { from: unknown; to: unknown }>;
  problems: PlannedProblem[];
}

interface Task {
  running: RunningCampaign;
  campaign: PlannedCampaign;
  context: PlanningContext;
  terms: ChangeTerms;
}

const nothing = (): Change => ({ arguments: {}, from: {}, difference: {}, problems: [] });

/** The calls that bring a running campaign to what the cells of the sheet say, and what keeps from it. */
export function planChanges(
  running: RunningCampaign,
  campaign: PlannedCampaign,
  context: PlanningContext,
  terms: ChangeTerms,
): PlannedCalls {
  const task = { running, campaign, context, terms };
  const { pairs, missing } = pairedGroups(running, campaign);
  const top = campaignChange(task);
  const groups = pairs.map((pair) => ({ group: pair.running, change: groupChange(pair, task) }));
  const added = [...missing.map((at) => addedGroup(at, task)), ...addedAds(pairs, task)];
  return {
    calls: [
      ...callOf(top, terms.campaign, { key: 'campaign', level: 'campaign', ...running }),
      ...groups.flatMap(({ group, change }) =>
        callOf(change, terms.groups, { key: `group ${group.id}`, level: 'group', ...group }),
      ),
      ...added.flatMap(({ calls }) => calls),
    ],
    problems: withoutRepeated([
      ...top.problems,
      ...groups.flatMap(({ change }) => change.problems),
      ...added.flatMap(({ problems }) => problems),
    ]),
  };
}

function callOf(
  { arguments: given, from, difference }: Change,
  { tool, id: argument }: ChangingTool,
  { id, key, level, name }: Pick<PlannedCall, 'key' | 'level' | 'name'> & { id: string },
): PlannedCall[] {
  if (Object.keys(given).length === 0) return [];
  return [{ key, level, name, tool, arguments: { [argument]: id, ...given }, from, difference }];
}

function campaignChange({ running, campaign, terms }: Task): Change {
  const change = nothing();
  const { objective, budget, cells } = campaign;
  const name = campaign.name.trim();
  if (cells.objective !== undefined && objective && running.objective && objective !== running.objective)
    change.problems.push(
      stop(
        'objective',
        `The campaign is for ${running.objective}, which cannot change.`,
        `${running.objective}, or another name for a new campaign`,
      ),
    );
  if (cells.name !== undefined && name !== running.name.trim()) {
    change.arguments[terms.campaign.name] = name;
    change.from[terms.campaign.name] = 'name';
    change.difference.name = { from: running.name, to: name };
  }
  if (cells.budget !== undefined && budget && running.budget)
    moveBudget(change, { held: running.budget, wanted: budget, field: 'budget', level: 'campaign' }, terms);
  return change;
}

interface Move {
  held: PlannedBudget;
  wanted: PlannedBudget;
  field: string;
  level: 'campaign' | 'group';
}

const PER = { day: 'a day', total: 'in total' };

function moveBudget(change: Change, { held, wanted, field, level }: Move, terms: ChangeTerms): void {
  if (isSameBudget(held, wanted)) return;
  const problems =
    held.per === wanted.per
      ? terms.budgetProblems(wanted, level, field)
      : [
          stop(
            field,
            `The budget is an amount ${PER[held.per]}, which cannot become one ${PER[wanted.per]}.`,
            `An amount ${PER[held.per]}`,
          ),
        ];
  change.problems.push(...problems);
  if (problems.length > 0) return;
  const argument = terms.budgetArgument(wanted);
  change.arguments[argument] = wanted.amount;
  change.from[argument] = field;
  change.difference[field] = { from: held, to: wanted };
}

function groupChange(pair: GroupPair, task: Task): Change {
  const change = nothing();
  const budget = groupBudget(change, pair, task);
  const start = groupStart(change, pair, task);
  const end = groupEnd(change, pair, task);
  const [field] = Object.values(change.from);
  if (field === undefined) return change;
  const { today, zone } = task.context;
  const first = start === undefined || start < today ? today : start;
  const days = end === undefined ? undefined : (Date.parse(end) - Date.parse(first)) / DAY_MS + 1;
  const isWhole =
    zone === undefined ||
    end === undefined ||
    (start !== undefined &&
      start > today &&
      Date.parse(endingOf(end, zone)) - Date.parse(beginningOf(start, zone)) >= DAY_MS) ||
    (start !== undefined && end > start);
  change.problems.push(...task.terms.groupProblems({ budget, field, end, days, isShort: !isWhole }));
  return change;
}

/** Where one group alone holds the budget of a campaign for which the sheet has one, it is the campaign's. */
function groupBudget(
  change: Change,
  { planned, running: group, at }: GroupPair,
  task: Task,
): PlannedBudget | undefined {
  const { running, campaign, terms } = task;
  const field = `groups.${at}.budget`;
  const own = planned.cells.budget === undefined ? undefined : planned.budget;
  if (own && running.budget) change.problems.push(campaignHolds(field));
  else if (own && group.budget) moveBudget(change, { held: group.budget, wanted: own, field, level: 'group' }, terms);
  if (own || running.budget || !campaign.budget || campaign.cells.budget === undefined) return own ?? group.budget;
  const holders = running.groups.filter(({ budget }) => budget);
  if (holders.length > 1)
    change.problems.push(
      stop(
        'budget',
        `Its ${terms.group}s hold the budgets, and only one level can.`,
        `A row with a budget for each ${terms.group}`,
      ),
    );
  else if (group.budget)
    moveBudget(change, { held: group.budget, wanted: campaign.budget, field: 'budget', level: 'group' }, terms);
  return group.budget && campaign.budget;
}

function campaignHolds(field: string): PlannedProblem {
  return stop(field, 'The campaign holds the budget, and only one level can.', 'One budget for all its rows');
}

function groupStart(
  change: Change,
  { running: group, at }: GroupPair,
  { campaign, context }: Task,
): string | undefined {
  const { today, zone } = context;
  const wanted = dayInSheet(campaign, at, 'start');
  if (!wanted || wanted.day === group.start) return group.start;
  const { day, field } = wanted;
  if (group.start !== undefined && group.start <= today) {
    const message = `It began on ${group.start}, and a start that has passed cannot change.`;
    // A sheet whose days are over is no reason to leave its other changes out.
    change.problems.push(day <= today ? look(field, message) : stop(field, message, group.start));
    return group.start;
  }
  if (day < today) change.problems.push(stop(field, `The start ${day} has passed.`, `${today} or later`));
  else moveDay(change, 'start_time', { field, from: group.start, to: day }, zone && beginningOf(day, zone));
  return day;
}

function groupEnd(change: Change, { running: group, at }: GroupPair, { campaign, context }: Task): string | undefined {
  const { today, zone } = context;
  const wanted = dayInSheet(campaign, at, 'end');
  if (!wanted || wanted.day === group.end) return group.end;
  const { day, field } = wanted;
  // Two days of the sheet in the wrong order are told elsewhere.
  const start = dayInSheet(campaign, at, 'start') ? undefined : group.start;
  if (day < today) change.problems.push(stop(field, `The end ${day} has passed.`, `${today} or later`));
  else if (start !== undefined && day < start)
    change.problems.push(stop(field, `The end ${day} is before the start ${start}.`, `${start} or later`));
  else moveDay(change, 'end_time', { field, from: group.end, to: day }, zone && endingOf(day, zone));
  return day;
}

function moveDay(
  change: Change,
  argument: 'start_time' | 'end_time',
  { field, from, to }: { field: string; from: string | undefined; to: string },
  moment: string | undefined,
): void {
  if (moment === undefined) {
    change.problems.push(unknownZone(field));
    return;
  }
  change.arguments[argument] = moment;
  change.from[argument] = field;
  change.difference[field] = { from: from ?? null, to };
}

/** A group that the sheet names and the campaign has not. The level that holds the budget is the running campaign's. */
function addedGroup(at: number, { running, campaign, context, terms }: Task): PlannedCalls {
  const objective = running.objective ?? campaign.objective;
  if (!objective) return { calls: [], problems: [stop('name', 'What the campaign is for is not known.')] };
  const asHeld = { ...campaign, budget: running.budget };
  const { calls, problems } = terms.newGroup(asHeld, at, { id: running.id, objective }, context);
  return { calls, problems: [...problems, ...levelProblems(running, campaign.groups[at]!, at, terms)] };
}

function levelProblems(
  { budget: held }: RunningCampaign,
  { budget, bid }: PlannedGroup,
  at: number,
  { group }: ChangeTerms,
): PlannedProblem[] {
  const field = `groups.${at}.budget`;
  return [
    ...(held && budget ? [campaignHolds(field)] : []),
    ...(!held && !budget
      ? [stop(field, `The ${group}s of this campaign hold the budgets, so a new one needs one.`, 'A budget of its own')]
      : []),
    ...(held && bid !== undefined
      ? [stop(`groups.${at}.bid`, `A campaign with a budget bids for its ${group}s as it was made.`, 'No bid')]
      : []),
  ];
}

/** Ads of groups that exist and have none: a making that ended halfway is completed. */
function addedAds(pairs: readonly GroupPair[], { running, campaign, context, terms }: Task): PlannedCalls[] {
  const objective = running.objective ?? campaign.objective;
  if (!objective) return [];
  return pairs
    .filter(({ at, planned, running: group }) => {
      const isAlone = pairs.filter((other) => other.at === at).length === 1;
      return isAlone && group.ads === 0 && planned.ads.length > 0;
    })
    .map(({ at, running: group }) => terms.newAds(campaign, at, { id: group.id, objective }, context));
}
