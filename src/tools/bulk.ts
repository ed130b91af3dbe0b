import { z } from 'zod';
import { type ErrorCode, Failure, type Problem } from '../errors.ts';
import { CapturedChange, type RowRefusal } from '../upstream/captured-change.ts';
import type { Level } from './channel.ts';
import { isRunning } from './less-spending.ts';
import { mayPassAbove, stoppedFromAbove } from './level-above.ts';
import { changeAndReadBack } from './read-back.ts';
import { reportWrite, type Shown } from './write-report.ts';

/** Many changes sent as one request, with a result for each: the same in every channel. */

const OUTCOMES = ['changed', 'unchanged', 'refused', 'unknown'] as const;
type Outcome = (typeof OUTCOMES)[number];

const Result = z
  .looseObject({ id: z.string(), outcome: z.enum(OUTCOMES) })
  .describe('With applied {field: {from, to}}, or error {code, message, next_step}');

/** What every bulk change answers with. */
export const bulkOutput = {
  changed: z.number(),
  refused: z.number(),
  unknown: z.number(),
  results: z.array(Result).describe('One a row, in the order asked for'),
};

export interface BulkRow {
  id: string;
  /** Told with its result, e.g. the level and the name. */
  about?: Readonly<Record<string, unknown>>;
  before: Shown;
  wanted: Shown;
  /** Ids of what it belongs to, where `before` does not show them. */
  above?: Readonly<Record<string, string | undefined>>;
  /** What is wrong with the row before anything is sent. */
  refusal?: Failure | undefined;
}

export interface BulkChange<Row extends BulkRow> {
  /** What the rows are, in the plural: `campaigns`. */
  what: string;
  rows: readonly Row[];
  /** Where rows may be switched off: the tool, and the levels of its channel, one of which stops a row that was refused. */
  switching?: { tool: string; levels: readonly Level[] | undefined };
  /** Sends the one changing request; a refusal, or nothing, for each row. */
  send(rows: readonly Row[]): Promise<readonly (Failure | undefined)[]>;
  /** The rows as they are now; undefined for one that cannot be read. */
  read(rows: readonly Row[]): Promise<readonly (Shown | undefined)[]>;
}

/** Sends the rows that differ from their objects, then reads the objects back: each row's result follows from what was read. */
export async function changeEach<Row extends BulkRow>(change: BulkChange<Row>) {
  const { what, rows, send, read } = change;
  const different = rows.filter((row) => !row.refusal && isDifferent(row));
  let answers: readonly (Failure | undefined)[] | undefined;
  let after: readonly (Shown | undefined)[] = [];
  if (different.length > 0) {
    await changeAndReadBack<Record<string, unknown>>({
      done: `${different.length} ${what} were changed`,
      before: together(different, (row) => picked(row.before, row)),
      wanted: together(different, ({ wanted }) => wanted),
      send: async () => {
        answers = await send(different);
      },
      read: async () => {
        after = await read(different);
        return together(different, (row, at) => picked(after[at] ?? row.before, row));
      },
    }).catch((error: unknown) => {
      if (error instanceof CapturedChange) error.refused = refusalsIn(rows);
      throw error;
    });
  }
  const results = rows.map((row) => {
    const at = different.indexOf(row);
    const result = at < 0 ? untouched(row) : resultOf(change, row, after[at], answers ? answers[at] : LOST);
    return { id: row.id, ...row.about, ...result };
  });
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return { changed: count('changed'), refused: count('refused'), unknown: count('unknown'), results };
}

function refusalsIn(rows: readonly BulkRow[]): Record<string, RowRefusal> {
  const keyOf = keysIn(rows);
  return Object.fromEntries(
    rows.flatMap((row) => {
      if (!row.refusal) return [];
      const { code, message, problems } = row.refusal.details;
      return [
        [keyOf(row), { code, message, at_least: problems?.find(({ at_least }) => at_least !== undefined)?.at_least }],
      ];
    }),
  );
}

/** Failures of one object. Others, such as a limit or a lost connection, would meet the next request too. */
const OWN: readonly ErrorCode[] = ['invalid_arguments', 'not_found', 'conflict', 'policy_rejected', 'unsupported'];

/**
 * Sends a request for each row, where the platform takes one object in a request. Where a failure would meet the next one too, the
 * rest is not sent.
 */
export async function sendEach<Row>(
  rows: readonly Row[],
  send: (row: Row) => Promise<unknown>,
  sent: (count: number) => void,
): Promise<(Failure | undefined)[]> {
  const answers: (Failure | undefined)[] = [];
  for (const row of rows) {
    try {
      await send(row);
      answers.push(undefined);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      answers.push(error);
      if (!OWN.includes(error.code)) break;
    }
    sent(answers.length);
  }
  return rows.map((_, at) => (at < answers.length ? answers[at] : notSent(answers.at(-1)!)));
}

