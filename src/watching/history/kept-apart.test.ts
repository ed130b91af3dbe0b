import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stillAmbient } from '../../ambient.testing.ts';
import { DAY_MS } from '../../ambient.ts';
import { StoredJobs } from '../../jobs/stored-jobs.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../../store/store.testing.ts';
import { plusDays } from '../../tools/days.ts';
import { ensureHistoryJobs, HISTORY_JOB } from './history-jobs.ts';
import type { HistoryPlace, KeptReading } from './kept-reading.ts';
import { StoredHistory } from './stored-history.ts';

interface Kept extends HistoryPlace {
  name: string;
  account: string;
  /** What its campaigns spend: each account another amount. */
  cost: bigint;
}

let store: TemporaryStore;
let history: StoredHistory;
let ambient: ReturnType<typeof stillAmbient>;
let workspaces: { ours: string; theirs: string };
/** Accounts that differ from the first in one thing each, with campaigns of the same ids. */
let all: readonly Kept[];
beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient({ startMs: Date.UTC(2026, 10, 10, 6) });
  history = new StoredHistory(store, ambient);
  workspaces = {
    ours: (await seedWorkspace(store)).workspaceId,
    theirs: (await seedWorkspace(store, 'Theirs')).workspaceId,
  };
  const first = { workspaceId: workspaces.ours, channel: 'search', mode: 'sandbox', account: 'a1' } as const;
  all = [
    { ...first, name: 'first', cost: 10n },
    { ...first, name: 'account', cost: 20n, account: 'a2' },
    { ...first, name: 'mode', cost: 30n, mode: 'live' },
    { ...first, name: 'channel', cost: 40n, channel: 'social' },
    { ...first, name: 'workspace', cost: 50n, workspaceId: workspaces.theirs },
  ];
});
afterEach(() => store.discard());

