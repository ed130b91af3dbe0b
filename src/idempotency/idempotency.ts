import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import type { Outcome } from '../errors.ts';
import { compiledOnce } from '../store/compiled-once.ts';
import type { Store } from '../store/store.ts';
import type { IdempotencyRow, Tables } from '../store/tables.ts';
import type { Vault } from '../vault/vault.ts';
import { KEYS_PER_OWNER_MAX, REPLY_BYTES_MAX, ReplyQuota } from './reply-quota.ts';

/**
 * - `new`: the caller runs it
 * - `replay`: done before; here is the answer
 * - `unkept`: done before, and its answer was too long or too long ago to be kept
 * - `running`: another call with this key is under way
 * - `mismatch`: the key was used for something else
 * - `abandoned`: a call with this key was cut off, and its outcome is unknown
 * - `full`: the API key has used as many idempotency keys as are kept for it
 */
export type Claim =
  | { state: 'new' }
  | { state: 'replay'; reply: string }
  | { state: 'unkept'; outcome: Outcome }
  | { state: 'running' }
  | { state: 'mismatch' }
  | { state: 'abandoned' }
  | { state: 'full' };

export interface ClaimRequest {
  workspaceId: string;
  key: string;
  fingerprint: string;
  callId: string;
  /** The API key of the caller. What is kept for repeats is bounded for each. */
  owner: string;
  /** How long the call may take from now on. */
  deadlineMs: number;
}

type Slot = Pick<ClaimRequest, 'workspaceId' | 'key'>;

const LIFE_MS = 24 * 60 * 60 * 1_000;
const PURGED_AT_ONCE = 500;

/** A call with a key that was used before is answered with the first reply, so that it happens once, also over restarts. */
export class Idempotency {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #ambient: Ambient;
  readonly #instanceId: string;
  readonly #quota: ReplyQuota;
  readonly #taking: ReturnType<typeof taking>;
  readonly #finishing: ReturnType<typeof finishing>;
  /**
   * Keys whose calls run in this process, with their API keys. The store cannot tell them from calls whose outcome
   * could not be recorded.
   */
  readonly #underWay = new Map<string, string>();

  constructor(store: Store, vault: Vault, ambient: Ambient, instanceId: string) {
    this.#store = store;
    this.#vault = vault;
    this.#ambient = ambient;
    this.#instanceId = instanceId;
    this.#quota = new ReplyQuota(store.db);
    this.#taking = taking(store.db);
    this.#finishing = finishing(store.db);
  }

