import { describe, expect, test } from 'vitest';
import { reckon } from '../exposure/reckoning.ts';
import { isWithin, movementOf } from './movement.ts';
import { campaign, change, daily, TestAccount } from './spend-limits.testing.ts';

const UNIT = 10n ** 9n;
const PERCENT = UNIT;
const figures = (amount: bigint) => ({ daily: amount, worst_day: amount, month: amount * 10n });

test('a change of the kind of a budget is held to a day and to a month, and is never within where these are not known', () => {
  const size = (kind: 'daily' | 'lifetime', amount: bigint, known = true) => ({
    ...{ kind, amount },
    figures: known ? figures(amount) : undefined,
  });
  expect(isWithin(10n * PERCENT, size('daily', 100n), size('daily', 110n))).toBe(true);
  expect(isWithin(10n * PERCENT, size('daily', 100n), size('daily', 111n))).toBe(false);
  expect(isWithin(10n * PERCENT, size('daily', 100n, false), size('daily', 110n, false)), 'of its kind').toBe(true);
  expect(isWithin(10n * PERCENT, size('daily', 100n), size('lifetime', 110n))).toBe(true);
  const longer = { ...size('lifetime', 110n), figures: { ...figures(110n), month: 1_101n } };
  expect(isWithin(10n * PERCENT, size('daily', 100n), longer)).toBe(false);
  expect(isWithin(10n * PERCENT, size('daily', 100n, false), size('lifetime', 1n))).toBe(false);
  expect(isWithin(10n * PERCENT, size('daily', 100n), size('lifetime', 1n, false))).toBe(false);
});

test('a budget is as large as the most that its schedule lets a day cost: growth is counted from peak to peak', () => {
  const { holdings } = new TestAccount('social', [campaign('a', daily('100', { peak: '150' }))]);
  const asOf = Date.UTC(2026, 0, 15);
  const view = { ...{ workspaceId: 'ws_1', mode: 'live' as const, channel: 'social', account: '1' }, takenAt: 0, asOf };
  const growth = (to: Parameters<typeof daily>) =>
    movementOf({ ...view, holdings, reckoning: reckon(holdings, asOf) }, [], () =>
      change('a', { budget: daily(...to) }),
    )?.growth.map(({ from, to: next }) => [from.amount / UNIT, next.amount / UNIT]);
  expect(growth(['140'])).toEqual([[150n, 140n]]);
  expect(growth(['110', { peak: '300' }])).toEqual([[150n, 300n]]);
});

test('beside changes under way, what either order would raise, grow or leave unknown counts', () => {
  const { holdings } = new TestAccount('social', [campaign('a', daily('100')), campaign('b', daily('50'))]);
  const asOf = Date.UTC(2026, 0, 15);
  const view = { ...{ workspaceId: 'ws_1', mode: 'live' as const, channel: 'social', account: '1' }, takenAt: 0, asOf };
  const moved = (pending: Parameters<typeof movementOf>[1]) =>
    movementOf({ ...view, holdings, reckoning: reckon(holdings, asOf) }, pending, () =>
      change('a', { budget: daily('120') }),
    )!;
  const alone = moved([]);
  // Two changes are under way: a cut of a, which may still fail, and a raise of b.
  const beside = moved([...change('a', { budget: daily('60') }), ...change('b', { budget: daily('80') })]);
  expect(alone.rises.daily / UNIT).toBe(20n);
  expect(beside.rises.daily >= alone.rises.daily).toBe(true);
  expect(beside.isRaise).toBe(true);
  expect(beside.raised.length).toBeGreaterThan(0);
  expect(beside.growth.length).toBeGreaterThan(alone.growth.length);
  expect([...beside.deltas.keys()]).toEqual(expect.arrayContaining([...alone.deltas.keys()]));
  expect(beside.deltas.size).toBeGreaterThan(0);
});

describe('of an account with a running and a new campaign', () => {
  const { holdings } = new TestAccount('social', [campaign('a', daily('100')), campaign('c', undefined)]);
  const asOf = Date.UTC(2026, 0, 15);
  const view = { ...{ workspaceId: 'ws_1', mode: 'live' as const, channel: 'social', account: '1' }, takenAt: 0, asOf };
  const moved = (...asked: [Parameters<typeof movementOf>[1], Parameters<typeof movementOf>[2]]) =>
    movementOf({ ...view, holdings, reckoning: reckon(holdings, asOf) }, ...asked);

  test('only a budget that gets another size grows: none that is paused, and none that was not there', () => {
    expect(moved([], () => change('a', { on: false }))?.growth).toEqual([]);
    expect(moved([], () => change('c', { budget: daily('500') }))?.growth).toEqual([]);
    const first = change('c', { budget: daily('10') });
    const from = { amount: 10n * UNIT };
    expect(moved(first, () => change('c', { budget: daily('500') }))?.growth).toMatchObject([{ key: 'c', from }]);
  });

  test('what a call does that cannot be told once a change under way is made cannot be told at all', () => {
    const raised = change('a', { budget: daily('120') });
    const onlyNow: Parameters<typeof movementOf>[2] = (seen) => (seen === holdings ? raised : undefined);
    expect(moved([], onlyNow)).toBeDefined();
    expect(moved(change('a', { on: false }), onlyNow)).toBeUndefined();
  });
});
