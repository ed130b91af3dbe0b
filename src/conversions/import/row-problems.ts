import { readRows, shownId } from '../event-rows.ts';
import type { FileRow } from './event-file.ts';

/** What is wrong with each row, by its number. */
export async function problemsOf(rows: readonly FileRow[]): Promise<Map<number, string>> {
  const said = (problems: readonly { field: string; message: string }[]) =>
    problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  const found = new Map<number, string>();
  const readable = rows.filter((row) => 'event' in row);
  for (const row of rows) if ('problems' in row) found.set(row.row, said(row.problems));
  for (const read of await readRows(readable.map(({ event }) => event)))
    if ('problems' in read) found.set(readable[read.index]!.row, said(read.problems));
  return found;
}

/** As far as it can be shown: an e-mail address in its place is left out. */
export function idOf(row: FileRow): string {
  return shownId('event' in row ? row.event : { event_id: row.eventId }) ?? '';
}
