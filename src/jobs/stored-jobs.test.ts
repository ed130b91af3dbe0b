import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import type { DueJob, JobKind, NewJob } from './jobs.ts';
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

const put = (job: Partial<NewJob> = {}) =>
  store.transaction((tx) => jobs.put(tx, { kind: 'check', key: 'one', runAt: ambient.now(), ...job }));
const rows = () => store.db.selectFrom('jobs').selectAll().orderBy('key').execute();
const row = async () => (await rows())[0]!;

/** A kind that notes what it ran. */
function noted(
  run: (job: DueJob) => number | undefined | Promise<number | undefined> = () => undefined,
  kind = 'check',
) {
  const ran: DueJob[] = [];
  const made: JobKind = {
    kind,
    async run(job) {
      ran.push(job);
      return run(job);
    },
  };
  return { ...made, ran };
}

describe('a job', () => {
  it('runs when it is due, with what was put, and goes when it is done', async () => {
    const { workspaceId } = await seedWorkspace(store);
    await put({ runAt: ambient.now() + 1, workspaceId, payload: { monitor: 7 } });
    const check = noted();
    expect(await jobs.runDue([check])).toBe(0);
    ambient.advance(1);
    expect(await jobs.runDue([check])).toBe(1);
    expect(check.ran).toMatchObject([
      { kind: 'check', key: 'one', runAt: ambient.now(), workspaceId, payload: { monitor: 7 }, attempts: 0 },
    ]);
    expect(await rows()).toEqual([]);
  });

  it('is one of its kind and key: putting it again moves it', async () => {
    await put({ payload: { a: 1 } });
    await put({ runAt: ambient.now() + HOUR_MS, payload: { a: 2 } });
    expect(await rows()).toMatchObject([{ run_at: ambient.now() + HOUR_MS, payload: '{"a":2}' }]);
    await store.transaction((tx) => jobs.remove(tx, 'check', 'one'));
    expect(await rows()).toEqual([]);
  });

  it('is put in the transaction of its cause, and not without it', async () => {
    const cause = store.transaction(async (tx) => {
      await jobs.put(tx, { kind: 'check', key: 'one', runAt: 0 });
      throw new Error('not now');
    });
    await expect(cause).rejects.toThrow('not now');
    expect(await rows()).toEqual([]);
  });

  it('runs again at the time that it returns; missed ticks run once', async () => {
    await put();
    const hourly = noted(() => ambient.now() + HOUR_MS);
    await jobs.runDue([hourly]);
    ambient.advance(10 * DAY_MS);
    expect(await jobs.runDue([hourly])).toBe(1);
    expect(await row()).toMatchObject({ run_at: ambient.now() + HOUR_MS, lease_owner: null, attempts: 0 });
  });

  it('stays when this process does not know its kind', async () => {
    await put({ kind: 'of a newer version' });
    expect(await jobs.runDue([noted()])).toBe(0);
    expect(await jobs.runDue([])).toBe(0);
    expect(await rows()).toHaveLength(1);
  });

  it('that puts another one, due at once, is followed by it', async () => {
    await put();
    const second = noted(undefined, 'second');
    const first = noted(async () => {
      await put({ kind: 'second' });
      return undefined;
    });
    expect(await jobs.runDue([first, second])).toBe(2);
    expect(second.ran).toHaveLength(1);
  });

  it('that runs when the service stops is let end, without being asked to', async () => {
    await put();
    const begun = Promise.withResolvers<void>();
    let ended = '';
    const slow = noted(async ({ signal }: DueJob) => {
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 40));
      ended = signal.aborted ? 'asked to' : 'by itself';
      return undefined;
    });
    jobs.start([slow]);
    await begun.promise;
    await jobs.close();
    expect(ended).toBe('by itself');
    expect(await rows()).toEqual([]);
  });
});

it('a store that cannot be asked is told of once a minute, and asked again all the while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [told, asked]: [unknown[], string[]] = [[], []];
  const db = new Proxy({}, { get: (_, name) => void asked.push(String(name)) });
  const lost = new StoredJobs({ db, onCommit() {} } as unknown as Store, ambient, 'run_1');
  lost.observe({ scrub: (text) => text, onRun() {}, onProblem: (error) => void told.push(error) });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      ambient.advance(1_200);
      await vi.advanceTimersByTimeAsync(1_200);
    }
    return [told.length, asked.length > 10];
  };
  try {
    lost.start([noted()]);
    expect(await pass(40)).toEqual([1, true]);
    asked.length = 0;
    expect(await pass(40)).toEqual([2, true]);
  } finally {
    await lost.close(0);
    vi.useRealTimers();
  }
});

