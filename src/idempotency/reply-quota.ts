import type { Transaction } from 'kysely';
import type { Tables } from '../store/tables.ts';

/** Sealed. A longer answer is not kept: whoever repeats the call is told how it ended, and reads the rest again. */
export const REPLY_BYTES_MAX = 128 * 1_024;
/** Of all answers kept for one API key. The oldest are let go first: repeats come soon after. */
export const REPLIES_BYTES_PER_OWNER_MAX = 32 * 1_024 * 1_024;
/** Within a day. Each is a promise that nothing happens twice, so none is let go early: a further one is refused. */
export const KEYS_PER_OWNER_MAX = 50_000;

const LET_GO_AT_ONCE = 64;

interface Kept {
  keys: number;
  bytes: number;
  /** The expiry of the oldest answer, as far as we know: those before it are gone, and need not be looked through again. */
  since: number;
}

/**
 * How much the idempotency of each API key takes up. Counted in the store once, then kept up to date here; `forget` has
 * it counted again, which also mends what a transaction that failed has left too high.
 */
export class ReplyQuota {
  readonly #kept = new Map<string, Kept>();

  async of(tx: Transaction<Tables>, owner: string): Promise<Kept> {
    const known = this.#kept.get(owner);
    if (known) return known;
    const { keys, bytes, since } = await tx
      .selectFrom('idempotency')
      .select(({ fn }) => [
        fn.countAll<number>().as('keys'),
        fn.sum<number | null>('reply_bytes').as('bytes'),
        fn.min<number | null>('expires_at').filterWhere('reply_bytes', '>', 0).as('since'),
      ])
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    const counted = { keys: Number(keys), bytes: Number(bytes ?? 0), since: Number(since ?? 0) };
    this.#kept.set(owner, counted);
    return counted;
  }

  async add(tx: Transaction<Tables>, owner: string, bytes: number): Promise<void> {
    const kept = await this.of(tx, owner);
    kept.bytes += bytes;
    while (kept.bytes > REPLIES_BYTES_PER_OWNER_MAX && (await letGoOfOldest(tx, owner, kept)));
  }

  forget(): void {
    this.#kept.clear();
  }
}

/** The answers only: that the calls were made, and how they ended, stays known. False: there is none. */
async function letGoOfOldest(tx: Transaction<Tables>, owner: string, kept: Kept): Promise<boolean> {
  const oldest = await tx
    .selectFrom('idempotency')
    .select(['workspace_id', 'key', 'reply_bytes', 'expires_at'])
    .where('owner', '=', owner)
    .where('expires_at', '>=', kept.since)
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
  // An older call may have been answered after younger ones.
  const wasAll = kept.since === 0;
  kept.since = oldest.at(-1)?.expires_at ?? 0;
  return oldest.length > 0 || !wasAll;
}
