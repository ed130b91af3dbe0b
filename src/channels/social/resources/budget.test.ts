import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import { refuseBelowSpent, refuseStrategyWithoutBudget, requireSomeBudget } from './budget.ts';

const held = { lifetime_budget: '50000', budget_remaining: '20000' };

test('a lifetime budget below 110 % of what is spent is refused with the least that is taken', () => {
  const refusal = (lifetime_budget: string) => {
    try {
      refuseBelowSpent({ lifetime_budget }, held, 'USD');
      return undefined;
    } catch (error) {
      return error instanceof Failure ? error.details.problems?.[0] : error;
    }
  };
  expect(refusal('329.99')).toMatchObject({ field: 'lifetime_budget', at_least: '330.00' });
  expect(refusal('330')).toBeUndefined();
});

test('nothing is said of a budget that has spent nothing or is of the other kind', () => {
  refuseBelowSpent({ daily_budget: '1' }, held, 'USD');
  refuseBelowSpent({ lifetime_budget: '1' }, { lifetime_budget: '0', budget_remaining: '0' }, 'USD');
  refuseBelowSpent({ lifetime_budget: '1' }, { lifetime_budget: '50000' }, 'USD');
});

test('an ad set needs a budget of its own or of its campaign, and a bid strategy stands where the budget is', () => {
  const [without, with0, holds] = [undefined, '0', '2000'].map((daily_budget) => ({
    id: '1',
    name: 'C',
    daily_budget,
  }));
  for (const campaign of [without!, with0!]) {
    expect(() => requireSomeBudget({}, campaign)).toThrow('holds no budget');
    expect(() => requireSomeBudget({ lifetime_budget: '5' }, campaign)).not.toThrow();
    expect(() => refuseStrategyWithoutBudget({ bid_strategy: 'COST_CAP' }, campaign)).toThrow('hold the budgets');
  }
  expect(() => requireSomeBudget({}, holds!)).not.toThrow();
  expect(() => refuseStrategyWithoutBudget({ bid_strategy: 'COST_CAP' }, holds!)).not.toThrow();
});
