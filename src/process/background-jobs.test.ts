import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { loadSettings } from '../config.ts';
import type { Log } from '../observe/log.ts';
import type { Metering } from '../observe/metering.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import type { Home } from './home.ts';
import { BEAT_EVERY_MS } from './presence.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A store without rows that notes which tables are looked through. */
function emptyTables(done: string[]) {
  const query: object = new Proxy(
    {},
    {
      get: (_, step) => {
        if (step === 'execute') return async () => [];
        if (String(step).startsWith('executeTakeFirst')) return async () => ({ numDeletedRows: 0n });
        return () => query;
      },
    },
  );
  const looked = (table: string) => {
    done.push(`looked through ${table}`);
    return query;
  };
  const db = { selectFrom: looked, deleteFrom: looked };
  return { db, transaction: (work: (tx: typeof db) => Promise<unknown>) => work(db) };
}

/** A home whose parts note what they were asked for. */
function started(ended: () => boolean, more: { flush?: () => Promise<void>; auditDays?: number } = {}) {
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  const home = {
    directory: { dropStale: () => done.push('workspaces dropped') },
    keyRing: { flush: more.flush ?? note('last uses written') },
    audit: {
      flush: note('audit mark written'),
      removeBefore: async (before: number) => done.push(`audit removed before ${new Date(before).toISOString()}`),
    },
    plans: { expire: note('plans lapsed'), abandonStale: note('plans given up') },
    idempotency: { purge: note('old keys purged'), abandonStale: note('calls given up') },
    leads: { removeOld: note('old leads removed') },
    leadAddresses: { removeOld: note('old pushes forgotten') },
    notices: { removeOld: note('old notices removed') },
    store: {
      ...emptyTables(done),
      alone(name: string, work: () => Promise<unknown>) {
        done.push(`alone: ${name}`);
        return work();
      },
    },
    presence: { beat: note('beat'), look: async () => ended() },
  };
  const failures: unknown[] = [];
  const log = { write: (...line: unknown[]) => failures.push(line) };
  const metering = { flush: note('usage written') };
  const means = {
    home: home as unknown as Home,
    ambient: { ...realAmbient, now: () => Date.now() },
    settings: loadSettings({}, { data: '/nonexistent', auditDays: String(more.auditDays ?? 0) }),
    log: log as unknown as Log,
  };
  const stop = startBackgroundJobs(
    means,
    metering as unknown as Metering,
    async () => void done.push('approved plans applied'),
  );
  return { done, failures, stop };
}

test('calls that a dead process left running are given up at the next beat, and only then', async () => {
  let ended = false;
  const { done, stop } = started(() => ended);
  await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS);
  expect(done).toContain('beat');
  expect(done).not.toContain('calls given up');
  ended = true;
  await vi.advanceTimersByTimeAsync(BEAT_EVERY_MS);
  expect(done).toContain('calls given up');
  expect(done).toContain('plans given up');
  stop();
});

test('what can wait is written every two seconds, and expired keys are purged by one process at a time', async () => {
  const { done, stop } = started(() => false);
  await vi.advanceTimersByTimeAsync(2_000);
  for (const what of ['workspaces dropped', 'last uses written', 'usage written', 'audit mark written'])
    expect(done).toContain(what);
  expect(done).not.toContain('old keys purged');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(done.indexOf('alone: purge')).toBe(done.indexOf('old keys purged') - 1);
  stop();
  const before = done.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(done).toHaveLength(before);
});

test('all that is kept for a time is purged: what one purge leaves out would stay for ever', async () => {
  const { done, failures, stop } = started(() => false);
  await vi.advanceTimersByTimeAsync(600_000);
  stop();
  vi.useRealTimers();
  await expect.poll(() => done).toContain('looked through alerts');
  const purged = ['old keys purged', 'old leads removed', 'old pushes forgotten', 'old notices removed'];
  const tables = ['oauth_artifacts', 'oauth_clients', 'workspaces', 'daily_accounts', 'monitor_verdicts'];
  for (const what of [...purged, ...tables.map((table) => `looked through ${table}`)]) expect(done).toContain(what);
  expect(failures).toEqual([]);
});

test('old audit entries are removed where their days are bounded, and nowhere else', async () => {
  vi.setSystemTime('2026-06-30T00:00:00Z');
  const [bounded, unbounded] = [started(() => false, { auditDays: 30 }), started(() => false)];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(bounded.done).toContain('audit removed before 2026-05-31T00:10:00.000Z');
  expect(unbounded.done.filter((what) => what.startsWith('audit removed'))).toEqual([]);
  bounded.stop();
  unbounded.stop();
});

test('one that fails is logged, the others are done, and it is tried again', async () => {
  let failing = true;
  const flush = async () => {
    if (failing) throw new Error('disk full');
  };
  const { done, failures, stop } = started(() => false, { flush });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(failures).toEqual([['error', 'background_job_failed', { detail: 'Error: disk full' }]]);
  expect(done).toContain('usage written');
  failing = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(failures).toHaveLength(1);
  stop();
});
