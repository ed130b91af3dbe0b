import type { Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import type { AuditRow, Tables } from '../store/tables.ts';
import type { Secrets } from '../vault/secrets.ts';
import { AuditChain } from './audit-chain.ts';
import { type AuditVerdict, verifyAudit } from './verify-audit.ts';

export interface AuditEntry {
  organizationId?: string;
  workspaceId?: string;
  actor: string;
  action: string;
  /** A platform effect has an `intent` before and an `outcome` after, tied by `callId`; anything else is an `event`. */
  phase: 'event' | 'intent' | 'outcome';
  callId?: string;
  detail: unknown;
}

export interface AuditRecord extends AuditEntry {
  seq: number;
  at: number;
}

/** What was done, by whom, in an order nobody without the key can change afterwards unseen. */
export class Audit {
  readonly #store: Store;
  readonly #chain: AuditChain;
  readonly #ambient: Ambient;

  constructor(store: Store, secrets: Secrets, ambient: Ambient) {
    this.#store = store;
    this.#chain = new AuditChain(secrets.auditKey);
    this.#ambient = ambient;
  }

  /** In the transaction of what the entry describes: both happen, or neither. */
  async append(tx: Transaction<Tables>, entry: AuditEntry): Promise<void> {
    const head = await this.#nextHead(tx);
    const row = { seq: head.seq, at: this.#ambient.now(), ...columnsOf(entry) };
    const hash = this.#chain.hash(head.seal, row);
    await tx
      .insertInto('audit_log')
      .values({ ...row, hash })
      .execute();
    await tx
      .updateTable('audit_head')
      .set({ seal: this.#chain.seal(hash) })
      .where('id', '=', 1)
      .execute();
  }

  verify(): Promise<AuditVerdict> {
    return verifyAudit(this.#store, this.#chain);
  }

  /** Newest first. */
  async list(filter: { workspaceId?: string; limit: number; beforeSeq?: number }): Promise<AuditRecord[]> {
    let query = this.#store.db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(filter.limit);
    if (filter.workspaceId !== undefined) query = query.where('workspace_id', '=', filter.workspaceId);
    if (filter.beforeSeq !== undefined) query = query.where('seq', '<', filter.beforeSeq);
    return (await query.execute()).map(toRecord);
  }

  /** Counting up first also locks the row, so that two appends never build on the same one. */
  async #nextHead(tx: Transaction<Tables>): Promise<{ seq: number; seal: string }> {
    const advance = () =>
      tx
        .updateTable('audit_head')
        .set((column) => ({ seq: column('seq', '+', 1) }))
        .where('id', '=', 1)
        .returning(['seq', 'seal'])
        .executeTakeFirst();
    const head = await advance();
    if (head) return head;
    await tx
      .insertInto('audit_head')
      .values({ id: 1, seq: 0, seal: this.#chain.start })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return (await advance())!;
  }
}

function columnsOf(entry: AuditEntry): Omit<AuditRow, 'seq' | 'at' | 'hash'> {
  return {
    organization_id: entry.organizationId ?? null,
    workspace_id: entry.workspaceId ?? null,
    actor: entry.actor,
    action: entry.action,
    phase: entry.phase,
    call_id: entry.callId ?? null,
    detail: JSON.stringify(entry.detail ?? null),
  };
}

function toRecord(row: AuditRow): AuditRecord {
  return {
    seq: row.seq,
    at: row.at,
    ...(row.organization_id !== null && { organizationId: row.organization_id }),
    ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
    actor: row.actor,
    action: row.action,
    phase: row.phase,
    ...(row.call_id !== null && { callId: row.call_id }),
    detail: JSON.parse(row.detail),
  };
}
