import { expect, test } from 'vitest';
import type { PlannedCalls, PlannedCampaign, PlannedGroup, RunningCampaign, RunningGroup } from './media-planning.ts';
import { type ChangeTerms, planChanges } from './plan-changes.ts';
import { plannedRun } from './plan-schedule.ts';

const made: string[] = [];
function noted(what: string): PlannedCalls {
  made.push(what);
  return { calls: [], problems: [] };
}
const terms: ChangeTerms = {
  group: 'ad group',
  campaign: { tool: 'update_campaign', id: 'campaign_id', name: 'name' },
  groups: { tool: 'update_ad_group', id: 'ad_group_id', name: 'name' },
  budgetArgument: ({ per }) => (per === 'day' ? 'daily_budget' : 'lifetime_budget'),
  budgetProblems: () => [],
  groupProblems: ({ isShort }) => (isShort ? [{ field: 'end', level: 'stop', message: 'short' }] : []),
  newGroup: (_, at) => noted(`group ${at}`),
  newAds: (_, at, { id }) => noted(`ads ${at} in ${id}`),
};
const context = { today: '2026-11-18', zone: 'UTC', defaults: {} };
const day = (amount: string) => ({ amount, currency: 'USD', per: 'day' as const });
const total = (amount: string) => ({ amount, currency: 'USD', per: 'total' as const });

const held = (id: string, more: Partial<RunningGroup> = {}): RunningGroup => ({
  id,
  name: id,
  status: 'on',
  ads: 1,
  ...more,
});
const running = (more: Partial<RunningCampaign> = {}): RunningCampaign =>
  ({ id: '7', name: 'Spring', status: 'on', objective: 'traffic', groups: [held('a')], ...more }) as RunningCampaign;
const group = (more: Partial<PlannedGroup> = {}): PlannedGroup =>
  ({ ads: [], cells: { budget: 'B2', start: 'C2', end: 'D2' }, ...more }) as PlannedGroup;
const wanted = (more: Partial<PlannedCampaign> = {}): PlannedCampaign =>
  ({
    name: 'Spring',
    currency: 'USD',
    groups: [group()],
    cells: { name: 'A2', budget: 'B2', start: 'C2', end: 'D2', objective: 'E2' },
    ...more,
  }) as PlannedCampaign;

function changes(of: RunningCampaign, to: PlannedCampaign) {
  made.length = 0;
  const { calls, problems } = planChanges(of, to, context, terms);
  return { calls: calls.map((call) => call.arguments), problems: problems.map(({ message }) => message), made };
}

test('days that have passed are not sent: no end before today, no start that has begun', () => {
  const ending = (end: string) =>
    changes(running({ groups: [held('a', { start: '2026-11-01', end: '2026-12-01' })] }), wanted({ end }));
  expect(ending('2026-11-17')).toMatchObject({ calls: [], problems: ['The end 2026-11-17 has passed.'] });
  expect(ending('2026-11-18').problems).toEqual([]);
  expect(ending('2026-11-20')).toMatchObject({ calls: [{ end_time: '2026-11-21T00:00:00Z' }], problems: [] });
  const starting = (start: string, begun: string) =>
    changes(running({ groups: [held('a', { start: begun })] }), wanted({ start }));
  expect(starting('2026-11-25', '2026-11-18')).toMatchObject({
    calls: [],
    problems: [expect.stringContaining('a start that has passed cannot change')],
  });
  expect(starting('2026-11-17', '2026-11-20')).toMatchObject({
    calls: [],
    problems: [expect.stringContaining('has passed')],
  });
  expect(starting('2026-11-25', '2026-11-20').calls).toEqual([
    { ad_group_id: 'a', start_time: '2026-11-25T00:00:00Z' },
  ]);
});

test('an end before the start of the group that runs is refused', () => {
  const later = running({ groups: [held('a', { start: '2026-12-10', end: '2026-12-20' })] });
  expect(changes(later, wanted({ end: '2026-12-01' })).problems).toEqual([
    'The end 2026-12-01 is before the start 2026-12-10.',
  ]);
});

