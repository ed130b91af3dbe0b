import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../../test/seed.ts';
import { DAY_MS } from '../ambient.ts';
import { seedWorkspace, spawnScript } from '../store/store.testing.ts';
import { DEADLINE_MS, IdempotencyBed, LIFE_MS, master } from './idempotency.testing.ts';
import type { Claim } from './idempotency.ts';

let bed: IdempotencyBed;
beforeEach(async () => {
  bed = await IdempotencyBed.open();
});
afterEach(() => bed.store.discard());

describe('a key', () => {
  it('is new, then running, then answered with the first reply', async () => {
    expect(await bed.claim()).toEqual({ state: 'new' });
    expect(await bed.claim()).toEqual({ state: 'running' });
    await bed.finish('{"ok":true}');
    expect(await bed.claim()).toEqual({ state: 'replay', reply: '{"ok":true}' });
    expect(await bed.claim()).toEqual({ state: 'replay', reply: '{"ok":true}' });
  });

  it('cannot be used for something else, running or done', async () => {
    await bed.claim();
    expect(await bed.claim({ fingerprint: 'f2' })).toEqual({ state: 'mismatch' });
    await bed.finish('done');
    expect(await bed.claim({ fingerprint: 'f2' })).toEqual({ state: 'mismatch' });
  });

  it('is another key in another workspace', async () => {
    await bed.claim();
    const other = await seedWorkspace(bed.store, 'Other');
    const there = { workspaceId: other.workspaceId };
    expect(await bed.claim(there)).toEqual({ state: 'new' });
    // What ends there is still under way here.
    bed.calls.leave({ ...bed.request, ...there });
    expect(await bed.claim()).toEqual({ state: 'running' });
    expect(await bed.claim(there)).toEqual({ state: 'abandoned' });
  });

  it('can be tried again after a release, but a finished one is not given back', async () => {
    await bed.claim();
    await bed.release();
    expect(await bed.claim()).toEqual({ state: 'new' });
    await bed.finish('done');
    await bed.release();
    expect(await bed.claim()).toEqual({ state: 'replay', reply: 'done' });
  });

  it('keeps its first answer, even if a call of a lapsed key ends after that of the next', async () => {
    await bed.claim();
    await bed.finish('first');
    await bed.finish('late');
    expect(await bed.claim()).toEqual({ state: 'replay', reply: 'first' });
  });

  it('lives for a day after the last moment for its answer, then is new again', async () => {
    await bed.claim();
    bed.ambient.advance(DEADLINE_MS);
    await bed.finish('done');
    bed.ambient.advance(DAY_MS - 1);
    expect(await bed.claim()).toEqual({ state: 'replay', reply: 'done' });
    bed.ambient.advance(1);
    expect(await bed.claim({ fingerprint: 'f2' })).toEqual({ state: 'new' });
    expect(await bed.claim({ fingerprint: 'f2' })).toEqual({ state: 'running' });
  });

  it('is given to one of many calls that ask at once', async () => {
    const elsewhere = await bed.store.reopen();
    const other = bed.processOn(elsewhere, 'second');
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? bed.claim() : bed.claim({}, other, elsewhere))),
    );
    expect(claims.filter(({ state }) => state === 'new')).toHaveLength(1);
    expect(claims.filter(({ state }) => state === 'running')).toHaveLength(19);
    await elsewhere.close();
  });

  it('is replayed to a call in the same commit as the first reply sealed for its workspace', async () => {
    await bed.claim();
    expect(await Promise.all([bed.finish('first'), bed.claim()])).toEqual([
      undefined,
      { state: 'replay', reply: 'first' },
    ]);
  });

  it('is not taken by a transaction that fails', async () => {
    const failing = bed.store.transaction(async (tx) => {
      await bed.calls.claim(tx, bed.request);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await bed.claim()).toEqual({ state: 'new' });
  });
});

