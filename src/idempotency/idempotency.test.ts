import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leastOfThree, longestTurnMs } from '../measured.testing.ts';
import type { Store } from '../store/store.ts';
import {
  type StillAmbient,
  seedWorkspace,
  spawnScript,
  stillAmbient,
  type TemporaryStore,
  temporaryStore,
} from '../store/testbed.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { type Claim, type ClaimRequest, Idempotency } from './idempotency.ts';
import { KEYS_PER_OWNER_MAX, REPLIES_BYTES_PER_OWNER_MAX, REPLY_BYTES_MAX } from './reply-quota.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const DEADLINE_MS = 30_000;
const LIFE_MS = DEADLINE_MS + DAY_MS;
const master = randomBytes(32);
const secrets = deriveSecrets(master);
let ambient: StillAmbient;
let store: TemporaryStore;
let calls: Idempotency;
let workspaceId: string;

beforeEach(async () => {
  ambient = stillAmbient();
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store));
  calls = processOn(store, 'first');
});
afterEach(() => store.discard());

function processOn(on: Store, instanceId: string): Idempotency {
  return new Idempotency(on, new Vault(on, secrets, ambient), ambient, instanceId);
}

const REQUEST = { key: 'order-1', fingerprint: 'f1', callId: 'call_1', owner: 'key_1', deadlineMs: DEADLINE_MS };
const claim = (request: Partial<ClaimRequest> = {}, by = calls, on: Store = store): Promise<Claim> =>
  on.transaction((tx) => by.claim(tx, { ...REQUEST, workspaceId, ...request }));
const finish = (reply: string, key = 'order-1') =>
  store.transaction((tx) => calls.finish(tx, { workspaceId, key, reply, outcome: 'applied' }));
const release = (key = 'order-1') => store.transaction((tx) => calls.release(tx, { workspaceId, key }));

describe('a key', () => {
  it('is new, then running, then answered with the first reply', async () => {
    expect(await claim()).toEqual({ state: 'new' });
    expect(await claim()).toEqual({ state: 'running' });
    await finish('{"ok":true}');
    expect(await claim()).toEqual({ state: 'replay', reply: '{"ok":true}' });
    expect(await claim()).toEqual({ state: 'replay', reply: '{"ok":true}' });
  });

  it('cannot be used for something else, running or done', async () => {
    await claim();
    expect(await claim({ fingerprint: 'f2' })).toEqual({ state: 'mismatch' });
    await finish('done');
    expect(await claim({ fingerprint: 'f2' })).toEqual({ state: 'mismatch' });
  });

  it('is another key in another workspace', async () => {
    await claim();
    const other = await seedWorkspace(store, 'Other');
    expect(await claim({ workspaceId: other.workspaceId })).toEqual({ state: 'new' });
  });

  it('can be tried again after a release, but a finished one is not given back', async () => {
    await claim();
    await release();
    expect(await claim()).toEqual({ state: 'new' });
    await finish('done');
    await release();
    expect(await claim()).toEqual({ state: 'replay', reply: 'done' });
  });

  it('lives for a day after the last moment for its answer, then is new again', async () => {
    await claim();
    ambient.advance(DEADLINE_MS);
    await finish('done');
    ambient.advance(DAY_MS - 1);
    expect(await claim()).toEqual({ state: 'replay', reply: 'done' });
    ambient.advance(1);
    expect(await claim({ fingerprint: 'f2' })).toEqual({ state: 'new' });
    expect(await claim({ fingerprint: 'f2' })).toEqual({ state: 'running' });
  });

  it('is given to one of many who ask at once', async () => {
    const elsewhere = await store.reopen();
    const other = processOn(elsewhere, 'second');
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? claim() : claim({}, other, elsewhere))),
    );
    expect(claims.filter(({ state }) => state === 'new')).toHaveLength(1);
    expect(claims.filter(({ state }) => state === 'running')).toHaveLength(19);
    await elsewhere.close();
  });

  it('is replayed to who asks in the very commit of the first reply sealed for its workspace', async () => {
    await claim();
    expect(await Promise.all([finish('first'), claim()])).toEqual([undefined, { state: 'replay', reply: 'first' }]);
  });

  it('is not taken by a transaction that fails', async () => {
    const failing = store.transaction(async (tx) => {
      await calls.claim(tx, { ...REQUEST, workspaceId });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await claim()).toEqual({ state: 'new' });
  });
});

