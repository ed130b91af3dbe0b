import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { times } from '../../../test/seed.ts';
import { stillAmbient } from '../../ambient.testing.ts';
import { DAY_MS, HOUR_MS } from '../../ambient.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../../store/store.testing.ts';
import { plusDays } from '../../tools/days.ts';
import type { HistoryPlace, KeptReading } from './kept-reading.ts';
import { StoredHistory } from './stored-history.ts';

let store: TemporaryStore;
let history: StoredHistory;
let place: HistoryPlace;
let ambient: ReturnType<typeof stillAmbient>;

beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient({ startMs: Date.UTC(2026, 10, 10, 6) });
  history = new StoredHistory(store, ambient);
  place = await connectedPlace();
});
afterEach(() => store.discard());

async function connectedPlace(channel = 'search'): Promise<HistoryPlace> {
  const { workspaceId } = await seedWorkspace(store);
  await store.db
    .insertInto('connections')
    .values({
      id: `con_${workspaceId}`,
      workspace_id: workspaceId,
      channel,
      mode: 'sandbox',
      account: null,
      options: '{}',
      credentials: Buffer.from('x'),
      version: 1,
      status: 'connected',
      updated_at: 0,
      identity: null,
    })
    .execute();
  return { workspaceId, channel, mode: 'sandbox' };
}

const DOLLARS = { id: 'a1', name: 'Shop', currency: { code: 'USD', digits: 2 }, timeZone: 'America/New_York' };
const SUMS = ['cost', 'impressions', 'conversions'];

function reading(from: string, to: string, told: KeptReading['rows'], more: Partial<KeptReading> = {}): KeptReading {
  return {
    account: DOLLARS,
    days: { start_date: from, end_date: to },
    sums: SUMS,
    rows: told,
    campaigns: [{ id: 'c1', name: 'Autumn', status: 'ENABLED', isLive: true }],
    today: plusDays(to, 1),
    dueAt: ambient.now() + DAY_MS,
    ...more,
  };
}

const told = (campaign: string, day: string, cost: bigint, impressions: bigint, conversions: bigint | null = 0n) => ({
  campaign,
  day,
  parts: { cost, impressions, conversions },
});

test('a campaign’s days have no gaps: a known day without a row is zero, and others are not there', async () => {
  await history.keep(place, reading('2026-10-30', '2026-11-03', [told('c1', '2026-10-31', 12_345_678n, 1_000_000n)]));
  const [series] = await history.campaigns(place.workspaceId, {});
  expect(series!.days.map(({ day, parts }) => [day, parts.cost, parts.impressions])).toEqual([
    ['2026-10-30', 0n, 0n],
    ['2026-10-31', 12_345_678n, 1_000_000n],
    ['2026-11-01', 0n, 0n],
    ['2026-11-02', 0n, 0n],
    ['2026-11-03', 0n, 0n],
  ]);
  const [some] = await history.campaigns(place.workspaceId, { from: '2026-10-01', to: '2026-10-31' });
  expect(some!.days.map(({ day }) => day)).toEqual(['2026-10-30', '2026-10-31']);
});

test('what a platform says of a day later is kept beside what it said first, a day that was zero included', async () => {
  const first = [told('c1', '2026-11-01', 5_000_000n, 100_000_000n, 1_000_000n)];
  await history.keep(place, reading('2026-10-30', '2026-11-02', first));
  const later = [
    told('c1', '2026-11-01', 5_000_000n, 100_000_000n, 3_000_000n),
    told('c1', '2026-11-02', 1n, 1_000_000n),
  ];
  await history.keep(place, reading('2026-11-01', '2026-11-03', later));
  const [series] = await history.campaigns(place.workspaceId, {});
  expect(series!.days.slice(2)).toEqual([
    {
      day: '2026-11-01',
      parts: { cost: 5_000_000n, impressions: 100_000_000n, conversions: 3_000_000n },
      first: { cost: 5_000_000n, impressions: 100_000_000n, conversions: 1_000_000n },
    },
    {
      day: '2026-11-02',
      parts: { cost: 1n, impressions: 1_000_000n, conversions: 0n },
      first: { cost: 0n, impressions: 0n, conversions: 0n },
    },
    { day: '2026-11-03', parts: { cost: 0n, impressions: 0n, conversions: 0n } },
  ]);
  // A row that is taken back was restated to nothing.
  await history.keep(place, reading('2026-11-01', '2026-11-03', []));
  const [gone] = await history.campaigns(place.workspaceId, { from: '2026-11-01', to: '2026-11-01' });
  expect(gone!.days).toMatchObject([{ parts: { conversions: 0n }, first: { conversions: 1_000_000n } }]);
});

