import type { PlanDefaults } from '../../tools/media-plan-desk.ts';
import type { PlanCells, PlannedAd, PlannedCampaign, PlannedGroup } from '../../tools/media-planning.ts';
import { campaignsOfGroups } from '../../tools/planned-groups.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';
import { accountFor, type NoAccount } from './account-choice.ts';
import type { Coins } from './coins.ts';
import { lastDayOf, monthOf } from './days.ts';
import { type BudgetSpan, draftBudget } from './draft-budget.ts';
import { type LineGroup, lineGroups } from './line-groups.ts';
import { nameKey, patternName, trackedPage } from './names.ts';
import { isOpen, type PlanAccount, type PlanChannels } from './plan-channels.ts';
import { daysWithin, isSameRun, type RunDays, runOf } from './run-days.ts';
import { cellIn, type ProblemMore, type SheetProblems } from './sheet-problems.ts';

/** A campaign of the sheet: its rows, and what they become. */
export interface CampaignDraft {
  lines: readonly PlanLine[];
  rows: readonly number[];
  channel: string | undefined;
  account: PlanAccount | undefined;
  /** As the sheet has it. */
  name: string;
  /** Undefined where it can be none: no name, no account. */
  campaign: PlannedCampaign | undefined;
  /** What its budgets are, each over its own days, for sums. */
  spans: readonly BudgetSpan[];
  /** One of its rows cannot go in, so none of it does. */
  isOut: boolean;
}

/** What drafts are made with. */
export interface DraftContext {
  channels: PlanChannels;
  defaults: PlanDefaults;
  problems: SheetProblems;
  coins: Coins;
}

/** Rows that have the same channel, account and campaign name belong together. Yields after each campaign. */
export function* campaignDrafts(lines: readonly PlanLine[], context: DraftContext): Generator<void, CampaignDraft[]> {
  const parts = new Map<string, { account: PlanAccount | undefined; lines: PlanLine[] }>();
  for (const given of lines) {
    yield;
    const line = withDaysOfMonths(given);
    const found = accountFor(line, context.channels, context.defaults);
    if ('message' in found) refuseAccount(line, found, context);
    const account = 'message' in found ? undefined : found;
    const name = line.campaign === undefined ? `row ${line.row}` : `name ${nameKey(line.campaign)}`;
    const key = `${line.channel} ${account?.id} ${name}`;
    const part = parts.get(key);
    if (part) part.lines.push(line);
    else parts.set(key, { account, lines: [line] });
  }
  const drafts: CampaignDraft[] = [];
  for (const { account, lines: own } of parts.values()) {
    yield;
    drafts.push(...draftsOfGroups(draftOf(own, account, context), context));
  }
  refuseSameNames(drafts, context);
  return drafts;
}

function refuseAccount(line: PlanLine, { field, kind, message, allowed }: NoAccount, { problems }: DraftContext): void {
  // What reading has refused in that very cell is not refused twice.
  if (line.isOut && line[field] === undefined) return;
  // A currency without a cell of its own is told by the amount or its head.
  const place = field === 'currency' && line.cells.currency === undefined ? 'budget' : field;
  problems.add({ cell: cellIn(line, place), level: 'stop', kind, message, ...(allowed !== undefined && { allowed }) });
}

/** Columns that are months or weeks tell the days too, where the row has none. */
function withDaysOfMonths(line: PlanLine): PlanLine {
  const { periods } = line;
  if (periods?.length) {
    const starts = periods.map(({ start }) => start).sort();
    const ends = periods.map(({ end }) => end).sort();
    return { ...line, start: line.start ?? starts[0], end: line.end ?? ends.at(-1) };
  }
  const months = Object.entries(line.months ?? {})
    .filter(([, amount]) => /[1-9]/.test(amount))
    .map(([month]) => month)
    .sort();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return line;
  return { ...line, start: line.start ?? `${first}-01`, end: line.end ?? lastDayOf(last) };
}