describe('a call that was cut off', () => {
  it('is running for as long as this process is at it, whatever the clock says, and abandoned from then on', async () => {
    await claim();
    ambient.setClock(ambient.now() + DAY_MS / 2);
    expect(await claim()).toEqual({ state: 'running' });
    calls.leave({ workspaceId, key: 'order-1' });
    expect(await claim()).toEqual({ state: 'abandoned' });
    await finish('late');
    expect(await claim()).toEqual({ state: 'replay', reply: 'late' });
  });

  it('says nothing about another key that is under way', async () => {
    await claim({ key: 'one' });
    await claim({ key: 'two' });
    calls.leave({ workspaceId, key: 'one' });
    expect(await claim({ key: 'one' })).toEqual({ state: 'abandoned' });
    expect(await claim({ key: 'two' })).toEqual({ state: 'running' });
  });

  it('in another process is abandoned once its deadline has passed', async () => {
    await claim();
    const other = processOn(store, 'second');
    ambient.advance(29_999);
    expect(await claim({}, other)).toEqual({ state: 'running' });
    ambient.advance(1);
    expect(await claim({}, other)).toEqual({ state: 'abandoned' });
  });

  it('is abandoned when the next process starts; what was done is replayed', async () => {
    await claim({ key: 'done' });
    await finish('reply', 'done');
    await claim({ key: 'cut' });
    await store.close();

    const again = await store.reopen();
    const next = processOn(again, 'second');
    expect(await next.abandonStale()).toBe(1);
    expect(await next.abandonStale()).toBe(0);
    expect(await claim({ key: 'cut' }, next, again)).toEqual({ state: 'abandoned' });
    expect(await claim({ key: 'done' }, next, again)).toEqual({ state: 'replay', reply: 'reply' });
    await again.close();
  });

  it('leaves the calls of this process alone', async () => {
    await claim();
    expect(await calls.abandonStale()).toBe(0);
    expect(await claim()).toEqual({ state: 'running' });
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
    const child = spawnScript(script, [JSON.stringify(store.place), master.toString('hex'), workspaceId]);
    let acknowledged = 0;
    child.stdout.on('data', (dots: Buffer) => {
      acknowledged += dots.length;
      if (acknowledged > 30) child.kill('SIGKILL');
    });
    await once(child, 'close');
    ambient.advance(Date.now() - ambient.now());

    const next = processOn(store, 'second');
    expect(await next.abandonStale()).toBeGreaterThanOrEqual(1);
    expect(await claim({ key: 'cut' }, next)).toEqual({ state: 'abandoned' });
    for (let index = 0; index < acknowledged; index++) {
      expect(await claim({ key: `order-${index}` }, next)).toEqual({ state: 'replay', reply: `reply ${index}` });
    }
    expect(acknowledged).toBeGreaterThan(30);
  });
});

it('keeps replies unreadable, and bound to their key', async () => {
  await claim({ key: 'one' });
  await finish('EAAB-token-in-a-reply', 'one');
  await claim({ key: 'two' });
  await finish('other', 'two');
  expect(await store.holds('EAAB-token')).toBe(false);
  const { reply } = await store.db
    .selectFrom('idempotency')
    .select('reply')
    .where('key', '=', 'one')
    .executeTakeFirstOrThrow();
  await store.db.updateTable('idempotency').set({ reply }).where('key', '=', 'two').execute();
  await expect(claim({ key: 'two' })).rejects.toMatchObject({ code: 'internal' });
});

it('clears away what has expired, and only that', async () => {
  await claim({ key: 'old' });
  ambient.advance(LIFE_MS / 2);
  await claim({ key: 'young' });
  ambient.advance(LIFE_MS / 2);
  expect(await calls.purge()).toBe(1);
  expect(await store.db.selectFrom('idempotency').select('key').execute()).toEqual([{ key: 'young' }]);
});

it('clears away thousands without holding anybody up', async () => {
  await store.transaction(async (tx) => {
    for (let index = 0; index < 3_000; index++) {
      ambient.advance(1);
      await calls.claim(tx, { ...REQUEST, workspaceId, key: `${index}` });
    }
  });
  ambient.advance(LIFE_MS);
  let turns = 0;
  const watch = setInterval(() => turns++, 0);
  expect(await calls.purge()).toBe(3_000);
  clearInterval(watch);
  expect(turns).toBeGreaterThan(2);
});

it('that was cut off is known as such, whether its deadline has passed or not', async () => {
  await claim({ key: 'cut off long ago' });
  ambient.advance(DEADLINE_MS);
  await claim({ key: 'cut off' });
  const next = processOn(store, 'next');
  expect(await next.abandonStale()).toBe(1);
  for (const key of ['cut off long ago', 'cut off']) expect(await claim({ key }, next)).toEqual({ state: 'abandoned' });
});

