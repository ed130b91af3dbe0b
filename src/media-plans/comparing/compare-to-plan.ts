import { Turns } from '../../event-loop/turns.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { isPartial } from '../../reports/report.ts';
import { dayOf } from '../../tools/days.ts';
import type { ComparedRow, ComparisonRequest, PlanComparison } from '../../tools/media-plan-comparison.ts';
import type { MissingPart } from '../../tools/media-plan-files.ts';
import { campaignsOfGroups } from '../../tools/planned-groups.ts';
import { dayIn } from '../../tools/report/period.ts';
import { mediaPlanNamed } from '../named-media-plan.ts';
import { accountKey, type RunningAccount, runningAccounts } from '../running-accounts.ts';
import { expectedMoney, plannedMoney } from './compared-money.ts';
import { comparedTotals } from './compared-totals.ts';
import { changedFields } from './found-campaign.ts';
import { type Match, matchOf } from './matched-part.ts';
import { type PlannedPart, partOfCampaign, partsOfPlan } from './planned-parts.ts';
import { partsOfSheet } from './sheet-parts.ts';
import { Spending } from './spending.ts';
import { unplannedCampaigns } from './unplanned-campaigns.ts';

interface Planned {
  sheet: PlanComparison['sheet'];
  parts: readonly PlannedPart[];
  notes: string[];
}

/** A plan beside what runs now: what is there, what differs, and what was spent of it. Changes nothing. */
export async function compareToPlan(job: JobPlace, request: ComparisonRequest): Promise<PlanComparison> {
  const { sheet, parts: whole, notes } = await plannedIn(job, request);
  const channels = [...new Set(whole.flatMap(({ channel }) => channel ?? []))];
  const only = new Set(whole.flatMap(({ channel, account }) => (account ? [accountKey(channel, account)] : [])));
  const { accounts, missing } =
    only.size === 0 ? { accounts: [], missing: [] } : await runningAccounts(job, { channels, only });
  const byKey = new Map(accounts.map((one) => [accountKey(one.channel, one.account.id), one]));
  const parts = whole.flatMap((part) => apart(part, byKey.get(accountKey(part.channel, part.account))));
  const turns = new Turns(job.call.gone());
  const matches = await turns.map(parts, (part) => matchOf(part, byKey.get(accountKey(part.channel, part.account))));
  const spending = new Spending();
  const unplanned = unplannedCampaigns(matches, accounts);
  await spending.read(job, [
    ...matches.flatMap(({ account, days, running }) => (account && days && running ? [{ account, days }] : [])),
    ...unplanned.wanted,
  ]);
  const rows = await turns.map(matches, (match) => comparedRow(match, spending, missing));
  const others = unplanned.told(spending);
  const allMissing = withoutRepeats([...missing, ...spending.missing]);
  return {
    sheet,
    rows: rows.slice(0, request.limit),
    more_rows: Math.max(0, rows.length - request.limit),
    counts: countsOf(rows),
    unplanned: others.slice(0, request.limit),
    more_unplanned: Math.max(0, others.length - request.limit),
    totals: comparedTotals(rows, matches, others, accounts),
    missing: allMissing,
    partial: isPartial(allMissing, { channels }),
    notes,
  };
}

async function plannedIn(job: JobPlace, request: ComparisonRequest): Promise<Planned> {
  const { plan_id, spreadsheet_id = '', range = '' } = request;
  if (plan_id === undefined) return partsOfSheet(job, { spreadsheet_id, range });
  const plan = await mediaPlanNamed(job, plan_id);
  const progress = plan.planId === undefined ? [] : await job.pipeline.mediaPlans.members(plan.planId);
  const at = dayOf(plan.createdAt);
  return {
    sheet: plan.content.answer.sheet,
    parts: partsOfPlan(plan, progress),
    notes: [`Compared with the sheet as it was read on ${at}; it may have been edited since.`],
  };
}

