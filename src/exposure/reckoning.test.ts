import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../test/seed.ts';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import { daily as dailyBudget, holding, holdingsOf } from '../tools/exposure.testing.ts';
import type { HeldBudget, Holding, HoldingChange, Holdings } from '../tools/exposure.ts';
import { amountOf, shownDown, shownUp } from './amounts.ts';
import { compare, loosest } from './comparison.ts';
import { MEASURES, type Measure } from './figures.ts';
import { applied, unreadIds } from './holding-changes.ts';
import { largestLine, reckon, sumOf } from './reckoning.ts';

const NOW = Date.UTC(2026, 5, 11, 12);

const daily = (amount: string, more: Partial<HeldBudget> = {}) => dailyBudget(amount, { worstDay: 1.75, ...more });
const lifetime = (amount: string, spent?: string): HeldBudget => ({
  kind: 'lifetime',
  amount,
  worstDay: 1,
  ...(spent !== undefined && { spent }),
});
const campaign = (id: string, more: Partial<Holding> = {}) => holding('campaign', id, more);
const adSet = (id: string, parent: string, more: Partial<Holding> = {}) => holding('ad_set', id, { parent, ...more });
const account = (...objects: Holding[]) => ({ ...holdingsOf(...objects), currency: 'USD', spentThisMonth: '0' });

/** What a measure comes to, or why it cannot be told. */
function sum(holdings: Holdings, measure: Measure = 'daily') {
  const { known, unknown } = sumOf(reckon(holdings, NOW), measure);
  return unknown.length > 0 ? unknown : shownUp(known);
}

const between = (before: Holdings, changes: HoldingChange[]) =>
  compare(reckon(before, NOW), reckon(applied(before, changes), NOW));

describe('what runs', () => {
  it('counts an ad set under a campaign that is on, and none under one that is off', () => {
    const under = (on: boolean) => account(campaign('c', { on }), adSet('a', 'c', { budget: daily('10') }));
    expect(sum(under(true))).toBe('10');
    expect(sum(under(false))).toBe('0');
  });

  it('counts all children that a campaign switched on wakes', () => {
    const before = account(
      campaign('c', { on: false }),
      adSet('a', 'c', { budget: daily('10') }),
      adSet('b', 'c', { budget: daily('20') }),
      adSet('d', 'c', { budget: daily('40'), on: false }),
    );
    const { rises, isRaise } = between(before, [{ id: 'c', change: { on: true } }]);
    expect(isRaise).toBe(true);
    expect(shownUp(rises.daily)).toBe('30');
  });

  it('counts a start in the future as now, and nothing after its end or the end above it', () => {
    const budget = daily('10');
    expect(sum(account(campaign('c', { budget, start: NOW + 90 * DAY_MS })))).toBe('10');
    expect(sum(account(campaign('c', { budget, end: NOW })))).toBe('0');
    expect(sum(account(campaign('c', { budget, end: NOW + 1 })))).toBe('10');
    expect(sum(account(campaign('c', { end: NOW - 1 }), adSet('a', 'c', { budget })))).toBe('0');
  });

  it('counts the topmost budget, which bounds all below it', () => {
    expect(
      sum(account(campaign('c', { budget: daily('50') }), adSet('a', 'c'), adSet('b', 'c', { unknown: 'MODE' }))),
    ).toBe('50');
  });

  it('counts a budget that three campaigns share once, while one of them runs', () => {
    const shared = daily('30', { id: 'b' });
    const three = (on: boolean) =>
      account(...['1', '2', '3'].map((id) => campaign(id, { budget: shared, on: on && id === '2' })));
    expect(sum(account(...three(true).objects.map((one) => ({ ...one, on: true }))))).toBe('30');
    expect(sum(three(true))).toBe('30');
    expect(sum(three(false))).toBe('0');
    const ends = [10, 20].map((days) => campaign(`${days}`, { budget: shared, end: NOW + days * DAY_MS }));
    const [short, long] = ends.map((one) => sum(account(one), 'month'));
    expect(Number(short)).toBeLessThan(Number(long));
    for (const some of [ends, ends.toReversed()]) {
      expect(reckon(account(...some), NOW).lines.get('budget b')?.end).toBe(NOW + 20 * DAY_MS);
      expect(sum(account(...some), 'month')).toBe(long);
      const endless = campaign('endless', { budget: shared });
      for (const all of [
        [endless, ...some],
        [...some, endless],
      ])
        expect(reckon(account(...all), NOW).lines.get('budget b')?.end).toBeUndefined();
    }
  });

  it('counts what stands below an object that was not read, or below itself', () => {
    expect(sum(account(adSet('a', 'unread', { budget: daily('10') })))).toBe('10');
    expect(sum(account(adSet('a', 'a', { budget: daily('10') })))).toBe('10');
  });

  it('counts the difference when a campaign moves to another budget', () => {
    const before = account(
      campaign('1', { budget: daily('30', { id: 'b' }) }),
      campaign('2', { budget: daily('30', { id: 'b' }) }),
    );
    const { rises } = between(before, [{ id: '2', change: { budget: daily('12', { id: 'other' }) } }]);
    expect(shownUp(rises.daily)).toBe('12');
  });

  it('an account whose campaign has no budget and no children costs nothing; an ad set without a budget is unknown', () => {
    expect(sum(account(campaign('c')))).toBe('0');
    expect(sum(account(campaign('c'), adSet('a', 'c')))).toEqual(['a: it has no budget']);
    expect(sum(account(campaign('c', { on: false }), adSet('a', 'c')))).toBe('0');
  });

  it('an unknown mode, status, currency or zone makes the sum unknown, and names it', () => {
    expect(sum(account(campaign('c', { unknown: 'budget_mode BUDGET_MODE_NEW' })))).toEqual([
      'c: budget_mode BUDGET_MODE_NEW',
    ]);
    expect(sum({ ...account(), currency: '' })).toEqual(['the currency ""']);
    for (const objects of [[], [campaign('c', { budget: daily('10') })], [campaign('c', { budget: lifetime('10') })]])
      expect(sum({ ...account(...objects), timeZone: 'Moon/Base' })).toEqual(['the time zone "Moon/Base"']);
    expect(sum(account(campaign('c', { budget: daily('ten') })))).toEqual(['c: its budget ten is no amount']);
  });
});