function notSent({ details }: Failure): Failure {
  return new Failure({
    ...details,
    code: details.code === 'outcome_unknown' ? 'upstream_unavailable' : details.code,
    message: `Not sent, because the one before failed: ${details.message}`,
    outcome: 'not_applied',
  });
}

interface RowResult {
  outcome: Outcome;
  applied?: Record<string, { from: unknown; to: unknown }>;
  wanted?: Shown;
  error?: { code: string; message: string; next_step: string; at_least?: string };
}

function untouched({ refusal }: BulkRow): RowResult {
  return refusal ? { outcome: 'refused', error: errorOf(refusal) } : { outcome: 'unchanged' };
}

/** When the platform's answer is lost, only reading the objects again shows what was done. */
const LOST = new Failure({
  code: 'outcome_unknown',
  message: "The platform's answer was lost, and the change is not to be seen.",
  outcome: 'unknown',
  nextStep: 'Look at it again in a moment, and ask for what `wanted` says if it was not made.',
});

function resultOf<Row extends BulkRow>(
  change: BulkChange<Row>,
  row: Row,
  after: Shown | undefined,
  error: Failure | undefined,
): RowResult {
  const { applied, not_applied } = reportWrite(row.before, after ?? row.before, row.wanted);
  if (not_applied.length === 0) return { outcome: 'changed', applied };
  const why = error ?? (after === undefined ? LOST : ignored(not_applied));
  // A change by percent is repeated by its amounts only: it may have been made.
  const isOpen = why.outcome === 'unknown';
  const told = errorOf(why);
  const steps = [isOpen ? LOST.details.nextStep : told.next_step, wayAbove(change, row, not_applied, why)];
  return {
    outcome: isOpen ? 'unknown' : 'refused',
    ...(Object.keys(applied).length > 0 && { applied }),
    ...(isOpen && { wanted: row.wanted }),
    error: { ...told, next_step: steps.filter((step) => step !== '').join(' ') },
  };
}

/** Of a row that still runs although it was to be switched off: what stops it from above. */
function wayAbove<Row extends BulkRow>(
  { switching }: BulkChange<Row>,
  { about = {}, above, before, wanted }: Row,
  notApplied: readonly string[],
  why: Failure,
): string {
  const { levels = [], tool = '' } = switching ?? {};
  if (!notApplied.includes('status') || isRunning(wanted.status) || !mayPassAbove(why)) return '';
  const isOwn = ({ argument }: Level) => argument === `${about.level}_id`;
  return stoppedFromAbove(levels, tool, isOwn, { ...before, ...about, ...above });
}

function ignored(fields: readonly string[]): Failure {
  return new Failure({
    code: 'conflict',
    message: `The platform took the change and left ${fields.join(', ')} as it was.`,
    nextStep: 'Change it by itself to learn more.',
  });
}

function errorOf({ code, details }: Failure) {
  const at_least = details.problems?.find((one) => one.at_least !== undefined)?.at_least;
  return {
    code,
    message: details.message,
    next_step: details.nextStep,
    ...(at_least !== undefined && { at_least }),
  };
}

/** Whether anything has to be sent for a row. */
export function isDifferent({ before, wanted }: BulkRow): boolean {
  return reportWrite(before, before, wanted).not_applied.length > 0;
}

function picked(shown: Shown, { wanted }: BulkRow): Shown {
  return Object.fromEntries(Object.keys(wanted).map((field) => [field, shown[field] ?? null]));
}

/** All rows as one thing, so that what became of them can be told when the platform's answer is lost. */
function together<Row extends BulkRow>(
  rows: readonly Row[],
  part: (row: Row, at: number) => Shown,
): Record<string, unknown> {
  const keyOf = keysIn(rows);
  return Object.fromEntries(rows.map((row, at) => [keyOf(row), part(row, at)]));
}

/** A row is known by its id, and by its level too where a row of another level has the same number. */
function keysIn(rows: readonly BulkRow[]): (row: BulkRow) => string {
  const counts = new Map<string, number>();
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return ({ id, about }) => (counts.get(id)! > 1 ? `${about?.level} ${id}` : id);
}

/** Rows of `budgets` for an object that has a budget by `percent` or by an earlier row already. */
export function secondBudgets(byPercent: readonly string[], byRow: readonly (string | undefined)[]): Problem[] {
  const taken = new Set<string | undefined>(byPercent);
  return byRow.flatMap((id = '', at) => {
    if (taken.has(id)) return [{ field: `budgets.${at}`, message: `gives ${id} a second budget` }];
    taken.add(id);
    return [];
  });
}
