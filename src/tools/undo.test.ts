import { expect, test } from 'vitest';
import { ANY, bulkBack, eachBack, fieldsBack, type MadeChange, pausedAgain, type UndoRule } from './undo.ts';

const change = (more: Partial<MadeChange> = {}): MadeChange => ({
  args: {},
  ids: {},
  applied: {},
  rows: [],
  added: [],
  removed: [],
  ...more,
});
const undoing = (rule: UndoRule, made: Partial<MadeChange>) => ('undo' in rule ? rule.undo(change(made)) : undefined)!;
const dollars = (amount: string) => ({ amount, currency: 'USD' });

test('fields go back in one call of the same tool, without those that stay, and what had no value stays with the reason', () => {
  const rule = fieldsBack('update', ['id'], {
    names: { daily: 'daily_budget' },
    none: { end: 'none' },
    never: { objective: 'fixed' },
    follows: ['shown'],
    nearest: { DRAFT: { value: 'PAUSED', why: 'no way back to a draft' } },
  });
  const applied = {
    daily: { from: dollars('5.00'), to: dollars('9.00') },
    end: { from: null, to: '2026-12-01' },
    name: { from: null, to: 'x' },
    objective: { from: 'a', to: 'b' },
    shown: { from: 1, to: 2 },
    status: { from: 'DRAFT', to: 'ACTIVE' },
  };
  const { steps, left } = undoing(rule, { args: { id: '7', other: 1 }, applied });
  const [{ parts, call } = { parts: [], call: () => ({}) }] = steps;
  expect(call(parts)).toEqual({ id: '7', daily_budget: '5.00', end: 'none', status: 'PAUSED' });
  expect(left.map(({ field, why }) => [field, why])).toEqual([
    ['name', expect.stringContaining('had no value before')],
    ['objective', 'fixed'],
  ]);
  expect(undoing(rule, { args: { id: '7' }, applied: { shown: { from: 1, to: 2 } } }).steps).toEqual([]);
});

test('what was made is paused whatever it was switched to since, and without its id nothing is', () => {
  const rule = pausedAgain('campaign', { tool: 'update', argument: 'campaign_id', off: 'PAUSED' });
  const [step] = undoing(rule, { ids: { campaign: '7' } }).steps;
  expect(step?.parts).toEqual([{ object: '7', field: 'status', from: 'PAUSED', to: ANY }]);
  expect(step?.call(step.parts)).toEqual({ campaign_id: '7', status: 'PAUSED' });
  expect(step?.call([])).toEqual({ campaign_id: '7' });
  expect(undoing(rule, {})).toEqual({ steps: [], left: [{ why: 'its id was not recorded' }] });
});

test('rows of a bulk change go back together only where one call can give them their values', () => {
  const rule = bulkBack({ tool: 'bulk_update', alike: ['status'], amounts: { daily: 'daily_budget' } });
  const row = (id: string, level: string, applied: MadeChange['applied']) => ({ id, level, applied });
  const status = (from: string) => ({ status: { from, to: 'ACTIVE' } });
  const rows = [
    row('1', 'campaign', status('PAUSED')),
    row('2', 'campaign', status('PAUSED')),
    row('3', 'campaign', status('ARCHIVED')),
    row('4', 'ad', status('PAUSED')),
    row('5', 'campaign', { daily: { from: dollars('5.00'), to: dollars('6.00') } }),
    row('6', 'campaign', { daily: { from: dollars('7.00'), to: dollars('8.00') } }),
  ];
  const [step] = undoing(rule, { rows }).steps;
  expect(step!.call([])).toEqual({});
  const groups = Map.groupBy(step!.parts, (part) => step!.groupOf!(part));
  expect([...groups.values()].map((parts) => step!.call(parts))).toEqual([
    { campaign_ids: ['1', '2'], status: 'PAUSED' },
    { campaign_ids: ['3'], status: 'ARCHIVED' },
    { ad_ids: ['4'], status: 'PAUSED' },
    {
      budgets: [
        { campaign_id: '5', daily_budget: '5.00' },
        { campaign_id: '6', daily_budget: '7.00' },
      ],
    },
  ]);
});

test('rows of a level that is not known are left alone, with the reason', () => {
  const rule = eachBack({ ad: { tool: 'update_ad', argument: 'ad_id' } });
  const applied = { status: { from: 'PAUSED', to: 'ACTIVE' } };
  const { steps, left } = undoing(rule, {
    rows: [
      { id: '1', level: 'ad', applied },
      { id: '2', level: 'moon', applied },
    ],
  });
  expect(steps.map((step) => step.call(step.parts))).toEqual([{ ad_id: '1', status: 'PAUSED' }]);
  expect(left).toEqual([{ object: '2', why: 'what kind of object it was is not recorded' }]);
});

test('of rows that were changed together, what cannot go back is named with its row', () => {
  const rule = bulkBack({ tool: 'bulk_update', alike: ['status'], amounts: {}, never: { objective: 'fixed' } });
  const applied = { status: { from: 'PAUSED', to: 'ACTIVE' }, objective: { from: 'A', to: 'B' } };
  const { steps, left } = undoing(rule, { rows: [{ id: '1', level: 'campaign', applied }] });
  expect(steps[0]!.parts.map(({ field }) => field)).toEqual(['status']);
  expect(left).toEqual([{ object: '1', field: 'objective', why: 'fixed' }]);
});
