import { expect, test } from 'vitest';
import { daily, holding, holdingsOf } from '../../tools/exposure.testing.ts';
import { exposure } from './exposure.ts';

const holdings = holdingsOf(
  holding('campaign', 'c'),
  holding('ad_group', 'own', { parent: 'c', budget: daily('10.00'), end: 5000 }),
  holding('ad_group', 'shared', { parent: 'c', budget: daily('20.00', { id: 'c' }) }),
  holding('ad_group', 'bare', { parent: 'c', on: false }),
  holding('ad_group', 'odd', { parent: 'c', unknown: 'status ODD' }),
);
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
  ['gets the budget that is asked for', 'own', { budget: '12' }, [{ id: 'own', change: { budget: daily('12.00') } }]],
  ['gets a budget by a percentage', 'own', { percent: 50 }, [{ id: 'own', change: { budget: daily('15.00') } }]],
])('an ad group %s', (_, ad_group_id, args, expected) => {
  expect(told('update_ad_group', { ad_group_id, ...args })).toEqual(expected);
});

test('daily budgets that are changed in bulk count beside the present ones until midnight', () => {
  const rows = (amount: string) => told('bulk_update', { budgets: [{ ad_group_id: 'own', budget: amount }] });
  expect(rows('12')).toEqual([{ id: 'own', change: { budget: daily('10.00', { peak: '12.00' }) } }]);
  expect(rows('8')).toEqual([]);
});

test('a campaign that is deleted takes its ad groups with it', () => {
  const gone = told('update_campaign', { campaign_id: 'c', status: 'DELETE' });
  expect(gone).toEqual(['c', 'own', 'shared', 'bare', 'odd'].map((id) => ({ id, removed: true })));
});
