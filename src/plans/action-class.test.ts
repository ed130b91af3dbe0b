import { expect, test } from 'vitest';
import {
  type ActionClass,
  classByArguments,
  classByDifference,
  type Difference,
  onlySpendsLess,
  possibleClasses,
} from './action-class.ts';

const update = {
  access: 'write',
  repeat: 'safe',
  personal: ['members'],
  irreversible: { status: ['ARCHIVED', 'REMOVED'] },
  mayRaise: ['campaign_group_id'],
  activates: false,
  spendsNothing: false,
} as const;
const create = { ...update, repeat: 'never' } as const;
const opaque = { ...create, mayRaise: true } as const;
const publish = { ...update, activates: true } as const;
const moneyless = { ...update, mayRaise: [], spendsNothing: true } as const;
const money = (amount: string) => ({ amount, currency: 'USD' });

test.each<
  [
    ActionClass,
    typeof update | typeof create | typeof opaque | typeof publish | typeof moneyless,
    Record<string, unknown>,
  ]
>([
  ['people', update, { members: ['a@example.com'], status: 'ACTIVE' }],
  ['delete', update, { status: 'ARCHIVED' }],
  [
    'delete',
    update,
    {
      updates: [
        { id: '1', status: 'PAUSED' },
        { id: '2', status: 'REMOVED' },
      ],
    },
  ],
  ['activate', update, { status: 'ENABLED', budget: '10' }],
  ['activate', update, { updates: [{ id: '1', status: 'ENABLE' }] }],
  ['activate', publish, { version_id: '7' }],
  ['activate', publish, { status: 'PAUSED' }],
  ['delete', publish, { status: 'REMOVED' }],
  ['change', moneyless, { schedule_end: '2026-12-01', cost_cap: '{{Cost}}' }],
  ['change', moneyless, { status: 'PAUSED' }],
  ['create', create, { name: 'x', daily_budget: '10' }],
  ['cut', update, { status: 'PAUSED' }],
  ['raise', update, { campaign_group_id: '7' }],
  ['raise', opaque, { recommendation_ids: ['1'] }],
  ['change', update, { name: 'x' }],
  ['cut', update, { campaign_ids: ['1'], percent: -10 }],
  ['create', create, { campaign_id: '1', percent: -10 }],
])('is %s by the arguments alone: %#', (expected, tool, args) => {
  expect(classByArguments(tool, args)).toBe(expected);
});

test.each<[ActionClass, Difference]>([
  ['raise', { daily_budget: { from: money('10'), to: money('10.01') } }],
  ['cut', { daily_budget: { from: money('10'), to: money('9.99') } }],
  ['cut', { name: { from: 'A', to: 'B' }, daily_budget: { from: money('10'), to: money('9') } }],
  ['raise', { spend_cap: { from: money('100'), to: null } }],
  ['raise', { daily_budget: { from: null, to: money('5') } }],
  ['raise', { end_time: { from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' } }],
  ['raise', { end_time: { from: '2026-12-01T00:00:00Z', to: null } }],
  ['cut', { end_time: { from: '2026-12-02T00:00:00Z', to: '2026-12-01T00:00:00Z' } }],
  [
    'raise',
    {
      1: { from: { budget: money('10') }, to: { budget: money('9') } },
      2: { from: { budget: '1' }, to: { budget: '2' } },
    },
  ],
  ['cut', { 1: { from: { budget: money('10') }, to: { budget: money('9') } } }],
  ['cut', { end_time: { from: null, to: '2026-12-01T00:00:00Z' } }],
  ['cut', { spend_cap: { from: null, to: money('100') } }],
  ['raise', { budget_id: { from: '20', to: '10' } }],
  ['raise', {}],
])('tells a raise from a cut by the present values: %s %j', (expected, difference) => {
  expect(classByDifference(update, { budget: '1' }, difference)).toBe(expected);
});

test.each([{ percent: 10 }, { percent: -10, end_date: 'none' }, { percent: -10, budgets: [{ budget: '5' }] }])(
  'only the present values tell what %j does',
  (args) => expect(classByArguments(update, args)).toBeUndefined(),
);

test.each([
  [true, update, { status: 'PAUSED' }],
  [false, publish, { status: 'PAUSED' }],
  [false, moneyless, { status: 'PAUSED' }],
  [true, update, { status: 'ARCHIVED' }],
  [true, update, { campaign_ids: ['1'], percent: -10 }],
  [false, update, { status: 'ENABLED' }],
  [false, update, { status: 'PAUSED', campaign_group_id: '7' }],
  [false, update, { status: 'PAUSED', budget: '10' }],
  [false, update, { name: 'x' }],
  [false, create, { status: 'PAUSED' }],
])('that no more can be spent is told by the arguments alone: %s %#', (expected, tool, args) =>
  expect(onlySpendsLess(tool, args)).toBe(expected),
);

test('what the arguments tell already is not told anew by the present values', () => {
  const lower = { daily_budget: { from: money('10'), to: money('9') } };
  expect(classByDifference(update, { status: 'ARCHIVED', daily_budget: '9' }, lower)).toBe('delete');
  expect(classByDifference(update, { members: ['a@example.com'] }, lower)).toBe('people');
  expect(classByDifference(update, { name: 'x' }, { name: { from: 'A', to: 'x' } })).toBe('change');
});

test('what takes back what was live before is a cut, which only its difference tells', () => {
  const release = { ...publish, takesBack: 'was_live' } as const;
  const live = { live_version: { from: '8', to: '7' } };
  expect(classByArguments(release, { version_id: '7' })).toBeUndefined();
  expect(possibleClasses(release, { version_id: '7' })).toEqual(['activate', 'cut']);
  expect(classByDifference(release, {}, live)).toBe('activate');
  expect(classByDifference(release, {}, undefined)).toBe('activate');
  expect(classByDifference(release, {}, { ...live, was_live: { from: null, to: 'until noon' } })).toBe('cut');
  expect(possibleClasses(publish, {})).toEqual(['activate']);
  expect(possibleClasses(update, { daily_budget: '10' })).toEqual(['raise', 'cut']);
});