/** Where groups of a sheet are campaigns of the platform, each is compared by itself. */
function apart(part: PlannedPart, account: RunningAccount | undefined): PlannedPart[] {
  const { campaign, channel, rows, isOut } = part;
  if (!campaign || isOut || !account?.planning.groupsAreCampaigns || campaign.groups.length < 2) return [part];
  return campaignsOfGroups(campaign).map((one) => {
    const [group] = one.groups;
    const own = { ...one, ...(group?.budget && { budget: group.budget }) };
    return partOfCampaign(rowsOf(group?.cells.name, rows), channel, own);
  });
}

function rowsOf(cell: string | undefined, rows: readonly number[]): readonly number[] {
  const row = Number(/(\d+)$/.exec(cell ?? '')?.[1]);
  return rows.includes(row) ? [row] : rows;
}

const RUNNING_STATES = { on: 'live', paused: 'paused', ended: 'ended', other: 'other' } as const;

function comparedRow(match: Match, spending: Spending, missing: readonly MissingPart[]): ComparedRow {
  const { part, account, running, days } = match;
  const { rows, channel, name, id, budgets, campaign, isOut } = part;
  const [start, end] = [part.start ?? running?.start, part.end ?? running?.end];
  const state = account
    ? running
      ? RUNNING_STATES[running.status]
      : isOut
        ? 'out'
        : 'missing'
    : isOut
      ? 'out'
      : 'unknown';
  const changed = account && running && campaign ? changedFields(account, running, campaign) : [];
  const found = account && running && days && spending.of(account.channel, account.account.id, days);
  const spent = found && account && running ? (found.byCampaign.get(running.id) ?? nothing(account)) : null;
  const told = {
    rows: [...rows],
    ...(channel !== undefined && { channel }),
    ...(part.account !== undefined && { account: part.account }),
    campaign: { name, ...((running?.id ?? id) !== undefined && { id: running?.id ?? id }) },
    state,
    changed,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    planned: plannedMoney(budgets, start, end),
    expected: found ? expectedMoney(budgets, start, end, found.until) : null,
    spent,
    spent_until: found?.until ?? null,
  } satisfies Omit<ComparedRow, 'words'>;
  return { ...told, words: wordsOf(told, match, missing) };
}

/** The platform has counted these days and lists nothing: that is a known zero. */
function nothing({ account: { currency } }: RunningAccount) {
  return { amount: currency.digits === 0 ? '0' : `0.${'0'.repeat(currency.digits)}`, currency: currency.code };
}

function wordsOf(row: Omit<ComparedRow, 'words'>, { part, account }: Match, missing: readonly MissingPart[]): string {
  const { state, changed, start } = row;
  if (state === 'out') return 'The plan left this row out.';
  if (state === 'unknown') return unknownWords(part, missing);
  if (state === 'missing') return 'Not on the platform.';
  const today = account && dayIn(account.account.timeZone, account.now);
  const starts = start !== undefined && today !== undefined && start > today ? `, starts on ${start}` : '';
  const first = { live: 'Live', paused: 'Paused', ended: 'Ended', other: 'There, not running' }[state];
  const fields = [...new Set(changed.map(({ field }) => field))];
  return `${first}${starts}${fields.length > 0 ? `; not as in the sheet: ${fields.join(', ')}` : ''}.`;
}

function unknownWords({ channel, account }: PlannedPart, missing: readonly MissingPart[]): string {
  if (account === undefined) return 'The row belongs to no account.';
  const line = missing.find((one) => one.channel === channel && (one.account ?? account) === account);
  return line ? `Could not be read: ${line.reason}` : `No connection of this workspace reaches ${account}.`;
}

function countsOf(rows: readonly ComparedRow[]): PlanComparison['counts'] {
  const counts: PlanComparison['counts'] = {};
  for (const { state, changed } of rows) {
    counts[state] = (counts[state] ?? 0) + 1;
    if (changed.length > 0) counts.changed = (counts.changed ?? 0) + 1;
  }
  return counts;
}

function withoutRepeats(lines: readonly MissingPart[]): MissingPart[] {
  const byText = new Map(lines.map((line) => [`${line.channel} ${line.account} ${line.code}`, line]));
  return [...byText.values()];
}
