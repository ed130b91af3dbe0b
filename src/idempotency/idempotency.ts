import type { Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import type { IdempotencyRow, Tables } from '../store/tables.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * - `new`: ours to run
 * - `replay`: done before; here is the answer
 * - `running`: another call with this key is at it
 * - `mismatch`: the key was used for something else
 * - `abandoned`: a call with this key was cut off and nobody knows what became of it
 */
export type Claim =
  | { state: 'new' }
  | { state: 'replay'; reply: string }
  | { state: 'running' }
  | { state: 'mismatch' }
  | { state: 'abandoned' };

export interface ClaimRequest {
  workspaceId: string;
  key: string;
  fingerprint: string;
  callId: string;
  /** How long the call may take from now on. */
  deadlineMs: number;
}

type Slot = Pick<ClaimRequest, 'workspaceId' | 'key'>;

const LIFE_MS = 24 * 60 * 60 * 1_000;

/** The first answer again for the same key: a call that was asked for twice happens once, restarts included. */
export class Idempotency {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #ambient: Ambient;
  readonly #instanceId: string;

  constructor(store: Store, vault: Vault, ambient: Ambient, instanceId: string) {
    this.#store = store;
    this.#vault = vault;
    this.#ambient = ambient;
    this.#instanceId = instanceId;
  }

  async claim(tx: Transaction<Tables>, request: ClaimRequest): Promise<Claim> {
    if (await this.#take(tx, request)) return { state: 'new' };
    const row = await slotOf(tx, request);
    if (row.fingerprint !== request.fingerprint) return { state: 'mismatch' };
    if (row.state === 'done') return { state: 'replay', reply: await this.#open(row) };
    if (row.state === 'abandoned') return { state: 'abandoned' };
    return { state: row.deadline_at <= this.#ambient.now() ? 'abandoned' : 'running' };
  }

  /** In the transaction of the audit outcome. A call that outlived its deadline still gets its answer recorded. */
  async finish(tx: Transaction<Tables>, { workspaceId, key, reply }: Slot & { reply: string }): Promise<void> {
    const sealed = await this.#vault.seal(workspaceId, contextOf(key), reply, tx);
    await tx
      .updateTable('idempotency')
      .set({ state: 'done', reply: sealed, expires_at: this.#ambient.now() + LIFE_MS })
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .where('state', '!=', 'done')
      .execute();
  }

  /** Gives the key back: nothing was sent, so the same call may be tried again. */
  async release(tx: Transaction<Tables>, { workspaceId, key }: Slot): Promise<void> {
    await tx
      .deleteFrom('idempotency')
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', key)
      .where('state', '=', 'running')
      .execute();
  }

  /** At start: what an earlier process left running will never be finished. */
  async abandonStale(): Promise<number> {
    const { numUpdatedRows } = await this.#store.db
      .updateTable('idempotency')
      .set({ state: 'abandoned' })
      .where('state', '=', 'running')
      .where('instance_id', '!=', this.#instanceId)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }

  async purge(): Promise<number> {
    const { numDeletedRows } = await this.#store.db
      .deleteFrom('idempotency')
      .where('expires_at', '<=', this.#ambient.now())
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Takes a key nobody holds, an expired one included. One statement: of two that try at once, one gets it. */
  async #take(tx: Transaction<Tables>, request: ClaimRequest): Promise<boolean> {
    const now = this.#ambient.now();
    const { workspaceId, key, fingerprint, callId, deadlineMs } = request;
    const claim = {
      fingerprint,
      call_id: callId,
      instance_id: this.#instanceId,
      state: 'running' as const,
      deadline_at: now + deadlineMs,
      expires_at: now + LIFE_MS,
      reply: null,
    };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('idempotency')
      .values({ workspace_id: workspaceId, key, ...claim })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'key']).doUpdateSet(claim).where('idempotency.expires_at', '<=', now),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async #open(row: IdempotencyRow): Promise<string> {
    return this.#vault.open(row.workspace_id, contextOf(row.key), row.reply!);
  }
}

function contextOf(key: string): string {
  return `reply ${key}`;
}

function slotOf(tx: Transaction<Tables>, { workspaceId, key }: Slot): Promise<IdempotencyRow> {
  return tx
    .selectFrom('idempotency')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}
