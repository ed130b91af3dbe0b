import { HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import { workspacesById } from '../../auth/workspace-records.ts';
import { Failure } from '../../errors.ts';
import type { DueJob, JobKind } from '../../jobs/jobs.ts';
import { lastLocal, nextLocal, type Slot } from '../../jobs/local-time.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { creatorCall } from '../background-call.ts';
import { silentEndpoints } from './chosen-endpoints.ts';
import { makeReport } from './made-report.ts';
import { SCHEDULE_JOB } from './report-schedules.ts';
import { type Schedule, storedSchedules } from './stored-schedules.ts';
import { localWords } from './when-words.ts';

/** A run is called late only after this. */
const LATE_AFTER_MS = 15 * MINUTE_MS;
/** A report that cannot be made is tried so often, then it is said to have failed. */
const TRIES_MAX = 5;

/** Sends a report once a period. After an outage the newest period is made up for, late; those before it are left out. */
export function scheduleJob(pipeline: Pipeline): JobKind {
  const workspaces = workspacesById(pipeline.store.db);
  return {
    kind: SCHEDULE_JOB,
    calendar: true,
    async run(job) {
      const schedule = await storedSchedules.find(pipeline.store, job.key);
      if (!schedule || schedule.stoppedBecause !== undefined) return undefined;
      const now = pipeline.ambient.now();
      // An archived workspace sends nothing, and goes on once it is used again.
      if (!(await workspaces.one(schedule.workspaceId))) return nextLocal(schedule.when, now).at;
      const slot = lastLocal(schedule.when, now);
      const isDue = slot.at > schedule.createdAt && !(await storedSchedules.run(pipeline.store, schedule.id, slot.day));
      if (isDue && !(await runPeriod(pipeline, schedule, slot, job))) return undefined;
      return nextLocal(schedule.when, now).at;
    },
  };
}

/** False: the schedule was stopped. */
async function runPeriod(pipeline: Pipeline, schedule: Schedule, slot: Slot, job: DueJob): Promise<boolean> {
  const call = await creatorCall(pipeline, schedule, `${schedule.id}.${slot.day}`, job.signal);
  if (!call) {
    await stop(pipeline, schedule, 'The one who made it may no longer do anything here. Make it anew.');
    return false;
  }
  const opening = lateness(pipeline.ambient.now(), schedule, slot, await leftOut(pipeline, schedule, slot));
  try {
    const { days, text, data, attachments } = await makeReport(pipeline, schedule, call, opening);
    const words = ['Sent.', ...opening].join(' ');
    await end(pipeline, schedule, slot, {
      outcome: 'sent',
      words,
      title: `${schedule.name}: ${days}`,
      text,
      data: { ...data, ...(opening.length > 0 && { late: opening.join(' ') }) },
      attachments,
    });
  } catch (error) {
    if (job.signal.aborted || !(error instanceof Failure) || (error.retryable && job.attempts < TRIES_MAX)) throw error;
    const { message, nextStep } = error.details;
    const title = `${schedule.name}: the report could not be made`;
    const text = [message, nextStep, ...opening].join('\n\n');
    await end(pipeline, schedule, slot, { outcome: 'failed', words: message, title, text, data: { error: message } });
  }
  return true;
}

interface Ending {
  outcome: 'sent' | 'failed';
  words: string;
  title: string;
  text: string;
  data: Readonly<Record<string, unknown>>;
  attachments?: readonly { name: string; type: string; data: Uint8Array }[] | undefined;
}

/** The period and its event are kept in one transaction, so that a second run sends nothing. */
async function end(pipeline: Pipeline, schedule: Schedule, slot: Slot, ending: Ending): Promise<void> {
  const { store, notices, ambient } = pipeline;
  const { id, name, organizationId, workspaceId, endpoints } = schedule;
  const { outcome, words, title, text, data, attachments } = ending;
  const at = ambient.now();
  await store.transaction(async (tx) => {
    const silent = await silentEndpoints(tx, endpoints);
    const unsent = silent.length === endpoints.length;
    const run = {
      period: slot.day,
      due_at: slot.at,
      ran_at: at,
      outcome: unsent ? 'failed' : outcome,
      words: [unsent ? 'It was not sent.' : words, ...silence(silent)].join(' '),
    } as const;
    if (!(await storedSchedules.addRun(tx, id, run))) return;
    await notices.put(tx, {
      id: `${id}.${slot.day}`,
      type: outcome === 'sent' ? 'report.ready' : 'report.failed',
      organizationId,
      workspaceId,
      at,
      data: { schedule: { id, name }, period: slot.day, due_at: new Date(slot.at).toISOString(), ...data },
      words: { title, text },
      endpoints,
      ...(attachments && { attachments }),
    });
  });
}

function silence(silent: readonly string[]): string[] {
  if (silent.length === 0) return [];
  return [`${silent.join(', ')} ${silent.length === 1 ? 'is' : 'are'} gone or switched off.`];
}

async function stop(pipeline: Pipeline, schedule: Schedule, because: string): Promise<void> {
  const { store, notices, audit, ambient } = pipeline;
  const { id, name, organizationId, workspaceId, endpoints, requester } = schedule;
  await store.transaction(async (tx) => {
    if (!(await storedSchedules.stop(tx, id, because))) return;
    const detail = { schedule: id, name, requester, because };
    audit.append({ organizationId, workspaceId, actor: 'service', action: 'schedule.stop', phase: 'event', detail });
    await notices.put(tx, {
      id: `${id}.stopped`,
      type: 'report.failed',
      organizationId,
      workspaceId,
      at: ambient.now(),
      data: { schedule: { id, name }, stopped_because: because },
      words: { title: `${name}: the schedule has stopped`, text: because },
      endpoints,
    });
  });
}

/** How many periods before this one were never run. */
async function leftOut({ store }: Pipeline, schedule: Schedule, slot: Slot): Promise<number> {
  const last = (await storedSchedules.lastRuns(store, [schedule.id])).get(schedule.id);
  const since = last?.due_at ?? schedule.createdAt;
  let count = 0;
  for (let at = nextLocal(schedule.when, since).at; at < slot.at && count < LEFT_OUT_COUNTED_MAX; count += 1)
    at = nextLocal(schedule.when, at).at;
  return count;
}

const LEFT_OUT_COUNTED_MAX = 1_000;

function lateness(now: number, { when }: Schedule, slot: Slot, missed: number): string[] {
  const lateMs = now - slot.at;
  if (lateMs < LATE_AFTER_MS && missed === 0) return [];
  const late =
    lateMs < 2 * HOUR_MS ? `${Math.round(lateMs / MINUTE_MS)} minutes` : `${Math.round(lateMs / HOUR_MS)} hours`;
  return [
    ...(lateMs >= LATE_AFTER_MS ? [`It was due at ${localWords(slot.at, when.zone)}, and comes ${late} late.`] : []),
    ...(missed > 0
      ? [
          `${missed === 1 ? 'One earlier report was' : `${missed} earlier reports were`} left out: the service was not running.`,
        ]
      : []),
  ];
}
