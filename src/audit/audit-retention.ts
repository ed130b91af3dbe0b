import type { Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { AuditRow, Tables } from '../store/tables.ts';
import type { AuditChain } from './audit-chain.ts';
import { type AuditStart, provenStart } from './audit-start.ts';
import { LogDigest } from './checkpoint.ts';

/** Few enough that writers of other processes do not wait long. */
const ENTRIES_A_COMMIT = 500;

interface Retention {
  store: Store;
  chain: AuditChain;
  ambient: Ambient;
  /** Entries written before this time go. */
  before: number;
  /** Called in the transaction that removes the first, to leave a trace. */
  record(): void;
}

/**
 * Removes old entries from the beginning of the log, each only after it was found in order. What stands for them, sealed
 * with the master key, moves in the same commit: cut off anywhere, the log verifies. The newest entry stays.
 */
export async function removeOldEntries(retention: Retention): Promise<number> {
  let removed = 0;
  for (;;) {
    const some = await retention.store.transaction(async (tx) => {
      const count = await removeSome(tx, retention);
      if (removed === 0 && count > 0) retention.record();
      return count;
    });
    removed += some;
    if (some < ENTRIES_A_COMMIT) return removed;
  }
}

async function removeSome(tx: Transaction<Tables>, { chain, ambient, before }: Retention): Promise<number> {
  const found = await provenStart(tx, chain);
  if (found === 'forged') throw notInOrder('the note of where it begins was changed');
  const old = await oldEntries(tx, found?.seq ?? 0, before);
  const last = old.at(-1);
  if (!last) return 0;
  const digest = new LogDigest(found?.digest);
  let seal = found?.seal ?? chain.start;
  for (const [index, row] of old.entries()) {
    if (row.seq !== (found?.seq ?? 0) + index + 1 || chain.hash(seal, row) !== row.hash)
      throw notInOrder(`entry ${row.seq} was changed, moved or forged, or one before it is missing`);
    digest.add(row);
    seal = chain.seal(row.hash);
  }
  const start: AuditStart = { seq: last.seq, seal, digest: digest.value, at: ambient.now() };
  const stands = { id: 1, ...start, proof: chain.proofOf(start) };
  await tx
    .insertInto('audit_start')
    .values(stands)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(stands))
    .execute();
  await tx.deleteFrom('audit_log').where('seq', '<=', last.seq).execute();
  return old.length;
}

/** In their order, up to the first that is younger: clocks of several machines may differ a little. */
async function oldEntries(tx: Transaction<Tables>, after: number, before: number): Promise<AuditRow[]> {
  const head = await tx.selectFrom('audit_head').select('seq').where('id', '=', 1).executeTakeFirst();
  const rows = await tx
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<', head?.seq ?? 0)
    .orderBy('seq')
    .limit(ENTRIES_A_COMMIT)
    .execute();
  const young = rows.findIndex(({ at }) => at >= before);
  return young === -1 ? rows : rows.slice(0, young);
}

function notInOrder(why: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `The audit log is not in order: ${why}.`,
    nextStep: 'Nothing was removed. adhelm audit verify says where; compare with a backup.',
  });
}
