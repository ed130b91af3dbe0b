import type { Transaction } from 'kysely';
import type { Ambient } from '../../ambient.ts';
import type { ConnectionChange } from '../../auth/connections.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { Tables } from '../../store/tables.ts';
import { channelsWithFigures } from './connected-accounts.ts';

/** The kind of the jobs that read closed days, one for each connection. */
export const HISTORY_JOB = 'history';

const PUT_AT_ONCE = 100;

type Connection = Omit<ConnectionChange, 'isConnected'>;

/** Days are read as soon as a channel is connected, and not any more when it is disconnected. */
export async function historyFollows(
  jobs: Jobs,
  ambient: Ambient,
  tx: Transaction<Tables>,
  { isConnected, ...connection }: ConnectionChange,
): Promise<void> {
  if (isConnected) await putHistoryJob(jobs, ambient, tx, connection);
  else await jobs.remove(tx, HISTORY_JOB, keyOf(connection));
}

/** Puts the jobs that are missing, such as those of connections that an earlier version has made. */
export async function ensureHistoryJobs(pipeline: Pipeline): Promise<void> {
  const { store, jobs, ambient } = pipeline;
  const there = await store.db.selectFrom('jobs').select('key').where('kind', '=', HISTORY_JOB).execute();
  const keys = new Set(there.map(({ key }) => key));
  const connections = await store.db
    .selectFrom('connections')
    .select(['id', 'workspace_id as workspaceId', 'channel', 'mode'])
    .where('channel', 'in', channelsWithFigures(pipeline))
    .execute();
  const missing = connections.filter((one) => !keys.has(keyOf(one)));
  for (let at = 0; at < missing.length; at += PUT_AT_ONCE)
    await store.transaction(async (tx) => {
      for (const one of missing.slice(at, at + PUT_AT_ONCE)) await putHistoryJob(jobs, ambient, tx, one);
    });
}

function putHistoryJob(jobs: Jobs, ambient: Ambient, tx: Transaction<Tables>, connection: Connection): Promise<void> {
  const { id, workspaceId, channel, mode } = connection;
  const payload = { channel, mode };
  return jobs.put(tx, {
    kind: HISTORY_JOB,
    key: keyOf(connection),
    runAt: ambient.now(),
    workspaceId,
    lane: id,
    payload,
  });
}

function keyOf({ workspaceId, channel, mode }: Connection): string {
  return `${workspaceId} ${channel} ${mode}`;
}
