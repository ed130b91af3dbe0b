import type { Transaction } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { passingTime } from '../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import type { DueJob, JobKind } from '../../jobs/jobs.ts';
import type { NewEvent } from '../../notices/events.ts';
import { applyApproved } from '../../pipeline/apply-approved.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { Tables } from '../../store/tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

/** A service with a platform beside it, whose time is let pass and whose jobs are run by the test. */
export function scheduling(platforms: readonly string[]) {
  let service: TestService;
  let pipeline: Pipeline;
  const { ambient, sleep } = passingTime();
  const events: NewEvent[] = [];
  beforeAll(async () => {
    const extraEndpoints = (opened: Pipeline) => {
      pipeline = opened;
      return [];
    };
    service = await startTestService({ platforms, ambient, sleep, extraEndpoints });
    listen(pipeline, events);
    await addEndpoint(service, pipeline);
  });
  afterAll(() => service?.close());
  const answer = async (channel: string, tool: string, args: Any, isError: boolean, key?: string): Promise<Any> => {
    const reply = await service.call(channel, tool, args, key === undefined ? {} : { key });
    if (reply.isError !== isError) throw new Error(`${tool}: ${JSON.stringify(reply.result)}`);
    return isError ? reply.result.error : reply.result;
  };
  return {
    service: () => service,
    pipeline: () => pipeline,
    now: () => ambient.now(),
    events,
    call: (channel: string, tool: string, args: Any = {}, key?: string) => answer(channel, tool, args, false, key),
    refusal: (channel: string, tool: string, args: Any = {}, key?: string) => answer(channel, tool, args, true, key),
    /** Lets time pass up to a moment. The two clocks of the machine, of which time is made, may be a millisecond apart. */
    async until(at: number) {
      while (ambient.now() < at) await sleep(at - ambient.now(), new AbortController().signal);
    },
    applyApproved: () => applyApproved(pipeline),
    fault: (fault: Any) => faults(service, 'POST', fault),
    clearFaults: () => faults(service, 'DELETE'),
    /** Runs one job, whether it is due or not, and leaves it unmarked. */
    run: (kind: JobKind, key: string, more: Partial<DueJob> = {}) =>
      kind.run({ ...dueJob(kind, key, ambient.now()), ...more }),
    /** Runs what is due of a kind; returns how many ran. */
    runDue: (kind: JobKind) => service.home.jobs.runDue([kind]),
  };
}

/** Every event that is put, beside being kept. */
function listen(pipeline: Pipeline, events: NewEvent[]): void {
  const { notices } = pipeline;
  const put = async (tx: Transaction<Tables>, event: NewEvent) => {
    await notices.put(tx, event);
    events.push(event);
  };
  Object.assign(pipeline, { notices: { put } });
}

async function faults(service: TestService, method: string, body?: Any): Promise<void> {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(`${service.sandbox.controlOrigin}/faults`, { method, ...json });
  if (!reply.ok) throw new Error(await reply.text());
}

function dueJob({ kind }: JobKind, key: string, runAt: number): DueJob {
  const { signal } = new AbortController();
  return { id: `job_${key}`, kind, key, runAt, payload: {}, workspaceId: undefined, attempts: 0, signal };
}

/** Kept in the store alone: nothing is sent to it, because no test runs the jobs that send. */
async function addEndpoint(service: TestService, { store }: Pipeline): Promise<void> {
  const row = {
    id: 'end_1',
    workspace_id: await service.workspaceId('Acme'),
    kind: 'webhook' as const,
    name: 'Reports',
    events: '[]',
    shown: 'example.com …/x',
    address: Buffer.from('sealed'),
    secrets: null,
    state: 'on' as const,
    off_because: null,
    failing_since: null,
    failures: 0,
    rests_until: null,
    delivered_at: null,
    created_at: 0,
    created_by: 'test',
  };
  await store.transaction(async (tx) => {
    await tx.insertInto('notice_endpoints').values(row).execute();
  });
}