/** A reading of three days: the campaign c1 of each account, and one that only this account has. */
function reading({ account, name, cost }: Kept, from: string, more: Partial<KeptReading> = {}): KeptReading {
  const to = plusDays(from, 2);
  const rows = ['c1', `only ${name}`].map((campaign) => ({ campaign, day: from, parts: { cost, impressions: 1n } }));
  return {
    account: { id: account, name, currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' },
    days: { start_date: from, end_date: to },
    ...{ sums: ['cost', 'impressions'], rows, today: plusDays(to, 1), dueAt: ambient.now() + DAY_MS },
    campaigns: rows.map(({ campaign }) => ({
      id: campaign,
      name: `${campaign} of ${name}`,
      status: 'ON',
      isLive: true,
    })),
    ...more,
  };
}
const keep = (one: Kept, from: string, more: Partial<KeptReading> = {}) => history.keep(one, reading(one, from, more));
const FIRST = '2026-10-29';
const keepAll = async () => {
  for (const one of all) await keep(one, FIRST);
};

type Stored = Pick<Kept, 'account' | 'mode' | 'channel'> & { workspace_id: string };
const nameOf = (row: Stored) =>
  all.find(
    ({ workspaceId, channel, mode, account }) =>
      workspaceId === row.workspace_id && channel === row.channel && mode === row.mode && account === row.account,
  )!.name;
async function rows() {
  const { db } = store;
  const found = [
    ...(await db.selectFrom('daily_accounts').selectAll().execute()),
    ...(await db.selectFrom('daily_campaigns').selectAll().execute()),
    ...(await db.selectFrom('daily_figures').selectAll().execute()),
  ];
  const texts = found.map((row) => ({ of: nameOf(row), text: JSON.stringify(row) }));
  return Object.fromEntries(
    all.map(({ name }) => [
      name,
      texts
        .filter((row) => row.of === name)
        .map(({ text }) => text)
        .sort(),
    ]),
  );
}

/** Does it to each account in turn, and sees that it changes that one alone. */
async function expectAlone(change: (one: Kept) => Promise<void>): Promise<void> {
  for (const one of all) {
    const before = await rows();
    await change(one);
    const after = await rows();
    expect(after[one.name]).not.toEqual(before[one.name]);
    expect({ ...after, [one.name]: [] }).toEqual({ ...before, [one.name]: [] });
  }
}

describe('accounts that differ in one thing', () => {
  it('are read each from a day of its own', async () => {
    for (const [at, one] of all.entries()) await keep(one, plusDays(FIRST, -30 * at));
    const names = (await history.accounts(workspaces.ours)).map(({ name, firstDay }) => [name, firstDay]).sort();
    expect(names).toEqual([
      ['account', plusDays(FIRST, -30)],
      ['channel', plusDays(FIRST, -90)],
      ['first', FIRST],
      ['mode', plusDays(FIRST, -60)],
    ]);
  });

  it('are restated each for itself', async () => {
    await keepAll();
    expect(new Set(Object.values(await rows()).map((some) => some.length))).toEqual(new Set([5]));
    await keepAll();
    const figures = () => store.db.selectFrom('daily_figures').select('first_figures').execute();
    expect((await figures()).filter(({ first_figures }) => first_figures !== null)).toEqual([]);
    ambient.advance(1);
    await expectAlone((one) => keep({ ...one, cost: one.cost + 1n }, FIRST));
  });

  it('know a campaign each for itself, also one that was not looked up', async () => {
    await keepAll();
    const parts = { cost: 1n, impressions: 1n };
    await keep(all[0]!, FIRST, { rows: [{ campaign: 'only mode', day: FIRST, parts }], campaigns: [] });
    const first = async () =>
      (await history.campaigns(workspaces.ours, { channel: 'search', account: 'a1' }))
        .filter(({ account }) => account.mode === 'sandbox')
        .map(({ campaign }) => [campaign.id, campaign.status]);
    expect(await first()).toEqual([
      ['c1', 'ON'],
      ['only first', 'ON'],
      ['only mode', 'UNKNOWN'],
    ]);
  });

  it('are shown with their own campaigns and days', async () => {
    await keepAll();
    const found = await history.campaigns(workspaces.ours, {});
    const shown = found.map(({ account, campaign, days }) => [account.name, campaign.name, days[0]!.parts.cost]);
    const expected = all
      .filter(({ workspaceId }) => workspaceId === workspaces.ours)
      .flatMap(({ name, cost }) => [
        [name, `c1 of ${name}`, cost],
        [name, `only ${name} of ${name}`, cost],
      ]);
    expect(shown.sort()).toEqual(expected.sort());
    const asked = await history.campaigns(workspaces.ours, { channel: 'search', account: 'a2', campaigns: ['c1'] });
    expect(asked.map(({ campaign }) => campaign.name)).toEqual(['c1 of account']);
    expect((await history.accounts(workspaces.theirs)).map(({ name }) => name)).toEqual(['workspace']);
  });

  it('know their own campaigns, all of them or those that are on', async () => {
    await keepAll();
    const off = { name: 'Off', status: 'OFF', isLive: false };
    for (const one of all) {
      await keep(one, FIRST, { campaigns: [{ ...off, id: 'c1' }] });
      expect((await history.knownCampaigns(one, one.account, 'all')).sort()).toEqual(['c1', `only ${one.name}`]);
      expect(await history.knownCampaigns(one, one.account, 'live')).toEqual([`only ${one.name}`]);
    }
  });

  it('are listed by their connection, and fail with it or one by one', async () => {
    await keepAll();
    const [first, account, mode] = all as [Kept, Kept, Kept];
    expect((await history.kept(first)).map(({ name }) => name)).toEqual(['first', 'account']);
    expect((await history.kept(mode)).map(({ name }) => name)).toEqual(['mode']);
    const failed = async () =>
      (await store.db.selectFrom('daily_accounts').select(['name', 'problem']).execute())
        .flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))
        .sort();
    await history.failed(account, ['a2'], 'One.');
    expect(await failed()).toEqual(['account: One.']);
    await history.failed(first, 'all', 'All.');
    expect(await failed()).toEqual(['account: All.', 'first: All.']);
  });

  it('are forgotten one by one', async () => {
    await keepAll();
    for (const [at, one] of all.entries()) {
      const [row] = (await history.kept(one)).filter(({ account }) => account === one.account);
      await history.forget(row!);
      const left = Object.entries(await rows()).filter(([, some]) => some.length > 0);
      expect(left.map(([name, some]) => [name, some.length])).toEqual(all.slice(at + 1).map(({ name }) => [name, 5]));
    }
  });

  it('lose their own old days and campaigns alone', async () => {
    for (const one of all) {
      await keep(one, FIRST);
      await keep(one, plusDays(FIRST, 3), { campaigns: [{ id: 'c1', name: 'Off', status: 'OFF', isLive: false }] });
    }
    ambient.advance(12 * DAY_MS);
    const [first] = all as [Kept];
    const days = { start_date: plusDays(FIRST, 6), end_date: plusDays(FIRST, 20) };
    await keep(first, FIRST, { days, rows: [], campaigns: [{ id: 'c2', name: 'New', status: 'OFF', isLive: false }] });
    await store.db.updateTable('daily_accounts').set({ read_at: ambient.now() }).execute();
    const before = await rows();
    await history.removeOld(10);
    const after = await rows();
    expect({ ...after, first: [] }).toEqual({ ...before, first: [] });
    const left = after.first!.map((text) => JSON.parse(text));
    expect(left.flatMap(({ month, campaign }) => (month ? [`${month} ${campaign}`] : []))).toEqual([
      '2026-11 c1',
      '2026-11 only first',
    ]);
    expect(left.flatMap(({ status, campaign }) => (status ? [campaign] : [])).sort()).toEqual(['c2', 'only first']);
    expect(left.flatMap(({ first_day }) => first_day ?? [])).toEqual([plusDays(FIRST, 11)]);
  });
});

