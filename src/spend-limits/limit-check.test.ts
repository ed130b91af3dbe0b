import { describe, expect, test } from 'vitest';
import { reckon } from '../exposure/reckoning.ts';
import type { BudgetSize } from './hold-effect.ts';
import type { Hold } from './holds.ts';
import type { SpendLimit } from './limit-book.ts';
import { judge, type Raise } from './limit-check.ts';
import { placeName } from './snapshots.ts';
import { campaign, daily, TestAccount } from './spend-limits.testing.ts';

const UNIT = 10n ** 9n;
const AT = Date.UTC(2026, 0, 15);
const figures = (amount: number) => {
  const units = BigInt(amount) * UNIT;
  return { daily: units, worst_day: units, month: units };
};
const limit = (more: Partial<SpendLimit> = {}): SpendLimit => ({
  ...{ scope: 'workspace', scopeId: 'ws_1', kind: 'daily', currency: 'USD', amount: '100', setAt: 0, setBy: 'Ada' },
  ...more,
});
const hold = (rise: number, more: object = {}) =>
  ({
    channel: 'social',
    account: '1',
    key_id: 'key_a',
    currency: 'USD',
    effect: { rises: figures(rise) },
    ...more,
  }) as Hold;

/** Of an account in which 40 a day run. */
function raise(
  rise: number,
  {
    ledger = {},
    movement = {},
    ...more
  }: { ledger?: object; movement?: object } & Partial<Omit<Raise, 'ledger' | 'movement'>> = {},
): Raise {
  const { holdings } = new TestAccount('social', [campaign('a', daily('40'))], { account: '1', currency: 'USD' });
  const place = { workspaceId: 'ws_1', mode: 'live' as const, channel: 'social', account: '1' };
  const view = { ...place, takenAt: 100, asOf: AT, holdings, reckoning: reckon(holdings, AT) };
  const survey = { places: [place], unreadable: [] };
  return {
    movement: {
      ...{ changes: [], isRaise: true, rises: figures(rise), deltas: new Map([['a', figures(rise)]]) },
      ...{ raised: [], unknown: [], growth: [], ...movement },
    },
    ledger: {
      ...{
        mode: 'live',
        surveys: { workspace: survey, organization: survey },
        views: new Map([[placeName(place), view]]),
      },
      ...{ pending: [], keyId: 'key_a', shares: [], isFresh: () => true, ...ledger },
    },
    ...{ currency: 'USD', channel: 'social', account: '1', recent: [] },
    ...more,
  };
}
const passed = (limits: SpendLimit[], of: Raise) =>
  judge(limits, of).breaches.map((breach) => `${breach.limit.scope} ${breach.limit.kind} ${breach.headroom / UNIT}`);

test('a limit counts what runs and what is held by changes under way, to the last unit', () => {
  expect(passed([limit()], raise(60))).toEqual([]);
  expect(passed([limit()], raise(61))).toEqual(['workspace daily 60']);
  const held = { pending: [hold(30)] };
  expect(passed([limit()], raise(30, { ledger: held }))).toEqual([]);
  expect(passed([limit()], raise(31, { ledger: held }))).toEqual(['workspace daily 30']);
});

test('a scope with a limit in another currency needs one of the kind in that of the account, each scope its own', () => {
  const euros = limit({ currency: 'EUR' });
  expect(passed([euros], raise(1))).toEqual(['workspace daily 0']);
  expect(passed([euros, limit()], raise(1))).toEqual([]);
  expect(passed([euros, limit({ kind: 'month', amount: '100000' })], raise(1))).toEqual(['workspace daily 0']);
  const organization = limit({ scope: 'organization', scopeId: 'org_1' });
  expect(passed([euros, organization], raise(1))).toEqual(['workspace daily 0']);
});

