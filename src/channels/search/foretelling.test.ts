import { expect, test } from 'vitest';
import { daily, holding, holdingsOf } from '../../tools/exposure.testing.ts';
import { exposure } from './exposure.ts';

const budget = (amount: string) => daily(amount, { id: 'b', worstDay: 2 });
const holdings = holdingsOf(holding('campaign', 'own', { budget: budget('10.00') }), holding('campaign', 'bare'));
const told = (tool: string, args: Record<string, unknown>) => exposure.changes(tool, args, holdings);

test.each<[string, string, Record<string, unknown>, unknown]>([
  ['a percentage of a budget that was not read', 'update_campaign', { campaign_id: 'bare', percent: 10 }, undefined],
  ['an amount for a budget that was not read', 'update_campaign', { campaign_id: 'bare', budget: '5' }, undefined],
  ['an amount for a campaign that was not read', 'update_campaign', { campaign_id: 'missing', budget: '5' }, undefined],
  [
    'campaigns that were not read, added to a budget',
    'update_campaign_budget',
    { budget_id: 'b', add_campaign_ids: ['missing'] },
    undefined,
  ],
  [
    'campaigns added to a budget that was not read',
    'update_campaign_budget',
    { budget_id: 'x', add_campaign_ids: ['own'] },
    undefined,
  ],
])('%s: how much money moves cannot be told', (_, tool, args, expected) => {
  expect(told(tool, args)).toEqual(expected);
});

test('a budget is raised by a percentage for all that spend from it', () => {
  const rows = told('bulk_update', { campaign_ids: ['own'], percent: 50 });
  expect(rows).toEqual([{ id: 'own', change: { budget: budget('15.00') } }]);
});

test('a new budget takes over the campaigns that are named with it', () => {
  const made = told('create_campaign_budget', { name: 'B', budget: '30', campaign_ids: ['own'] });
  const fresh = { id: 'new', kind: 'daily', amount: '30.00', worstDay: expect.any(Number) };
  expect(made).toEqual([
    { id: 'own', change: { budget: fresh } },
    { made: { id: 'budget new', level: 'budget', name: 'B', on: false, budget: fresh } },
  ]);
});
