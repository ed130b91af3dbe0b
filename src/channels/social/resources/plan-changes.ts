import type {
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
  PlanningContext,
  RunningCampaign,
} from '../../../tools/media-planning.ts';
import { dayInSheet, type GroupPair, isSameBudget, pairedGroups } from '../../../tools/plan-comparison.ts';
import { look, stop } from '../../../tools/plan-problems.ts';
import { beginningOf, endingOf } from '../../../tools/plan-schedule.ts';
import { PlanDefaults } from './plan-defaults.ts';
import { goalOf, objectiveField } from './plan-goals.ts';
import { adsOf, groupCalls, isStopped } from './plan-groups.ts';
import { amountProblems, argumentOf } from './plan-money.ts';

type Difference = Record<string, { from: unknown; to: unknown }>;

/** What one object is changed by, gathered before it becomes a call. */
interface Change {
  arguments: Record<string, unknown>;
  from: Record<string, string>;
  difference: Difference;
  problems: PlannedProblem[];
}

const nothing = (): Change => ({ arguments: {}, from: {}, difference: {}, problems: [] });

/** The calls that bring a running campaign to what the cells of the sheet say. */
export function planChanges(
  running: RunningCampaign,
  campaign: PlannedCampaign,
  context: PlanningContext,
): PlannedCalls {
  const { pairs, missing } = pairedGroups(running, campaign);
  const top = campaignChange(running, campaign);
  const groups = pairs.map((pair) => ({ pair, change: groupChange(pair, running, campaign, context) }));
  const added = addedGroups(running, campaign, missing, context);
  const ads = addedAds(running, campaign, pairs, context);
  const calls = [
    ...callOf(
      top,
      { key: 'campaign', level: 'campaign', name: campaign.name, tool: 'update_social_campaign' },
      { campaign_id: running.id },
    ),
    ...groups.flatMap(({ pair: { running: group }, change }) =>
      callOf(
        change,
        { key: `group ${group.id}`, level: 'group', name: group.name, tool: 'update_ad_set' },
        { ad_set_id: group.id },
      ),
    ),
    ...added.calls,
    ...ads.calls,
  ];
  const problems = [
    ...top.problems,
    ...groups.flatMap(({ change }) => change.problems),
    ...added.problems,
    ...ads.problems,
  ];
  return { calls, problems: withoutRepeated(problems) };
}

/** A field of the campaign that is wrong for several ad sets is told once. */
function withoutRepeated(problems: readonly PlannedProblem[]): PlannedProblem[] {
  return [...new Map(problems.map((one) => [`${one.field} ${one.message}`, one])).values()];
}

function callOf(
  { arguments: given, from, difference }: Change,
  call: Pick<PlannedCall, 'key' | 'level' | 'name' | 'tool'>,
  id: Record<string, string>,
): PlannedCall[] {
  if (Object.keys(given).length === 0) return [];
  return [{ ...call, arguments: { ...id, ...given }, from, difference }];
}

function campaignChange(running: RunningCampaign, campaign: PlannedCampaign): Change {
  const change = nothing();
  const { name, objective, budget, cells, currency } = campaign;
  if (cells.objective !== undefined && objective && running.objective && objective !== running.objective)
    change.problems.push(
      stop(
        'objective',
        `The campaign is for ${running.objective}, which cannot change.`,
        `${running.objective}, or another name`,
      ),
    );
  if (cells.name !== undefined && name.trim() !== running.name.trim()) {
    change.arguments.name = name.trim();
    change.from.name = 'name';
    change.difference.name = { from: running.name, to: name.trim() };
  }
  if (cells.budget === undefined || !budget || !running.budget) return change;
  moveBudget(change, running.budget, budget, 'budget', currency);
  return change;
}

function moveBudget(
  change: Change,
  held: NonNullable<PlannedCampaign['budget']>,
  wanted: NonNullable<PlannedCampaign['budget']>,
  field: string,
  currency: string,
): void {
  if (isSameBudget(held, wanted)) return;
  const words = (per: 'day' | 'total') => (per === 'day' ? 'a day' : 'in total');
  const problems =
    held.per === wanted.per
      ? amountProblems(wanted.amount, currency, field)
      : [
          stop(
            field,
            `The budget is an amount ${words(held.per)}, which cannot become one ${words(wanted.per)}.`,
            `An amount ${words(held.per)}`,
          ),
        ];
  change.problems.push(...problems);
  if (problems.length > 0) return;
  change.arguments[argumentOf(wanted)] = wanted.amount;
  change.from[argumentOf(wanted)] = field;
  change.difference[field] = { from: held, to: wanted };
}

function groupChange(
  pair: GroupPair,
  running: RunningCampaign,
  campaign: PlannedCampaign,
  context: PlanningContext,
): Change {
  const change = nothing();
  groupBudget(change, pair, running, campaign);
  groupStart(change, pair, campaign, context);
  groupEnd(change, pair, campaign, context);
  return change;
}

/** One ad set that holds the budget of a campaign for which the sheet has one: it is the campaign's. */
function groupBudget(
  change: Change,
  { planned, running: group, at }: GroupPair,
  running: RunningCampaign,
  campaign: PlannedCampaign,
) {
  const own = planned.cells.budget === undefined ? undefined : planned.budget;
  if (own && running.budget) {
    change.problems.push(
      stop(
        `groups.${at}.budget`,
        'The campaign holds the budget, and only one level can.',
        'One budget for all its rows',
      ),
    );
    return;
  }
  if (own && group.budget) moveBudget(change, group.budget, own, `groups.${at}.budget`, campaign.currency);
  if (own || running.budget || !campaign.budget || campaign.cells.budget === undefined) return;
  const holders = running.groups.filter(({ budget }) => budget);
  if (holders.length === 1 && group.budget)
    moveBudget(change, group.budget, campaign.budget, 'budget', campaign.currency);
  if (holders.length > 1)
    change.problems.push(
      stop('budget', 'Its ad sets hold the budgets, and only one level can.', 'A row with a budget for each ad set'),
    );
}

