import { isDeepStrictEqual } from 'node:util';
import type { JobPlace } from '../../pipeline/call.ts';
import type { MediaPlan, MediaPlanMember, ReadCells } from '../../plans/media-plan.ts';
import { columnIndex, columnLetters } from '../../sheets/a1.ts';
import type { SheetProblem, SkippedRow } from '../../tools/media-plan-desk.ts';
import type { RunningCampaign } from '../../tools/media-planning.ts';
import { inParallel } from '../campaigns/in-parallel.ts';
import { nameKey } from '../campaigns/names.ts';
import { isOpen, openChannels } from '../campaigns/plan-channels.ts';
import { SheetProblems } from '../campaigns/sheet-problems.ts';
import { countsMoney } from '../reading/sheet-currencies.ts';
import { readSheet, tabPrefix } from '../sheet/read-cells.ts';
import { isLook, lookAtAccount } from './account-looks.ts';
import { cellOfField } from './field-cells.ts';

/** More would not help to see that the sheet is another one now. */
const MOVED_MAX = 200;
const LOOKS_AT_ONCE = 4;

/**
 * What is not as it was when a media plan was checked: cells of its rows and heads, rows that were added, campaigns that appeared or
 * moved on the platforms. `positions`: only these members, with their rows.
 */
export async function movedSince(
  job: JobPlace,
  mediaPlan: MediaPlan,
  positions?: readonly number[],
): Promise<SheetProblem[]> {
  const { pipeline, call } = job;
  const signal = AbortSignal.any([call.gone(), AbortSignal.timeout(pipeline.callDeadlineMs)]);
  const { content } = mediaPlan;
  const members = content.members.filter(({ position }) => positions?.includes(position) ?? true);
  const problems = new SheetProblems();
  const sheet = await readSheet(job, { spreadsheet_id: mediaPlan.spreadsheetId, range: mediaPlan.range }, signal);
  for (const problem of movedCells(mediaPlan, members, sheet.cells)) problems.add(problem);
  for (const problem of await movedCampaigns(job, members, content.request.new_rows ?? [], signal))
    problems.add(problem);
  return problems.sorted().slice(0, MOVED_MAX);
}

/**
 * Cells of used columns that differ, in the rows of the plan and in the heads; rows that were empty; sections, and lines above the heads
 * that tell a currency or that amounts are in thousands.
 */
function movedCells(
  { content }: Pick<MediaPlan, 'content'>,
  members: readonly MediaPlanMember[],
  now: ReadCells,
): SheetProblem[] {
  const { cells: then, answer } = content;
  const heads = answer.skipped.filter(({ kind }) => kind === 'heads').map(({ row }) => row);
  const used = answer.mapping
    .filter(({ meaning }) => meaning !== null && meaning !== 'ignore' && meaning !== 'note')
    .map(({ column }) => columnIndex(column));
  const moved: SheetProblem[] = [];
  const tell = (row: number, column: number, message: string) => {
    const cell = `${tabPrefix(then.tab)}${columnLetters(column)}${row}`;
    if (moved.length < MOVED_MAX) moved.push({ cell, level: 'stop', kind: 'moved', message });
  };
  for (const row of new Set([...heads, ...members.flatMap(({ rows }) => rows)]))
    for (const column of used) {
      const [before, after] = [shownAt(then, row, column), shownAt(now, row, column)];
      if (before !== after) tell(row, column, `${valueWords(before)} when it was checked, ${valueWords(after)} now.`);
    }
  for (const { row, column } of labelsOf(answer.skipped, then, now)) {
    const [before, after] = [shownAt(then, row, column), shownAt(now, row, column)];
    if (before !== after) tell(row, column, `${valueWords(before)} when it was checked, ${valueWords(after)} now.`);
  }
  const last = now.firstRow + now.shown.length;
  for (let row = now.firstRow + 1; row <= last; row++) {
    if (used.some((column) => shownAt(then, row, column) !== '')) continue;
    const column = used.find((one) => shownAt(now, row, one) !== '');
    if (column !== undefined)
      tell(row, column, `This row was empty when it was checked; now it has ${valueWords(shownAt(now, row, column))}.`);
  }
  return moved;
}

