import { expect, test } from 'vitest';
import { HOUR_MS } from '../../ambient.ts';
import type { Plan } from '../../plans/plan.ts';
import { PLAN_STATES } from '../../tools/plan-desk.ts';
import { changeState, changeWords, planStatesOf } from './change-state.ts';

const DUE = 1_000_000;
const LATE = DUE + 6 * HOUR_MS;
const plan = (state: Plan['state'], { approvals = 0, needed = 1, expiresAt = DUE } = {}) =>
  ({
    ...{ state, expiresAt, approvals: Array(approvals).fill({}) },
    facts: { applyAt: DUE, approvalsNeeded: needed },
  }) as unknown as Plan;

test('a lapsed change was missed where it was approved, and else lacked approval', () => {
  expect(changeState(plan('expired', { expiresAt: LATE }))).toBe('missed');
  expect(changeState(plan('expired', { approvals: 1 }))).toBe('missed');
  expect(changeState(plan('expired', { approvals: 1, needed: 2 }))).toBe('not_applied');
  expect(changeState(plan('expired'))).toBe('not_applied');
  expect(changeWords(plan('expired'), 'noon')).toContain('nobody agreed in time');
  expect(changeWords(plan('expired', { approvals: 1 }), 'noon')).toContain('within 6 hours');
});

test('a list of one state looks for every state of plans that a change in it can be in', () => {
  for (const state of PLAN_STATES)
    for (const more of [{}, { approvals: 1 }, { expiresAt: LATE }]) {
      const one = plan(state, more);
      expect(planStatesOf(changeState(one)), state).toContain(state);
    }
  expect(planStatesOf('applied')).toEqual(['applied']);
});
