import type { Store } from '../store/store.ts';
import type { AuditStartRow } from '../store/tables.ts';
import type { AuditChain } from './audit-chain.ts';

/** Where the log begins since old entries were removed: after entry `seq`. */
export type AuditStart = Omit<AuditStartRow, 'id' | 'proof'>;

/** `forged`: not written with the master key. */
export type FoundStart = AuditStart | 'forged' | undefined;

/** Without a chain to prove it by, as it stands. */
export async function readStart(db: Pick<Store['db'], 'selectFrom'>): Promise<AuditStartRow | undefined> {
  return db.selectFrom('audit_start').selectAll().where('id', '=', 1).executeTakeFirst();
}

export async function provenStart(db: Pick<Store['db'], 'selectFrom'>, chain: AuditChain): Promise<FoundStart> {
  const row = await readStart(db);
  if (!row) return undefined;
  const { id: _id, proof, ...start } = row;
  return chain.proofOf(start) === proof ? start : 'forged';
}
