import type {
  MadeId,
  PlanContainer,
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
  PlanningContext,
} from '../../../tools/media-planning.ts';
import { couldHaveDefault, look, stop, withoutDefault } from '../../../tools/plan-problems.ts';
import { nameKey, plannedCalls } from '../../../tools/planned-campaign.ts';
import { campaignsOfGroups } from '../../../tools/planned-groups.ts';
import { PAID_FOR } from './bidding.ts';
import { type Chosen, type CostType, canGoOffsite, choose, type Format, type Objective } from './objective.ts';
import { adCalls, formatOfAds } from './plan-ads.ts';
import { formatOf, objectiveOf, PlanDefaults } from './plan-defaults.ts';
import { bidProblems, budgetArguments, budgetOf, budgetProblems, daysOf, endOf, startOf } from './plan-money.ts';
import { localeOf, targetingOf } from './plan-targeting.ts';

/** The calls that make a campaign of a media plan, as a draft, in a campaign group that exists or is made first. */
export function creating(campaign: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const each = campaignsOfGroups(campaign);
  if (each.length === 1) return plannedCalls(campaignCalls(campaign, context));
  const parts = each.map((one, at) => renumbered(campaignCalls(one, context), campaign, at));
  const containers = new Map(parts.flatMap(({ calls }) => calls.filter(isContainer)).map((call) => [call.key, call]));
  return plannedCalls({
    calls: [...containers.values(), ...parts.flatMap(({ calls }) => calls.filter((call) => !isContainer(call)))],
    problems: parts.flatMap(({ problems }) => problems),
  });
}

function isContainer({ level }: PlannedCall): boolean {
  return level === 'container';
}

/** Keys, ids and fields of the group at this place of a campaign with several. */
function renumbered({ calls, problems }: PlannedCalls, { container }: PlannedCampaign, at: number): PlannedCalls {
  const moved: Record<string, string> = {
    name: `groups.${at}.name`,
    ...(container === undefined && { container: 'name' }),
  };
  const place = (field: string) => moved[field] ?? field.replace(/^groups\.0\b/, `groups.${at}`);
  const keyed = (key: string) => (key === 'campaign' ? `group ${at + 1}` : key.replace(/^ad 1\b/, `ad ${at + 1}`));
  return {
    calls: calls.map((call) => ({
      ...call,
      key: keyed(call.key),
      arguments: Object.fromEntries(
        Object.entries(call.arguments).map(([name, value]) => [
          name,
          isMade(value) ? { made: keyed(value.made) } : value,
        ]),
      ),
      from: Object.fromEntries(Object.entries(call.from).map(([name, field]) => [name, place(field)])),
    })),
    problems: problems.map((problem) => ({ ...problem, field: place(problem.field) })),
  };
}

function isMade(value: unknown): value is MadeId {
  return typeof value === 'object' && value !== null && 'made' in value;
}

function campaignCalls(campaign: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const defaults = PlanDefaults.parse(context.defaults);
  const { ads } = campaign.groups[0]!;
  const goal = objectiveOf(campaign);
  const kind = formatOf(campaign);
  const format = kind.format ?? formatOfAds(ads) ?? (goal.objective === 'VIDEO_VIEW' ? 'SINGLE_VIDEO' : undefined);
  const container = containerFor(campaign, context, defaults, goal.objective);
  const made = campaignCall({
    campaign,
    context,
    defaults,
    format,
    objective: goal.objective,
    container: container.id,
  });
  const isForLeads = goal.objective === 'LEAD_GENERATION';
  const below = adCalls(ads, { campaignId: { made: 'campaign' }, format, isForLeads, defaults });
  return {
    calls: [...container.calls, ...made.calls, ...below.calls],
    problems: [...goal.problems, ...kind.problems, ...container.problems, ...made.problems, ...below.problems],
  };
}

interface ContainerPlan extends PlannedCalls {
  id: string | MadeId;
}

/** The campaign group by its name: one that exists, or a call that makes it. */
export function containerFor(
  campaign: PlannedCampaign,
  { containers = [] }: PlanningContext,
  { campaign_group }: PlanDefaults,
  objective: Objective | undefined,
): ContainerPlan {
  const name = (campaign.container ?? campaign_group ?? campaign.name).trim();
  const field = campaign.container === undefined ? 'name' : 'container';
  const held = containers.find((one) => nameKey(one.name) === nameKey(name));
  if (held) return { id: held.id, calls: [], problems: containerProblems(held, field, objective) };
  const key = `container ${name}`;
  const call: PlannedCall = {
    key,
    level: 'container',
    name,
    tool: 'create_campaign_group',
    // Without objective, budget and days of its own it takes any campaign of the sheet.
    arguments: { name },
    makes: ['campaign_group', 'id'],
    from: { name: field },
  };
  const tooLong = [...name].length > 100;
  const problems = tooLong ? [stop(field, 'The name of a campaign group has at most 100 characters.')] : [];
  return { id: { made: key }, calls: [call], problems };
}

function containerProblems(
  { name, own = {} }: PlanContainer,
  field: string,
  objective: Objective | undefined,
): PlannedProblem[] {
  return [
    ...(own.shares_budget
      ? [stop(field, `The campaign group "${name}" shares out one budget, so its campaigns have none of their own.`)]
      : []),
    ...(own.objective && objective && own.objective !== objective
      ? [stop(field, `The campaign group "${name}" is for ${own.objective} only, and this campaign for ${objective}.`)]
      : []),
  ];
}

