import { expect, test } from 'vitest';
import { reckon } from '../exposure/reckoning.ts';
import type { Holding } from '../tools/exposure.ts';
import type { Hold } from './holds.ts';
import type { SpendLimit } from './limit-book.ts';
import { type Ledger, usageOf } from './limit-usage.ts';
import { placeName } from './snapshots.ts';
import { campaign, daily, TestAccount } from './spend-limits.testing.ts';

const UNIT = 10n ** 9n;
const figures = (amount: bigint) => ({ daily: amount * UNIT, worst_day: amount * UNIT, month: amount * UNIT });
const limit = (scope: SpendLimit['scope']): SpendLimit => ({
  ...{ scope, scopeId: scope, kind: 'daily', currency: 'USD', amount: '1000', setAt: 0, setBy: 'Ada' },
});
const share = (currency: string, amount: bigint, line = 'a') => ({
  ...{ key_id: 'key_a', mode: 'live' as const, channel: 'social', account: '1', workspace_id: 'ws_1' },
  ...{ line, currency, amounts: figures(amount) },
});
const hold = (currency: string, amount: bigint, more: Partial<Hold> = {}) =>
  ({
    ...{ channel: 'social', account: '1', key_id: 'key_a', currency, effect: { rises: figures(amount) } },
    ...more,
  }) as Hold;

interface Place {
  account: string;
  currency?: string;
  mode?: 'live' | 'sandbox';
  takenAt?: number;
  objects?: readonly Holding[];
}

function ledger(accounts: readonly Place[], more: Partial<Ledger> = {}): Ledger {
  const views = accounts.map(({ account, currency = 'USD', mode = 'live', takenAt = 100, objects }) => {
    const { holdings } = new TestAccount('social', objects ?? [campaign('a', daily('40'))], { account, currency });
    const place = { workspaceId: 'ws_1', mode, channel: 'social', account };
    return {
      ...place,
      takenAt,
      asOf: Date.UTC(2026, 0, 15),
      holdings,
      reckoning: reckon(holdings, Date.UTC(2026, 0, 15)),
    };
  });
  const survey = { places: views, unreadable: [] };
  return {
    mode: 'live',
    surveys: { workspace: survey, organization: survey },
    views: new Map(views.map((view) => [placeName(view), view])),
    pending: [],
    keyId: 'key_a',
    shares: [],
    isFresh: (takenAt) => takenAt >= 100,
    ...more,
  };
}

const used = (scope: SpendLimit['scope'], of: Ledger) => {
  const { used, held, unknown } = usageOf(limit(scope), of)!;
  return { used: used / UNIT, held: held / UNIT, unknown };
};

test('no sum mixes currencies or modes, and an account whose currency is not known counts', () => {
  const accounts = [
    { account: '1' },
    { account: '2', currency: 'EUR' },
    { account: '3', mode: 'sandbox' as const },
    { account: '4', currency: '?' },
  ];
  const pending = [hold('USD', 5n), hold('EUR', 7n), hold('USD', 9n, { account: 'elsewhere' })];
  for (const scope of ['workspace', 'organization'] as const)
    expect(used(scope, ledger(accounts, { pending }))).toEqual({
      ...{ used: 80n, held: 5n },
      unknown: ['social 4, the currency "?"'],
    });
});

test('a key is counted by what it added in the currency, as far as that still runs', () => {
  const shares = [share('USD', 30n), share('EUR', 500n), share('USD', 60n, 'gone')];
  const pending = [hold('USD', 5n), hold('EUR', 7n), hold('USD', 9n, { key_id: 'key_b' })];
  expect(used('key', ledger([{ account: '1' }], { shares, pending }))).toEqual({ used: 30n, held: 5n, unknown: [] });
  const less = [campaign('a', daily('20'))];
  expect(used('key', ledger([{ account: '1', objects: less }], { shares }))).toMatchObject({ used: 20n });
});

test('a reading that is not fresh frees no room that a key has used', () => {
  const shares = [share('USD', 30n), share('USD', 60n, 'gone')];
  expect(used('key', ledger([{ account: '1', takenAt: 99 }], { shares }))).toMatchObject({ used: 90n });
});

test('what was not read is said, and what cannot be read of the other mode is no matter', () => {
  const of = ledger([{ account: '1' }]);
  const unreadable = [
    { workspaceId: 'ws_1', channel: 'search', account: '9', mode: 'live' as const, why: 'It is down.' },
    { workspaceId: 'ws_1', channel: 'video', mode: 'sandbox' as const, why: 'It is down, too.' },
  ];
  const workspace = { ...of.surveys.workspace!, unreadable };
  expect(used('workspace', { ...of, surveys: { workspace, organization: undefined } }).unknown).toEqual([
    'search 9: It is down.',
  ]);
  expect(used('organization', { ...of, surveys: { workspace, organization: undefined } }).unknown).toHaveLength(1);
  expect(used('workspace', { ...of, views: new Map() }).unknown).toEqual(['social 1: it was not read']);
});

test.each(['workspace', 'organization'] as const)(
  'a limit for one budget of a %s is held to the largest that runs',
  (scope) => {
    const single = { ...limit(scope), kind: 'single' as const };
    const of = ledger([
      { account: '1', objects: [campaign('a', daily('40')), campaign('b', daily('70'))] },
      { account: '2', currency: 'EUR', objects: [campaign('a', daily('900'))] },
      { account: '3', mode: 'sandbox', objects: [campaign('a', daily('800'))] },
      { account: '4', objects: [campaign('a', daily('60'))] },
    ]);
    expect(usageOf(single, of)).toEqual({ used: 70n * UNIT, held: 0n, unknown: [] });
    const surveys = { ...of.surveys, [scope]: undefined };
    const unknown = ['the accounts were not read for this limit'];
    expect(usageOf(single, { ...of, surveys })).toEqual({ used: 0n, held: 0n, unknown });
  },
);

test.each(['step', 'day_step'] as const)('of a limit in per cent, a %s, nothing is used up', (kind) => {
  expect(usageOf({ ...limit('workspace'), kind, currency: '' }, ledger([{ account: '1' }]))).toBeUndefined();
});
