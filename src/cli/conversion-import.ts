import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventFile, EventFileDescription, FileRow } from '../conversions/import/event-file.ts';
import { ResultFile, readResult } from '../conversions/import/result-file.ts';
import { idOf, problemsOf } from '../conversions/import/row-problems.ts';
import type { ChannelOutcome } from '../conversions/workspace-sends.ts';
import { UsageError } from './command.ts';
import { postCall } from './tool-calls.ts';

/** As many as fit into a request (10,000 values) also where every field is filled. */
export const ROWS_AT_ONCE = 300;
const WAITS_MAX = 100;
const WAIT_S = 5;

export interface ImportPlan {
  events: EventFile;
  description: EventFileDescription;
  zone: string | undefined;
  /** Where the result is written. */
  result: string;
  progress(done: number, words: string): void;
}

type Counts = Record<string, number>;

interface Service {
  address: string;
  key: string;
  channels: readonly string[] | undefined;
}

/** Reads every row as it would be sent, and sends nothing. */
export async function checkedRows(plan: ImportPlan): Promise<Counts> {
  const result = await ResultFile.create(plan.result, [], 'w');
  const counts: Counts = { good: 0, refused: 0 };
  try {
    await eachSlice(plan, 2, async (rows) => {
      const problems = await problemsOf(rows);
      for (const { row } of rows) counts[problems.has(row) ? 'refused' : 'good']! += 1;
      await result.add(rows.map((row) => ({ row: row.row, id: idOf(row), problem: problems.get(row.row) ?? '' })));
    });
  } finally {
    await result.close();
  }
  return counts;
}

/**
 * Sends the rows a slice at a time, and writes what became of each before the next slice. A run that was ended goes on behind the
 * last line of its result; a slice that was sent and not written down is answered by the ledger.
 */
export async function sendRows(plan: ImportPlan, service: Service): Promise<Counts> {
  const channels = service.channels ?? (await channelsOf(service));
  const { last, result } = await resumed(plan, channels);
  const counts: Counts = {};
  try {
    await eachSlice(plan, last + 1, async (rows) => {
      const problems = await problemsOf(rows);
      const good = rows.filter(({ row }) => !problems.has(row));
      const outcomes = good.length === 0 ? [] : await sent(good, service);
      const byRow = new Map(good.map(({ row }, at) => [row, outcomes[at] ?? []]));
      for (const outcome of outcomes.flat()) counts[outcome.outcome] = (counts[outcome.outcome] ?? 0) + 1;
      if (problems.size > 0) counts.refused = (counts.refused ?? 0) + problems.size;
      await result.add(
        rows.map((row) => ({
          row: row.row,
          id: idOf(row),
          problem: problems.get(row.row) ?? '',
          outcomes: byRow.get(row.row) ?? [],
        })),
      );
    });
  } finally {
    await result.close();
  }
  return counts;
}

async function eachSlice(plan: ImportPlan, from: number, work: (rows: FileRow[]) => Promise<void>): Promise<void> {
  const { events, description, zone, progress } = plan;
  for (let at = from; at <= description.rows + 1; ) {
    const { rows, next } = await events.slice(description.mapping, { from: at, count: ROWS_AT_ONCE, zone });
    if (rows.length > 0) await work(rows);
    at = next;
    progress(at - 2, `row ${at - 1} of ${description.rows + 1}`);
  }
}

/** One call for a slice; what has to wait is waited for. */
async function sent(rows: readonly FileRow[], service: Service): Promise<ChannelOutcome[][]> {
  const events = rows.map((row) => ('event' in row ? row.event : undefined));
  const args = { events, ...(service.channels && { channels: service.channels }) };
  const result = await called<{ results: { destinations: ChannelOutcome[] }[] }>(service, 'send_conversions', args);
  return result.results.map(({ destinations }) => destinations);
}

interface Refusal {
  error?: { message?: string; next_step?: string; retryable?: boolean; outcome?: string; retry_after_s?: number };
}

async function called<T>({ address, key }: Service, tool: string, args: unknown): Promise<T> {
  for (let tries = 0; ; tries++) {
    const { ok, result } = await postCall(address, key, tool, args);
    if (ok) return result as T;
    const { error = {} } = result as Refusal;
    if (!error.retryable || error.outcome !== 'not_applied' || tries === WAITS_MAX)
      throw new Error(
        `${error.message ?? 'The service refused it.'} ${error.next_step ?? ''} Run the same command to go on.`,
      );
    await delay((error.retry_after_s ?? WAIT_S) * 1000);
  }
}

async function channelsOf(service: Service): Promise<string[]> {
  const listed = await called<{ destinations: { channel: string }[]; missing: { channel: string; code: string }[] }>(
    service,
    'list_conversion_destinations',
    {},
  );
  const connected = listed.missing.filter(({ code }) => code !== 'not_connected');
  return [...new Set([...listed.destinations, ...connected].map(({ channel }) => channel))].sort();
}

/** The result of an earlier run of the same file, to be gone on with, or a new one. */
async function resumed(plan: ImportPlan, channels: readonly string[]) {
  if (!existsSync(plan.result)) return { last: 1, result: await ResultFile.create(plan.result, channels, 'wx') };
  const before = await readResult(plan.result);
  if (before.channels === undefined || before.last > plan.description.rows + 1)
    throw new UsageError(`${plan.result} is not the result of an import of this file. Name another with --result.`);
  return { last: before.last, result: await ResultFile.create(plan.result, before.channels, 'a', before.whole) };
}
