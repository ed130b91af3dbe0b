import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillHistory, WORKSPACE } from '../../bench/kept-history.ts';
import { realAmbient } from '../../src/ambient.ts';
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

/** In processor time of this thread, since other programs on the machine take theirs: all of some work, and its longest turn of the event loop. */
async function held<T>(work: () => Promise<T>) {
  const before = process.threadCpuUsage();
  let [isOver, longestMs] = [false, 0];
  const done = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = process.threadCpuUsage();
    await nextTurn();
    longestMs = Math.max(longestMs, msOf(process.threadCpuUsage(began)));
  }
  return { result: await done, longestMs, allMs: msOf(process.threadCpuUsage(before)) };
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

test('thirteen months of four channels are read in under a second, and no turn of the event loop is long', async () => {
  await history.campaigns(WORKSPACE, {});
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const { result, ...times } = await held(() => history.campaigns(WORKSPACE, {}));
    expect(result.reduce((sum, { days }) => sum + days.length, 0)).toBe(4 * CAMPAIGNS * 400);
    rounds.push(times);
  }
  expect(Math.min(...rounds.map(({ allMs }) => allMs))).toBeLessThan(1000);
  // The garbage collector runs when it wants to: the quietest round counts.
  expect(Math.min(...rounds.map(({ longestMs }) => longestMs))).toBeLessThan(50);
});

test('a chart of one campaign does not read the others', async () => {
  const question = { channel: 'social', account: '1', campaigns: ['120000000007'], from: '2026-09-01' };
  await history.campaigns(WORKSPACE, question);
  const { result, allMs } = await held(() => history.campaigns(WORKSPACE, question));
  expect(result).toHaveLength(1);
  expect(allMs).toBeLessThan(50);
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
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    await store.db.deleteFrom('daily_figures').where('account', '=', 'large').execute();
    rounds.push(await held(() => history.keep(place, reading)));
  }
  expect(Math.min(...rounds.map(({ longestMs }) => longestMs))).toBeLessThan(50);
});
