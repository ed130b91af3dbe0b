import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Policy } from '../plans/policies.ts';
import type { Conversation } from '../tools/input-required.ts';
import { changeAndReadBack } from '../tools/read-back.ts';
import { type Bed, paintTool, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
});
afterAll(() => bed.discard());
beforeEach(() => bed.sent.splice(0));

const setRules = ({ organizationId, workspaceId, pipeline }: Bed, rules: Policy['rules']) =>
  pipeline.policies.set({ organizationId, workspaceId, change: { rules }, actor: 'me' });
const plans = () => bed.pipeline.plans.list([bed.workspaceId], undefined, 10);

const departures = toolOf(trains as never, {
  name: 'publish_timetable',
  title: 'Publish the timetable',
  access: 'write',
  activates: true,
  async run(_: unknown, { client }: { client: TrainClient }) {
    await client.session.change({ method: 'POST', url: 'https://trains.example/publish' }, z.looseObject({}));
    return {};
  },
});

test('what reaches visitors waits for a person on a live connection, and is not said to spend', async () => {
  const error = await bed.errorOf(departures);
  expect(error).toMatchObject({
    code: 'approval_required',
    outcome: 'not_applied',
    message: expect.stringContaining('before a call may reach visitors'),
    plan: { class: 'activate', state: 'waiting' },
  });
  expect(error.plan).not.toHaveProperty('exposure');
  expect(bed.sent).toEqual([]);
});

test('where the rules forbid it, it is refused in the same words', async () => {
  await setRules(bed, { activate: 'deny' });
  expect(await bed.errorOf(departures)).toMatchObject({
    code: 'permission_denied',
    message: expect.stringContaining('forbid calls that reach visitors'),
  });
  expect(bed.sent).toEqual([]);
});

test('where nothing is left to send, a preview makes no plan, and a call waits for nobody', async () => {
  const before = await plans();
  const paint = paintTool(() => undefined);
  await setRules(bed, { change: 'approve' });
  for (const preview of [true, false])
    expect(await bed.run(paint, { name: 'Flyer', preview })).toMatchObject({ json: '{}', isError: false });
  await setRules(bed, { change: 'auto' });
  expect(await plans()).toEqual(before);
  expect(bed.sent).toEqual([]);
});

const fund = toolOf(trains as never, {
  name: 'fund_train',
  access: 'write',
  input: z.strictObject({ budget: z.number() }),
  async run({ budget }: { budget: number }, { client }: { client: TrainClient }) {
    const before = { budget: 20 };
    const send = () => client.session.change({ method: 'POST', url: 'https://trains.example/fund' }, z.unknown());
    await changeAndReadBack({
      done: 'It was funded',
      before,
      wanted: { budget },
      send,
      read: async () => ({ budget }),
    });
    return {};
  },
});

test('where raises wait for a person, an amount that turns out lower is sent at once', async () => {
  await setRules(bed, { raise: 'approve' });
  const before = await plans();
  expect(await bed.run(fund, { budget: 10 })).toMatchObject({ isError: false });
  expect(bed.sent).toHaveLength(1);
  expect(await plans()).toEqual(before);
  expect(await bed.errorOf(fund, { budget: 30 })).toMatchObject({
    code: 'approval_required',
    plan: { class: 'raise' },
  });
  expect(bed.sent).toHaveLength(1);
});

test('a plan is of the first change of its call, also where the tool goes on to another', async () => {
  const insisting = toolOf(trains as never, {
    name: 'insist',
    access: 'write',
    async run(_: unknown, { client }: { client: TrainClient }) {
      const change = (name: string) =>
        client.session.change({ method: 'POST', url: `https://trains.example/${name}` }, z.unknown());
      await change('first').catch(() => change('second'));
      return {};
    },
  });
  const { json } = await bed.run(insisting, { preview: true });
  expect(JSON.parse(json).plan.request.path).toBe('/first');
  expect(bed.sent).toEqual([]);
});

test('a client that opens addresses is led to the page of the plan once, and then told that it waits', async () => {
  await setRules(bed, { raise: 'approve' });
  const asking = (answers: Conversation['answers'] = {}) => ({
    conversation: { canAsk: () => true, answers, state: undefined },
  });
  const { asks } = await bed.run(fund, { budget: 40 }, asking());
  expect(asks?.requests.approve).toMatchObject({
    method: 'elicitation/create',
    params: { elicitationId: asks!.state },
  });
  const answered = await bed.errorOf(fund, { budget: 40 }, asking({ approve: { action: 'accept' } }));
  expect(answered).toMatchObject({ code: 'approval_required', plan: { id: asks!.state, state: 'waiting' } });
  expect(bed.sent).toEqual([]);
});