test('amounts beyond what a JSON number holds are kept to the last unit', async () => {
  const cost = 2n ** 80n + 1n;
  await history.keep(place, reading('2026-11-01', '2026-11-01', [told('c1', '2026-11-01', cost, -3n, null)]));
  const [series] = await history.campaigns(place.workspaceId, {});
  expect(series!.days[0]!.parts).toEqual({ cost, impressions: -3n, conversions: null });
});

test('any order of readings ends with what was said last, and with what was said first beside it', async () => {
  const DAY_0 = '2026-10-28';
  const Reading = fc.record({
    from: fc.integer({ min: 0, max: 8 }),
    length: fc.integer({ min: 1, max: 6 }),
    rows: fc.array(
      fc.record({
        campaign: fc.constantFrom('c1', 'c2'),
        day: fc.integer({ min: 0, max: 5 }),
        cost: fc.bigInt({ min: 0n, max: 3n }),
      }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(Reading, { minLength: 1, maxLength: 5 }), async (readings) => {
      const own = await connectedPlace();
      const model = new Map<string, { first: bigint; last: bigint }>();
      let known: [number, number] | undefined;
      for (const { from, length, rows } of readings) {
        const to = from + length - 1;
        if (known && (from > known[1] + 1 || to < known[0] - 1)) continue;
        known = known ? [Math.min(known[0], from), Math.max(known[1], to)] : [from, to];
        const said = new Map<string, bigint>();
        for (const { campaign, day, cost } of rows) if (day < length) said.set(`${campaign} ${from + day}`, cost);
        for (let day = from; day <= to; day++)
          for (const campaign of ['c1', 'c2']) {
            const last = said.get(`${campaign} ${day}`) ?? 0n;
            const before = model.get(`${campaign} ${day}`);
            model.set(`${campaign} ${day}`, { first: before?.first ?? last, last });
          }
        const dayRows = [...said].map(([key, cost]) => {
          const [campaign, day] = key.split(' ');
          return told(campaign!, plusDays(DAY_0, Number(day)), cost, 0n);
        });
        const campaigns = ['c1', 'c2'].map((id) => ({ id, name: id, status: 'ON', isLive: false }));
        await history.keep(own, reading(plusDays(DAY_0, from), plusDays(DAY_0, to), dayRows, { campaigns }));
      }
      for (const { campaign, days } of await history.campaigns(own.workspaceId, {}))
        for (const [at, { parts, first = parts }] of days.entries())
          expect({ first: first.cost, last: parts.cost }).toEqual(model.get(`${campaign.id} ${known![0] + at}`));
    }),
    { numRuns: times(60) },
  );
});

test('days that would leave a gap are refused, since the gap would count as known', async () => {
  await history.keep(place, reading('2026-11-01', '2026-11-03', []));
  await expect(history.keep(place, reading('2026-11-05', '2026-11-06', []))).rejects.toThrow('does not adjoin');
  await history.keep(place, reading('2026-11-04', '2026-11-06', []));
  await history.keep(place, reading('2026-10-01', '2026-10-31', [], { dueAt: undefined }));
  expect(await history.accounts(place.workspaceId)).toMatchObject([
    { firstDay: '2026-10-01', completeUntil: '2026-11-06' },
  ]);
});

test('an account is not fresh when its reading failed, its next day is overdue or its channel is gone, and says so', async () => {
  await history.keep(place, reading('2026-11-01', '2026-11-09', []));
  const notFresh = async () => (await history.accounts(place.workspaceId))[0]!.notFresh;
  expect(await notFresh()).toBeUndefined();
  await history.failed(place, ['a1'], 'auth_failed: the token was withdrawn.');
  expect(await notFresh()).toMatch(/auth_failed: the token was withdrawn.*known until 2026-11-09/);
  await history.keep(place, reading('2026-11-09', '2026-11-09', []));
  expect(await notFresh()).toBeUndefined();
  ambient.advance(DAY_MS + 2 * HOUR_MS);
  expect(await notFresh()).toBeUndefined();
  ambient.advance(2 * HOUR_MS);
  expect(await notFresh()).toMatch(/^2026-11-10 is over and has not been read yet/);
  await store.db.deleteFrom('connections').execute();
  expect(await notFresh()).toMatch(/no longer connected/);
});

test('a campaign is live since it delivered, or since it was seen switched on, and anew after a pause', async () => {
  const since = async (day: string, isLive: boolean, rows: KeptReading['rows']) => {
    const campaigns = [{ id: 'c1', name: 'Autumn', status: isLive ? 'ENABLED' : 'PAUSED', isLive }];
    await history.keep(place, reading(day, day, rows, { campaigns }));
    return (await history.campaigns(place.workspaceId, {}))[0]!.campaign.liveSince;
  };
  expect(await since('2026-11-01', true, [])).toBe('2026-11-02');
  expect(await since('2026-11-02', true, [told('c1', '2026-11-02', 1n, 1n)])).toBe('2026-11-02');
  expect(await since('2026-11-03', false, [])).toBeUndefined();
  expect(await since('2026-11-04', true, [told('c1', '2026-11-04', 1n, 1n)])).toBe('2026-11-04');
  expect(await since('2026-11-05', true, [])).toBe('2026-11-04');
  // Seen switched off, it delivered again on days that were read together: it is certain of the last.
  await since('2026-11-06', false, []);
  const again = ['2026-11-07', '2026-11-08'].map((day) => told('c1', day, 1n, 1n));
  await history.keep(place, reading('2026-11-07', '2026-11-08', again));
  expect((await history.campaigns(place.workspaceId, {}))[0]!.campaign.liveSince).toBe('2026-11-08');
});

test('a question that reaches beyond what is known is answered with what is, on both sides', async () => {
  await history.keep(place, reading('2026-11-02', '2026-11-04', [told('c1', '2026-11-02', 1n, 1n)]));
  const [found] = await history.campaigns(place.workspaceId, { from: '2026-10-30', to: '2026-11-06' });
  expect(found!.days.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-03', '2026-11-04']);
});

test('a failure is noted at the accounts it is about, and a reading further back makes none fresh', async () => {
  await history.keep(place, reading('2026-11-01', '2026-11-09', []));
  await history.keep(place, reading('2026-11-01', '2026-11-09', [], { account: { ...DOLLARS, id: 'a2' } }));
  const failed = async () =>
    (await history.accounts(place.workspaceId)).filter(({ notFresh }) => notFresh).map(({ account }) => account);
  await history.failed(place, [], 'of none');
  expect(await failed()).toEqual([]);
  await history.failed(place, ['a2'], 'of one');
  expect(await failed()).toEqual(['a2']);
  await history.keep(
    place,
    reading('2026-10-01', '2026-10-31', [], { account: { ...DOLLARS, id: 'a2' }, dueAt: undefined }),
  );
  expect(await failed()).toEqual(['a2']);
  await history.failed(place, 'all', 'of all');
  expect(await failed()).toEqual(['a1', 'a2']);
});

test('days that were read together are of different ages; those after them are read daily', async () => {
  const since = async () => (await history.accounts(place.workspaceId))[0]!.readDailySince;
  await history.keep(place, reading('2026-11-01', '2026-11-03', []));
  expect(await since()).toBe('2026-11-04');
  await history.keep(place, reading('2026-11-04', '2026-11-04', []));
  expect(await since()).toBe('2026-11-04');
  await history.keep(place, reading('2026-11-05', '2026-11-07', []));
  expect(await since()).toBe('2026-11-08');
});

test('what a platform takes back is gone, what it says again as at first is not restated, and a name stays', async () => {
  const say = async (cost: bigint | undefined, more: Partial<KeptReading> = {}) => {
    const rows = cost === undefined ? [] : [told('c1', '2026-11-02', cost, 1n)];
    await history.keep(place, reading('2026-11-02', '2026-11-02', rows, more));
    const [found] = await history.campaigns(place.workspaceId, {});
    return [found!.days[0]!.parts.cost, found!.days[0]!.first?.cost, found!.campaign.name];
  };
  expect(await say(5n)).toEqual([5n, undefined, 'Autumn']);
  expect(await say(7n)).toEqual([7n, 5n, 'Autumn']);
  expect(await say(5n, { campaigns: [{ id: 'c1', name: '', status: 'ENABLED', isLive: true }] })).toEqual([
    5n,
    undefined,
    'Autumn',
  ]);
  expect(await say(undefined, { campaigns: [] })).toEqual([0n, 5n, 'Autumn']);
});

test('sums that a later version reads in another order keep their names', async () => {
  await history.keep(place, reading('2026-11-02', '2026-11-02', [told('c1', '2026-11-02', 5n, 9n)]));
  const sums = ['impressions', 'clicks', 'cost'];
  const parts = { impressions: 1n, clicks: 2n, cost: 3n };
  await history.keep(
    place,
    reading('2026-11-03', '2026-11-03', [{ campaign: 'c1', day: '2026-11-03', parts }], { sums }),
  );
  const [found] = await history.campaigns(place.workspaceId, {});
  expect(found!.days.map((day) => day.parts)).toEqual([{ impressions: 9n, clicks: null, cost: 5n }, parts]);
});

test('of more campaigns than one read holds, and of more workspaces than one round takes, none is left out', async () => {
  const rows = Array.from({ length: 260 }, (_, at) =>
    told(`c${String(at).padStart(3, '0')}`, '2026-11-02', BigInt(at), 1n),
  );
  await history.keep(place, reading('2026-11-01', '2026-11-03', rows, { campaigns: [] }));
  const found = await history.campaigns(place.workspaceId, {});
  expect(found.map(({ days }) => days[1]!.parts.cost)).toEqual(rows.map(({ parts }) => parts.cost));
  const account = await store.db.selectFrom('daily_accounts').selectAll().executeTakeFirstOrThrow();
  const workspace = await store.db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  await store.transaction(async (tx) => {
    for (let at = 0; at < 260; at += 1) {
      const workspace_id = `zz${at}`;
      await tx
        .insertInto('workspaces')
        .values({ ...workspace, id: workspace_id, name: workspace_id })
        .execute();
      await tx
        .insertInto('daily_accounts')
        .values({ ...account, workspace_id, read_at: 0 })
        .execute();
    }
  });
  await history.removeOld(60);
  expect(await store.db.selectFrom('daily_accounts').select('workspace_id').execute()).toHaveLength(1);
});

test('two readings at once are one: nothing is written twice and nothing counts as restated', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => told(`c${at}`, '2026-11-02', BigInt(at), 1n));
  const same = () => history.keep(place, reading('2026-11-01', '2026-11-03', rows));
  await Promise.all([same(), same(), same()]);
  const found = await history.campaigns(place.workspaceId, {});
  expect(found).toHaveLength(250);
  expect(found.flatMap(({ days }) => days.filter(({ first }) => first))).toEqual([]);
  expect(found.find(({ campaign }) => campaign.id === 'c249')!.days[1]!.parts.cost).toBe(249n);
});

test('retention counts from the newest day; what is no longer read goes as a whole', async () => {
  const days = { start_date: '2026-08-15', end_date: '2026-11-09' };
  const rows = [told('old', '2026-08-20', 1n, 1n), told('c1', '2026-11-01', 2n, 2n)];
  await history.keep(place, reading(days.start_date, days.end_date, rows));
  await history.removeOld(60);
  const found = await history.campaigns(place.workspaceId, { campaigns: ['c1'] });
  expect(found.map(({ account, days: kept }) => [account.firstDay, kept.length])).toEqual([['2026-09-11', 60]]);
  expect(await store.db.selectFrom('daily_figures').select('month').execute()).toEqual([{ month: '2026-11' }]);
  const ids = async () => (await history.campaigns(place.workspaceId, {})).map(({ campaign }) => campaign.id);
  expect(await ids()).toEqual(['c1', 'old']);
  // One that is on stays, however long ago it was looked at.
  await store.db.updateTable('daily_campaigns').set({ is_live: 1 }).where('campaign', '=', 'old').execute();
  ambient.advance(61 * DAY_MS);
  await history.keep(place, reading('2026-11-09', '2026-12-30', []));
  await history.removeOld(60);
  expect(await ids()).toEqual(['c1', 'old']);
  await store.db.updateTable('daily_campaigns').set({ is_live: 0 }).where('campaign', '=', 'old').execute();
  await history.keep(place, reading('2026-12-30', '2026-12-31', []));
  await history.removeOld(60);
  expect(await ids()).toEqual(['c1']);
  ambient.advance(61 * DAY_MS);
  await history.removeOld(60);
  expect(await history.accounts(place.workspaceId)).toEqual([]);
  for (const table of ['daily_figures', 'daily_campaigns'] as const)
    expect(await store.db.selectFrom(table).select('campaign').execute()).toEqual([]);
});

test('a workspace sees its own accounts only, and a question names channel, account and campaigns', async () => {
  const other = await connectedPlace('video');
  const rows = ['c1', 'c2', 'c3'].map((id) => told(id, '2026-11-01', 1n, 1n));
  await history.keep(place, reading('2026-11-01', '2026-11-01', rows));
  await history.keep(place, reading('2026-11-01', '2026-11-01', rows, { account: { ...DOLLARS, id: 'a2' } }));
  expect(await history.campaigns(other.workspaceId, {})).toEqual([]);
  expect(await history.campaigns(place.workspaceId, {})).toHaveLength(6);
  const asked = await history.campaigns(place.workspaceId, {
    channel: 'search',
    account: 'a2',
    campaigns: ['c3', 'c2'],
  });
  expect(asked.map(({ account, campaign }) => [account.account, campaign.id])).toEqual([
    ['a2', 'c2'],
    ['a2', 'c3'],
  ]);
  expect(await history.campaigns(place.workspaceId, { channel: 'video' })).toEqual([]);
});
