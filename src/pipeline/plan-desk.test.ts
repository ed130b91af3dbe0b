import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Tool } from '../tools/define-tool.ts';
import { type Bed, paintTool, pipelineBed } from './pipeline.testing.ts';
import { applyPlan } from './plan-desk.ts';

let bed: Bed;
let paint: Tool;
/** What the tool would send each time it is run, the last for all later ones: as if something moved in between. */
let colours: string[];
/** Runs of the tool: the preview, the rehearsal before the change, and the change. */
let runs: number;

beforeEach(async () => {
  bed = await pipelineBed();
  colours = ['red'];
  runs = 0;
  paint = paintTool(() => colours[Math.min(runs++, colours.length - 1)]);
  Object.assign(bed.pipeline, { tools: [paint] });
  await bed.connect({ account: '1', mode: 'sandbox' });
});
afterEach(() => bed.discard());

const planned = async () => {
  const { json } = await bed.run(paint, { name: 'Flyer', preview: true });
  return (await bed.pipeline.plans.find(bed.workspaceId, JSON.parse(json).plan.id))!;
};
type Call = NonNullable<Parameters<Bed['call']>[0]>;
const apply = async (plan: Awaited<ReturnType<typeof planned>>, more: Call = {}) =>
  applyPlan(bed.pipeline, plan, bed.call(more)).then(
    () => 'made',
    ({ code }: { code: string }) => code,
  );
const stateOf = async ({ id }: { id: string }) => (await bed.pipeline.plans.find(bed.workspaceId, id))?.state;

it('makes what was planned, by one request', async () => {
  const plan = await planned();
  expect(bed.sent).toEqual([]);
  expect(await apply(plan)).toBe('made');
  expect(bed.sent).toHaveLength(1);
  expect(await stateOf(plan)).toBe('applied');
});

it.each([
  ['before it is tried', ['red', 'blue']],
  ['between the last look and the change', ['red', 'red', 'blue']],
])('sends nothing where another request would leave, because something moved %s', async (_, moved) => {
  colours = moved;
  const plan = await planned();
  expect(await apply(plan)).toBe('stale');
  expect(runs).toBe(moved.length);
  expect(bed.sent).toEqual([]);
  expect(await stateOf(plan)).toBe('stale');
});

it.each<[string, (principal: Bed['principal']) => Call]>([
  ['a key that only reads by now', (principal) => ({ principal: { ...principal, readOnly: true } })],
  ['a caller that wants to change nothing', () => ({ readOnly: true })],
  ['a key that may no longer use the channel', (principal) => ({ principal: { ...principal, channels: ['yard'] } })],
  ['a key of another organization', (principal) => ({ principal: { ...principal, organizationId: 'org_2' } })],
])('makes nothing for %s', async (_, callOf) => {
  const plan = await planned();
  expect(await apply(plan, callOf(bed.principal))).not.toBe('made');
  expect(bed.sent).toEqual([]);
  expect(await stateOf(plan)).toBe('planned');
});

it('makes nothing that the policy forbids by now, and asks a person where it wants one by now', async () => {
  const { organizationId, workspaceId } = bed;
  const set = (change: 'deny' | 'approve') =>
    bed.pipeline.policies.set({ organizationId, workspaceId, change: { rules: { change } }, actor: 'Ada' });
  const plan = await planned();
  await set('deny');
  expect(await apply(plan)).toBe('permission_denied');
  expect(await stateOf(plan)).toBe('planned');
  await set('approve');
  expect(await apply(plan)).toBe('approval_required');
  expect(await stateOf(plan)).toBe('waiting');
  expect(bed.sent).toEqual([]);
});
