import { expect, test } from 'vitest';
import { failureOf } from '../errors.testing.ts';
import { answerOfAskedPlan } from './asked-plan.ts';
import type { Job } from './call.ts';

const ARGS = { id: '7', budget: { amount: '5', currency: 'USD' } };
const APPLIED = { id: 'plan_1', state: 'applied', tool: 'raise', facts: { args: ARGS }, result: { id: '7' } };

interface Again {
  tool?: string;
  args?: object;
  workspace?: string;
  answers?: object;
  state?: string;
  plan?: object;
}

/** A call again after its question, by default the same one. */
function again(more: Again = {}) {
  const {
    plan = APPLIED,
    tool = 'raise',
    args = ARGS,
    workspace = 'ws_1',
    answers = { approve: { action: 'accept' } },
    state = 'plan_1',
  } = more;
  const find = async (workspaceId: string, id: string) =>
    workspaceId === 'ws_1' && id === 'plan_1' ? plan : undefined;
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
  ['approved', 'unknown'],
  ['applying', 'unknown'],
  ['unknown', 'unknown'],
  ['applied', 'applied'],
  ['rejected', 'not_applied'],
  ['failed', 'not_applied'],
])(
  'a call sent again while its plan is %s sends nothing, and its outcome is that of the plan: %s',
  async (state, outcome) => {
    const failure = await failureOf(again({ plan: { ...APPLIED, state, result: undefined } }));
    expect(failure.outcome).toBe(outcome);
    expect(failure.message).toMatch(/This call sent nothing\.$/);
  },
);

test.each([
  ['with other arguments', { args: { ...ARGS, budget: { amount: '50', currency: 'USD' } } }],
  ['of another tool', { tool: 'lower' }],
  ['in another workspace', { workspace: 'ws_2' }],
  ['about a plan there is not', { state: 'plan_2' }],
  ['that was not answered', { answers: {} }],
])('a call %s is not answered with that plan', async (_, more) => {
  expect(await again(more)).toBeUndefined();
});