describe('what it costs', () => {
  it('spreads what is left of a lifetime budget over the days left', () => {
    const end = NOW + 2 * DAY_MS;
    expect(sum(account(campaign('c', { budget: lifetime('100', '40'), end })))).toBe('30');
    expect(sum(account(campaign('c', { budget: lifetime('100', '40'), end: NOW + HOUR_MS })))).toBe('60');
    expect(sum(account(campaign('c', { budget: lifetime('100', '140'), end })))).toBe('0');
    // It runs for ten days, whenever they begin.
    const later = { start: NOW + 5 * DAY_MS, end: NOW + 15 * DAY_MS };
    expect(sum(account(campaign('c', { budget: lifetime('100'), ...later })))).toBe('10');
  });

  it('does not guess what a lifetime budget without an end costs a day', () => {
    expect(sum(account(campaign('c', { budget: lifetime('100') })))).toEqual(['c: a lifetime budget without an end']);
  });

  it('takes an end from above', () => {
    const budget = lifetime('100');
    expect(sum(account(campaign('c', { end: NOW + 4 * DAY_MS }), adSet('a', 'c', { budget })))).toBe('25');
  });

  it('rounds up, and never to more than a cent', () => {
    const sums = sumOf(
      reckon(account(campaign('c', { budget: lifetime('100'), end: NOW + 3 * DAY_MS })), NOW),
      'daily',
    );
    expect(sums.known).toBe(33_333_333_334n);
    expect(shownUp(sums.known)).toBe('33.34');
    expect(shownDown(sums.known)).toBe('33.33');
  });

  it('counts yen as they are', () => {
    expect(sum({ ...account(campaign('c', { budget: daily('30000') })), currency: 'JPY' })).toBe('30000');
  });

  it('a schedule counts by its peak, and tomorrow by the larger amount', () => {
    expect(sum(account(campaign('c', { budget: daily('10', { peak: '25' }) })))).toBe('25');
    expect(sum(account(campaign('c', { budget: daily('10', { peak: '5' }) })))).toBe('10');
  });

  it('the worst day is the platform’s factor, and no more than is left', () => {
    expect(sum(account(campaign('c', { budget: daily('10.01') })), 'worst_day')).toBe('17.52');
    const budget = { ...lifetime('10'), worstDay: 1.5 };
    expect(sum(account(campaign('c', { budget, end: NOW + DAY_MS })), 'worst_day')).toBe('10');
  });

  it('a month is what was spent and what its days may still cost, in the account’s own days', () => {
    const objects = [campaign('c', { budget: daily('10') })];
    expect(sum({ ...account(...objects), spentThisMonth: '123.45' }, 'month')).toBe('323.45');
    const lastHours = Date.UTC(2026, 5, 30, 20);
    const inZone = (timeZone: string) =>
      shownUp(sumOf(reckon({ ...account(...objects), timeZone }, lastHours), 'month').known);
    expect(inZone('UTC')).toBe('10');
    expect(inZone('Asia/Tokyo')).toBe('310');
    expect(sum(account(campaign('c', { budget: daily('10'), end: NOW + DAY_MS })), 'month')).toBe('20');
    const { spentThisMonth: _, ...unread } = account(...objects);
    expect(sum(unread, 'month')).toEqual(['what was spent this month was not read']);
  });

  it('a total beside a daily budget bounds both', () => {
    const budget = daily('10', { total: { amount: '25', spent: '10' } });
    expect(sum(account(campaign('c', { budget })), 'month')).toBe('15');
    expect(sum(account(campaign('c', { budget })), 'worst_day')).toBe('15');
  });

  it('finds the largest budget', () => {
    const holdings = account(campaign('a', { budget: daily('9') }), campaign('b', { budget: daily('90') }));
    expect(largestLine(reckon(holdings, NOW))?.key).toBe('b');
  });
});