/** Words outside the rows that decide what rows mean: their channel, country, currency, and what amounts are counted in. */
function* labelsOf(skipped: readonly SkippedRow[], then: ReadCells, now: ReadCells) {
  const firstHead = Math.min(...skipped.filter(({ kind }) => kind === 'heads').map(({ row }) => row));
  for (const { row, kind, text } of skipped) {
    const width = Math.max(rowIn(then, row).length, rowIn(now, row).length);
    for (let at = 0; at < width; at++) {
      const column = then.firstColumn + at;
      const [before, after] = [shownAt(then, row, column), shownAt(now, row, column)];
      const isLabel = (kind === 'section' || kind === 'sum') && before === text;
      const isTitle = row < firstHead && (countsMoney(before) || countsMoney(after));
      if (isLabel || isTitle) yield { row, column };
    }
  }
}

function rowIn({ firstRow, shown }: ReadCells, row: number): readonly string[] {
  return shown[row - 1 - firstRow] ?? [];
}

function shownAt({ firstRow, firstColumn, shown }: ReadCells, row: number, column: number): string {
  return (shown[row - 1 - firstRow]?.[column - firstColumn] ?? '').trim();
}

const VALUE_CHARACTERS_MAX = 80;

function valueWords(text: string): string {
  if (text === '') return 'empty';
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text;
}

async function movedCampaigns(
  job: JobPlace,
  members: readonly MediaPlanMember[],
  newRows: readonly number[],
  signal: AbortSignal,
): Promise<SheetProblem[]> {
  const channels = await openChannels(job, [...new Set(members.map(({ channel }) => channel))], signal);
  const accounts = [...Map.groupBy(members, ({ channel, account }) => `${channel} ${account}`).values()];
  const moved = await inParallel(accounts, LOOKS_AT_ONCE, async (own) => {
    const [{ channel, account: id }] = own as [MediaPlanMember, ...MediaPlanMember[]];
    const place = channels.get(channel);
    const account = isOpen(place) ? place.accounts.find((one) => one.id === id) : undefined;
    // A platform that does not answer for a moment says nothing about the plan: the launch waits for it.
    if (place && !isOpen(place) && place.failure?.retryable) throw place.failure;
    if (!isOpen(place) || !account) {
      const why = place && !isOpen(place) ? place.refusal : `The account ${id} is not connected any more.`;
      return own.map((member) => problemOf(member, 'account', why));
    }
    const look = await lookAtAccount(place, account, {}, signal);
    if (!isLook(look) && look.failure.retryable) throw look.failure;
    if (!isLook(look)) return own.map((member) => problemOf(member, 'name', look.refusal));
    return own.flatMap((member) =>
      member.before
        ? changedSince(member, member.before, look.running)
        : member.rows.some((row) => newRows.includes(row)) || !look.byName.has(nameKey(member.campaign.name))
          ? []
          : [
              problemOf(
                member,
                'name',
                `A campaign of this name has appeared in ${account.name} since it was checked.`,
              ),
            ],
    );
  });
  return moved.flat();
}

function problemOf({ campaign, rows }: MediaPlanMember, field: string, message: string): SheetProblem {
  return { cell: cellOfField(campaign, field, `A${rows[0]}`), level: 'stop', kind: 'moved', message };
}

const COMPARED = ['name', 'status', 'objective', 'budget', 'start', 'end'] as const;

function changedSince(
  member: MediaPlanMember,
  before: RunningCampaign,
  running: readonly RunningCampaign[],
): SheetProblem[] {
  const now = running.find(({ id }) => id === before.id);
  if (!now) return [problemOf(member, 'name', `The campaign ${before.id} is not there any more.`)];
  const fields = COMPARED.filter((field) => !isDeepStrictEqual(plain(before[field]), plain(now[field])));
  const told = fields.map((field) =>
    problemOf(
      member,
      field,
      `On the platform the ${field} was ${wordsOf(before[field])} when it was checked, ${wordsOf(now[field])} now.`,
    ),
  );
  if (isDeepStrictEqual(plain(before.groups), plain(now.groups))) return told;
  return [...told, problemOf(member, 'groups.0.name', 'On the platform its groups have changed since it was checked.')];
}

/** As it is kept: what is undefined is left out. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function wordsOf(value: unknown): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'string') return value;
  const { amount, currency, per } = value as { amount: string; currency: string; per: string };
  return `${amount} ${currency} ${per === 'day' ? 'a day' : 'in total'}`;
}
