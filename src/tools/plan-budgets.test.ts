import { expect, test } from 'vitest';
import { plannedCampaign, plannedGroup } from '../../test/planned-calls.ts';
import type { PlannedCampaign, PlannedGroup } from './media-planning.ts';
import { budgetHolder, hasOneBid, oneBidProblems, wholeRunProblems } from './plan-budgets.ts';

const DAILY = { amount: '30', currency: 'USD', per: 'day' } as const;
const TOTAL = { ...DAILY, per: 'total' } as const;
const campaign = (budget: PlannedCampaign['budget'], ...groups: Partial<PlannedGroup>[]) =>
  plannedCampaign({ account: '1', currency: 'USD', name: 'C', budget, groups: groups.map(plannedGroup) });
const told = (problems: readonly { field: string; message: string }[]) =>
  problems.map(({ field, message }) => `${field}: ${message}`);

test.each<[string, PlannedCampaign, 'campaign' | 'groups', string[]]>([
  ['of a campaign', campaign(DAILY, {}, {}), 'campaign', []],
  ['of each group', campaign(undefined, { budget: DAILY }, { budget: TOTAL }), 'groups', []],
  ['of no level', campaign(undefined, {}), 'campaign', ['budget: There is no budget.']],
  [
    'of both levels',
    campaign(DAILY, {}, { budget: DAILY }),
    'campaign',
    ['groups.1.budget: The campaign has a budget, so its ad sets cannot have budgets of their own.'],
  ],
  [
    'of one group',
    campaign(undefined, { budget: DAILY }, {}),
    'groups',
    ['groups.1.budget: Other ad sets of the campaign have budgets of their own, so this one needs one.'],
  ],
])('a budget %s', (_, planned, holder, problems) => {
  const held = budgetHolder(planned, 'ad set');
  expect([held.holder, told(held.problems)]).toEqual([holder, problems]);
});

test.each<[string, PlannedCampaign, boolean, string[]]>([
  ['no bid', campaign(DAILY, {}, {}), false, []],
  ['a bid in every group', campaign(DAILY, { bid: '1' }, { bid: '2' }), true, []],
  [
    'a bid in one group',
    campaign(DAILY, { bid: '1' }, {}),
    true,
    ['groups.1.bid: Other ad groups of the campaign have a bid, so this one needs one.'],
  ],
  ['budgets and bids by group', campaign(undefined, { budget: DAILY, bid: '1' }, { budget: DAILY }), false, []],
])('with %s', (_, planned, isOne, problems) => {
  expect(hasOneBid(planned)).toBe(isOne);
  expect(told(oneBidProblems(planned, 'ad group'))).toEqual(problems);
});

test('only a budget for the whole run needs an end', () => {
  const run = (from: Record<string, string>) => ({ isShort: false, from, problems: [] });
  expect(told(wholeRunProblems(TOTAL, run({})))).toEqual(['end: A budget for the whole run needs an end.']);
  for (const budget of [DAILY, undefined]) expect(wholeRunProblems(budget, run({}))).toEqual([]);
  expect(wholeRunProblems(TOTAL, run({ end_time: 'end' }))).toEqual([]);
});
