import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { stillAmbient } from '../ambient.testing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../ambient.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { JobRows } from './job-rows.ts';
import type { JobKind, NewJob } from './jobs.ts';
import { StoredJobs } from './stored-jobs.ts';

let store: TemporaryStore;
let second: Store;
let ambient: ReturnType<typeof stillAmbient>;
/** Two processes on one store. */
let here: StoredJobs;
let there: StoredJobs;

beforeEach(async () => {
  store = await temporaryStore();
  second = await store.reopen();
  ambient = stillAmbient();
  here = new StoredJobs(store, ambient, 'run_1');
  there = new StoredJobs(second, ambient, 'run_2');
});
afterEach(async () => {
  await Promise.all([here.close(0), there.close(0)]);
  await second.close();
  await store.discard();
});

const putAll = (jobs: readonly (Partial<NewJob> & { key: string })[]) =>
  store.transaction(async (tx) => {
    for (const job of jobs) await here.put(tx, { kind: 'check', runAt: ambient.now(), ...job });
  });
const keys = (count: number, more: Partial<NewJob> = {}) =>
  Array.from({ length: count }, (_, index) => ({ key: `${more.lane ?? more.kind ?? ''}${index}`, ...more }));
const rows = () => store.db.selectFrom('jobs').selectAll().orderBy('key').execute();

describe('two processes, one tick', () => {
  it('run every due job once, together', async () => {
    await putAll(keys(60));
    const ran: string[] = [];
    const by = (process: string): JobKind => ({
      kind: 'check',
      async run({ key }) {
        ran.push(`${process} ${key}`);
        await nextTurn();
        return ambient.now() + HOUR_MS;
      },
    });
    const counts = await Promise.all([here.runDue([by('here')]), there.runDue([by('there')])]);
    expect(counts[0] + counts[1]).toBe(60);
    expect(new Set(ran.map((one) => one.split(' ')[1])).size).toBe(60);
    expect((await rows()).every(({ run_at }) => run_at === ambient.now() + HOUR_MS)).toBe(true);
  });

  it('run one job of a lane at a time', async () => {
    await putAll([...keys(15, { lane: 'conn_1' }), ...keys(15, { lane: 'conn_2' }), ...keys(5)]);
    const running = new Map<string, number>();
    const crowded: string[] = [];
    const check: JobKind = {
      kind: 'check',
      async run({ key }) {
        const lane = key.slice(0, 6);
        running.set(lane, (running.get(lane) ?? 0) + 1);
        if (lane.startsWith('conn') && running.get(lane)! > 1) crowded.push(key);
        await nextTurn();
        await nextTurn();
        running.set(lane, running.get(lane)! - 1);
        return undefined;
      },
    };
    let ran = 0;
    while ((await rows()).length > 0)
      ran += (await Promise.all([here.runDue([check]), there.runDue([check])])).reduce((a, b) => a + b);
    expect({ ran, crowded }).toEqual({ ran: 35, crowded: [] });
  });

  it('with random puts, removals, failures and steps of the clock: no job is lost, none runs twice for one put', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), key: fc.integer({ min: 0, max: 5 }), inMs: fc.nat(HOUR_MS) }),
      fc.record({ do: fc.constant('remove' as const), key: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ do: fc.constant('advance' as const), ms: fc.nat(2 * HOUR_MS) }),
      fc.record({ do: fc.constant('run' as const), fails: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await store.db.deleteFrom('jobs').execute();
        const wanted = new Map<string, { runAt: number; put: number }>();
        const effects: string[] = [];
        let puts = 0;
        for (const one of steps) {
          if (one.do === 'advance') ambient.advance(one.ms);
          if (one.do === 'put') {
            const [key, runAt, put] = [`k${one.key}`, ambient.now() + one.inMs, ++puts];
            wanted.set(key, { runAt, put });
            await store.transaction((tx) => here.put(tx, { kind: 'check', key, runAt, payload: { put } }));
          }
          if (one.do === 'remove') {
            wanted.delete(`k${one.key}`);
            await store.transaction((tx) => here.remove(tx, 'check', `k${one.key}`));
          }
          if (one.do === 'run') {
            const check: JobKind = {
              kind: 'check',
              async run({ key, payload }) {
                await nextTurn();
                if (one.fails) throw new Error('fails');
                effects.push(`${key} ${payload.put}`);
                wanted.delete(key);
                return undefined;
              },
            };
            const due = [...wanted].filter(([, { runAt }]) => runAt <= ambient.now()).map(([key]) => key);
            await Promise.all([here.runDue([check]), there.runDue([check])]);
            // What failed before waits for a while; nothing else that was due is left.
            const left = (await rows()).filter(({ key, attempts }) => attempts === 0 && due.includes(key));
            if (!one.fails) expect(left).toEqual([]);
          }
        }
        expect((await rows()).map(({ key }) => key)).toEqual([...wanted.keys()].sort());
        expect(new Set(effects).size).toBe(effects.length);
      }),
      { seed, numRuns: times(150) },
    );
  });
});