describe('what is kept for repeats', () => {
  it('is no answer that is too long: a repeat is told how the call ended', async () => {
    await claim();
    await finish('x'.repeat(REPLY_BYTES_MAX));
    expect(await claim()).toEqual({ state: 'unkept', outcome: 'applied' });
    expect((await store.db.selectFrom('idempotency').select('reply').executeTakeFirstOrThrow()).reply).toBeNull();
  });

  it('is bounded for each API key: the oldest answers go, and what they answered is still not done again', async () => {
    const reply = 'x'.repeat(REPLY_BYTES_MAX - 100);
    const count = Math.ceil((REPLIES_BYTES_PER_OWNER_MAX / REPLY_BYTES_MAX) * 1.3);
    await claim({ key: 'of another', owner: 'key_2' });
    await finish(reply, 'of another');
    for (let index = 0; index < count; index++) {
      ambient.advance(1);
      await claim({ key: `${index}` });
      await finish(reply, `${index}`);
    }
    expect(await bytesKept()).toBeLessThanOrEqual(REPLIES_BYTES_PER_OWNER_MAX);
    expect(await bytesKept()).toBeGreaterThan(REPLIES_BYTES_PER_OWNER_MAX / 2);
    expect(await claim({ key: '0' })).toEqual({ state: 'unkept', outcome: 'applied' });
    expect((await claim({ key: `${count - 1}` })).state).toBe('replay');
    expect((await claim({ key: 'of another', owner: 'key_2' })).state).toBe('replay');
  });

  it('is bounded too where those who asked first are answered last', async () => {
    const reply = 'x'.repeat(REPLY_BYTES_MAX - 100);
    const count = Math.ceil((REPLIES_BYTES_PER_OWNER_MAX / REPLY_BYTES_MAX) * 2.2);
    const keys = Array.from({ length: count }, (_, at) => `${at}`);
    for (const key of keys) {
      ambient.advance(1);
      await claim({ key });
    }
    for (const key of keys.toReversed()) {
      await finish(reply, key);
      // What is out of order is weighed anew, beside the calls.
      await new Promise(setImmediate);
    }
    expect(await bytesKept()).toBeLessThanOrEqual(REPLIES_BYTES_PER_OWNER_MAX * 1.1);
    expect(await bytesKept()).toBeGreaterThan(REPLIES_BYTES_PER_OWNER_MAX / 2);
  });

  async function bytesKept(): Promise<number> {
    const { bytes } = await store.db
      .selectFrom('idempotency')
      .select(({ fn }) => fn.sum<number>('reply_bytes').as('bytes'))
      .where('owner', '=', 'key_1')
      .executeTakeFirstOrThrow();
    return Number(bytes);
  }

  it('is a bounded number of keys for each API key: one more is refused, those known still answer', async () => {
    await claim({ key: 'first' });
    await finish('reply', 'first');
    await fillWithKeys(KEYS_PER_OWNER_MAX - 1);
    expect(await claim({ key: 'one more' })).toEqual({ state: 'full' });
    expect(await claim({ key: 'one more', owner: 'key_2' })).toEqual({ state: 'new' });
    expect(await claim({ key: 'first' })).toEqual({ state: 'replay', reply: 'reply' });
    ambient.advance(LIFE_MS);
    await calls.purge();
    expect(await claim({ key: 'one more' })).toEqual({ state: 'new' });
  });

  it('counts every key that is taken, and one that is given back no more', async () => {
    await fillWithKeys(KEYS_PER_OWNER_MAX - 1);
    expect(await claim({ key: 'last' })).toEqual({ state: 'new' });
    expect(await claim({ key: 'one more' })).toEqual({ state: 'full' });
    await release('last');
    expect(await claim({ key: 'one more' })).toEqual({ state: 'new' });
    expect(await claim({ key: 'last' })).toEqual({ state: 'full' });
  });

  it('is counted without holding anybody up, however much it is', async () => {
    await fillWithKeys(KEYS_PER_OWNER_MAX - 1);
    await store.db
      .updateTable('idempotency')
      .set({ reply: Buffer.alloc(600), reply_bytes: 600 })
      .execute();
    const countedAnew = async () => {
      calls = processOn(store, 'first');
      await claim({ key: 'last' });
      for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
    };
    // Here they stand side by side; where those of others stand between them it takes five times as long.
    expect(await leastOfThree(25, () => longestTurnMs(countedAnew))).toBeLessThan(25);
  });

  it('is not looked through for what was left running', async () => {
    await fillWithKeys(KEYS_PER_OWNER_MAX);
    ambient.advance(KEYS_PER_OWNER_MAX);
    await store.db
      .updateTable('idempotency')
      .set({ reply: Buffer.alloc(2_000), reply_bytes: 2_000 })
      .execute();
    const abandoning = () => longestTurnMs(() => processOn(store, 'next').abandonStale());
    expect(await leastOfThree(10, abandoning)).toBeLessThan(10);
  });

  async function fillWithKeys(count: number): Promise<void> {
    await sql`insert into idempotency (workspace_id, key, fingerprint, call_id, instance_id, state, deadline_at, expires_at, owner)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select ${workspaceId}, 'k' || i, 'f1', 'c', 'first', 'done', 0, cast(${ambient.now() + DAY_MS} as bigint) + i, 'key_1' from n`.execute(
      store.db,
    );
    calls = processOn(store, 'first');
  }
});

describe('whatever happens in whatever order', () => {
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
            expect(await claim({ key, fingerprint })).toEqual(model.claim(ambient.now(), fingerprint));
          } else if (each.kind === 'finish') {
            await finish(each.reply, key);
            model.finish(each.reply);
          } else if (each.kind === 'wait') {
            ambient.advance(each.ms);
          } else if (each.kind === 'restart') {
            calls = processOn(store, `process-${run}-${index}`);
            await calls.abandonStale();
            model.restart();
          } else if (each.kind === 'leave') {
            calls.leave({ workspaceId, key });
            model.leave();
          } else if (each.kind === 'release') {
            await release(key);
            model.release();
          } else {
            await calls.purge();
            model.purge(ambient.now());
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