test('an amount a day does not become one in total, at either level', () => {
  const refused = { calls: [], problems: [expect.stringContaining('cannot become one in total')] };
  expect(changes(running({ budget: day('5') }), wanted({ budget: total('50') }))).toMatchObject(refused);
  const own = running({ groups: [held('a', { budget: day('5') })] });
  expect(changes(own, wanted({ groups: [group({ budget: total('50') })] }))).toMatchObject(refused);
  expect(changes(running({ budget: day('5') }), wanted({ budget: day('6') })).calls).toEqual([
    { campaign_id: '7', daily_budget: '6' },
  ]);
});

test('one level holds the budgets: none is moved to another, and one is not spread over several groups', () => {
  const both = changes(running({ budget: day('5') }), wanted({ groups: [group({ budget: day('6') })] }));
  expect(both).toMatchObject({ calls: [], problems: [expect.stringContaining('only one level can')] });
  const two = running({ groups: [held('a', { budget: day('5') }), held('b', { budget: day('5') })] });
  expect(changes(two, wanted({ budget: day('6') }))).toMatchObject({
    calls: [],
    problems: [expect.stringContaining('hold the budgets')],
  });
  const one = running({ groups: [held('a', { budget: day('5') })] });
  expect(changes(one, wanted({ budget: day('6') })).calls).toEqual([{ ad_group_id: 'a', daily_budget: '6' }]);
});

test('a new group holds a budget where its campaign holds none, and no budget and no bid where it does', () => {
  const added = (of: RunningCampaign, more: Partial<PlannedGroup>) =>
    changes(of, wanted({ groups: [group({ name: 'new', cells: { name: 'A3', budget: 'B3' }, ...more })] }));
  expect(added(running({ budget: day('5') }), { budget: day('6') }).problems).toEqual([
    expect.stringContaining('The campaign holds the budget'),
  ]);
  expect(added(running({ budget: day('5') }), { bid: '1' }).problems).toEqual([expect.stringContaining('bids')]);
  expect(added(running(), {}).problems).toEqual([expect.stringContaining('a new one needs one')]);
  expect(added(running({ budget: day('5') }), {})).toMatchObject({ problems: [], made: ['group 0'] });
});

test('ads are completed where a group has none, and not where one line of the sheet stands for several groups', () => {
  const ads = [{}] as unknown as PlannedGroup['ads'];
  const completed = (...groups: RunningGroup[]) =>
    changes(running({ groups }), wanted({ groups: [group({ ads })] })).made;
  expect(completed(held('a', { ads: 0 }))).toEqual(['ads 0 in a']);
  expect(completed(held('a', { ads: 1 }))).toEqual([]);
  expect(completed(held('a', { ads: 0 }), held('b', { ads: 0 }))).toEqual([]);
});

test('a day is the account’s own: it ends where the next begins, and without a zone it has no beginning', () => {
  const campaign = wanted({ start: '2026-11-20', end: '2026-11-22' });
  const berlin = plannedRun(campaign, 0, { ...context, zone: 'Europe/Berlin' });
  const at = (text: string | undefined) => new Date(text ?? '').toISOString();
  expect([at(berlin.start_time), at(berlin.end_time), berlin.days, berlin.isShort]).toEqual([
    '2026-11-19T23:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
    3,
    false,
  ]);
  const unknown = plannedRun(campaign, 0, { ...context, zone: undefined });
  expect([unknown.start_time, unknown.problems.map(({ field }) => field)]).toEqual([undefined, ['start']]);
  expect(plannedRun(wanted({ end: '2026-11-18' }), 0, context).isShort).toBe(true);
  expect(plannedRun(wanted({ start: '2026-11-17', end: '2026-11-19' }), 0, context)).toMatchObject({
    start_time: undefined,
    isShort: false,
  });
});

