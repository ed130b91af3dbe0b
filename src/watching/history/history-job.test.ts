import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import { channelOf } from '../../reports/scripted-channel.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import { historyJob } from './history-job.ts';

const reporting = () => channelOf('trains', [{ id: '1', rows: [] }]).reporting!;

let bed: Bed;
let channel: Channel & { reporting: ReturnType<typeof reporting> };
beforeEach(async () => {
  bed = await pipelineBed();
  channel = { ...(trains as Channel), reporting: reporting() };
  bed.pipeline.tools = [toolOf(channel), toolOf({ ...yard, name: 'workspace' }, { name: 'report' })];
});
afterEach(() => bed.discard());

/** One run of the connection's job; in how long it wants to run again. */
async function ran({ workspaceId = bed.workspaceId as string | undefined, mode = 'live' } = {}) {
  const job = { id: 'job_1', kind: 'history', key: 'k', runAt: 0, attempts: 0, payload: { channel: 'trains', mode } };
  const next = await historyJob(bed.pipeline).run({ ...job, workspaceId, signal: new AbortController().signal });
  return next === undefined ? undefined : next - bed.ambient.now();
}

test('it goes on at once until every day is read, and then waits for what is new', async () => {
  await bed.connect();
  bed.pipeline.historyDays = 50;
  expect(await ran()).toBe(5 * SECOND_MS);
  expect(await ran()).toBe(6 * HOUR_MS);
});

test('a platform that cannot be asked is asked again after a quarter of an hour', async () => {
  await bed.connect();
  channel.reporting.accounts = () =>
    Promise.reject(new Failure({ code: 'upstream_unavailable', message: 'Away.', nextStep: 'Wait.' }));
  expect(await ran()).toBe(15 * MINUTE_MS);
});

test('where the connection is gone, or another one is there, it ends', async () => {
  expect(await ran()).toBeUndefined();
  await bed.connect({ mode: 'sandbox' });
  expect(await ran()).toBeUndefined();
  expect(await ran({ mode: 'sandbox' })).toBeGreaterThan(0);
  expect(await ran({ workspaceId: 'ws_gone' })).toBeUndefined();
});

test('a job without a workspace, or in a service without reports, is a fault and does not end quietly', async () => {
  await bed.connect();
  await expect(historyJob(bed.pipeline).run({ payload: {} } as never)).rejects.toThrow('belongs to a workspace');
  bed.pipeline.tools = [toolOf(channel)];
  await expect(ran()).rejects.toThrow('there is no tool report');
});
