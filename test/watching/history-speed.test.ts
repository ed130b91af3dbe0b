import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillHistory, WORKSPACE } from '../../bench/kept-history.ts';
import { realAmbient } from '../../src/ambient.ts';
import { leastOfFive, longestTurnMs } from '../../src/event-loop/turn-length.testing.ts';
import { type TemporaryStore, temporaryStore } from '../../src/store/store.testing.ts';
import { plusDays } from '../../src/tools/days.ts';
import { StoredHistory } from '../../src/watching/history/stored-history.ts';

const CAMPAIGNS = 60;
let store: TemporaryStore;
let history: StoredHistory;

beforeAll(async () => {
  store = await temporaryStore();
  history = new StoredHistory(store, realAmbient);
  await fillHistory(store, history, CAMPAIGNS);
});
afterAll(() => store.discard());

const HELD_MS_MAX = 50;

/** In processor time of this thread, since other programs on the machine take theirs. */
async function spentMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test('thirteen months of four channels are read in under a second, and no turn of the event loop is long', async () => {
  await history.campaigns(WORKSPACE, {});
  const read = async () => {
    const found = await history.campaigns(WORKSPACE, {});
    expect(found.reduce((sum, { days }) => sum + days.length, 0)).toBe(4 * CAMPAIGNS * 400);
  };
  expect(await leastOfFive(1000, () => spentMs(read))).toBeLessThan(1000);
  expect(await leastOfFive(HELD_MS_MAX, () => longestTurnMs(read))).toBeLessThan(HELD_MS_MAX);
});

test('a chart of one campaign does not read the others', async () => {
  const question = { channel: 'social', account: '1', campaigns: ['120000000007'], from: '2026-09-01' };
  await history.campaigns(WORKSPACE, question);
  const read = async () => expect(await history.campaigns(WORKSPACE, question)).toHaveLength(1);
  expect(await leastOfFive(50, () => spentMs(read))).toBeLessThan(50);
});

test('keeping a month of a thousand campaigns holds the event loop for moments only', async () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `c${at}`);
  const days = Array.from({ length: 31 }, (_, at) => plusDays('2026-10-01', at));
  const parts = { cost: 12_340_000n, impressions: 5_000_000_000n };
  const reading = {
    account: { id: 'large', name: 'Large', currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' },
    days: { start_date: days[0]!, end_date: days.at(-1)! },
    sums: ['cost', 'impressions'],
    rows: ids.flatMap((campaign) => days.map((day) => ({ campaign, day, parts }))),
    campaigns: ids.map((id) => ({ id, name: id, status: 'ON', isLive: true })),
    today: '2026-11-01',
    dueAt: 0,
  };
  const place = { workspaceId: WORKSPACE, channel: 'social', mode: 'live' } as const;
  const keep = async () => {
    await store.db.deleteFrom('daily_figures').where('account', '=', 'large').execute();
    return longestTurnMs(() => history.keep(place, reading));
  };
  expect(await leastOfFive(HELD_MS_MAX, keep)).toBeLessThan(HELD_MS_MAX);
});