describe('a job that fails', () => {
  it('waits for one minute, then twice as long each time, up to six hours, and is never lost', async () => {
    await put();
    const failing = noted(() => {
      throw new Error('the platform is away');
    });
    const waits: number[] = [];
    for (let failures = 1; failures <= 12; failures++) {
      await jobs.runDue([failing]);
      const { run_at, attempts, last_error } = await row();
      expect({ attempts, last_error }).toEqual({ attempts: failures, last_error: 'Error: the platform is away' });
      waits.push(run_at - ambient.now());
      ambient.advance(run_at - ambient.now());
    }
    for (const [index, wait] of waits.entries()) {
      const middle = Math.min(MINUTE_MS * 2 ** index, 6 * HOUR_MS);
      expect(wait).toBeGreaterThanOrEqual(middle * 0.8 - 1);
      expect(wait).toBeLessThanOrEqual(Math.min(middle * 1.2 + 1, 6 * HOUR_MS));
    }
    expect(failing.ran.map(({ attempts }) => attempts)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const mended = noted(() => ambient.now() + HOUR_MS);
    await jobs.runDue([mended]);
    expect(await row()).toMatchObject({ attempts: 0, last_error: null });
  });

  it('waits as long as the platform asks', async () => {
    await put();
    const details = { code: 'rate_limited', message: 'Too fast.', nextStep: 'Wait.', retryAfterS: 3_000 } as const;
    await jobs.runDue([
      noted(() => {
        throw new Failure(details);
      }),
    ]);
    expect(await row()).toMatchObject({ run_at: ambient.now() + 3_000_000, last_error: 'rate_limited: Too fast.' });
  });

  it('is also one that names no time to run again', async () => {
    await put();
    await jobs.runDue([noted(() => Number.NaN)]);
    expect(await row()).toMatchObject({ attempts: 1, last_error: 'Error: The next run of check is no time: NaN' });
  });

  it('keeps its error without secrets, on one line', async () => {
    jobs.observe({ scrub: (text) => text.replaceAll('hush', '…'), onRun() {}, onProblem() {} });
    await put();
    await jobs.runDue([
      noted(() => {
        throw new Error(`token=hush\nsecond line ${'x'.repeat(1_000)}`);
      }),
    ]);
    const { last_error } = await row();
    expect(last_error).toMatch(/^Error: token=… second line x+$/);
    expect(last_error).toHaveLength(500);
  });
});

describe('a job that is moved or removed while it runs', () => {
  it('stays as it was put', async () => {
    await put();
    const later = ambient.now() + 5 * HOUR_MS;
    for (const returned of [undefined, ambient.now() + HOUR_MS]) {
      await put();
      await jobs.runDue([
        noted(async () => {
          await put({ runAt: later, payload: { new: true } });
          return returned;
        }),
      ]);
      expect(await rows()).toMatchObject([
        { run_at: later, payload: '{"new":true}', lease_owner: null, lease_until: null },
      ]);
    }
  });

  it('stays removed', async () => {
    await put();
    await jobs.runDue([
      noted(async () => {
        await store.transaction((tx) => jobs.remove(tx, 'check', 'one'));
        return ambient.now() + HOUR_MS;
      }),
    ]);
    expect(await rows()).toEqual([]);
  });

  it('still waits for a minute when it failed', async () => {
    await put();
    await jobs.runDue([
      noted(async () => {
        await put({ payload: { new: true } });
        throw new Error('once more');
      }),
    ]);
    const { run_at, ...rest } = await row();
    expect(run_at - ambient.now()).toBeGreaterThan(40_000);
    expect(rest).toMatchObject({ payload: '{"new":true}', last_error: 'Error: once more', lease_owner: null });
  });

  it('does not run a second time beside itself', async () => {
    await put();
    let together = 0;
    let most = 0;
    const check = noted(async ({ payload }) => {
      most = Math.max(most, ++together);
      if (!payload.again) {
        await put({ payload: { again: true } });
        await new StoredJobs(store, ambient, 'run_2').runDue([check]);
      }
      together -= 1;
      return undefined;
    });
    await jobs.runDue([check]);
    expect({ most, ran: check.ran.length }).toEqual({ most: 1, ran: 2 });
    expect(await rows()).toEqual([]);
  });
});
