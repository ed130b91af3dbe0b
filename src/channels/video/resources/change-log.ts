import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { DelimitedParser } from '../../../sheets/files/delimited-text.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { waitFor } from '../../../tools/wait-for.ts';
import { momentIn } from '../../../tools/zoned-time.ts';
import type { Params, VideoClient } from '../client.ts';
import { wordsOf } from './dayparting.ts';

/** The first check comes early, because a short history is ready at once; others take some seconds. */
const PATIENCE = { firstLookMs: 300, pauseMs: 1500, patienceMs: 30_000 };

const Task = z.object({ task_id: z.string() });
const State = z.object({ status: z.string() });
const Download = z.object({ status: z.string().nullish(), changelog: z.string().nullish() });

/** The rows of a change history: creates the platform's task, waits for it and downloads its table. */
export async function changeTable(
  client: VideoClient,
  account: string,
  asked: Params,
): Promise<Record<string, string>[]> {
  const { task_id } = await client.ask('changelog/task/create', asked, Task, account);
  const isDone = await waitFor(client.session, PATIENCE, async () => {
    const { status } = await client.get('changelog/task/check', { task_id }, State, account);
    if (status === 'FAILED') throw notMade(`The platform could not write the history (task ${task_id}).`);
    return status === 'SUCCESS' || undefined;
  });
  if (!isDone) throw notMade(`The platform is still writing the history (task ${task_id}).`);
  const { changelog } = await client.get('changelog/task/download', { task_id }, Download, account);
  return rowsIn(textIn(changelog ?? ''));
}

function notMade(message: string): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message,
    retryable: true,
    nextStep: 'Call again with fewer days, or in some minutes. Nothing was changed.',
  });
}

/**
 * The table inside the downloaded object. The platform sends the object as JSON; its documentation shows the same object as
 * Python prints it, with non-ASCII characters as bytes. Both are read.
 */
function textIn(changelog: string): string {
  const printed = /^\s*\{'file_data': b(['"])([\s\S]*)\1, ?\s*'file_name':/.exec(changelog);
  if (printed) return unprinted(printed[2]!);
  try {
    const held = JSON.parse(changelog) as { file_data?: unknown };
    return bare(String(held.file_data ?? ''));
  } catch {
    return bare(changelog);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t' };

function unprinted(text: string): string {
  const bytes = text.replace(/\\(x[0-9a-f]{2}|[\s\S])/gi, (_, sign: string) =>
    sign[0] === 'x' && sign.length === 3
      ? String.fromCharCode(Number.parseInt(sign.slice(1), 16))
      : (ESCAPES[sign] ?? sign),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Removes the `b'…'` with which Python prints bytes. */
function bare(text: string): string {
  return /^b(['"])([\s\S]*)\1$/.exec(text)?.[2] ?? text;
}

/** The rows below the titles; the file begins with sums. */
function rowsIn(text: string): Record<string, string>[] {
  const parser = new DelimitedParser(',');
  const table = text.slice(Math.max(0, text.search(/^Time,/m)));
  const [titles, ...rows] = [...parser.write(table), ...parser.end()];
  if (titles?.[0]?.trim() !== 'Time') return [];
  return rows
    .filter((row) => row.length === titles.length)
    .map((row) => Object.fromEntries(titles.map((title, place) => [title.trim(), row[place]!.trim()])));
}

const Details = z.array(
  z.looseObject({
    action: z.string(),
    name: z.string().nullish(),
    before_after: z.array(z.looseObject({ before: z.unknown(), after: z.unknown() })).nullish(),
  }),
);

/** One row of the table under our names. */
export function changeOf(row: Readonly<Record<string, string>>, timeZone: string) {
  const told = row['Activity details'] ?? '';
  const details = Details.safeParse(jsonIn(told)).data;
  const pairs = (details ?? []).flatMap(({ name, before_after }) =>
    (before_after ?? []).map(
      ({ before, after }) => [name ?? '', { from: valueIn(before), to: valueIn(after) }] as const,
    ),
  );
  return withoutUnset({
    time: momentIn(row.Time ?? '', timeZone),
    operation: details?.[0]?.action.trim() ?? 'UNKNOWN',
    what: row.log_object_type ?? '',
    id: row['Object ID'] ?? '',
    part: row.Object,
    user: row.Operator,
    through: row.Source,
    app_id: /^\d+$/.test(row['App ID'] ?? '') ? row['App ID'] : undefined,
    changed: pairs.length > 0 ? Object.fromEntries(pairs) : undefined,
    detail: details === undefined && told !== '' ? told : undefined,
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Dayparting is shown in words, as in list_ad_groups. */
function valueIn(value: unknown): string {
  const text = bare(typeof value === 'string' ? value : JSON.stringify(value ?? ''));
  return wordsOf(text) ?? '';
}
