import { describe, expect, test } from 'vitest';
import type { LimitOverview, LimitRow } from '../../api/limits.ts';
import { cardsOf, isOver, isScarce } from './gauges.ts';

const row = (more: Partial<LimitRow>): LimitRow => ({
  scope: 'workspace',
  kind: 'daily',
  mode: 'live',
  currency: 'USD',
  used: '100',
  held: '0',
  ...more,
});

type Account = LimitOverview['accounts'][number];
const account = (more: Partial<Account>): Account => ({
  mode: 'live',
  channel: 'social',
  account: '1',
  currency: 'USD',
  readAt: '2026-11-12T10:00:00Z',
  fresh: true,
  daily: '100',
  worst_day: '175',
  month: '3000',
  largest: { name: 'Boots', daily: '60' },
  ...more,
});

const overview = (limits: LimitRow[], more: Partial<LimitOverview> = {}): LimitOverview => ({
  limits,
  unreadable: [],
  accounts: [account({})],
  keys: [],
  more: false,
  ...more,
});

describe('cards', () => {
  test('one a scope, mode and currency; those with limits first, the organization’s last', () => {
    const cards = cardsOf(
      overview([
        row({ scope: 'organization', limit: '900', headroom: '800' }),
        row({ currency: 'EUR' }),
        row({ limit: '500', headroom: '400' }),
        row({ mode: 'sandbox', limit: '500', headroom: '500', used: '0' }),
      ]),
    );
    expect(cards.map(({ id }) => id)).toEqual([
      'workspace live USD',
      'workspace sandbox USD',
      'workspace live EUR',
      'organization live USD',
    ]);
    expect(cards.map(({ accounts }) => accounts)).toEqual([1, 0, 0, undefined]);
  });

  test('the largest budget is shown with its owner, with and without a limit of its own', () => {
    const without = cardsOf(overview([row({})]))[0]!.gauges.at(-1);
    expect(without).toMatchObject({ kind: 'single', limit: undefined, used: 60, owner: 'Boots' });
    const single = row({ kind: 'single', limit: '80', used: '60', headroom: '20' });
    expect(cardsOf(overview([row({}), single]))[0]!.gauges.at(-1)).toMatchObject({
      limit: 80,
      left: 20,
      owner: 'Boots',
    });
  });

  test('an account that does not answer counts with its last known size, and only where it is unreadable', () => {
    const silent = account({ channel: 'video', account: '2', fresh: false, daily: '40', largest: null });
    const gone = account({ channel: 'search', account: '3', fresh: false, daily: '1000' });
    const partial = row({ limit: '500', at_least: true });
    const [card] = cardsOf(
      overview([partial], {
        accounts: [account({}), silent, gone],
        unreadable: [{ channel: 'video', mode: 'live', why: 'it did not answer' }],
      }),
    );
    expect(card!.gauges[0]).toMatchObject({ used: 100, lastKnown: 40, isPartial: true, left: undefined });
    expect(card!.accounts).toBe(1);
  });

  test('a kind that is limited in another currency only refuses raises in this one', () => {
    const limited = row({ currency: 'JPY', limit: '5000', headroom: '4900' });
    const month = row({ kind: 'month', limit: '9000', headroom: '8900' });
    const cards = cardsOf(overview([limited, row({}), month]));
    expect(cards.map(({ currency, uncovered }) => [currency, uncovered])).toEqual([
      ['USD', ['daily']],
      ['JPY', ['month']],
    ]);
    const elsewhere = cardsOf(overview([row({ mode: 'sandbox', currency: 'JPY', limit: '1' }), row({})]));
    expect(elsewhere.flatMap(({ uncovered }) => uncovered)).toEqual([]);
  });
});

test('over is over also where not all could be read; scarce is less than a tenth', () => {
  const gauge = { kind: 'daily', limit: 100, used: 90, held: 5, lastKnown: 0, isPartial: false, left: 5 } as const;
  expect([isOver(gauge), isScarce(gauge)]).toEqual([false, true]);
  expect(isScarce({ ...gauge, left: 10 })).toBe(false);
  expect(isOver({ ...gauge, held: 11, left: undefined, isPartial: true })).toBe(true);
  expect(isOver({ ...gauge, limit: undefined })).toBe(false);
});
