import { expect, test } from 'vitest';
import { answerOfAskedPlan } from './asked-plan.ts';
import type { Job } from './call.ts';

const ARGS = { id: '7', budget: { amount: '5', currency: 'USD' } };
const APPLIED = { id: 'plan_1', state: 'applied', tool: 'raise', facts: { args: ARGS }, result: { id: '7' } };

/** A call again after its question, by default the same one. */
function again(more: { tool?: string; args?: object; workspace?: string; answers?: object; state?: string } = {}) {
  const {
    tool = 'raise',
    args = ARGS,
    workspace = 'ws_1',
    answers = { approve: { action: 'accept' } },
    state = 'plan_1',
  } = more;
  const find = async (workspaceId: string, id: string) =>
    workspaceId === 'ws_1' && id === 'plan_1' ? APPLIED : undefined;
  const call = { conversation: { state, answers } };
  return answerOfAskedPlan({
    ...{ pipeline: { plans: { find } }, workspace: { id: workspace }, tool: { name: tool }, args, call },
  } as unknown as Job);
}

test('a call sent again, with its arguments in another order, is told what became of its plan', async () => {
  const made = { json: '{"id":"7"}', isError: false };
  expect(await again()).toEqual(made);
  expect(await again({ args: { budget: { currency: 'USD', amount: '5' }, id: '7' } })).toEqual(made);
});

test.each([
  ['with other arguments', { args: { ...ARGS, budget: { amount: '50', currency: 'USD' } } }],
  ['of another tool', { tool: 'lower' }],
  ['in another workspace', { workspace: 'ws_2' }],
  ['about a plan there is not', { state: 'plan_2' }],
  ['that was not answered', { answers: {} }],
])('a call %s is not answered with that plan', async (_, more) => {
  expect(await again(more)).toBeUndefined();
});