describe('a call that was cut off', () => {
  it('is running for as long as this process is at it, whatever the clock says, and abandoned from then on', async () => {
    await bed.claim();
    bed.ambient.setClock(bed.ambient.now() + DAY_MS / 2);
    expect(await bed.claim()).toEqual({ state: 'running' });
    bed.calls.leave({ workspaceId: bed.workspaceId, key: 'order-1' });
    expect(await bed.claim()).toEqual({ state: 'abandoned' });
    await bed.finish('late');
    expect(await bed.claim()).toEqual({ state: 'replay', reply: 'late' });
  });

  it('says nothing about another key that is under way', async () => {
    await bed.claim({ key: 'one' });
    await bed.claim({ key: 'two' });
    bed.calls.leave({ workspaceId: bed.workspaceId, key: 'one' });
    expect(await bed.claim({ key: 'one' })).toEqual({ state: 'abandoned' });
    expect(await bed.claim({ key: 'two' })).toEqual({ state: 'running' });
  });

  it('in another process is abandoned once its deadline has passed', async () => {
    await bed.claim();
    const other = bed.processOn(bed.store, 'second');
    bed.ambient.advance(29_999);
    expect(await bed.claim({}, other)).toEqual({ state: 'running' });
    bed.ambient.advance(1);
    expect(await bed.claim({}, other)).toEqual({ state: 'abandoned' });
  });

  it('is abandoned when the next process starts; what was done is replayed', async () => {
    await bed.claim({ key: 'done' });
    await bed.finish('reply', 'done');
    await bed.claim({ key: 'cut' });
    await bed.store.close();

    const again = await bed.store.reopen();
    const next = bed.processOn(again, 'second');
    expect(await next.abandonStale()).toBe(1);
    expect(await next.abandonStale()).toBe(0);
    expect(await bed.claim({ key: 'cut' }, next, again)).toEqual({ state: 'abandoned' });
    expect(await bed.claim({ key: 'done' }, next, again)).toEqual({ state: 'replay', reply: 'reply' });
    await again.close();
  });

  it('leaves the calls of this process alone', async () => {
    await bed.claim();
    expect(await bed.calls.abandonStale()).toBe(0);
    expect(await bed.claim()).toEqual({ state: 'running' });
  });

  it('by kill -9 is abandoned, and every acknowledged reply is still there', async () => {
    const script = `import { writeSync } from 'node:fs';
      import { openStoreAt } from 'store/open-store.ts';
      import { realAmbient } from 'ambient.ts';
      import { Idempotency } from 'idempotency/idempotency.ts';
      import { deriveSecrets } from 'vault/secrets.ts';
      import { Vault } from 'vault/vault.ts';
      const [file, master, workspaceId] = process.argv.slice(1) as [string, string, string];
      const store = await openStoreAt(JSON.parse(file!));
      const vault = new Vault(store, deriveSecrets(Buffer.from(master, 'hex')), realAmbient);
      const calls = new Idempotency(store, vault, realAmbient, 'killed');
      const request = { workspaceId, fingerprint: 'f1', callId: 'c', owner: 'key_1', deadlineMs: 600_000 };
      await store.transaction((tx) => calls.claim(tx, { ...request, key: 'cut' }));
      for (let index = 0; ; index++) {
        const key = 'order-' + index;
        await store.transaction((tx) => calls.claim(tx, { ...request, key }));
        await store.transaction((tx) => calls.finish(tx, { workspaceId, key, reply: 'reply ' + index, outcome: 'applied' }));
        writeSync(1, '.');
      }`;
    const child = spawnScript(script, [JSON.stringify(bed.store.place), master.toString('hex'), bed.workspaceId]);
    let acknowledged = 0;
    child.stdout.on('data', (dots: Buffer) => {
      acknowledged += dots.length;
      if (acknowledged > 30) child.kill('SIGKILL');
    });
    await once(child, 'close');
    bed.ambient.advance(Date.now() - bed.ambient.now());

    const next = bed.processOn(bed.store, 'second');
    expect(await next.abandonStale()).toBeGreaterThanOrEqual(1);
    expect(await bed.claim({ key: 'cut' }, next)).toEqual({ state: 'abandoned' });
    for (let index = 0; index < acknowledged; index++) {
      expect(await bed.claim({ key: `order-${index}` }, next)).toEqual({ state: 'replay', reply: `reply ${index}` });
    }
    expect(acknowledged).toBeGreaterThan(30);
  });
});

it('keeps replies unreadable, and bound to their key', async () => {
  await bed.claim({ key: 'one' });
  await bed.finish('EAAB-token-in-a-reply', 'one');
  await bed.claim({ key: 'two' });
  await bed.finish('other', 'two');
  expect(await bed.store.holds('EAAB-token')).toBe(false);
  const { reply } = await bed.store.db
    .selectFrom('idempotency')
    .select('reply')
    .where('key', '=', 'one')
    .executeTakeFirstOrThrow();
  await bed.store.db.updateTable('idempotency').set({ reply }).where('key', '=', 'two').execute();
  await expect(bed.claim({ key: 'two' })).rejects.toMatchObject({ code: 'internal' });
});

