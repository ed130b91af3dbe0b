import { describe, expect, test } from 'vitest';
import type { JobPlace } from '../../pipeline/call.ts';
import type { PlannedCall, PlannedCalls, RunningCampaign } from '../../tools/media-planning.ts';
import type { CampaignDraft } from '../campaigns/campaign-drafts.ts';
import { Coins } from '../campaigns/coins.ts';
import { nameKey } from '../campaigns/names.ts';
import { SheetProblems } from '../campaigns/sheet-problems.ts';
import type { AccountLook, NoLook } from './account-looks.ts';
import { answerRow, membersOf, sameOf } from './answer-rows.ts';
import { type CheckContext, planCalls, tellExisting } from './check-campaigns.ts';
import { addProblem } from './checked-campaign.ts';
import { SheetLinks } from './existing-campaigns.ts';
import { takenOut } from './taken-out.ts';

const calls = (...keys: string[]): PlannedCalls => ({
  calls: keys.map((key) => ({ key, level: 'campaign', name: key, tool: 't', arguments: {}, from: {} }) as PlannedCall),
  problems: [],
});
const running = (id: string, name: string, more: Partial<RunningCampaign> = {}): RunningCampaign => ({
  ...{ id, name, status: 'paused', groups: [] },
  ...more,
});

interface Said {
  row: number;
  name: string;
  channel?: string;
  account?: string;
  container?: string;
  isOut?: boolean;
  groups?: object[];
  budget?: object;
  cells?: object;
}
const draft = ({ row, name, channel = 'social', account = '1', isOut = false, ...more }: Said) =>
  ({
    ...{
      rows: [row],
      channel,
      name,
      isOut,
      spans: [],
      account: { id: account, name: `Account ${account}`, currency: 'USD' },
    },
    lines: [{ row, cells: { campaign: `Plan!B${row}`, channel: `Plan!A${row}` } }],
    campaign: {
      account,
      currency: 'USD',
      name,
      groups: [{ name: 'g', ads: [], cells: {} }],
      ...more,
      cells: { name: `Plan!B${row}`, ...more.cells },
    },
  }) as unknown as CampaignDraft;

const look = (
  all: readonly RunningCampaign[],
  { account = '1', channel = 'social', changing = calls('change'), creating = calls('make') } = {},
) =>
  ({
    place: { channel: { name: channel }, planning: { changing: () => changing, creating: () => creating } },
    ...{ account: { id: account, name: `Account ${account}`, currency: 'USD' }, context: { today: '2027-01-01' } },
    ...{ running: all, byName: Map.groupBy(all, ({ name }) => nameKey(name)), least: undefined },
  }) as unknown as AccountLook;

const link = (row: number, name: string, campaign_id: string, more = {}) =>
  ({ channel: 'social', account: '1', row: String(row), name, campaign_id, ...more }) as never;

async function checked(
  drafts: CampaignDraft[],
  looks: (AccountLook | NoLook)[],
  { links = [] as never[], newRows = [] as number[] } = {},
) {
  const problems = new SheetProblems();
  const keyed = looks.map((one): [string, AccountLook | NoLook] =>
    'refusal' in one ? ['social 1', one] : [`${one.place.channel.name} ${one.account.id}`, one],
  );
  const context = {
    ...{ job: {} as JobPlace, channels: new Map(), defaults: {}, problems, coins: new Coins() },
    ...{ links: new SheetLinks(links, drafts), newRows: new Set(newRows), turns: { pause: async () => {} } },
    ...{ signal: new AbortController().signal, countsSpending: false },
  } as unknown as CheckContext;
  const found = await planCalls(drafts, new Map(keyed), context);
  return {
    found,
    problems,
    told: () => problems.sorted().map(({ cell, kind, message }) => `${cell} ${kind} ${message}`),
  };
}
const fates = ({ found }: Awaited<ReturnType<typeof checked>>) =>
  found.map(({ fate, running: one }) => [fate, one?.id]);

