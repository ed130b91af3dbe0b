import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../../test/seed.ts';
import { stillAmbient } from '../ambient.testing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../ambient.ts';
import { leastOfFive, longestTurnMs } from '../event-loop/turn-length.testing.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { FairTurns } from './fair-turns.ts';
import type { JobKind, NewJob } from './jobs.ts';
import { StoredJobs } from './stored-jobs.ts';

let store: TemporaryStore;
let ambient: ReturnType<typeof stillAmbient>;
let jobs: StoredJobs;

beforeEach(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  jobs = new StoredJobs(store, ambient, 'run_1');
});
afterEach(async () => {
  await jobs.close(0);
  await store.discard();
});

/** As `put` keeps them, many at once. */
async function putMany(count: number, more: Partial<NewJob> = {}): Promise<void> {
  const { kind = 'monitor', runAt = ambient.now(), workspaceId = null, lane = null } = more;
  const share = lane ?? workspaceId ?? '';
  await store.transaction((tx) => jobs.put(tx, { ...more, kind, key: `${kind} ${share}`, runAt }));
  const like = await store.db
    .selectFrom('jobs')
    .selectAll()
    .where('key', '=', `${kind} ${share}`)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: count - 1 }, (_, index) => {
    const key = `${like.key} ${index}`;
    return { ...like, id: `${like.id}${index}`, key };
  });
  for (let first = 0; first < rows.length; first += 500)
    await store.db
      .insertInto('jobs')
      .values(rows.slice(first, first + 500))
      .execute();
}

function noting(order: string[], nameOf: (job: { kind: string; workspaceId: string | undefined }) => string) {
  return (kind: string): JobKind => ({
    kind,
    async run(job) {
      order.push(nameOf(job));
      await nextTurn();
      return undefined;
    },
  });
}

describe('10,000 jobs due at once', () => {
  it('never hold the event loop for 50 ms', async () => {
    await putMany(10_000);
    let ran = 0;
    const longest = await leastOfFive(50, () =>
      longestTurnMs(async () => {
        const enough = Promise.withResolvers<void>();
        const until = ran + times(10_000) / 5;
        jobs.start([
          {
            kind: 'monitor',
            async run() {
              if (++ran === until) enough.resolve();
              return ambient.now() + HOUR_MS;
            },
          },
        ]);
        await enough.promise;
        await jobs.close();
      }),
    );
    expect(longest).toBeLessThan(50);
  });

  it('keep no other kind waiting', async () => {
    await putMany(150, { runAt: ambient.now() - HOUR_MS });
    await putMany(3, { kind: 'delivery' });
    const order: string[] = [];
    const kind = noting(order, (job) => job.kind);
    await jobs.runDue([kind('monitor'), kind('delivery')]);
    expect(order.lastIndexOf('delivery')).toBeLessThan(24);
    expect(order).toHaveLength(153);
  });

  it('of one workspace keep no other workspace waiting, nor those of one connection another', async () => {
    const [{ workspaceId: large }, { workspaceId: small }] = [await seedWorkspace(store), await seedWorkspace(store)];
    await putMany(150, { runAt: ambient.now() - HOUR_MS, workspaceId: large });
    await putMany(2, { workspaceId: small });
    const order: string[] = [];
    await jobs.runDue([noting(order, ({ workspaceId }) => (workspaceId === small ? 'small' : 'large'))('monitor')]);
    expect(order.lastIndexOf('small')).toBeLessThan(60);
    order.length = 0;
    await putMany(105, { runAt: ambient.now() - HOUR_MS, workspaceId: large, lane: 'conn_1' });
    await putMany(2, { workspaceId: small, lane: 'conn_2' });
    await jobs.runDue([noting(order, ({ workspaceId }) => (workspaceId === small ? 'small' : 'large'))('monitor')]);
    expect(order.lastIndexOf('small')).toBeLessThan(60);
    expect(order).toHaveLength(107);
  });

  it('leave room: at most twelve run at a time, six of a kind', async () => {
    await putMany(60);
    const running = new Map<string, number>();
    let [begun, most, mostOfAKind] = [0, 0, 0];
    const kind = (name: string): JobKind => ({
      kind: name,
      async run() {
        running.set(name, (running.get(name) ?? 0) + 1);
        most = Math.max(
          most,
          [...running.values()].reduce((a, b) => a + b),
        );
        mostOfAKind = Math.max(mostOfAKind, running.get(name)!);
        // They end one by one, so that there is room for one while eleven run.
        for (let turns = begun++ % 7; turns >= 0; turns--) await nextTurn();
        running.set(name, running.get(name)! - 1);
        return undefined;
      },
    });
    const kinds = ['monitor', 'slow', 'quick'].map(kind);
    expect(await jobs.runDue(kinds)).toBe(60);
    expect(mostOfAKind).toBe(6);
    await putMany(30);
    await putMany(30, { kind: 'slow' });
    await putMany(30, { kind: 'quick' });
    expect(await jobs.runDue(kinds)).toBe(90);
    expect({ most, mostOfAKind }).toEqual({ most: 12, mostOfAKind: 6 });
  });
});

