import { expect, test } from 'vitest';
import type { HeldBudget, Holding } from './exposure.ts';
import { changesOfRows } from './exposure-rows.ts';

const budget = (amount: string, more: Partial<HeldBudget> = {}): HeldBudget => ({
  kind: 'daily',
  amount,
  worstDay: 1,
  ...more,
});
const object = (id: string): Holding => ({ id, level: 'campaign', name: id, on: true, end: 50, budget: budget('40') });
const holdings = { account: '1', currency: 'USD', timeZone: 'UTC', objects: [object('a'), object('b')] };
const raise = { id: 'b', change: { budget: budget('40.01') } };

test('beside a raise no row that lowers is counted, because the platform may refuse that row alone', () => {
  const cuts = [
    { id: 'a', removed: true as const },
    { id: 'a', change: { on: false, budget: budget('900') } },
    { id: 'a', change: { budget: budget('9.5') } },
    { id: 'a', change: { end: 49 } },
  ];
  for (const cut of cuts) {
    expect(changesOfRows([[cut], [raise]], holdings), JSON.stringify(cut)).toEqual([raise]);
    expect(changesOfRows([[cut], []], holdings), JSON.stringify(cut)).toEqual([cut]);
  }
});

test('a row that may raise is counted with all that it changes', () => {
  const others = [
    { id: 'a', change: { on: true, budget: budget('1') } },
    { id: 'a', change: { end: 51 } },
    { id: 'a', change: { end: undefined } },
    { id: 'a', change: { parent: 'c' } },
    { id: 'a', change: { unknown: 'status ODD' } },
    { id: 'a', change: { budget: undefined } },
    { id: 'a', change: { budget: budget('1', { peak: '90' }) } },
    { id: 'a', change: { budget: budget('1', { kind: 'lifetime' }) } },
    { id: 'new', change: { end: 1 } },
    { made: object('c') },
  ];
  for (const other of others)
    expect(changesOfRows([[other], [raise]], holdings), JSON.stringify(other)).toEqual([other, raise]);
});

test('one row of which nothing can be told makes the whole call unknown', () => {
  expect(changesOfRows([[raise], undefined], holdings)).toBeUndefined();
});
