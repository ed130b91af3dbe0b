import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../errors.testing.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import { channelOf } from '../../reports/scripted-channel.testing.ts';
import type { MediaPlanning, RunningCampaign } from '../../tools/media-planning.ts';
import { exportPlan } from './export-plan.ts';

const MOST = 20_000;

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  await bed.connect();
});
afterEach(() => bed.discard());

async function exported(counts: readonly number[]) {
  const accounts = counts.map((_, at) => ({ id: `${at + 1}`, rows: [] }));
  const campaign = (id: string): RunningCampaign => ({ id, name: `Campaign ${id}`, status: 'on', groups: [] });
  const mediaPlanning = {
    running: async (_: unknown, account: string) =>
      Array.from({ length: counts[Number(account) - 1]! }, (_, at) => campaign(`${account}${at}`)),
  } as unknown as MediaPlanning;
  bed.pipeline.tools = [
    toolOf(yard, { name: 'report' }),
    toolOf({ ...trains, reporting: channelOf('trains', accounts).reporting!, mediaPlanning }),
  ];
  const workspace = await bed.pipeline.admission.workspace(bed.principal, undefined);
  const job = { pipeline: bed.pipeline, call: bed.call(), workspace } as unknown as JobPlace;
  return exportPlan(job, { format: 'csv' });
}

test('a file holds the campaigns of all accounts up to 20,000; with one more it is refused, and says what to name', async () => {
  expect((await exported([MOST - 1, 1])).told.campaigns).toBe(MOST);
  expect((await failureOf(exported([MOST - 1, 2]))).details).toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('20001 campaigns'),
    nextStep: expect.stringContaining('name_contains'),
  });
});

test('with the id of a plan its own sheet is exported, whether or not it became a plan to apply', async () => {
  const cells = { tab: 'Plan', firstRow: 0, firstColumn: 0, shown: [['Campaign'], ['North']] };
  const answer = { rows: [{ rows: [2], fate: 'make' }], skipped: [{ row: 1, kind: 'heads' }], problems: [] };
  const kept = { name: 'Q4', planId: undefined, createdBy: 'somebody', content: { cells, answer, members: [] } };
  const asked: string[] = [];
  const mediaPlans = { ofPlan: async () => undefined, find: async (_: string, id: string) => asked.push(id) && kept };
  const workspace = await bed.pipeline.admission.workspace(bed.principal, undefined);
  const pipeline = { ...bed.pipeline, mediaPlans };
  const exported = (call: object) =>
    exportPlan({ pipeline, call, workspace } as unknown as JobPlace, { format: 'csv', plan_id: 'mp_1' });
  const { file, told } = await exported(bed.call());
  expect([file.name, told.campaigns, told.rows]).toEqual(['Q4-with-notes.csv', 1, 2]);
  expect(asked).toEqual(['mp_1']);
  const forTrains = { ...bed.call(), principal: { ...bed.principal, channels: ['trains'] } };
  await expect(exported(forTrains)).rejects.toMatchObject({ code: 'not_found' });
});
