import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../ambient.ts';
import { type Bed, paintTool, pipelineBed } from '../../pipeline/pipeline.testing.ts';
import { applyPlan } from '../../pipeline/plan-desk.ts';
import { scheduledChanges } from './scheduled-changes.ts';
import { storedChanges } from './stored-changes.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  bed.pipeline.tools = [paintTool(() => 'red')];
  await bed.connect({ account: '1', mode: 'sandbox' });
});
afterEach(() => bed.discard());

const desk = async () => {
  const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  return scheduledChanges({ pipeline: bed.pipeline, workspace, call: bed.call() });
};

/** A change that was made, and is to be taken back in an hour. */
async function madeChange(): Promise<string> {
  const { json } = await bed.run(bed.pipeline.tools[0]!, { name: 'Flyer', preview: true });
  const planId: string = JSON.parse(json).plan.id;
  await applyPlan(bed.pipeline, (await bed.pipeline.plans.find(bed.workspaceId, planId))!, bed.call());
  const now = bed.ambient.now();
  const when = { applyAt: now, zone: undefined, backAt: now + HOUR_MS, back: undefined, told: undefined };
  await bed.store.transaction((tx) =>
    storedChanges.add(tx, { planId, workspaceId: bed.workspaceId, ...when, createdAt: now }),
  );
  return planId;
}

test('nobody is told that a change stays while it is taken back at the same moment', async () => {
  const id = await madeChange();
  const back = { at: new Date(bed.ambient.now()).toISOString(), outcome: 'undone', words: 'It was taken back.' };
  bed.pipeline.jobs.remove = async (tx) => {
    await storedChanges.putBack(tx, id, back);
  };
  await expect((await desk()).cancelChange(id)).rejects.toMatchObject({ code: 'conflict' });
  const { changes } = await (await desk()).changes({ limit: 5 });
  expect(changes.map((one) => [one.id, one.back])).toEqual([[id, back]]);
});

test('a list does not go on after what was not its end', async () => {
  await expect((await desk()).changes({ limit: 5, after: 'plan_1' })).rejects.toMatchObject({
    code: 'invalid_arguments',
    details: { problems: [{ field: 'cursor' }] },
  });
});
