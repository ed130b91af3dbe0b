import { afterAll, beforeAll } from 'vitest';
import { passingTime } from '../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import type { DueJob, JobKind } from '../../jobs/jobs.ts';
import type { NewEvent } from '../../notices/events.ts';
import type { Pipeline } from '../../pipeline/call.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

/** A service with a platform beside it, whose time is let pass and whose jobs are run by the test. */
export function scheduling(platforms: readonly string[]) {
  let service: TestService;
  let pipeline: Pipeline;
  const { ambient, sleep } = passingTime();
  const events: NewEvent[] = [];
  beforeAll(async () => {
    service = await startTestService({
      platforms,
      ambient,
      sleep,
      extraEndpoints: (opened) => {
        pipeline = opened;
        return [];
      },
    });
    Object.assign(pipeline, {
      notices: {
        async put(_tx: unknown, event: NewEvent) {
          if (!events.some(({ id }) => id === event.id)) events.push(event);
        },
      },
    });
  });
  afterAll(() => service?.close());
  const answer = async (channel: string, tool: string, args: Any, isError: boolean, key?: string): Promise<Any> => {
    const reply = await service.call(channel, tool, args, key === undefined ? {} : { key });
    if (reply.isError !== isError)
      throw new Error(`${tool}: ${JSON.stringify(reply.result)}\n${service.logged().slice(-2_000)}`);
    return isError ? reply.result.error : reply.result;
  };
  const due = async (kind: string) => {
    const rows = await pipeline.store.db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', kind)
      .where('run_at', '<=', ambient.now())
      .execute();
    return rows.map((row) => ({ ...row, run_at: Number(row.run_at) }));
  };
  const run = async (kind: JobKind, key: string, more: Partial<DueJob> = {}) =>
    kind.run({
      id: `job_${key}`,
      kind: kind.kind,
      key,
      runAt: ambient.now(),
      payload: {},
      workspaceId: undefined,
      attempts: 0,
      signal: new AbortController().signal,
      ...more,
    });
  return {
    service: () => service,
    pipeline: () => pipeline,
    now: () => ambient.now(),
    events,
    call: (channel: string, tool: string, args: Any = {}, key?: string) => answer(channel, tool, args, false, key),
    refusal: (channel: string, tool: string, args: Any = {}, key?: string) => answer(channel, tool, args, true, key),
    /** Lets time pass up to a moment. */
    until: (at: number) => sleep(Math.max(0, at - ambient.now()), new AbortController().signal),
    run,
    /** Runs what is due of a kind and marks it, as a process of the service does. */
    async runDue(kind: JobKind): Promise<number> {
      const rows = await due(kind.kind);
      for (const { id, key, attempts } of rows) {
        const next = await run(kind, key, { attempts });
        await pipeline.store.transaction(async (tx) => {
          if (next === undefined) await tx.deleteFrom('jobs').where('id', '=', id).execute();
          else await tx.updateTable('jobs').set({ run_at: next }).where('id', '=', id).execute();
        });
      }
      return rows.length;
    },
  };
}
