import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { StoredJobs } from '../../src/jobs/stored-jobs.ts';
import { spawnScript, type TemporaryStore, temporaryStore } from '../../src/store/store.testing.ts';
import { isLong, seed } from '../seed.ts';
import { Dice } from './dice.ts';

/**
 * Runs due jobs by a clock that is some time ahead, so that leases of killed processes have run out. A job's effect is a row with
 * the job's key, which can be there only once; the run tells of it, and is not marked as done before the next line is read.
 */
const RUNNER = `
  import { createInterface } from 'node:readline';
  import { realAmbient } from 'ambient.ts';
  import { StoredJobs } from 'jobs/stored-jobs.ts';
  import { openStoreAt } from 'store/open-store.ts';
  const [, place, aheadMs, waits] = process.argv;
  const store = await openStoreAt(JSON.parse(place!));
  const ambient = { ...realAmbient, now: () => Date.now() + Number(aheadMs) };
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const jobs = new StoredJobs(store, ambient, 'run_' + process.pid);
  await jobs.runDue([{
    kind: 'effect',
    async run({ key, attempts }) {
      await store.transaction((tx) => tx.insertInto('organizations').values({ id: key, name: '', created_at: 0 })
        .onConflict((conflict) => conflict.doNothing()).execute());
      console.log('effect ' + key + ' ' + attempts);
      if (waits === 'waits') await lines.next();
      return undefined;
    },
  }]);
  console.log('drained');
  process.exit(0);
`;

let store: TemporaryStore;
let jobs: StoredJobs;
beforeEach(async () => {
  store = await temporaryStore();
  jobs = new StoredJobs(store, realAmbient, 'run_test');
});
afterEach(() => store.discard());

const put = (keys: readonly string[]) =>
  store.transaction(async (tx) => {
    for (const key of keys) await jobs.put(tx, { kind: 'effect', key, runAt: 0 });
  });
const left = () => store.db.selectFrom('jobs').selectAll().execute();
const effects = async () =>
  (await store.db.selectFrom('organizations').select('id').orderBy('id').execute()).map(({ id }) => id);

/** A process that runs due jobs, and is killed after so many lines. Resolves to the lines, when the process is gone. */
async function runner({
  aheadMs,
  waits = false,
  killedAfter,
}: {
  aheadMs: number;
  waits?: boolean;
  killedAfter: number;
}) {
  const child = spawnScript(RUNNER, [JSON.stringify(store.place), String(aheadMs), waits ? 'waits' : '']);
  const errors: string[] = [];
  child.stderr.on('data', (text) => errors.push(String(text)));
  const gone = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === killedAfter) child.kill('SIGKILL');
  }
  const [code, signal] = await gone;
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(errors.join(''));
  return lines;
}

test('killed between effect and mark: the job runs again after its lease, and its effect is there once', async () => {
  await put(['one']);
  expect(await runner({ aheadMs: 0, waits: true, killedAfter: 1 })).toEqual(['effect one 0']);
  expect(await effects()).toEqual(['one']);
  expect(await left()).toMatchObject([{ key: 'one', attempts: 0, lease_owner: expect.stringMatching(/^run_/) }]);

  // Its lease keeps everybody away for a minute.
  expect(await runner({ aheadMs: 0, killedAfter: 9 })).toEqual(['drained']);
  expect(await runner({ aheadMs: 61_000, killedAfter: 9 })).toEqual(['effect one 1', 'drained']);
  expect(await effects()).toEqual(['one']);
  expect(await left()).toEqual([]);
});

test('two processes of which one is killed again and again at any moment: every effect is there, once', async () => {
  const dice = new Dice(seed);
  const keys = Array.from({ length: isLong ? 300 : 60 }, (_, index) => `job ${String(index).padStart(3, '0')}`);
  await put(keys);
  for (let round = 0; (await left()).length > 0; round++) {
    const aheadMs = round * 61_000;
    const killedAfter = () => 1 + Math.floor(dice.between(0, 20));
    await Promise.all([
      runner({ aheadMs, killedAfter: killedAfter() }),
      runner({ aheadMs, killedAfter: killedAfter() }),
    ]);
    expect(round).toBeLessThan(keys.length);
  }
  expect(await effects()).toEqual(keys);
});
