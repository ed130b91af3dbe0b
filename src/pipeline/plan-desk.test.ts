import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '../ambient.ts';
import { failureOf } from '../errors.testing.ts';
import type { Plan } from '../plans/plan.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { BulkPlan } from '../tools/plan-members.ts';
import { changeAndReadBack } from '../tools/read-back.ts';
import { type Bed, paintTool, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';
import { applyPlan, closed } from './plan-desk.ts';

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

const planned = async (tool = paint, args: Record<string, unknown> = { name: 'Flyer' }) => {
  const { json } = await bed.run(tool, { ...args, preview: true });
  return (await bed.pipeline.plans.find(bed.workspaceId, JSON.parse(json).plan.id))!;
};
type Call = NonNullable<Parameters<Bed['call']>[0]>;
const apply = async (plan: Plan, more: Call = {}) =>
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

it.each(['waiting', 'withdrawn', 'rejected', 'expired'] as const)(
  'makes nothing of a plan that is %s',
  async (state) => {
    const plan = await planned();
    await bed.pipeline.plans.move(plan, ['planned'], state, { actor: 'Ada' });
    expect(await apply({ ...plan, state })).toBe('conflict');
    expect(bed.sent).toEqual([]);
    expect(await stateOf(plan)).toBe(state);
  },
);

it('makes a plan once where two apply it at a time', async () => {
  const plan = await planned();
  expect((await Promise.all([apply(plan), apply(plan)])).sort()).toEqual(['conflict', 'made']);
  expect(bed.sent).toHaveLength(1);
});

it('makes no change before its hour', async () => {
  const plan = await planned();
  const early = { ...plan, facts: { ...plan.facts, applyAt: bed.ambient.now() + HOUR_MS } };
  expect(await apply(early)).toBe('conflict');
  expect(bed.sent).toEqual([]);
});

it('makes nothing by a tool that there is no more, and says which', async () => {
  const plan = await planned();
  bed.pipeline.tools = [];
  const { code, message } = await failureOf(applyPlan(bed.pipeline, plan, bed.call()));
  expect([code, message]).toEqual([
    'permission_denied',
    expect.stringContaining('there is no tool paint_train any more'),
  ]);
  expect(await stateOf(plan)).toBe('planned');
});

it('closes a plan as out of date where everything is as it wanted it', async () => {
  let colour: string | undefined = 'red';
  paint = paintTool(() => colour);
  bed.pipeline.tools = [paint];
  const plan = await planned();
  colour = undefined;
  expect((await failureOf(applyPlan(bed.pipeline, plan, bed.call()))).message).toContain(
    'everything (it stands already)',
  );
  expect(await stateOf(plan)).toBe('stale');
});

it.each([
  ['was as wanted, and no more is', 'red', 'blue', 'colour'],
  ['has become as wanted', 'blue', 'red', 'colour (already red)'],
  ['has another value', 'blue', 'green', 'colour (blue then, green now)'],
])('sends nothing where a field %s, and names it', async (_, then, now, told) => {
  let colour = then;
  const repaint = toolOf(trains as never, {
    name: 'repaint_train',
    access: 'write',
    input: z.strictObject({ name: z.string(), colour: z.string() }),
    async run(wanted: Record<string, unknown>, { client }: { client: TrainClient }) {
      const before = { name: 'Flyer', colour };
      const send = () => client.session.change({ method: 'POST', url: 'https://trains.example/trains' }, z.unknown());
      await changeAndReadBack({ done: 'It was painted', before, wanted, send, read: async () => before });
      return {};
    },
  });
  bed.pipeline.tools = [repaint];
  const plan = await planned(repaint, { name: 'Express', colour: 'red' });
  colour = now;
  const { message } = await failureOf(applyPlan(bed.pipeline, plan, bed.call()));
  expect(message).toBe(
    `Since this was planned, something has moved: ${told}. The plan ${plan.id} is closed; nothing was sent.`,
  );
  expect(bed.sent).toEqual([]);
  expect(await stateOf(plan)).toBe('stale');
});

const bulkOf = (plan: Plan): Plan => ({
  ...plan,
  tool: 'plan_from_sheet',
  facts: { ...plan.facts, args: { spreadsheet_id: 's1', range: 'A1:F9', more: 1 }, bulk: {} as BulkPlan },
});

it('has a plan with members made by the job that makes it, and not by a call', async () => {
  const plan = bulkOf(await planned());
  const begun: Plan[] = [];
  bed.pipeline.launching.begin = async (_, given) => {
    begun.push(given);
    return { plan: { id: given.id } } as never;
  };
  expect(await applyPlan(bed.pipeline, plan, bed.call())).toEqual({ plan: { id: plan.id } });
  expect(begun).toEqual([plan]);
  expect(bed.sent).toEqual([]);
});

it('says how a plan that has lapsed is planned again: by its preview, or by reading its sheet', async () => {
  const plan: Plan = { ...(await planned()), state: 'expired' };
  expect(closed(plan).details.nextStep).toBe('Plan it again: call paint_train with preview: true.');
  expect(closed(bulkOf(plan)).details.nextStep).toBe(
    'Plan it again: plan_from_sheet {"spreadsheet_id":"s1","range":"A1:F9"}.',
  );
});

it.each<[string, string, () => unknown]>([
  [
    'the tool takes other arguments by now',
    'the arguments of the tool',
    () => {
      bed.pipeline.tools = [{ ...paint, input: paint.input.extend({ added: z.string().optional() }) }];
    },
  ],
  ['the connection leads elsewhere by now', 'the connection', () => bed.connect({ account: '2', mode: 'sandbox' })],
])('sends nothing where %s', async (_, told, change) => {
  const plan = await planned();
  await change();
  const { message } = await failureOf(applyPlan(bed.pipeline, plan, bed.call()));
  expect(message).toContain(`something has moved: ${told}. The plan`);
  expect(bed.sent).toEqual([]);
});
