import { HOUR_MS, MINUTE_MS, newId, SECOND_MS } from '../../ambient.ts';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import { workspacesById } from '../../auth/workspace-records.ts';
import type { DueJob, JobKind } from '../../jobs/jobs.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { Reach, Reached } from '../../tools/reach.ts';
import { reachFor, serviceCall } from '../background-call.ts';
import { ConnectionFill } from './connection-fill.ts';
import { HISTORY_JOB } from './history-jobs.ts';
import type { HistoryPlace } from './kept-reading.ts';
import { StoredHistory } from './stored-history.ts';

/** Between two steps of one connection, so that calls of people find the platform's pace free. */
const STEP_PAUSE_MS = 5 * SECOND_MS;
const RETRY_MS = 15 * MINUTE_MS;
/** A new account is found after this long at the latest. The sandbox's clock may be moved at any moment. */
const LOOK_AGAIN_MS = { live: 6 * HOUR_MS, sandbox: 5 * MINUTE_MS };

/** Reads closed days from the platforms into the store, one step of each account a run. */
export function historyJob(pipeline: Pipeline): JobKind {
  const workspaces = workspacesById(pipeline.store.db);
  const history = new StoredHistory(pipeline.store, pipeline.ambient);
  return {
    kind: HISTORY_JOB,
    async run(job) {
      const place = placeIn(job);
      const workspace = await workspaces.one(place.workspaceId);
      const found = workspace && (await reachedBy(pipeline, workspace, place, job));
      if (!found) return undefined;
      const fill = new ConnectionFill(pipeline, history, place, found, job.signal);
      return nextRun(await fill.run(), place, pipeline.ambient.now());
    },
  };
}

function nextRun(
  { isDone, failed, dueAt }: Awaited<ReturnType<ConnectionFill['run']>>,
  { mode }: HistoryPlace,
  now: number,
) {
  if (!isDone) return now + STEP_PAUSE_MS;
  const soonest = failed ? now + RETRY_MS : now + LOOK_AGAIN_MS[mode];
  return Math.max(now + STEP_PAUSE_MS, Math.min(dueAt ?? soonest, soonest));
}

function placeIn({ workspaceId, payload }: DueJob): HistoryPlace {
  const { channel, mode } = payload as Pick<HistoryPlace, 'channel' | 'mode'>;
  if (workspaceId === undefined) throw new TypeError('a job of the kind history belongs to a workspace');
  return { workspaceId, channel, mode };
}

/** Undefined: the connection is gone, or its channel has no numbers. */
async function reachedBy(
  pipeline: Pipeline,
  workspace: WorkspaceRecord,
  { channel, mode }: HistoryPlace,
  { signal }: DueJob,
): Promise<{ place: Reached; reach: Reach } | undefined> {
  const call = serviceCall(workspace, newId(pipeline.ambient, 'req'), signal);
  const reach = reachFor({ pipeline, workspace, call });
  if (!reach) throw new TypeError('there is no tool report');
  const place = (await reach.channels('own')).find((one) => one.channel.name === channel);
  return place && 'connect' in place && place.mode === mode ? { place, reach } : undefined;
}