describe('a lease', () => {
  const hanging = () => {
    const end = Promise.withResolvers<number | undefined>();
    const begun = Promise.withResolvers<AbortSignal>();
    const kind: JobKind = {
      kind: 'check',
      run({ signal }) {
        begun.resolve(signal);
        return end.promise;
      },
    };
    return { kind, end, begun: begun.promise };
  };
  const quick = (ran: string[]): JobKind => ({
    kind: 'check',
    async run({ key, attempts }) {
      ran.push(`${key} after ${attempts}`);
      return ambient.now() + DAY_MS;
    },
  });

  it('keeps others away for a minute; then the job runs again, and the first run can no longer end it', async () => {
    await putAll([{ key: 'one' }]);
    const { kind, end, begun } = hanging();
    const first = here.runDue([kind]);
    await begun;
    const ran: string[] = [];
    ambient.advance(59_000);
    expect(await there.runDue([quick(ran)])).toBe(0);
    ambient.advance(1_000);
    expect(await there.runDue([quick(ran)])).toBe(1);
    expect(ran).toEqual(['one after 1']);
    end.resolve(undefined);
    await first;
    expect(await rows()).toMatchObject([{ run_at: ambient.now() + DAY_MS, lease_owner: null }]);
  });

  it('is kept while the job runs; a job that was removed, or taken by another, is aborted', async () => {
    await putAll([{ key: 'one' }]);
    const { kind, end, begun } = hanging();
    here.start([kind]);
    const signal = await begun;
    const ran: string[] = [];
    for (let minutes = 0; minutes < 5; minutes++) {
      ambient.advance(50_000);
      await here.renew();
      expect(await there.runDue([quick(ran)])).toBe(0);
    }
    expect(signal.aborted).toBe(false);
    await store.transaction((tx) => here.remove(tx, 'check', 'one'));
    await here.renew();
    expect(signal.aborted).toBe(true);
    end.resolve(undefined);
  });

  it('is renewed by itself long before it runs out', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await putAll([{ key: 'one' }]);
      const { kind, end, begun } = hanging();
      const run = here.runDue([kind]);
      await begun;
      ambient.advance(30_000);
      vi.advanceTimersByTime(30_000);
      await expect.poll(async () => (await rows())[0]!.lease_until).toBe(ambient.now() + MINUTE_MS);
      end.resolve(undefined);
      await run;
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a job that hangs is lost after ten minutes', async () => {
    await putAll([{ key: 'one' }]);
    const { kind, end, begun } = hanging();
    here.start([kind]);
    const signal = await begun;
    ambient.advance(10 * MINUTE_MS + 1);
    await here.renew();
    expect(signal.aborted).toBe(true);
    const ran: string[] = [];
    expect(await there.runDue([quick(ran)])).toBe(1);
    expect(ran).toEqual(['one after 1']);
    end.resolve(undefined);
  });

  it('is given back when the service stops, and the job counts no failure', async () => {
    await putAll([{ key: 'obeys' }, { key: 'ignores' }]);
    let begun = 0;
    const both = Promise.withResolvers<void>();
    here.start([
      {
        kind: 'check',
        run({ key, signal }) {
          if (++begun === 2) both.resolve();
          return new Promise((_, reject) => {
            if (key === 'obeys') signal.addEventListener('abort', () => reject(signal.reason));
          });
        },
      },
    ]);
    await both.promise;
    await here.close(0);
    expect(await rows()).toMatchObject([
      { key: 'ignores', lease_owner: null, attempts: 0, run_at: ambient.now() },
      { key: 'obeys', lease_owner: null, attempts: 0, run_at: ambient.now() },
    ]);
    const ran: string[] = [];
    expect(await there.runDue([quick(ran)])).toBe(2);
  });
});

describe('a claim', () => {
  const claims = () => [new JobRows(store, ambient, 'run_1'), new JobRows(second, ambient, 'run_2')] as const;
  const idOf = async (key: string) => (await rows()).find((row) => row.key === key)!.id;

  it('does not take a job that was put off after it was seen', async () => {
    await putAll([{ key: 'one' }]);
    await putAll([{ key: 'one', runAt: ambient.now() + HOUR_MS }]);
    expect(await claims()[0].claim([await idOf('one')])).toEqual([]);
  });

  it('takes a job of a lane whose lease is one of a clock that was ahead', async () => {
    await putAll([
      { key: 'one', lane: 'conn_1' },
      { key: 'two', lane: 'conn_1' },
    ]);
    const ofLane = { lease_owner: 'run_0 1', lease_until: ambient.now() + HOUR_MS };
    await store.db.updateTable('jobs').set(ofLane).where('key', '=', 'one').execute();
    expect(await claims()[0].claim([await idOf('two')])).toMatchObject([{ key: 'two' }]);
  });

  it('that another process has by now is neither prolonged nor given back', async () => {
    await putAll([{ key: 'one' }]);
    const [first, other] = claims();
    const lost = await first.claim([await idOf('one')]);
    ambient.advance(MINUTE_MS);
    const [held] = await other.claim([await idOf('one')]);
    ambient.advance(1_000);
    expect(await first.renew(lost)).toEqual(new Set());
    await first.release(lost);
    expect(await rows()).toMatchObject([{ lease_owner: held!.lease_owner, lease_until: held!.lease_until }]);
  });
});