function draftOf(lines: readonly PlanLine[], account: PlanAccount | undefined, context: DraftContext): CampaignDraft {
  const [first] = lines as [PlanLine, ...PlanLine[]];
  const draft: CampaignDraft = {
    lines,
    rows: lines.map(({ row }) => row),
    channel: first.channel,
    account,
    name: first.campaign ?? '',
    campaign: undefined,
    spans: [],
    isOut: lines.some(({ isOut }) => isOut) || account === undefined,
  };
  const stop = (line: PlanLine, field: string, message: string, more: ProblemMore = {}) => {
    draft.isOut = true;
    context.problems.add({ cell: cellIn(line, field), level: 'stop', message, ...more });
  };
  const look = (line: PlanLine, field: string, message: string) =>
    context.problems.add({ cell: cellIn(line, field), level: 'look', message });
  if (first.campaign === undefined) {
    if (!first.isOut) stop(first, 'campaign', 'The row names no campaign.');
    draft.isOut = true;
    return draft;
  }
  if (!account) return draft;
  const groups = lineGroups(lines, stop);
  const place = context.channels.get(first.channel!);
  const planning = isOpen(place) ? place.planning : undefined;
  const budget = draftBudget({
    lines,
    groups,
    currency: account.currency,
    allowsGroups: planning?.groupsAreCampaigns === true || planning?.groupBudgets === true,
    title: isOpen(place) ? place.title : '',
    coins: context.coins,
    stop,
    look,
  });
  draft.spans = budget.spans;
  draft.campaign = plannedCampaign({ lines, groups, account, budget, defaults: context.defaults, stop, look });
  return draft;
}

/** On channels whose groups are campaigns, each group is a draft of its own; rows about no group go with the first. */
function draftsOfGroups(draft: CampaignDraft, { channels }: DraftContext): CampaignDraft[] {
  const place = draft.channel === undefined ? undefined : channels.get(draft.channel);
  if (!draft.campaign || !isOpen(place) || !place.planning.groupsAreCampaigns) return [draft];
  const campaigns = campaignsOfGroups(draft.campaign);
  if (campaigns.length === 1) return [draft];
  const groups = lineGroups(draft.lines, () => {});
  return campaigns.map((campaign, at) => {
    const { name, lines: own, shared } = groups[at]!;
    const lines = at === 0 ? [...own, ...shared] : own;
    const rows = lines.map(({ row }) => row);
    return { ...draft, name, campaign, lines, rows, spans: draft.spans.filter(({ row }) => rows.includes(row)) };
  });
}

interface Parts {
  lines: readonly PlanLine[];
  groups: readonly LineGroup[];
  account: PlanAccount;
  budget: ReturnType<typeof draftBudget>;
  defaults: PlanDefaults;
  stop(line: PlanLine, field: string, message: string): void;
  look(line: PlanLine, field: string, message: string): void;
}

const CAMPAIGN_CELLS = {
  name: 'campaign',
  channel: 'channel',
  account: 'account',
  currency: 'currency',
  container: 'container',
  objective: 'objective',
  type: 'type',
} as const;