describe('what a campaign of a sheet is on the platform', () => {
  const one = draft({ row: 2, name: 'Sale' });

  test('is one of its name, made or changed, or the same where there is nothing to call', async () => {
    expect(fates(await checked([one], [look([])]))).toEqual([['make', undefined]]);
    expect(fates(await checked([one], [look([running('7', 'sale ')])]))).toEqual([['change', '7']]);
    expect(fates(await checked([one], [look([running('7', 'Sale')], { changing: calls() })]))).toEqual([['same', '7']]);
  });

  test('is a new one where its row is said to be new', async () => {
    expect(fates(await checked([one], [look([running('7', 'Sale')])], { newRows: [2] }))).toEqual([
      ['make', undefined],
    ]);
  });

  test('is not guessed between several of one name', async () => {
    const several = await checked([one], [look([running('7', 'Sale'), running('8', 'Sale')])]);
    expect(fates(several)).toEqual([['out', undefined]]);
    expect(several.told()).toEqual([
      expect.stringMatching(/^Plan!B2 exists 2 campaigns of Account 1 have this name: 7, 8\.$/),
    ]);
  });

  test('is the one that the sheet made, also where another has its name, and that of its container alone', async () => {
    const all = [running('7', 'Sale'), running('8', 'Sale')];
    const linked = await checked([one], [look(all)], { links: [link(2, 'Sale', '8')] });
    expect([fates(linked), linked.found[0]!.isLinked]).toEqual([[['change', '8']], true]);
    const box = (id: string, name: string) => running(id, 'Sale', { container: { id: name, name } });
    const inBox = draft({ row: 2, name: 'Sale', container: 'Box' });
    expect(fates(await checked([inBox], [look([box('7', 'Other'), box('8', 'box')])]))).toEqual([['change', '8']]);
  });

  test('is the renamed one of its row, where no row has the old name and there is one such', async () => {
    const links = [link(2, 'Old', '7')];
    const renamed = look([running('7', 'Old')]);
    expect(fates(await checked([one], [renamed], { links }))).toEqual([['change', '7']]);
    // Another row, another account and another channel are none of this campaign's.
    for (const other of [
      link(3, 'Old', '7'),
      link(2, 'Old', '7', { account: '2' }),
      link(2, 'Old', '7', { channel: 'video' }),
    ])
      expect(fates(await checked([one], [renamed], { links: [other] }))).toEqual([['make', undefined]]);
    const still = [one, draft({ row: 3, name: 'Old' })];
    expect(fates(await checked(still, [renamed], { links }))).toEqual([
      ['make', undefined],
      ['change', '7'],
    ]);
    const two = look([running('7', 'Old'), running('8', 'Older')]);
    const both = { links: [link(2, 'Old', '7'), link(2, 'Older', '8')] };
    expect(fates(await checked([one], [two], both))).toEqual([['make', undefined]]);
  });

  test('is no campaign of two rows at once: both stay out, each with the other’s row', async () => {
    const twice = [draft({ row: 2, name: 'Sale' }), draft({ row: 3, name: 'New' })];
    const both = await checked(twice, [look([running('7', 'Sale')])], { links: [link(3, 'New', '7')] });
    expect(fates(both).map(([fate]) => fate)).toEqual(['out', 'out']);
    expect(both.told()).toEqual([
      expect.stringContaining('Plan!B2 value Row 3 is the same campaign'),
      expect.stringContaining('Plan!B3 value Row 2 is the same campaign'),
    ]);
    const elsewhere = [draft({ row: 2, name: 'Sale' }), draft({ row: 3, name: 'Sale', account: '2' })];
    const alike = await checked(elsewhere, [
      look([running('7', 'Sale')]),
      look([running('7', 'Sale')], { account: '2' }),
    ]);
    expect(fates(alike).map(([fate]) => fate)).toEqual(['change', 'change']);
  });

  test('stays out where a row of it is out, or its account could not be read', async () => {
    expect(fates(await checked([draft({ row: 2, name: 'Sale', isOut: true })], [look([])]))).toEqual([
      ['out', undefined],
    ]);
    const unread = draft({ row: 2, name: 'Sale' });
    const silent = await checked([unread], [{ refusal: 'It could not be asked.', failure: undefined as never }]);
    expect([silent.found, unread.isOut]).toEqual([[], true]);
    expect(silent.told()).toEqual(['Plan!A2 unchecked It could not be asked.']);
  });

  test('is told to exist, where it is changed or found, but not where the sheet made it and all is the same', async () => {
    const told = async (options: object, changing: PlannedCalls) => {
      const run = await checked([one], [look([running('7', 'Sale', { status: 'on' })], { changing })], options);
      tellExisting(run.found, run.problems);
      return run.told();
    };
    expect(await told({}, calls('change'))).toEqual([
      expect.stringContaining('and runs: it would be changed, not made again'),
    ]);
    expect(await told({}, calls())).toEqual([expect.stringContaining('so nothing is done')]);
    const links = [link(2, 'Sale', '7')];
    expect(await told({ links }, calls())).toEqual([]);
    expect(await told({ links }, calls('change'))).toHaveLength(1);
  });
});

