import { expect, test } from 'vitest';
import { maySpendLess } from './less-spending.ts';

const update = { access: 'write', repeat: 'safe' } as const;

test.each([
  { status: 'PAUSED' },
  { status: 'DISABLE' },
  { status: 'ARCHIVED' },
  { status: 'REMOVED' },
  { daily_budget: '10' },
  { total_budget_amount: '10' },
  { spend_cap: '100' },
  { unit_cost_amount: '1.20' },
  { percent: -20 },
  { changes: [{ campaign_id: '7', status: 'PAUSED' }] },
  { budgets: [{ campaign_id: '7', budget: '10' }] },
  { max_cpc: '0.50' },
  { target_cpa: '12' },
  { min_roas: 4 },
  { end_date: '2026-11-19' },
  { run_schedule_end: '2026-11-19T00:00:00Z' },
  { options: { daily_max_spend: '20' } },
])('%j may make less money flow', (args) => {
  expect(maySpendLess(update, args)).toBe(true);
});

test.each([
  { status: 'ACTIVE' },
  { status: 'ENABLED' },
  { status: 'ENABLE' },
  { percent: 20 },
  { name: 'Budget for May' },
  { value: { amount: '30', currency: 'EUR' } },
  { events: [{ event: 'purchase', value: { amount: '30', currency: 'EUR' } }] },
  { status: undefined },
  { changes: [{ campaign_id: '7', status: 'ENABLE' }] },
])('%j does not', (args) => {
  expect(maySpendLess(update, args)).toBe(false);
});

test('a tool that stops spending does so with any arguments', () => {
  expect(maySpendLess({ access: 'write', repeat: 'never', stopsSpending: true }, {})).toBe(true);
});

test('a create that starts paused stops nothing, and a read changes nothing', () => {
  expect(maySpendLess({ access: 'write', repeat: 'never' }, { status: 'PAUSED' })).toBe(false);
  expect(maySpendLess({ access: 'read', repeat: 'safe' }, { status: 'PAUSED' })).toBe(false);
});

test('where nothing is spent, no change lets less money flow', () => {
  expect(maySpendLess({ ...update, spendsNothing: true }, { status: 'PAUSED', cap: '5' })).toBe(false);
});
