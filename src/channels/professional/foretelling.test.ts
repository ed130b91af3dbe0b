import { expect, test } from 'vitest';
import { daily as dailyBudget, holding, holdingsOf } from '../../tools/exposure.testing.ts';
import type { HeldBudget } from '../../tools/exposure.ts';
import { exposure } from './exposure.ts';

const NO_BUDGET = 'neither it nor its campaign group holds a budget';
const daily = (amount: string, more: Partial<HeldBudget> = {}) => dailyBudget(amount, { worstDay: 1.5, ...more });
const holdings = holdingsOf(
  holding('campaign_group', 'plain'),
  holding('campaign_group', 'sharing'),
  holding('campaign_group', 'other'),
  holding('campaign_group', 'strange', { unknown: 'status ODD' }),
  holding('campaign', 'own', { parent: 'plain', budget: daily('10.00') }),
  holding('campaign', 'shared', { parent: 'sharing', budget: daily('20.00', { id: 'sharing' }) }),
  holding('campaign', 'second', { parent: 'other', budget: daily('30.00', { id: 'other' }) }),
  holding('campaign', 'bare', { parent: 'plain', on: false }),
  holding('campaign', 'odd', { parent: 'strange', unknown: 'status ODD' }),
);
const told = (tool: string, args: Record<string, unknown>) => exposure.changes(tool, args, holdings);
const update = (campaign_id: string, args: Record<string, unknown>) =>
  told('update_professional_campaign', { campaign_id, ...args });

test.each<[string, string, Record<string, unknown>, unknown]>([
  [
    'keeps its own budget in another group',
    'own',
    { campaign_group_id: 'sharing' },
    [{ id: 'own', change: { parent: 'sharing' } }],
  ],
  [
    'that spent from its group spends from the next one',
    'shared',
    { campaign_group_id: 'other' },
    [{ id: 'shared', change: { parent: 'other', budget: daily('30.00', { id: 'other' }) } }],
  ],
  [
    'that spends from its group cannot be told in one without a budget',
    'shared',
    { campaign_group_id: 'plain' },
    undefined,
  ],
  ['cannot be told in a group that is not known', 'own', { campaign_group_id: 'missing' }, undefined],
  ['cannot be told in a group with a status that is not known', 'own', { campaign_group_id: 'strange' }, undefined],
  ['that is in the group already stays as it is', 'own', { campaign_group_id: 'plain' }, []],
  ['with a status that is not known cannot be told', 'odd', { daily_budget_amount: '5' }, undefined],
  ['that is not known cannot be told', 'missing', { daily_budget_amount: '5' }, undefined],
  ['that is not known costs nothing where it is switched off', 'missing', { status: 'PAUSED' }, []],
  ['that is archived is gone', 'own', { status: 'ARCHIVED' }, [{ id: 'own', removed: true }]],
  [
    'with a status that is not known is off once it is paused',
    'odd',
    { status: 'PAUSED' },
    [{ id: 'odd', change: { on: false, unknown: undefined } }],
  ],
  [
    'that runs without a budget costs an amount that nothing bounds',
    'bare',
    { status: 'ACTIVE' },
    [{ id: 'bare', change: { on: true, unknown: NO_BUDGET } }],
  ],
  ['that gets a start begins then', 'own', { run_schedule_start: 5 }, [{ id: 'own', change: { start: 5 } }]],
  ['that gets an end ends then', 'own', { run_schedule_end: 7 }, [{ id: 'own', change: { end: 7 } }]],
  [
    'that takes its budget off spends an amount that nothing bounds',
    'own',
    { daily_budget_amount: null },
    [{ id: 'own', change: { budget: undefined, unknown: NO_BUDGET } }],
  ],
  [
    'that spends from its group and takes off what it has not keeps that budget',
    'shared',
    { daily_budget_amount: null },
    [],
  ],
  ['that spends from its group and takes a percentage of nothing keeps that budget', 'shared', { percent: 10 }, []],
])('a campaign %s', (_, id, args, expected) => {
  expect(update(id, args)).toEqual(expected);
});

test('a budget by its amount or by a percentage keeps its kind', () => {
  const to = (amount: string) => [{ id: 'own', change: { budget: daily(amount) } }];
  expect(update('own', { daily_budget_amount: '12.5' })).toEqual(to('12.50'));
  expect(update('own', { percent: 20 })).toEqual(to('12.00'));
});

test('rows of a bulk change name a campaign or a group, and one named twice is changed by both', () => {
  const rows = told('bulk_update', {
    campaign_ids: ['bare'],
    status: 'ACTIVE',
    budgets: [
      { campaign_id: 'bare', daily_budget_amount: '12' },
      { campaign_group_id: 'sharing', daily_budget_amount: '25' },
    ],
  });
  expect(rows).toEqual([
    { id: 'shared', change: { budget: daily('25.00', { id: 'sharing' }) } },
    { id: 'bare', change: { on: true, budget: daily('12.00') } },
  ]);
});