describe('what a change does', () => {
  const running = account(campaign('c', { budget: daily('10'), cap: '500', end: NOW + 90 * DAY_MS }));

  it('tells a raise from a cut and a pause', () => {
    const isRaise = (change: Partial<Holding>) => between(running, [{ id: 'c', change }]).isRaise;
    expect(isRaise({ on: false })).toBe(false);
    expect(isRaise({ budget: daily('9.99') })).toBe(false);
    expect(isRaise({ budget: daily('10.01') })).toBe(true);
    expect(isRaise({ budget: daily('10', { peak: '11' }) })).toBe(true);
    expect(isRaise({ cap: undefined } as Partial<Holding>)).toBe(true);
    expect(isRaise({ cap: '501' })).toBe(true);
    expect(isRaise({ cap: '400' })).toBe(false);
    expect(isRaise({ end: undefined } as Partial<Holding>)).toBe(true);
    expect(isRaise({ end: NOW + 80 * DAY_MS })).toBe(false);
    expect(isRaise({ unknown: 'MODE' })).toBe(true);
  });

  it('of two states of an account the looser amount, end and cap hold', () => {
    const end = (days: number) => NOW + days * DAY_MS;
    const state = (more: Partial<Holding>) => reckon(account(campaign('c', more)), NOW);
    const short = state({ budget: daily('20'), end: end(10), cap: '500' });
    const long = state({ budget: daily('10'), end: end(20), cap: '400' });
    for (const both of [loosest(short, long), loosest(long, short)]) {
      expect(both.lines.get('c')).toMatchObject({ end: end(20), figures: { daily: amountOf('20') } });
      expect(both.caps.get('c')).toBe(amountOf('500'));
    }
    const free = state({ budget: daily('10') });
    for (const both of [loosest(short, free), loosest(free, short)])
      expect([both.lines.get('c')!.end, both.caps.get('c')]).toEqual([undefined, undefined]);
  });

  it('compares a switch from a daily to a lifetime budget by both rules', () => {
    const to = (amount: string) =>
      between(account(campaign('c', { budget: daily('10'), end: NOW + 10 * DAY_MS })), [
        { id: 'c', change: { budget: lifetime(amount) } },
      ]);
    expect(to('90').isRaise).toBe(false);
    const { isRaise, rises } = to('200');
    expect([isRaise, shownUp(rises.daily), shownUp(rises.month)]).toEqual([true, '10', '90']);
  });

  it('a cut passes beside objects of which nothing is known, and a bound on one of them is a cut', () => {
    const strange = account(...running.objects, campaign('p'), adSet('x', 'p'));
    expect(between(strange, [{ id: 'c', change: { on: false } }]).isRaise).toBe(false);
    expect(between(strange, [{ id: 'x', change: { budget: daily('5') } }]).isRaise).toBe(false);
    expect(between(strange, [{ id: 'c', change: { budget: daily('11') } }])).toMatchObject({
      isRaise: true,
      unknown: [],
    });
  });

  it('an object that was not read: switching it on is a raise of unknown size, off is none', () => {
    expect(between(running, [{ id: 'new', change: { on: true } }])).toMatchObject({
      isRaise: true,
      unknown: ['new: it was not among what was read'],
    });
    expect(between(running, [{ id: 'new', change: { on: false } }]).isRaise).toBe(false);
    expect(unreadIds(running, [{ id: 'new', change: {} }, { made: adSet('a', 'p') }])).toEqual(['new', 'p']);
    expect(unreadIds(running, [{ made: campaign('p') }, { made: adSet('a', 'p') }])).toEqual([]);
  });

  it('takes away what a change names as undefined, and objects that are removed', () => {
    const after = applied(running, [{ id: 'c', change: { end: undefined } as Partial<Holding> }]);
    expect('end' in after.objects[0]!).toBe(false);
    expect(applied(running, [{ id: 'c', removed: true }]).objects).toEqual([]);
  });
});