it('clears away what has expired, and only that', async () => {
  await bed.claim({ key: 'old' });
  bed.ambient.advance(LIFE_MS / 2);
  await bed.claim({ key: 'young' });
  bed.ambient.advance(LIFE_MS / 2);
  expect(await bed.calls.purge()).toBe(1);
  expect(await bed.store.db.selectFrom('idempotency').select('key').execute()).toEqual([{ key: 'young' }]);
});

it('clears away thousands without holding up other calls', async () => {
  await bed.store.transaction(async (tx) => {
    for (let index = 0; index < 3_000; index++) {
      bed.ambient.advance(1);
      await bed.calls.claim(tx, { ...bed.request, key: `${index}` });
    }
  });
  bed.ambient.advance(LIFE_MS);
  let turns = 0;
  const watch = setInterval(() => turns++, 0);
  expect(await bed.calls.purge()).toBe(3_000);
  clearInterval(watch);
  expect(turns).toBeGreaterThan(2);
});

it('that was cut off is known as such, whether its deadline has passed or not', async () => {
  await bed.claim({ key: 'cut off long ago' });
  bed.ambient.advance(DEADLINE_MS);
  await bed.claim({ key: 'cut off' });
  const next = bed.processOn(bed.store, 'next');
  expect(await next.abandonStale()).toBe(1);
  for (const key of ['cut off long ago', 'cut off'])
    expect(await bed.claim({ key }, next)).toEqual({ state: 'abandoned' });
});

describe('any events in any order', () => {
  type Known = {
    fingerprint: string;
    state: 'running' | 'done' | 'abandoned';
    left: boolean;
    expiresAt: number;
    reply?: string;
  };

  /** The promise in its simplest form: one key, no store. */
  class Model {
    #row: Known | undefined;

    claim(now: number, fingerprint: string): Claim {
      const row = this.#row;
      if (!row || row.expiresAt <= now) {
        this.#row = { fingerprint, state: 'running', left: false, expiresAt: now + LIFE_MS };
        return { state: 'new' };
      }
      if (row.fingerprint !== fingerprint) return { state: 'mismatch' };
      if (row.state === 'done') return { state: 'replay', reply: row.reply! };
      return { state: row.state === 'abandoned' || row.left ? 'abandoned' : 'running' };
    }

    finish(reply: string): void {
      if (this.#row && this.#row.state !== 'done') this.#row = { ...this.#row, state: 'done', reply };
    }

    leave(): void {
      if (this.#row) this.#row.left = true;
    }

    release(): void {
      if (this.#row?.state === 'running') this.#row = undefined;
    }

    restart(): void {
      if (this.#row?.state === 'running') this.#row.state = 'abandoned';
    }

    purge(now: number): void {
      if (this.#row && this.#row.expiresAt <= now) this.#row = undefined;
    }
  }

  const step = fc.oneof(
    fc.record({ kind: fc.constant('claim' as const), fingerprint: fc.constantFrom('f1', 'f1', 'f2') }),
    fc.record({ kind: fc.constant('finish' as const), reply: fc.string() }),
    fc.record({ kind: fc.constantFrom('release' as const, 'leave' as const, 'restart' as const, 'purge' as const) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 10_000, 30_000, DAY_MS / 2, DAY_MS) }),
  );

  it('it answers as the promise says', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const key = `model-${run++}`;
        const model = new Model();
        for (const [index, each] of steps.entries()) {
          if (each.kind === 'claim') {
            const { fingerprint } = each;
            expect(await bed.claim({ key, fingerprint })).toEqual(model.claim(bed.ambient.now(), fingerprint));
          } else if (each.kind === 'finish') {
            await bed.finish(each.reply, key);
            model.finish(each.reply);
          } else if (each.kind === 'wait') {
            bed.ambient.advance(each.ms);
          } else if (each.kind === 'restart') {
            bed.calls = bed.processOn(bed.store, `process-${run}-${index}`);
            await bed.calls.abandonStale();
            model.restart();
          } else if (each.kind === 'leave') {
            bed.calls.leave({ workspaceId: bed.workspaceId, key });
            model.leave();
          } else if (each.kind === 'release') {
            await bed.release(key);
            model.release();
          } else {
            await bed.calls.purge();
            model.purge(bed.ambient.now());
          }
        }
      }),
      { numRuns: times(60) },
    );
  });
});