test('what cannot be counted is told, unless the known part alone is too much', () => {
  const unread = { surveys: { workspace: undefined, organization: undefined } };
  expect(judge([limit()], raise(1, { ledger: unread }))).toMatchObject({ breaches: [], unknown: [expect.any(String)] });
  expect(judge([limit()], raise(1, { movement: { unknown: ['a: no budget'] } })).unknown).toEqual(['a: no budget']);
  expect(passed([limit()], raise(101, { ledger: unread }))).toEqual(['workspace daily 100']);
});

describe('the limit of a key', () => {
  const own = limit({ scope: 'key', scopeId: 'key_a' });
  const share = {
    key_id: 'key_a',
    mode: 'live',
    channel: 'social',
    account: '1',
    line: 'a',
    currency: 'USD',
    amounts: figures(30),
  };

  test('is about what the key itself has added: a cut of what others added makes no room', () => {
    const moved = (cut: number, by: number) => ({
      deltas: new Map([
        ['a', figures(-cut)],
        ['b', figures(by)],
      ]),
    });
    expect(passed([own], raise(0, { movement: moved(40, 100) }))).toEqual([]);
    expect(passed([own], raise(0, { movement: moved(40, 101) }))).toEqual(['key daily 100']);
    const shares = { shares: [share] };
    expect(passed([own], raise(0, { ledger: shares, movement: moved(40, 100) }))).toEqual([]);
    expect(passed([own], raise(0, { ledger: shares, movement: moved(40, 101) }))).toEqual(['key daily 70']);
  });

  test('takes no cut in one account for what was added in another of the same names', () => {
    const deltas = new Map([
      ['a', figures(-30)],
      ['b', figures(80)],
    ]);
    for (const other of [{ account: '2' }, { channel: 'search' }])
      expect(passed([own], raise(0, { ledger: { shares: [share] }, movement: { deltas }, ...other }))).toEqual([
        'key daily 70',
      ]);
  });
});

test('one budget may be as large as its limit, and no larger', () => {
  const single = limit({ kind: 'single' });
  const raised = (amount: number) => raise(amount, { movement: { raised: [{ name: 'A', figures: figures(amount) }] } });
  expect(passed([single], raised(100))).toEqual([]);
  expect(passed([single], raised(101))).toEqual(['workspace single -1']);
});

describe('a limit in per cent', () => {
  const size = (amount: number): BudgetSize => ({
    kind: 'daily',
    amount: BigInt(amount) * UNIT,
    figures: figures(amount),
  });
  const growing = (from: number, to: number, recent: Hold[] = []) =>
    raise(0, { movement: { growth: [{ key: 'a', name: 'A', from: size(from), to: size(to) }] }, recent });
  const earlier = (amount: number, more: object = {}) =>
    ({
      key_id: 'key_a',
      workspace_id: 'ws_1',
      effect: { sizes: new Map([['a', size(amount)]]) },
      ...more,
    }) as unknown as Hold;
  const step = limit({ kind: 'step', currency: '', amount: '20' });
  const day = limit({ kind: 'day_step', currency: '', amount: '20' });

  test('lets a budget grow by as much, and never holds back one that shrinks', () => {
    expect([growing(100, 120), growing(100, 121), growing(100, 10)].map((of) => passed([step], of).length)).toEqual([
      0, 1, 0,
    ]);
  });

  test('over a day counts from the first change of its own key, workspace or organization', () => {
    const others = [earlier(50, { key_id: 'key_b', workspace_id: 'ws_2' })];
    const from = (scope: SpendLimit['scope'], scopeId: string) =>
      passed([{ ...day, scope, scopeId }], growing(100, 120, others)).length;
    expect(from('workspace', 'ws_1')).toBe(0);
    expect(from('key', 'key_a')).toBe(0);
    expect(from('workspace', 'ws_2')).toBe(1);
    expect(from('key', 'key_b')).toBe(1);
    expect(from('organization', 'org_1')).toBe(1);
    expect(passed([day], growing(100, 120, [earlier(100), earlier(110)])).length).toBe(0);
    expect(passed([day], growing(110, 121, [earlier(100), earlier(110)])).length).toBe(1);
  });
});