describe('the groups of a campaign that exists', () => {
  const budget = { amount: '5', currency: 'USD', per: 'day' };
  const planned = async (said: Partial<Said>, all: RunningCampaign) =>
    (await checked([draft({ row: 2, name: 'Sale', ...said })], [look([all])])).found[0]!.campaign;
  const groups = [{ id: 'g1', name: 'First', status: 'on', ads: 1, budget }] as unknown as RunningCampaign['groups'];

  test('are called as the platform calls them where the sheet names none', async () => {
    const first = running('7', 'Sale', { groups });
    expect((await planned({}, first)).groups.map(({ name }) => name)).toEqual(['First']);
    const named = [{ name: 'Own', ads: [], cells: { name: 'Plan!C2' } }];
    expect((await planned({ groups: named }, first)).groups.map(({ name }) => name)).toEqual(['Own']);
  });

  test('get the budget of their campaign where they hold the budgets and every row says one', async () => {
    const said = { budget, cells: { budget: 'Plan!F2' } };
    const moved = await planned(said, running('7', 'Sale', { groups }));
    expect([moved.budget, moved.groups[0]!.budget, moved.groups[0]!.cells.budget]).toEqual([
      undefined,
      budget,
      'Plan!F2',
    ]);
    const named = (cells: object[]) =>
      cells.map((one, at) => ({ name: `g${at}`, ads: [], cells: { name: 'x', ...one } }));
    const some = { ...said, groups: named([{ budget: 'Plan!F2' }, {}]) };
    expect((await planned(some, running('7', 'Sale', { groups }))).budget).toEqual(budget);
    const held = running('7', 'Sale', { groups, budget: budget as never });
    expect((await planned(said, held)).budget).toEqual(budget);
  });
});

test('only what is made or changed, with calls, is kept to be applied; what is the same is kept beside it', async () => {
  const drafts = ['a', 'b', 'c', 'd'].map((name, at) => draft({ row: at + 2, name }));
  const { found } = await checked(drafts, [look([running('7', 'b'), running('8', 'c')])]);
  Object.assign(found[2]!, { fate: 'same' });
  Object.assign(found[3]!, { fate: 'out' });
  expect(membersOf(found).map(({ kind, campaign }) => `${kind} ${campaign.name}`)).toEqual(['make a', 'change b']);
  expect(sameOf(found).map(({ campaign, before }) => [campaign.name, before.id])).toEqual([['c', '8']]);
  Object.assign(found[0]!, { calls: [] });
  expect(membersOf(found).map(({ position, campaign }) => [position, campaign.name])).toEqual([[0, 'b']]);
  expect(drafts.map((one, at) => answerRow(one, at === 3 ? undefined : found[at], new Coins()).fate)).toEqual([
    ...['make', 'change', 'same', 'out'],
  ]);
});

