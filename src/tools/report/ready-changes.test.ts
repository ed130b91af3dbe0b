import { expect, test } from 'vitest';
import { readyChanges } from './ready-changes.ts';
import type { Target } from './reporting.ts';

const target = (more: object) => ({ name: 'A', status: 'ACTIVE', ...more }) as Target;
const how = {
  tool: 'update',
  named: { campaign_id: '7' },
  running: 'ACTIVE',
  paused: 'PAUSED',
  budget: ({ amount }: { amount: string }) => ({ daily_budget: amount }),
};
const budget = { amount: '5.00', currency: 'USD', period: 'DAILY' };

test('what runs can be paused, and a budget of its own can be set; what is paused spends nothing already', () => {
  expect(readyChanges(target({ status: 'PAUSED', budget }), how)).toEqual([]);
  expect(readyChanges(target({ budget }), how)).toEqual([
    { tool: 'update', arguments: { campaign_id: '7', status: 'PAUSED' }, purpose: 'Pause "A"' },
    {
      tool: 'update',
      arguments: { campaign_id: '7', daily_budget: '5.00' },
      purpose: 'Set the budget of "A": 5.00 USD a day is what it is now; put the new amount there',
    },
  ]);
  const whole = readyChanges(target({ budget: { ...budget, period: 'LIFETIME' } }), how);
  expect(whole[1]!.purpose).toContain('5.00 USD for its whole run');
});

test('a budget that others spend from, too, is not one to set here, nor one where there is none', () => {
  const { budget: _, ...without } = how;
  for (const one of [
    readyChanges(target({ budget: { ...budget, shared: true } }), how),
    readyChanges(target({}), how),
    readyChanges(target({ budget }), without),
  ])
    expect(one.map(({ purpose }) => purpose)).toEqual(['Pause "A"']);
});