function groupStart(
  change: Change,
  { running: group, at }: GroupPair,
  campaign: PlannedCampaign,
  { today, zone }: PlanningContext,
) {
  const wanted = dayInSheet(campaign, at, 'start');
  if (!wanted || wanted.day === group.start) return;
  const { day, field } = wanted;
  if (group.start !== undefined && group.start <= today) {
    const message = `It began on ${group.start}, and a start that has passed cannot change.`;
    // A sheet whose days are over is no reason to leave its other changes out.
    change.problems.push(day <= today ? look(field, message) : stop(field, message, group.start));
    return;
  }
  if (day < today) change.problems.push(stop(field, `The start ${day} has passed.`, `${today} or later`));
  else moveDay(change, 'start_time', { field, from: group.start, to: day }, zone && beginningOf(day, zone));
}

function groupEnd(
  change: Change,
  { running: group, at }: GroupPair,
  campaign: PlannedCampaign,
  { today, zone }: PlanningContext,
) {
  const wanted = dayInSheet(campaign, at, 'end');
  if (!wanted || wanted.day === group.end) return;
  const { day, field } = wanted;
  const start = dayInSheet(campaign, at, 'start')?.day ?? group.start;
  if (day < today) change.problems.push(stop(field, `The end ${day} has passed.`, `${today} or later`));
  else if (start !== undefined && day < start)
    change.problems.push(stop(field, `The end ${day} is before the start ${start}.`, `${start} or later`));
  else moveDay(change, 'end_time', { field, from: group.end, to: day }, zone && endingOf(day, zone));
}

function moveDay(
  change: Change,
  argument: 'start_time' | 'end_time',
  { field, from, to }: { field: string; from: string | undefined; to: string },
  moment: string | undefined,
): void {
  if (moment === undefined) {
    change.problems.push(stop(field, 'The time zone of the account is not known, so the day has no beginning.'));
    return;
  }
  change.arguments[argument] = moment;
  change.from[argument] = field;
  change.difference[field] = { from: from ?? null, to };
}

/** Ad sets that the sheet names and the campaign has not. */
function addedGroups(
  running: RunningCampaign,
  campaign: PlannedCampaign,
  missing: readonly number[],
  context: PlanningContext,
): PlannedCalls {
  if (missing.length === 0) return { calls: [], problems: [] };
  const planned = goalFor(running, campaign, context);
  if (!planned.goal) return { calls: [], problems: planned.problems };
  const added = missing.map((at) => {
    const group = campaign.groups[at]!;
    // The level that holds the budget is the running campaign's, whatever the sheet says.
    const asHeld = { ...campaign, budget: running.budget };
    const { calls, problems } = groupCalls(asHeld, at, running.id, planned.goal, context);
    return { calls, problems: [...problems, ...levelProblems(running, group, at)] };
  });
  return {
    calls: added.flatMap(({ calls }) => calls),
    problems: [...planned.problems, ...added.flatMap(({ problems }) => problems)],
  };
}

function levelProblems(
  running: RunningCampaign,
  { budget, bid }: PlannedCampaign['groups'][number],
  at: number,
): PlannedProblem[] {
  return [
    ...(running.budget && budget
      ? [
          stop(
            `groups.${at}.budget`,
            'The campaign holds the budget, and only one level can.',
            'One budget for all its rows',
          ),
        ]
      : []),
    ...(!running.budget && !budget
      ? [
          stop(
            `groups.${at}.budget`,
            'The ad sets of this campaign hold the budgets, so a new one needs one.',
            'An amount a day or in total',
          ),
        ]
      : []),
    ...(running.budget && bid !== undefined
      ? [stop(`groups.${at}.bid`, 'A campaign with a budget bids for its ad sets as it was made.', 'No bid')]
      : []),
  ];
}

/** Ads of ad sets that exist and have none: a making that ended halfway is completed. */
function addedAds(
  running: RunningCampaign,
  campaign: PlannedCampaign,
  pairs: readonly GroupPair[],
  context: PlanningContext,
): PlannedCalls {
  const empty = pairs.filter(({ planned, running: group }) => group.ads === 0 && planned.ads.length > 0);
  if (empty.length === 0 || pairs.some(({ at }, place) => pairs.findIndex((pair) => pair.at === at) !== place))
    return { calls: [], problems: [] };
  const { goal, problems } = goalFor(running, campaign, context);
  if (!goal) return { calls: [], problems };
  const defaults = PlanDefaults.parse(context.defaults);
  const made = empty.map(({ at, running: group }) => adsOf(campaign, at, group.id, goal, defaults));
  return {
    calls: made.flatMap(({ calls }) => calls),
    problems: [...problems, ...made.flatMap((one) => one.problems)],
  };
}

function goalFor(running: RunningCampaign, campaign: PlannedCampaign, { defaults }: PlanningContext) {
  const objective = running.objective ?? campaign.objective;
  if (!objective) return { goal: undefined, problems: [stop('name', 'What the campaign is for is not known.')] };
  const found = goalOf(objective, PlanDefaults.parse(defaults), objectiveField(campaign));
  return isStopped(found.problems) ? { goal: undefined, problems: found.problems } : found;
}