it('the old account of one workspace goes, however many stay of others before it', async () => {
  await keep(all[0]!, FIRST);
  const { db } = store;
  const account = await db.selectFrom('daily_accounts').selectAll().executeTakeFirstOrThrow();
  const workspace = await db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  ambient.advance(20 * DAY_MS);
  await store.transaction(async (tx) => {
    for (const id of [...Array.from({ length: 260 }, (_, at) => `ws_a${at}`), 'zz_last']) {
      await tx
        .insertInto('workspaces')
        .values({ ...workspace, id, name: id })
        .execute();
      const read_at = id === 'zz_last' ? 0 : ambient.now();
      await tx
        .insertInto('daily_accounts')
        .values({ ...account, workspace_id: id, read_at })
        .execute();
    }
  });
  await db
    .updateTable('daily_accounts')
    .set({ read_at: ambient.now() })
    .where('workspace_id', '=', all[0]!.workspaceId)
    .execute();
  let reads = 0;
  const counted = {
    ...store,
    get db() {
      reads += 1;
      if (reads > 10) throw new Error('it reads without an end');
      return db;
    },
  };
  await new StoredHistory(counted, ambient).removeOld(10);
  const left = (await db.selectFrom('daily_accounts').select('workspace_id').execute()).map((row) => row.workspace_id);
  expect(left).toHaveLength(261);
  expect(left).not.toContain('zz_last');
});

it('a channel that another workspace has connected is not connected in ours', async () => {
  await keepAll();
  const connect = (workspace_id: string, channel: string) =>
    store.db
      .insertInto('connections')
      .values({
        ...{ id: `con_${workspace_id} ${channel}`, workspace_id, channel, mode: 'sandbox', account: null },
        ...{ options: '{}', credentials: Buffer.from('x'), version: 1, status: 'connected', updated_at: 0 },
        identity: null,
      })
      .execute();
  await connect(workspaces.theirs, 'search');
  await connect(workspaces.ours, 'social');
  const fresh = async (id: string) =>
    (await history.accounts(id)).filter(({ notFresh }) => notFresh === undefined).map(({ name }) => name);
  expect(await fresh(workspaces.ours)).toEqual(['channel']);
  expect(await fresh(workspaces.theirs)).toEqual(['workspace']);
});

it('the days of a connection are read where a job of another kind has its key, and only of channels with figures', async () => {
  const jobs = new StoredJobs(store, ambient, 'run_1');
  const connect = (channel: string) =>
    store.db
      .insertInto('connections')
      .values({
        ...{ id: `con_${channel}`, workspace_id: workspaces.ours, channel, mode: 'live', account: null, options: '{}' },
        ...{ credentials: Buffer.from('x'), version: 1, status: 'connected', updated_at: 0, identity: null },
      })
      .execute();
  for (const channel of ['search', 'notes']) await connect(channel);
  const key = `${workspaces.ours} search live`;
  await store.transaction((tx) => jobs.put(tx, { kind: 'other', key, runAt: 0 }));
  const tools = [{ channel: { name: 'search', reporting: {} } }, { channel: { name: 'notes' } }];
  await ensureHistoryJobs({ store, jobs, ambient, tools } as unknown as Pipeline);
  const there = await store.db.selectFrom('jobs').select(['kind', 'key']).where('kind', '=', HISTORY_JOB).execute();
  expect(there).toEqual([{ kind: HISTORY_JOB, key }]);
});
