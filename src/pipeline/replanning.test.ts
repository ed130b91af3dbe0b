import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Plan } from '../plans/plan.ts';
import type { Tool } from '../tools/define-tool.ts';
import { type Bed, paintTool, pipelineBed } from './pipeline.testing.ts';
import { replanned } from './replanning.ts';

let bed: Bed;
let paint: Tool;
/** What the tool would send; nothing where it is undefined. */
let colour: string | undefined;
beforeEach(async () => {
  bed = await pipelineBed();
  colour = 'red';
  paint = paintTool(() => colour);
  bed.pipeline.tools = [paint];
  await bed.connect({ account: '1', mode: 'sandbox' });
});
afterEach(() => bed.discard());

const planned = async (): Promise<Plan> => {
  const { json } = await bed.run(paint, { name: 'Flyer', preview: true, reason: 'It rusts' });
  return (await bed.pipeline.plans.find(bed.workspaceId, JSON.parse(json).plan.id))!;
};
const anew = (plan: Plan) => replanned(bed.pipeline, plan, 'per_ada');
const noted = async ({ id }: Plan) => (await bed.pipeline.plans.find(bed.workspaceId, id))!.note;

test('a plan made again has the current values and waits for approval, also where the old plan needed none', async () => {
  const old = await planned();
  expect(old.state).toBe('planned');
  colour = 'blue';
  const next = await anew(old);
  expect(next).toMatchObject({
    state: 'waiting',
    reason: 'It rusts',
    approvals: [],
    facts: { args: { name: 'Flyer' } },
  });
  expect([next.id === old.id, next.hash === old.hash]).toEqual([false, false]);
  expect(await noted(old)).toContain(`Planned anew as ${next.id}`);
  expect((await bed.audited()).map(({ action }) => action)).toContain('plan.anew');
  expect(bed.sent).toEqual([]);
});

test('a plan of a launch is made again by the launch, which notes it itself', async () => {
  const old = await planned();
  const next = await planned();
  bed.pipeline.launching = { ...bed.pipeline.launching, replan: async () => next };
  expect(await anew({ ...old, facts: { ...old.facts, bulk: {} as NonNullable<Plan['facts']['bulk']> } })).toBe(next);
  expect(await noted(old)).toContain(`Planned anew as ${next.id}`);
});

test.each<[string, string, () => unknown]>([
  ['for a key that is gone', 'conflict', () => Object.assign(bed.pipeline, { requester: async () => undefined })],
  [
    'where nothing is left to send',
    'conflict',
    () => {
      colour = undefined;
    },
  ],
  [
    'where the policy forbids it by now',
    'permission_denied',
    () =>
      bed.pipeline.policies.set({
        ...{ organizationId: bed.organizationId, workspaceId: bed.workspaceId, actor: 'Ada' },
        change: { rules: { change: 'deny' } },
      }),
  ],
  [
    'where a spend limit refuses it by now',
    'cap_unverifiable',
    () => {
      const { organizationId, workspaceId } = bed;
      const place = { scope: 'workspace', organizationId, workspaceId } as const;
      return bed.pipeline.spendLimits.book.set(place, 'daily', 'USD', '5', 'me');
    },
  ],
])('nothing is put before people %s', async (_, code, change) => {
  const old = await planned();
  await change();
  await expect(anew(old)).rejects.toMatchObject({ code });
  expect(await noted(old)).toBeUndefined();
});
