import { expect, test } from 'vitest';
import type { PlannedCampaign } from '../../tools/media-planning.ts';
import { Coins } from '../campaigns/coins.ts';
import type { AccountLook } from './account-looks.ts';
import { ownProblems } from './own-checks.ts';

const TODAY = '2027-01-10';
const LOOK = {
  context: { today: TODAY },
  place: { title: 'Social' },
  least: { amount: '5.00', currency: 'USD' },
} as unknown as AccountLook;

function problems(said: Partial<PlannedCampaign>, { isNew = true, look = LOOK } = {}) {
  const campaign = { name: 'One', currency: 'USD', account: '1', groups: [], cells: {}, ...said } as PlannedCampaign;
  return ownProblems(campaign, look, new Coins(), isNew).map(({ field, repair }) => [
    field,
    ...(repair ? [repair] : []),
  ]);
}

test.each([
  ['ends before it starts', { start: '2027-02-02', end: '2027-02-01' }, [['end']], [['end']]],
  ['has ended', { start: '2027-01-01', end: '2027-01-09' }, [['end']], []],
  ['ends today', { end: TODAY }, [], []],
  ['started yesterday', { start: '2027-01-09' }, [['start']], []],
  ['starts today', { start: TODAY }, [], []],
] as const)('a campaign that %s', (_, days, made, changed) => {
  expect(problems(days)).toEqual(made);
  // What exists began in the past, and may have ended.
  expect(problems(days, { isNew: false })).toEqual(changed);
  const groups = [{ name: 'g', ads: [], cells: {}, ...days }] as unknown as PlannedCampaign['groups'];
  expect(problems({ groups })).toEqual(made.map(([field]) => [`groups.0.${field}`]));
});

const usd = (amount: string, per: 'day' | 'total') => ({ amount, currency: 'USD', per });

test.each([
  ['a day under the least', { budget: usd('4.99', 'day') }, [['budget', '5.00']]],
  ['the least itself', { budget: usd('5', 'day') }, []],
  ['a total that is less a day', { budget: usd('49.99', 'total'), end: '2027-01-19' }, [['budget', '50.00']]],
  ['a total that is as much a day', { budget: usd('50', 'total'), end: '2027-01-19' }, []],
  ['a total from a later day on', { budget: usd('25', 'total'), start: '2027-01-15', end: '2027-01-19' }, []],
  ['a total without an end', { budget: usd('1', 'total') }, []],
  ['another currency than the least', { budget: { amount: '1', currency: 'JPY', per: 'day' as const } }, []],
] as const)('%s', (_, said, told) => {
  expect(problems(said)).toEqual(told);
});

test('the budget of a group is held to the least over its own days, or those of its campaign', () => {
  const group = { name: 'g', ads: [], cells: {} };
  const groups = [
    { ...group, budget: usd('20', 'total') },
    { ...group, budget: usd('20', 'total'), start: '2027-01-16' },
  ] as unknown as PlannedCampaign['groups'];
  expect(problems({ start: TODAY, end: '2027-01-19', groups })).toEqual([['groups.0.budget', '50.00']]);
});

test('what is wrong with days and budgets keeps the campaign from being made', () => {
  const levels = (said: Partial<PlannedCampaign>) =>
    ownProblems(
      { name: 'One', groups: [], cells: {}, ...said } as unknown as PlannedCampaign,
      LOOK,
      new Coins(),
      true,
    ).map(({ field, level }) => `${field} ${level}`);
  expect(levels({ start: '2027-01-09' })).toEqual(['start stop']);
  expect(levels({ end: '2027-01-09' })).toEqual(['end stop']);
  expect(levels({ budget: usd('4.99', 'day') })).toEqual(['budget stop']);
});
