import { describe, expect, test } from 'vitest';
import type { PlannedCampaign, PlannedProblem, RunningCampaign } from './media-planning.ts';
import { dayInSheet, isSameBudget, pairedGroups } from './plan-comparison.ts';
import { couldHaveDefault, isStopped, look, stop, withoutDefault, withoutRepeated } from './plan-problems.ts';
import { endingOf, plannedRun } from './plan-schedule.ts';
import { amountProblems, coinsOf, isSameAmount, nameKey, plannedCalls } from './planned-campaign.ts';
import { adsInGroup, campaignsOfGroups } from './planned-groups.ts';

const group = (name: string, more = {}) => ({ name, ads: [], cells: { name: `A${name}` }, ...more });
const campaign = (more: object) =>
  ({ name: 'One', currency: 'USD', account: '1', groups: [], cells: {}, ...more }) as unknown as PlannedCampaign;
const running = (...names: string[]) =>
  ({ groups: names.map((name) => ({ id: name, name })) }) as unknown as RunningCampaign;
const ids = ({ pairs, missing }: ReturnType<typeof pairedGroups>) => [
  pairs.map(({ at, running: one }) => `${at} ${one.id}`),
  missing,
];

describe('the groups of a sheet', () => {
  test('are found by their names, each once, or are missing', () => {
    const groups = [group('b '), group('c'), group('b')];
    expect(ids(pairedGroups(running('a', 'b'), campaign({ groups })))).toEqual([['0 b'], [1, 2]]);
  });

  test('that have no name stand for all that is left, and are made where there is none', () => {
    const groups = [group('a'), group('', { cells: {} })];
    expect(ids(pairedGroups(running('a', 'b', 'c'), campaign({ groups })))).toEqual([['0 a', '1 b', '1 c'], []]);
    expect(ids(pairedGroups(running(), campaign({ groups })))).toEqual([[], [0, 1]]);
  });

  test('are campaigns of their own in one container, without the budget of all together', () => {
    const cells = { name: 'A2', budget: 'B2' };
    const whole = campaign({ budget: { amount: '9' }, cells, start: 's', groups: [group('a'), group('b')] });
    const [first, second, ...others] = campaignsOfGroups(whole);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ name: 'a', container: 'One', start: 's', groups: [{ name: 'a' }] });
    expect([first!.budget, second!.name]).toEqual([undefined, 'b']);
    expect(first!.cells).toEqual({ name: 'Aa', container: 'A2', budget: 'B2' });
    expect(campaignsOfGroups({ ...whole, container: 'Box' })[0]!.container).toBe('Box');
    const single = { ...whole, groups: whole.groups.slice(0, 1) };
    expect(campaignsOfGroups(single)).toEqual([single]);
  });

  test('hold as many ads as the platform takes, and more are told of', () => {
    const made = (ads: number) =>
      adsInGroup(
        campaign({ groups: [group('a', { ads: Array(ads).fill({}) })] }),
        0,
        { max: 2, words: 'A group' },
        () => ({
          calls: [{} as never],
          problems: [],
        }),
      );
    expect(made(2)).toMatchObject({ calls: [{}, {}], problems: [] });
    expect(made(3).problems).toEqual([stop('groups.0.name', 'A group holds 2 ads, and this one has 3.')]);
  });
});

test('a day is the sheet’s where a cell says it, that of the group before that of the campaign', () => {
  const said = campaign({
    start: '2027-01-01',
    end: '2027-01-09',
    cells: { start: 'C2' },
    groups: [group('a', { start: '2027-01-02', cells: { start: 'C3' } }), group('b', { start: '2027-01-03' })],
  });
  expect(dayInSheet(said, 0, 'start')).toEqual({ day: '2027-01-02', field: 'groups.0.start' });
  expect(dayInSheet(said, 1, 'start')).toEqual({ day: '2027-01-01', field: 'start' });
  expect(dayInSheet(said, 0, 'end')).toBeUndefined();
});

test('budgets are the same by amount, currency and what they are for', () => {
  const budget = { amount: '50.00', currency: 'USD', per: 'day' } as const;
  expect(isSameBudget(budget, { ...budget, amount: '50' })).toBe(true);
  for (const other of [{ amount: '50.01' }, { currency: 'EUR' }, { per: 'total' as const }])
    expect(isSameBudget(budget, { ...budget, ...other })).toBe(false);
  expect([isSameAmount('1.0', '1'), isSameAmount('1', '1.01')]).toEqual([true, false]);
});