describe('over any holdings', () => {
  const Amount = fc
    .integer({ min: 1, max: 10_000_000 })
    .map((cents) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
  const End = fc.option(
    fc.integer({ min: -3, max: 60 }).map((days) => NOW + days * DAY_MS + 1),
    { nil: undefined },
  );
  const Budget: fc.Arbitrary<HeldBudget> = fc.record({
    kind: fc.constantFrom('daily' as const, 'lifetime' as const),
    amount: Amount,
    worstDay: fc.constantFrom(1, 1.25, 1.5, 1.75, 2),
  });
  const Objects = fc
    .array(
      fc.record({ on: fc.boolean(), end: End, budget: fc.option(Budget, { nil: undefined }), parent: fc.nat(4) }),
      { maxLength: 12 },
    )
    .map((drawn) =>
      account(
        ...drawn.map(({ parent, end, budget, on }, at) => ({
          ...campaign(`o${at}`, { on, ...(end !== undefined && { end }), ...(budget && { budget }) }),
          ...(at > 4 && { parent: `o${parent}` }),
        })),
      ),
    );

  it('a pause, a removal and a lower amount are never a raise, and every sum adds up', () => {
    fc.assert(
      fc.property(Objects, fc.nat(11), fc.constantFrom('pause', 'remove', 'halve'), (holdings, at, how) => {
        const one = holdings.objects[at % Math.max(1, holdings.objects.length)];
        if (!one) return;
        const half = one.budget && { ...one.budget, amount: String(Number(one.budget.amount) / 2) };
        const change: HoldingChange =
          how === 'remove'
            ? { id: one.id, removed: true }
            : { id: one.id, change: how === 'pause' ? { on: false } : half ? { budget: half } : {} };
        // A parent that goes leaves its children without one, which counts them.
        if (how === 'remove' && holdings.objects.some(({ parent }) => parent === one.id)) return;
        const [before, after] = [reckon(holdings, NOW), reckon(applied(holdings, [change]), NOW)];
        expect(compare(before, after)).toMatchObject({
          isRaise: false,
          rises: { daily: 0n, worst_day: 0n, month: 0n },
        });
        for (const measure of MEASURES) expect(sumOf(after, measure).known <= sumOf(before, measure).known).toBe(true);
      }),
      { numRuns: times(3000) },
    );
  });

  it('the opposite of a change takes back exactly what it added', () => {
    fc.assert(
      fc.property(Objects, fc.nat(11), Budget, (holdings, at, budget) => {
        const one = holdings.objects[at % Math.max(1, holdings.objects.length)];
        if (!one) return;
        const there = applied(holdings, [{ id: one.id, change: { on: true, budget } }]);
        const back = applied(there, [{ id: one.id, change: { on: one.on, budget: one.budget } } as HoldingChange]);
        for (const measure of MEASURES)
          expect(sumOf(reckon(back, NOW), measure)).toEqual(sumOf(reckon(holdings, NOW), measure));
      }),
      { numRuns: times(3000) },
    );
  });

  it('what is left is shown as no more than it is, and what it costs as no less', () => {
    const shown = (text: string) => [shownDown(amountOf(text)!), shownUp(amountOf(text)!)];
    expect(shown('1.999')).toEqual(['1.99', '2']);
    expect(shown('2')).toEqual(['2', '2']);
    expect([shownDown(-amountOf('1.001')!), shownUp(-amountOf('1.001')!)]).toEqual(['-1.01', '-1']);
  });

  it('text is read exactly, or as more', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 14 }), (digits, decimals) => {
        const text = digits.toString().padStart(decimals + 1, '0');
        const decimal = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
        const scaled = digits * 10n ** BigInt(15 - decimals);
        const read = amountOf(decimal)! * 10n ** 6n;
        expect(read >= scaled && read - scaled < 10n ** 6n).toBe(true);
      }),
      { numRuns: times(3000) },
    );
  });
});