interface Parts {
  campaign: PlannedCampaign;
  context: PlanningContext;
  defaults: PlanDefaults;
  format: Format | undefined;
  objective: Objective | undefined;
  container: string | MadeId;
}

function campaignCall(parts: Parts): PlannedCalls {
  const { campaign, context, defaults, format, objective, container } = parts;
  const { today } = context;
  const { budget } = budgetOf(campaign);
  const { start, startField, end, endField } = daysOf(campaign);
  const { chosen, bid, cost_type, problems: unfit } = chosenFor(parts);
  const locale = localeOf(campaign, defaults);
  const { targeting, problems: targetProblems } = targetingOf(campaign, defaults);
  const isOffsite = defaults.offsite_delivery_enabled === true && canGoOffsite(chosen.type, format);
  const call: PlannedCall = {
    key: 'campaign',
    level: 'campaign',
    name: campaign.name,
    tool: 'create_professional_campaign',
    arguments: {
      campaign_group_id: container,
      name: campaign.name,
      objective_type: objective,
      ...(format && { format }),
      ...(cost_type && { cost_type }),
      ...(budget && budgetArguments(budget)),
      ...(bid !== undefined && { unit_cost_amount: bid }),
      ...locale.locale,
      ...(start !== undefined && { run_schedule_start: startOf(start, today) }),
      ...(end !== undefined && { run_schedule_end: endOf(end) }),
      ...(defaults.organization_id !== undefined && { associated_entity: defaults.organization_id }),
      ...(targeting && { targeting }),
      offsite_delivery_enabled: isOffsite,
      audience_expansion_enabled: defaults.audience_expansion_enabled ?? false,
      political_intent: defaults.political_intent ?? 'NOT_DECLARED',
    },
    makes: ['campaign', 'id'],
    from: fieldsOf(campaign),
  };
  const problems = [
    ...(unfit.length > 0 && objective ? unfit : []),
    ...budgetProblems(campaign, end),
    ...bidProblems(campaign, bid),
    ...locale.problems,
    ...targetProblems,
    ...(start === today && end !== start
      ? [look(startField, 'It begins at the end of that day: the platform takes no start that has passed.')]
      : []),
    ...(end === today ? [stop(endField, 'It would be over before it begins.', 'tomorrow or later')] : []),
  ];
  return { calls: [call], problems };
}

/** The arguments of both tools, by the field that each comes from. */
export function fieldsOf(campaign: PlannedCampaign): Record<string, string> {
  const { field: budgetField } = budgetOf(campaign);
  const { startField, endField } = daysOf(campaign);
  return {
    campaign_group_id: campaign.container === undefined ? 'name' : 'container',
    name: 'name',
    objective_type: 'objective',
    format: 'type',
    daily_budget_amount: budgetField,
    total_budget_amount: budgetField,
    unit_cost_amount: 'groups.0.bid',
    run_schedule_start: startField,
    run_schedule_end: endField,
    locale_language: 'groups.0.languages',
    locale_country: 'groups.0.languages',
    targeting: 'groups.0.countries',
  };
}

/** What the platform offers together, with a bid only for what this campaign pays for. */
function chosenFor({ campaign, defaults, format, objective }: Parts) {
  const own = campaign.groups[0]!.bid;
  const bid = own ?? defaults.unit_cost_amount;
  const asked = { format, objective_type: objective };
  for (const cost_type of bid === undefined ? [] : unitsOfBid(own, defaults)) {
    const { chosen, problems } = choose({ ...asked, cost_type, hasBid: true });
    if (problems.length === 0) return { chosen, bid, cost_type, problems: [] };
  }
  const { chosen, problems } = choose({ ...asked, hasBid: false });
  const field = (name: string) => (name === 'format' ? 'type' : 'objective');
  const unfit = problems.map((one) => stop(field(one.field), sentence(one.message), one.allowed_values?.join(', ')));
  const unused =
    bid !== undefined && unfit.length === 0 ? [bidProblem(own, defaults, choose({ ...asked, hasBid: true }))] : [];
  return { chosen, bid: own, cost_type: undefined, problems: [...unfit, ...unused] };
}

/** What a bid may be for: a default bid for the default cost type, one of the sheet also for a click. */
function unitsOfBid(own: string | undefined, { cost_type = 'CPC' }: PlanDefaults): CostType[] {
  return own === undefined ? [cost_type] : [cost_type, 'CPC'];
}

function bidProblem(
  own: string | undefined,
  { cost_type: unit = 'CPC' }: PlanDefaults,
  { chosen: { cost_type } }: { chosen: Chosen },
): PlannedProblem {
  const field = 'groups.0.bid';
  const paid = `this campaign pays for ${PAID_FOR[cost_type]} (${cost_type})`;
  return own === undefined
    ? couldHaveDefault(
        field,
        `The default bid is for ${PAID_FOR[unit]} and is not used: ${paid}, and the platform bids.`,
      )
    : withoutDefault(field, `The bid is for a click; ${paid}.`, `no bid, or the default cost_type ${cost_type}`);
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`;
}