test('what is added takes its purpose from the running campaign, else from the sheet, and its level from what holds budgets', () => {
  const added = (of: Partial<RunningCampaign>, more: Partial<PlannedCampaign>, own: Partial<PlannedGroup> = {}) => {
    const seen: unknown[] = [];
    const noting: ChangeTerms = {
      ...terms,
      newGroup: ({ budget }, _, { id, objective }) => {
        seen.push([budget?.amount, id, objective]);
        return { calls: [{ key: 'group' } as never], problems: [{ field: 'x', level: 'look', message: 'own' }] };
      },
      newAds: (_, at, { id, objective }) => {
        seen.push([at, id, objective]);
        return { calls: [], problems: [] };
      },
    };
    const named = group({ name: 'new', cells: { name: 'A3' }, ...own });
    const result = planChanges(running(of), wanted({ groups: [named], cells: {}, ...more }), context, noting);
    return {
      seen,
      calls: result.calls.map(({ key }) => key),
      told: result.problems.map(({ field, message }) => `${field}: ${message}`),
    };
  };
  const held5 = { budget: day('5') };
  expect(added(held5, { objective: 'leads' })).toEqual({
    seen: [['5', '7', 'traffic']],
    calls: ['group'],
    told: ['x: own'],
  });
  expect(added({ ...held5, objective: undefined }, { objective: 'leads' }).seen).toEqual([['5', '7', 'leads']]);
  expect(added({ ...held5, objective: undefined }, { objective: undefined })).toEqual({
    ...{ seen: [], calls: [] },
    told: ['name: What the campaign is for is not known.'],
  });
  const ads = [{}] as unknown as PlannedGroup['ads'];
  const complete = (objective: undefined | 'traffic') =>
    added({ objective, groups: [held('a', { ads: 0 })] }, { objective: undefined }, { name: 'a', ads }).seen;
  expect([complete('traffic'), complete(undefined)]).toEqual([[[0, 'a', 'traffic']], []]);
  const words = added({ budget: undefined }, {}).told;
  expect(words[1]).toBe('groups.0.budget: The ad groups of this campaign hold the budgets, so a new one needs one.');
  expect(added(held5, {}, { bid: '1' }).told[1]).toBe(
    'groups.0.bid: A campaign with a budget bids for its ad groups as it was made.',
  );
  expect(added(held5, {}, { budget: day('1') }).told[1]).toBe(
    'groups.0.budget: The campaign holds the budget, and only one level can.',
  );
});

test('what a campaign is for cannot change, the same budget is none, and days count from today or the start', () => {
  const plan = (of: Partial<RunningCampaign>, more: Partial<PlannedCampaign>, on = context as object) => {
    const days: unknown[] = [];
    const noting: ChangeTerms = {
      ...terms,
      groupProblems: (one) => {
        days.push(one.days);
        return [];
      },
    };
    const { calls, problems } = planChanges(running(of), wanted(more), on as typeof context, noting);
    return { calls: calls.map((one) => Object.keys(one.arguments)), fields: problems.map(({ field }) => field), days };
  };
  const cells = { objective: 'A2', budget: 'B2' };
  expect(plan({}, { objective: 'leads', cells }).fields).toEqual(['objective']);
  expect(plan({}, { objective: 'traffic', cells }).fields).toEqual([]);
  expect(plan({ budget: day('5') }, { budget: day('5.00'), cells }).calls).toEqual([]);
  expect(plan({ budget: day('5') }, { budget: day('6'), cells }).calls).toEqual([['campaign_id', 'daily_budget']]);
  const later = { groups: [held('a', { start: '2026-11-25', end: '2026-11-30' })] };
  const moved = (more: Partial<PlannedGroup>, on?: object) => plan(later, { groups: [group(more)] }, on);
  expect(moved({ start: '2026-11-18' })).toEqual({ calls: [['ad_group_id', 'start_time']], fields: [], days: [13] });
  expect(moved({ end: '2026-11-25' })).toEqual({ calls: [['ad_group_id', 'end_time']], fields: [], days: [1] });
  expect(moved({ end: '2026-11-24' }).fields).toEqual(['groups.0.end']);
  expect(moved({ end: '2026-11-26' }, { ...context, zone: undefined })).toMatchObject({
    calls: [],
    fields: ['groups.0.end'],
  });
});
