import { expect, test } from 'vitest';
import type { HeldBudget, Holding, Holdings } from '../../tools/exposure.ts';
import { exposure } from './exposure.ts';

const budget = (amount: string, more: Partial<HeldBudget> = {}): HeldBudget => ({
  kind: 'daily',
  amount,
  worstDay: 1,
  ...more,
});
const group = (id: string, more: Partial<Holding> = {}): Holding => ({
  id,
  level: 'ad_group',
  name: id,
  parent: 'c',
  on: true,
  ...more,
});
const holdings: Holdings = {
  account: '1',
  currency: 'EUR',
  timeZone: 'UTC',
  objects: [
    { id: 'c', level: 'campaign', name: 'c', on: true },
    group('own', { budget: budget('10.00'), end: 5000 }),
    group('shared', { budget: budget('20.00', { id: 'c' }) }),
    group('bare', { on: false }),
    group('odd', { unknown: 'status ODD' }),
  ],
};
const told = (tool: string, args: Record<string, unknown>) => exposure.changes(tool, args, holdings);

test.each<[string, string, Record<string, unknown>, unknown]>([
  [
    'that gets a start begins in that second',
    'own',
    { start_time: '2026-01-01T00:00:00.900Z' },
    [{ id: 'own', change: { start: Date.UTC(2026, 0, 1) } }],
  ],
  [
    'that gets an end ends in that second',
    'own',
    { end_time: '2026-01-01T00:00:00.900Z' },
    [{ id: 'own', change: { end: Date.UTC(2026, 0, 1) } }],
  ],
  ['whose end is taken off runs on', 'own', { end_time: 'none' }, [{ id: 'own', change: { end: undefined } }]],
  [
    'that runs without a budget costs an amount that nothing bounds',
    'bare',
    { status: 'ENABLE' },
    [{ id: 'bare', change: { on: true, unknown: 'neither it nor its campaign holds a budget' } }],
  ],
  ['with a status that is not known cannot be told', 'odd', { budget: '5' }, undefined],
  ['that is not known cannot be told', 'missing', { budget: '5' }, undefined],
  ['that is not known costs nothing where it is switched off', 'missing', { status: 'DISABLE' }, []],
  ['that spends from its campaign keeps that budget', 'shared', { budget: '5' }, []],
  ['that is deleted is gone', 'own', { status: 'DELETE' }, [{ id: 'own', removed: true }]],
  ['gets the budget that is asked for', 'own', { budget: '12' }, [{ id: 'own', change: { budget: budget('12.00') } }]],
  ['gets a budget by a percentage', 'own', { percent: 50 }, [{ id: 'own', change: { budget: budget('15.00') } }]],
])('an ad group %s', (_, ad_group_id, args, expected) => {
  expect(told('update_ad_group', { ad_group_id, ...args })).toEqual(expected);
});

test('daily budgets that are changed in bulk count beside the present ones until midnight', () => {
  const rows = (amount: string) => told('bulk_update', { budgets: [{ ad_group_id: 'own', budget: amount }] });
  expect(rows('12')).toEqual([{ id: 'own', change: { budget: budget('10.00', { peak: '12.00' }) } }]);
  expect(rows('8')).toEqual([]);
});

test('a campaign that is deleted takes its ad groups with it', () => {
  const gone = told('update_campaign', { campaign_id: 'c', status: 'DELETE' });
  expect(gone).toEqual(['c', 'own', 'shared', 'bare', 'odd'].map((id) => ({ id, removed: true })));
});
