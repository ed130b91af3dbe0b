import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../store/tables.ts';

/** Sealed. A longer reply is not kept: a repeat is told how the call ended and reads the rest again. */
export const REPLY_BYTES_MAX = 128 * 1_024;
/** Of all replies kept for one API key. The oldest go first, because repeats come soon. */
export const REPLIES_BYTES_PER_OWNER_MAX = 32 * 1_024 * 1_024;
/** Within a day. Each key promises that its call happens once, so none is dropped early: one more is refused. */
export const KEYS_PER_OWNER_MAX = 50_000;

const LET_GO_AT_ONCE = 64;
const WEIGHED_AT_ONCE = 500;

interface Kept {
  keys: number;
  bytes: number;
  /** When the oldest reply expires: rows before it need no look. Undefined until all were counted. */
  since: number | undefined;
}

/**
 * How much the idempotency keys of each API key take up. Counted in the store once, then kept up to date here; after
 * `forget` it is counted again, which also corrects what a failed transaction left wrong.
 */
export class ReplyQuota {
  readonly #db: Kysely<Tables>;
  readonly #kept = new Map<string, Kept>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async of(tx: Transaction<Tables>, owner: string): Promise<Kept> {
    const known = this.#kept.get(owner);
    if (known) return known;
    const { keys } = await tx
      .selectFrom('idempotency')
      .select(({ fn }) => fn.countAll<number>().as('keys'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    const counted = { keys: Number(keys), bytes: 0, since: undefined };
    this.#kept.set(owner, counted);
    this.#weigh(owner, counted).catch(() => this.#kept.delete(owner));
    return counted;
  }

  async add(tx: Transaction<Tables>, owner: string, bytes: number): Promise<void> {
    const kept = await this.of(tx, owner);
    kept.bytes += bytes;
    while (kept.bytes > REPLIES_BYTES_PER_OWNER_MAX && kept.since !== undefined) {
      const last = await letGoOfOldest(tx, owner, kept);
      // Others come before it, of calls that took longer.
      if (last === undefined) this.#kept.delete(owner);
      kept.since = last;
    }
  }

  forget(): void {
    this.#kept.clear();
  }

  /**
   * Outside of the transaction and in slices: no index holds the bytes, and reading all at once would hold up every
   * call. Replies recorded meanwhile may count twice until the next `forget`.
   */
  async #weigh(owner: string, kept: Kept): Promise<void> {
    const all = this.#db.selectFrom('idempotency').where('owner', '=', owner);
    let oldest: number | null = null;
    for (let [from, to] = [-1, -1]; to !== Number.MAX_SAFE_INTEGER; from = to) {
      await nextTurn();
      const rest = all.where('expires_at', '>', from);
      const end = rest.select('expires_at').orderBy('expires_at').offset(WEIGHED_AT_ONCE).limit(1);
      to = (await end.executeTakeFirst())?.expires_at ?? Number.MAX_SAFE_INTEGER;
      const slice = await rest
        .where('expires_at', '<=', to)
        .select(({ fn }) => [
          fn.sum<number | null>('reply_bytes').as('bytes'),
          fn.min<number | null>('expires_at').filterWhere('reply_bytes', '>', 0).as('oldest'),
        ])
        .executeTakeFirstOrThrow();
      kept.bytes += Number(slice.bytes ?? 0);
      oldest ??= slice.oldest;
    }
    kept.since = oldest ?? 0;
  }
}

/**
 * Drops replies only: that the calls were made, and how they ended, stays known. Returns the expiry of the last one;
 * undefined when there was none.
 */
async function letGoOfOldest(tx: Transaction<Tables>, owner: string, kept: Kept): Promise<number | undefined> {
  const oldest = await tx
    .selectFrom('idempotency')
    .select(['workspace_id', 'key', 'reply_bytes', 'expires_at'])
    .where('owner', '=', owner)
    .where('expires_at', '>=', kept.since ?? 0)
    .where('reply_bytes', '>', 0)
    .orderBy('expires_at')
    .limit(LET_GO_AT_ONCE)
    .execute();
  for (const { workspace_id, key, reply_bytes } of oldest) {
    await tx
      .updateTable('idempotency')
      .set({ reply: null, reply_bytes: 0 })
      .where('workspace_id', '=', workspace_id)
      .where('key', '=', key)
      .execute();
    kept.bytes -= reply_bytes;
  }
  return oldest.at(-1)?.expires_at;
}