it('turns: the kind and the share that waited longest come first', () => {
  const turns = new FairTurns();
  const named = (kind: string, share: string) => ({ id: `${kind}${share}`, kind, share, lane: null, run_at: 0 });
  const due = [named('a', '1'), named('a', '1'), named('a', '2'), named('b', '1')];
  const order = () => turns.order(due).map(({ id }) => id);
  expect(order()).toEqual(['a1', 'b1', 'a2', 'a1']);
  turns.took(due[0]!);
  expect(order()).toEqual(['b1', 'a2', 'a1', 'a1']);
});

describe.each([DAY_MS, -DAY_MS])('a clock that is set %i ms aside', (asideMs) => {
  const jump = () => ambient.setClock(ambient.now() + asideMs);
  const hourly: JobKind = { kind: 'monitor', run: async () => ambient.now() + HOUR_MS };

  it('stops no job for longer than it had to wait', async () => {
    await putMany(1);
    expect(await jobs.runDue([hourly])).toBe(1);
    jump();
    await jobs.runDue([hourly]);
    ambient.advance(HOUR_MS);
    expect(await jobs.runDue([hourly])).toBe(1);
    ambient.advance(HOUR_MS);
    expect(await jobs.runDue([hourly])).toBe(1);
  });

  it('is followed by a process that runs on, and by one that starts anew', async () => {
    await putMany(1, { runAt: ambient.now() + HOUR_MS });
    jump();
    jobs.start([hourly]);
    ambient.advance(HOUR_MS);
    const others = new StoredJobs(store, ambient, 'run_2');
    await others.runDue([hourly]);
    const [job] = await jobs.list({ limit: 1 });
    expect(job!.runAt - ambient.now()).toBeLessThanOrEqual(HOUR_MS);
    expect(job!.lastRunAt ?? 0).toBeLessThanOrEqual(ambient.now());
  });

  it('keeps no lease of an ended process for longer than its minute', async () => {
    await putMany(1);
    const dead = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<void>();
    const run = async () => {
      begun.resolve();
      return dead.promise;
    };
    const ended = new StoredJobs(store, ambient, 'run_0').runDue([{ kind: 'monitor', run }]);
    await begun.promise;
    jump();
    expect((await jobs.list({ limit: 1 }))[0]!.lease).toBeUndefined();
    ambient.advance(MINUTE_MS);
    expect(await jobs.runDue([hourly])).toBe(1);
    dead.resolve(undefined);
    await ended;
  });

  it('lets jobs of the calendar name their moments anew', async () => {
    const monday = ambient.now() + 2 * DAY_MS;
    await putMany(1, { kind: 'weekly', runAt: monday });
    const sent: number[] = [];
    const weekly: JobKind = {
      kind: 'weekly',
      calendar: true,
      async run() {
        const now = ambient.now();
        if (now >= monday) sent.push(now);
        return now < monday ? monday : undefined;
      },
    };
    await jobs.runDue([weekly]);
    jump();
    await jobs.runDue([weekly, hourly]);
    expect(await jobs.list({ limit: 1 })).toMatchObject([{ runAt: monday }]);
    ambient.advance(monday - ambient.now());
    await jobs.runDue([weekly]);
    expect(sent).toEqual([monday]);
  });
});

describe('what is listed', () => {
  it('names the state of each job, and counts by kind', async () => {
    const now = ambient.now();
    await putMany(1, { kind: 'late', runAt: now - HOUR_MS });
    await putMany(2, { kind: 'due', runAt: now - SECOND_MS });
    await putMany(1, { kind: 'waiting', runAt: now + HOUR_MS });
    await putMany(1, { kind: 'failing' });
    await putMany(1, { kind: 'running' });
    const failing = { kind: 'failing', run: () => Promise.reject(new Error('away')) };
    await jobs.runDue([failing]);
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
    const run = () => {
      begun.resolve();
      return end.promise;
    };
    const running = jobs.runDue([{ kind: 'running', run }]);
    await begun.promise;

    const states = (await jobs.list({ limit: 10 })).map(({ kind, state }) => `${kind} ${state}`);
    expect(states[0]).toBe('late late');
    expect(states.slice(1, 4).sort()).toEqual(['due due', 'due due', 'running running']);
    expect(states.slice(4)).toEqual(['failing failing', 'waiting waiting']);
    expect(await jobs.list({ state: 'failing', limit: 10 })).toMatchObject([{ lastError: 'Error: away', attempts: 1 }]);
    expect(await jobs.list({ state: 'running', limit: 10 })).toMatchObject([
      { kind: 'running', lease: { owner: 'run_1', until: now + MINUTE_MS } },
    ]);
    expect(await jobs.list({ state: 'due', limit: 1 })).toMatchObject([{ kind: 'late' }]);
    expect(await jobs.list({ kind: 'waiting', limit: 10 })).toHaveLength(1);
    expect(await jobs.counts()).toEqual([
      { kind: 'due', due: 2, late: 0, failing: 0, running: 0 },
      { kind: 'failing', due: 0, late: 0, failing: 1, running: 0 },
      { kind: 'late', due: 1, late: 1, failing: 0, running: 0 },
      { kind: 'running', due: 0, late: 0, failing: 0, running: 1 },
      { kind: 'waiting', due: 0, late: 0, failing: 0, running: 0 },
    ]);
    end.resolve(undefined);
    await running;
  });
});
