import { MINUTE_MS } from '../../ambient.ts';
import { type RecordedChange, readChanges } from '../../audit/recorded-changes.ts';
import type { Pipeline } from '../../pipeline/call.ts';

/** Of one look; the rest is found when these are settled. */
const READ_MAX = 50;
/** A call that is still under way has no outcome yet either. */
const SETTLES_MS = MINUTE_MS;

/** Changes that were sent and whose outcome is unknown, newest first. */
export async function readUnknown(
  { store, ambient, callDeadlineMs }: Pipeline,
  workspaceId: string,
  since: number,
  channel: string | undefined,
): Promise<RecordedChange[]> {
  const asked = { since, ...(channel !== undefined && { channels: [channel] }), limit: READ_MAX };
  const ended = await readChanges(store.db, workspaceId, { ...asked, entries: { outcome: ['unknown'] } });
  // The process that made these calls ended before their answers came.
  const until = ambient.now() - callDeadlineMs - SETTLES_MS;
  const broken = await readChanges(store.db, workspaceId, { ...asked, until, entries: { outcome: ['running'] } });
  return [...ended.changes, ...broken.changes].toSorted((a, b) => b.seq - a.seq);
}
