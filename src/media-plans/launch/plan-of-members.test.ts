import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bed, pipelineBed, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import { planDesk } from '../../pipeline/plan-desk.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import { contentOf, type HandMade, memberOf } from './launch.testing.ts';
import { launching } from './launching.ts';
import { planOfMembers } from './plan-of-members.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  const input = z.strictObject({ name: z.string().optional(), daily_budget: z.string().optional() });
  const tool = (name: string, repeat: 'safe' | 'never') =>
    toolOf(trains, { name, access: 'write', repeat, input, output: z.looseObject({}) });
  Object.assign(bed.pipeline, { launching, tools: [tool('lay_line', 'never'), tool('update_line', 'safe')] });
  await bed.connect({ mode: 'live', account: '1' });
});
afterAll(() => bed.discard());
beforeEach(() => bed.ambient.advance(100 * 3_600_000));

const place = async () => ({
  pipeline: bed.pipeline,
  call: bed.call(),
  workspace: await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId),
});
const plan = async (made: readonly HandMade[]) =>
  planOfMembers(await place(), { content: contentOf(made.map(memberOf)), name: 'Q4' });
const member = (name: string, call: Partial<PlannedCall>, more: Partial<HandMade> = {}): HandMade => ({
  ...{ channel: 'trains', account: '1', name },
  calls: [{ key: 'campaign', level: 'campaign', name, tool: 'lay_line', arguments: { name }, from: {}, ...call }],
  ...more,
});
const make = (name: string, more?: Partial<HandMade>) => member(name, {}, more);
const rebudget = (from: string, to: string) => {
  const money = (amount: string) => ({ amount, currency: 'USD', per: 'day' });
  const difference = { budget: { from: money(from), to: money(to) } };
  return member('Old', { tool: 'update_line', arguments: { daily_budget: to }, difference }, { kind: 'change' });
};
const rename = () =>
  member(
    'Old',
    { tool: 'update_line', arguments: { name: 'New' }, difference: { name: { from: 'Old', to: 'New' } } },
    { kind: 'change' },
  );
const policy = (rules: Record<string, string>, two: string[] = []) =>
  bed.pipeline.policies.set({
    ...{ organizationId: bed.organizationId, workspaceId: bed.workspaceId, actor: 'test' },
    change: { rules, two } as never,
  });

describe('the class of a plan is that of the member the policy is strictest about', () => {
  test.each([
    ['campaigns that are made paused', () => [make('A')], 'create', 'planned'],
    ['a raise among them', () => [make('A'), rebudget('10', '20')], 'raise', 'waiting'],
    ['a cut among them', () => [make('A'), rebudget('20', '10')], 'create', 'planned'],
    ['only a cut', () => [rebudget('20', '10')], 'cut', 'planned'],
    ['a change without money', () => [rename()], 'change', 'planned'],
  ])('%s', async (_, members, name, state) => {
    expect(await plan(members())).toMatchObject({ class: name, state, channel: 'workspace', tool: 'plan_from_sheet' });
  });

  test('a policy that wants creates approved, twice', async () => {
    await policy({ create: 'approve' }, ['create']);
    expect(await plan([make('A'), rename()])).toMatchObject({
      ...{ class: 'create', state: 'waiting' },
      facts: { approvalsNeeded: 2 },
    });
    await policy({ create: 'auto' });
  });

  test('what the policy forbids is not planned', async () => {
    await policy({ change: 'deny' });
    await expect(plan([make('A'), rename()])).rejects.toMatchObject({ code: 'permission_denied' });
    await policy({ change: 'auto' });
  });

  test('a policy that became stricter is asked again when it is applied', async () => {
    const { id } = await plan([make('A')]);
    const content = contentOf([memberOf(make('A'), 0)]);
    await bed.pipeline.mediaPlans.save({
      ...{ workspaceId: bed.workspaceId, spreadsheetId: 's', tab: 'Plan', range: 'Plan', name: 'Q4', planId: id },
      content: { ...content, answer: { rows: [], problems: [] } as never },
      createdBy: 'key_1',
    });
    await policy({ create: 'deny' });
    await expect(planDesk(await place()).apply(id)).rejects.toThrow('the policy of the workspace forbids it by now');
    expect((await planDesk(await place()).get(id, 0)).state).toBe('planned');
    await policy({ create: 'approve' });
    await expect(planDesk(await place()).apply(id)).rejects.toMatchObject({ code: 'approval_required' });
    expect((await planDesk(await place()).get(id, 0)).state).toBe('waiting');
    await policy({ create: 'auto' });
  });
});

test('people read a line a campaign and sums that never mix currencies', async () => {
  const { facts } = await plan([
    make('A', { budget: '10.10' }),
    make('B', { budget: '20.2' }),
    make('C', { budget: '3000', currency: 'JPY' }),
    rebudget('10', '20'),
  ]);
  expect(facts.bulk).toMatchObject({
    ...{ campaigns: 4, make: 3, change: 1, more_rows: 0 },
  });
  expect(facts.bulk?.sums).toEqual([
    { currency: 'JPY', campaigns: 1, daily: { amount: '3000', currency: 'JPY' } },
    { currency: 'USD', campaigns: 3, daily: { amount: '130.30', currency: 'USD' } },
  ]);
  expect(facts.bulk?.rows.at(-1)).toMatchObject({ rows: [5], words: 'budget 10 USD a day → 20 USD a day' });
  expect(facts.difference['row 2 A']).toEqual({ from: null, to: 'new, paused, 10.10 USD a day, 0 groups, 0 ads' });
});

test.each([
  [{ budget: { from: null, to: { amount: '20', currency: 'USD', per: 'total' } } }, 'budget nothing → 20 USD in all'],
  [{ end: { from: '2026-12-24' } }, 'end 2026-12-24 → nothing'],
  [{ name: { from: 'Old', to: 'New' } }, 'name Old → New'],
  [{ ages: { from: [18, 25], to: { min: 30 } } }, 'ages [18,25] → {"min":30}'],
])('of a change people read what was there and what comes: %j', async (difference, words) => {
  const call = { tool: 'update_line', difference } as Partial<PlannedCall>;
  const { facts } = await plan([member('Old', call, { kind: 'change' })]);
  expect(facts.bulk?.rows[0]?.words).toBe(words);
});

test('a cell, an account or a call that is another makes another plan, the same content does not', async () => {
  const one = contentOf([memberOf(make('A'), 0)]);
  const planOf = async (content: typeof one) => (await planOfMembers(await place(), { content, name: 'Q4' })).id;
  const first = await planOf(one);
  expect(await planOf(structuredClone(one))).toBe(first);
  const [member] = one.members as [MediaPlanMember];
  const others: (typeof one)[] = [
    { ...one, cells: { ...one.cells, shown: [['A', 'edited']] } },
    { ...one, cells: { ...one.cells, firstRow: 7 } },
    ...[
      { account: '2' },
      { through: { login_customer_id: '9' } },
      { kind: 'change' as const },
      { before: { id: '7', name: 'A', status: 'on' as const, groups: [] } },
      { calls: [{ ...member.calls[0]!, arguments: { name: 'A', daily_budget: '999' } }] },
    ].map((more) => ({ ...one, members: [{ ...member, ...more }] })),
  ];
  const made = new Set([first]);
  for (const other of others) made.add(await planOf(other));
  expect(made.size).toBe(1 + others.length);
});
