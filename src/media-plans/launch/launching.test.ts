import { expect, test } from 'vitest';
import type { MediaPlanDesk, SheetPlan } from '../../tools/media-plan-desk.ts';
import { launchBed, line } from './launch-bed.testing.ts';
import { launching } from './launching.ts';

const launch = launchBed();

test('a plan is made anew from its sheet as it is now; where nothing is left to make, that is said', async () => {
  const { pipeline, bed } = launch;
  const [old, next] = [await launch.planned([line('North')]), await launch.planned([line('South')])];
  let plan: { id: string } | undefined = { id: next };
  const asked: unknown[] = [];
  const fromSheet = async (request: unknown) => {
    asked.push(request);
    return { plan } as SheetPlan;
  };
  pipeline.desks.mediaPlans = () => ({ fromSheet }) as unknown as MediaPlanDesk;
  const anew = async () => launching.replan(pipeline, (await pipeline.plans.find(bed.workspaceId, old))!, bed.call());
  expect((await anew()).id).toBe(next);
  expect(asked).toEqual([{ spreadsheet_id: 'file_00000000000000aa', range: 'Plan', limit: 100 }]);
  plan = undefined;
  await expect(anew()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('planned anew') });
});
