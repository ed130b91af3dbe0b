import { Readable } from 'node:stream';
import type { z } from 'zod';
import { csvRow } from '../text/csv-row.ts';
import type { ActivityEntry } from './activity-entry.ts';

type Entry = z.infer<typeof ActivityEntry>;

const COLUMNS = [
  'id',
  'at',
  'workspace_id',
  'who',
  'who_id',
  'channel',
  'tool',
  'object',
  'changes',
  'outcome',
  'error',
  'trace_id',
  'request_id',
];

/** Streams every entry as CSV, newest first, reading one page of the audit log at a time. */
export function activityCsv(page: (before: number | undefined) => Promise<Entry[]>): Readable {
  return Readable.from(lines(page));
}

async function* lines(page: (before: number | undefined) => Promise<Entry[]>): AsyncGenerator<string> {
  yield csvRow(COLUMNS, COLUMNS.length, false);
  let before: number | undefined;
  do {
    const entries = await page(before);
    if (entries.length > 0) yield entries.map((entry) => csvRow(cellsOf(entry), COLUMNS.length, true)).join('');
    before = entries.at(-1)?.id;
  } while (before !== undefined);
}

function cellsOf(entry: Entry): string[] {
  const { id, at, workspaceId, who, channel, tool, object, changes, outcome, error, traceId, requestId } = entry;
  const changed = changes.map(({ field, before, after, asked }) =>
    after === undefined
      ? `${field}: asked ${JSON.stringify(asked)}`
      : `${field}: ${JSON.stringify(before ?? null)} → ${JSON.stringify(after)}`,
  );
  return [
    String(id),
    at,
    workspaceId ?? '',
    who.name,
    who.id,
    channel ?? '',
    tool,
    object ?? '',
    changed.join('; '),
    outcome,
    error?.code ?? '',
    traceId ?? '',
    requestId ?? '',
  ];
}