test('what groups hold is told together where it is of one kind', () => {
  const per = (...kinds: string[]) =>
    answerRow(
      draft({
        row: 2,
        name: 'a',
        groups: kinds.map((kind) => ({
          name: 'g',
          ads: [],
          cells: {},
          budget: { amount: '5', currency: 'USD', per: kind },
        })),
      }),
      undefined,
      new Coins(),
    ).budget;
  expect(per('day', 'day')).toEqual({ amount: '10.00', currency: 'USD', per: 'day' });
  expect([per('day', 'total'), per()]).toEqual([undefined, undefined]);
});

describe('a campaign that no row has any more', () => {
  const all = look([running('7', 'Gone', { status: 'on' }), running('8', 'Sale')]);
  const asked = async (
    links: never[],
    { rows = [2], may = true, looks = [all], drafts = [] as CampaignDraft[] } = {},
  ) => {
    const { found } = await checked(drafts, [all], { links });
    const wasRead = (row: number) => rows.includes(row);
    return takenOut(new SheetLinks(links, drafts), found, looks, { wasRead, mayUse: () => may }).map(
      ({ campaign_id }) => campaign_id,
    );
  };

  test('is asked about, where its row was read, its channel may be used and it is still there', async () => {
    const links = [link(2, 'Gone', '7')];
    expect(await asked(links)).toEqual(['7']);
    expect(await asked(links, { rows: [3] })).toEqual([]);
    expect(await asked(links, { may: false })).toEqual([]);
    expect(await asked([link(2, 'Gone', '9')])).toEqual([]);
    // Of an account that was not read it is not known whether it is there.
    expect(await asked([link(2, 'Gone', '9', { account: '2' })])).toEqual(['9']);
    expect(await asked([link(2, 'Gone', '7')], { looks: [look([], { account: '1' })] })).toEqual([]);
  });

  test('is not one that the sheet still names, or that a row has become', async () => {
    const links = [link(2, 'Gone', '7')];
    expect(await asked(links, { drafts: [draft({ row: 3, name: 'gone' })] })).toEqual([]);
    expect(await asked(links, { drafts: [draft({ row: 2, name: 'Renamed' })] })).toEqual([]);
  });
});

test('what would be taken instead is told beside what is wrong', async () => {
  const run = await checked([draft({ row: 2, name: 'Sale', cells: { budget: 'Plan!F2' } })], [look([])]);
  const instead = { allowed: '12.00 or more', repair: '12.00' };
  addProblem(run.problems, run.found[0]!, { field: 'budget', message: 'Too little.', level: 'stop', ...instead });
  expect(run.problems.sorted()).toMatchObject([{ cell: 'Plan!F2', message: 'Too little.', ...instead }]);
});

test('a cell is wrong once, but for the name, which also takes what has no cell', async () => {
  const run = await checked([draft({ row: 2, name: 'Sale', cells: { budget: 'Plan!F2' } })], [look([])]);
  const tell = (field: string, message: string) =>
    addProblem(run.problems, run.found[0]!, { field, message, level: 'stop' });
  for (const field of ['budget', 'name']) for (const message of ['One.', 'Two.']) tell(field, message);
  expect(run.told().sort()).toEqual(['Plan!B2 value One.', 'Plan!B2 value Two.', 'Plan!F2 value One.']);
  expect(fates(run)).toEqual([['out', undefined]]);
});

test('an amount that could not be read is told in its cell alone, and its row stays out', async () => {
  const run = await checked([draft({ row: 2, name: 'Sale' })], [look([])]);
  const found = run.found[0]!;
  const needsBudget = { field: 'budget', message: 'It needs a budget.', level: 'stop' } as const;
  Object.assign(found.draft.lines[0]!.cells, { budget: 'Plan!F2' });
  addProblem(run.problems, found, needsBudget);
  expect(run.told()).toEqual([]);
  expect(fates(run)).toEqual([['out', undefined]]);
  addProblem(run.problems, found, { ...needsBudget, field: 'name' });
  expect(run.told()).toEqual(['Plan!B2 value It needs a budget.']);
});