test('an amount is some coins of its currency, above nothing', () => {
  expect(['1.50', '1.505', '0', '0.00', '-1', 'x'].map((one) => coinsOf(one, 'USD'))).toEqual([
    150n,
    ...Array(5).fill(undefined),
  ]);
  expect(amountProblems('budget', '10', 'USD')).toEqual([]);
  expect(amountProblems('budget', '10.5', 'JPY')).toEqual([
    stop('budget', '10.5 JPY is no amount that can be paid.', 'steps of ¥1'),
  ]);
});

test('names are the same in any case and spacing', () => {
  expect(nameKey('  Ｓummer   Sale ')).toBe(nameKey('summer sale'));
  expect(nameKey('summersale')).not.toBe(nameKey('summer sale'));
});

test('nothing is called where something stops the campaign; what could be better does not', () => {
  const calls = [{ key: 'campaign' }] as never;
  const kept = (...problems: PlannedProblem[]) => plannedCalls({ calls, problems }).calls.length;
  expect([kept(), kept(look('a', 'b')), kept(couldHaveDefault('a', 'b'))]).toEqual([1, 1, 1]);
  expect([kept(look('a', 'b'), stop('a', 'b')), kept(withoutDefault('a', 'b', 'c'))]).toEqual([0, 0]);
  expect([isStopped([look('a', 'b')]), isStopped([look('a', 'b'), stop('a', 'c')])]).toEqual([false, true]);
  expect(withoutDefault('a', 'b', 'c')).toEqual({ ...stop('a', 'b', 'c'), kind: 'defaults' });
  expect(withoutRepeated([stop('a', 'b'), stop('a', 'b'), stop('a', 'c'), stop('d', 'b')])).toHaveLength(3);
});

describe('when a planned group runs', () => {
  const run = (days: object, more: object = {}) =>
    plannedRun(campaign({ ...days, groups: [group('a')] }), 0, {
      today: '2027-01-10',
      zone: 'UTC',
      defaults: {},
      ...more,
    });

  test('it begins when it is made where its start is not ahead, and its last day counts whole', () => {
    expect(run({ start: '2027-01-10', end: '2027-01-12' })).toMatchObject({
      ...{ start_time: undefined, end_time: '2027-01-13T00:00:00Z', days: 3, isShort: false, problems: [] },
      from: { start_time: 'start', end_time: 'end' },
    });
    expect(run({ start: '2027-01-11', end: '2027-01-11' })).toMatchObject({
      ...{ start_time: '2027-01-11T00:00:00Z', days: 1, isShort: false },
    });
    expect(run({ end: '2027-01-10' })).toMatchObject({ days: 1, isShort: true });
    expect(run({})).toMatchObject({ days: undefined, isShort: false, from: {} });
  });

  test('its own days come before those of its campaign', () => {
    const own = campaign({ start: '2027-02-01', groups: [group('a', { start: '2027-03-01' })] });
    expect(plannedRun(own, 0, { today: '2027-01-10', zone: 'UTC', defaults: {} })).toMatchObject({
      start_time: '2027-03-01T00:00:00Z',
      from: { start_time: 'groups.0.start' },
    });
  });

  test('a day of 23 hours is a day, and shorter than one', () => {
    const spring = { start: '2027-03-28', end: '2027-03-28' };
    expect(run(spring, { zone: 'Europe/Berlin' })).toMatchObject({ days: 1, isShort: true });
    expect(endingOf('2027-03-28', 'Europe/Berlin')).toBe('2027-03-28T22:00:00Z');
  });

  test('without a known zone no day has a beginning, and without days nothing is wrong', () => {
    const zone = { zone: undefined };
    expect(run({ start: '2027-01-11' }, zone).problems.map(({ field }) => field)).toEqual(['start']);
    expect(run({ end: '2027-01-11' }, zone).problems.map(({ field }) => field)).toEqual(['end']);
    expect(run({ start: '2027-01-09' }, zone).problems).toEqual([]);
    expect(run({}, zone)).toMatchObject({ problems: [], isShort: false });
  });
});
