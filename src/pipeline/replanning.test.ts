import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Plan } from '../plans/plan.ts';
import type { Tool } from '../tools/define-tool.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';
import { replanned } from './replanning.ts';

let bed: Bed;
let paint: Tool;
/** What the tool would send; nothing where it is undefined. */
let colour: string | undefined;
beforeEach(async () => {
  bed = await pipelineBed();
  colour = 'red';
  paint = toolOf(trains, {
    name: 'paint_train',
    access: 'write',
    input: z.strictObject({ name: z.string() }),
    look: () => ({ tool: 'see_train', arguments: {} }),
    async run({ name }: { name: string }, { client }: { client: TrainClient }) {
      const url = 'https://trains.example/trains';
      if (colour) await client.session.change({ method: 'POST', url, json: { name, colour } }, z.unknown());
      return {};
    },
  });
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

test('a plan is made anew from the values of now, and waits for people though nobody had to agree before', async () => {
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

test('a plan with members is made anew by its launch, and says so itself', async () => {
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