  /** A caller that gets `new` calls `leave` when its call is over, however it ended. */
  async claim(tx: Transaction<Tables>, request: ClaimRequest): Promise<Claim> {
    const kept = await this.#quota.of(tx, request.owner);
    if (kept.keys >= KEYS_PER_OWNER_MAX && !(await slotOf(tx, request))) return { state: 'full' };
    if (await this.#take(tx, request)) {
      kept.keys++;
      this.#underWay.set(nameOf(request), request.owner);
      return { state: 'new' };
    }
    const row = (await slotOf(tx, request))!;
    if (row.fingerprint !== request.fingerprint) return { state: 'mismatch' };
    if (row.state === 'done') return this.#answerOf(tx, row);
    return { state: row.state === 'running' && this.#isUnderWay(row, request) ? 'running' : 'abandoned' };
  }

  /** In the transaction of the audit outcome. A call that outlived its deadline still gets its answer recorded. */
  async finish(
    tx: Transaction<Tables>,
    { workspaceId, key, reply, outcome }: Slot & { reply: string; outcome: Outcome },
  ): Promise<void> {
    const sealed = await this.#vault.seal(workspaceId, contextOf(key), reply, tx);
    const kept = sealed.length <= REPLY_BYTES_MAX ? sealed : null;
    const finishing = this.#finishing({ workspaceId, key, kept, bytes: kept?.length ?? 0, outcome });
    const { numAffectedRows } = await tx.executeQuery(finishing);
    // Counted here because asking the store takes as long as the change itself. Claims of other processes are counted
    // with the next purge.
    const owner = this.#underWay.get(nameOf({ workspaceId, key }));
    if (numAffectedRows === 1n && kept && owner !== undefined) await this.#quota.add(tx, owner, kept.length);
  }

  /** Gives the key back: nothing was sent, so the same call may be tried again. */
  async release(tx: Transaction<Tables>, { workspaceId, key }: Slot): Promise<void> {
    const row = await tx
      .deleteFrom('idempotency')
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .where('state', '=', 'running')
      .returning('owner')
      .executeTakeFirst();
    if (row) (await this.#quota.of(tx, row.owner)).keys--;
  }

  leave(slot: Slot): void {
    this.#underWay.delete(nameOf(slot));
  }

  /**
   * Calls left running by a process that is no longer alive will never finish. The one service of a data folder is
   * alone at its start, so every running call is left over. `claim` sees by itself that a deadline has passed; the few
   * others are found by their expiry, without a look at everything that is kept.
   */
  async abandonStale(): Promise<number> {
    const { numUpdatedRows } = await this.#store.db
      .updateTable('idempotency')
      .set({ state: 'abandoned' })
      .where('expires_at', '>', this.#ambient.now() + LIFE_MS)
      .where('state', '=', 'running')
      .where('instance_id', '!=', this.#instanceId)
      .where('instance_id', 'not in', (query) => query.selectFrom('processes').select('processes.instance_id'))
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }

  /** In slices, so that other work gets the event loop between them. */
  async purge(): Promise<number> {
    const now = this.#ambient.now();
    let purged = 0;
    for (let deleted = 1; deleted > 0; purged += deleted) {
      deleted = await this.#purgeOldest(now);
      await nextTurn();
    }
    this.#quota.forget();
    return purged;
  }

  async #purgeOldest(now: number): Promise<number> {
    const { db } = this.#store;
    const expired = db.selectFrom('idempotency').select('expires_at').where('expires_at', '<=', now);
    const last = await expired.orderBy('expires_at').offset(PURGED_AT_ONCE).limit(1).executeTakeFirst();
    const { numDeletedRows } = await db
      .deleteFrom('idempotency')
      .where('expires_at', '<=', last?.expires_at ?? now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Takes a key that is free or expired. One statement: of two calls that try at once, one gets it. */
  async #take(tx: Transaction<Tables>, request: ClaimRequest): Promise<boolean> {
    const now = this.#ambient.now();
    const deadlineAt = now + request.deadlineMs;
    // Counted from the deadline, not from the end of the call: moving it later would take an index as long as the
    // reply.
    const times = { now, deadlineAt, expiresAt: deadlineAt + LIFE_MS };
    const taking = this.#taking({ ...request, ...times, instanceId: this.#instanceId });
    const { numAffectedRows } = await tx.executeQuery(taking);
    return numAffectedRows === 1n;
  }

  /** Calls of this process are known here; of those of other processes only the deadline is known. */
  #isUnderWay(row: IdempotencyRow, slot: Slot): boolean {
    if (row.instance_id === this.#instanceId) return this.#underWay.has(nameOf(slot));
    return row.deadline_at > this.#ambient.now();
  }

  async #answerOf(tx: Transaction<Tables>, row: IdempotencyRow): Promise<Claim> {
    if (row.reply === null) return { state: 'unkept', outcome: row.outcome ?? 'unknown' };
    return { state: 'replay', reply: await this.#vault.open(row.workspace_id, contextOf(row.key), row.reply, tx) };
  }
}

type Taking = ClaimRequest & { instanceId: string; deadlineAt: number; expiresAt: number; now: number };

function taking(db: Kysely<Tables>) {
  return compiledOnce((given: Taking) => {
    const claim = {
      fingerprint: given.fingerprint,
      call_id: given.callId,
      instance_id: given.instanceId,
      owner: given.owner,
      state: 'running' as const,
      deadline_at: given.deadlineAt,
      expires_at: given.expiresAt,
      reply: null,
      reply_bytes: 0,
      outcome: null,
    };
    return db
      .insertInto('idempotency')
      .values({ workspace_id: given.workspaceId, key: given.key, ...claim })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'key']).doUpdateSet(claim).where('idempotency.expires_at', '<=', given.now),
      );
  });
}

type Finishing = Slot & { kept: Uint8Array | null; bytes: number; outcome: Outcome };

function finishing(db: Kysely<Tables>) {
  return compiledOnce(({ workspaceId, key, kept, bytes, outcome }: Finishing) =>
    db
      .updateTable('idempotency')
      .set({ state: 'done', reply: kept, reply_bytes: bytes, outcome })
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .where('state', '!=', 'done'),
  );
}

function contextOf(key: string): string {
  return `reply ${key}`;
}

function nameOf({ workspaceId, key }: Slot): string {
  return `${workspaceId} ${key}`;
}

function slotOf(tx: Transaction<Tables>, { workspaceId, key }: Slot): Promise<IdempotencyRow | undefined> {
  return tx
    .selectFrom('idempotency')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirst();
}