function plannedCampaign(parts: Parts): PlannedCampaign {
  const { lines, groups, account, budget, defaults } = parts;
  const [container, type] = [oneSaid(parts, 'container'), oneSaid(parts, 'type')];
  const objective = oneSaid(parts, 'objective') ?? defaults.objective;
  const { start, end } = runOf(lines);
  const names = namesOf(lines, objective, start);
  const cells: Record<string, string> = {};
  for (const [field, said] of Object.entries(CAMPAIGN_CELLS)) addCell(cells, field, lines, said);
  addDayCells(cells, lines, { start, end });
  if (budget.campaign && budget.cell !== undefined) cells.budget = budget.cell;
  return {
    account: account.id,
    currency: account.currency,
    name: patternName(defaults.naming_pattern, names),
    ...(container !== undefined && { container }),
    ...(objective !== undefined && { objective }),
    ...(type !== undefined && { type }),
    ...(budget.campaign && { budget: budget.campaign }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    groups: groups.map((group, index) =>
      plannedGroup(group, { ...parts, names, start, end, own: budget.groups?.[index] }),
    ),
    cells,
  };
}

function namesOf(lines: readonly PlanLine[], objective: string | undefined, start: string | undefined) {
  const [{ campaign, channel }] = lines as [PlanLine, ...PlanLine[]];
  const countries = lines.find((line) => line.countries)?.countries;
  return {
    campaign,
    channel,
    objective,
    country: countries?.join('+'),
    start,
    month: start && monthOf(start),
    year: start?.slice(0, 4),
  };
}

/** The one value that rows of a campaign say; rows that say different ones cannot be one campaign. */
function oneSaid<Field extends 'container' | 'type' | 'objective'>(
  { lines, stop }: Parts,
  field: Field,
): PlanLine[Field] {
  const saying = lines.filter((line) => line[field] !== undefined);
  const [first] = saying;
  for (const line of saying)
    if (line[field] !== first?.[field])
      stop(
        line,
        field,
        `Row ${first!.row} says “${first![field]}” for the same campaign, and this one “${line[field]}”.`,
      );
  return first?.[field];
}

function addCell(cells: Record<string, string>, field: string, lines: readonly PlanLine[], said: string): void {
  const cell = lines.find((line) => line.cells[said] !== undefined)?.cells[said];
  if (cell !== undefined) cells[field] = cell;
}

function addDayCells(cells: Record<string, string>, lines: readonly PlanLine[], run: RunDays): void {
  for (const field of ['start', 'end'] as const) {
    const day = run[field];
    if (day !== undefined)
      addCell(
        cells,
        field,
        lines.filter((line) => line[field] === day),
        field,
      );
  }
}

interface GroupParts extends Parts {
  names: ReturnType<typeof namesOf>;
  start: string | undefined;
  end: string | undefined;
  own: PlannedGroup['budget'];
}

const GROUP_FIELDS = ['bid', 'countries', 'languages', 'ages', 'genders'] as const;

function plannedGroup(group: LineGroup, parts: GroupParts): PlannedGroup {
  const { defaults, start, end, own } = parts;
  const said = group.said;
  const cells: Record<string, string> = {};
  addCell(cells, 'name', group.lines, 'group');
  for (const field of [...GROUP_FIELDS, 'keywords', 'audienceIds'])
    addCell(cells, field, [...group.lines, ...group.shared], field);
  addCell(cells, 'budget', group.lines, 'budget');
  const run = runOf(group.lines);
  tellOtherDays(group.lines, run, parts.look);
  const apart = {
    ...(run.start !== undefined && run.start !== start && { start: run.start }),
    ...(run.end !== undefined && run.end !== end && { end: run.end }),
  };
  addDayCells(cells, group.lines, apart);
  return {
    name: group.name,
    ...(own && { budget: own }),
    ...apart,
    ...(said.bid !== undefined && { bid: said.bid }),
    keywords: group.keywords,
    countries: said.countries ?? defaults.countries ?? [],
    languages: said.languages ?? defaults.languages ?? [],
    ...(said.ages && { ages: said.ages }),
    ...(said.genders && { genders: said.genders }),
    audienceIds: group.audienceIds,
    ads: group.ads.map((line, index) => plannedAd(line, index, group, parts)),
    cells,
  };
}

function tellOtherDays(lines: readonly PlanLine[], run: RunDays, look: Parts['look']): void {
  const [first, ...others] = lines as [PlanLine, ...PlanLine[]];
  const other = others.find((line) => !isSameRun(daysWithin(run, line), daysWithin(run, first)));
  if (!other) return;
  const [from, to] = [run.start && ` from ${run.start}`, run.end === undefined ? ' without an end' : ` to ${run.end}`];
  const words = `Row ${first.row} has other days. Both are of one group, which runs${from ?? ''}${to}.`;
  look(other, other.start === undefined ? 'end' : 'start', words);
}

const AD_FIELDS = ['creativeId', 'mediaId', 'headlines', 'texts', 'landingPage', 'button'] as const;

function plannedAd(line: PlanLine, index: number, group: LineGroup, { defaults, names }: GroupParts): PlannedAd {
  const cells: Record<string, string> = {};
  addCell(cells, 'name', [line], 'ad');
  for (const field of AD_FIELDS) addCell(cells, field, [line], field);
  const name = line.ad ?? (group.ads.length === 1 ? group.name : `${group.name} ${index + 1}`);
  const page = line.landingPage ?? defaults.landing_page;
  const { creativeId, mediaId, button } = line;
  return {
    name,
    ...(creativeId !== undefined && { creativeId }),
    ...(mediaId !== undefined && { mediaId }),
    headlines: line.headlines ?? [],
    texts: line.texts ?? [],
    ...(page !== undefined && {
      landingPage: trackedPage(page, defaults.tracking_parameters, { ...names, group: group.name, ad: name }),
    }),
    ...(button !== undefined && { button }),
    cells: cells as PlanCells,
  };
}

/** By the naming pattern two campaigns of the sheet may come out as one. */
function refuseSameNames(drafts: readonly CampaignDraft[], { problems }: DraftContext): void {
  const seen = new Map<string, CampaignDraft>();
  for (const draft of drafts) {
    if (!draft.campaign) continue;
    const { container = '', name } = draft.campaign;
    const key = `${draft.channel} ${draft.account?.id} ${nameKey(container)}\n${nameKey(name)}`;
    const other = seen.get(key);
    if (!other) seen.set(key, draft);
    else
      for (const [one, same] of [
        [draft, other],
        [other, draft],
      ] as const) {
        one.isOut = true;
        problems.add({
          cell: cellIn(one.lines[0]!, 'campaign'),
          level: 'stop',
          message: `By the naming pattern it would be called “${draft.campaign.name}”, as row ${same.rows[0]} is.`,
        });
      }
  }
}
