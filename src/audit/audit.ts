import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, Kysely, Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { compiledOnce, insertedTogether } from '../store/compiled-once.ts';
import type { StorePlace } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { AuditRow, Tables } from '../store/tables.ts';
import type { Secrets } from '../vault/secrets.ts';
import { AuditAnchor } from './audit-anchor.ts';
import { AuditChain } from './audit-chain.ts';
import { AuditMark } from './audit-mark.ts';
import { removeOldEntries } from './audit-retention.ts';
import { type Checkpoint, LogDigest, signCheckpoint } from './checkpoint.ts';
import type { Assignment, WalkedLog } from './verification-thread.ts';
import { type AuditVerdict, verifyAudit, type Walked } from './verify-audit.ts';

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

/** TypeScript in a clone, JavaScript in the npm package. */
const VERIFICATION = join(import.meta.dirname, `verification-thread${extname(import.meta.filename)}`);
/** A page of the log at a time, and the calls that had no outcome yet. */
const THREAD_HEAP_MB_MAX = 128;

/** Where the chain ends: see `AuditChain`. */
type Head = Pick<Tables['audit_head'], 'seq' | 'seal'>;
type Columns = Omit<AuditRow, 'seq' | 'hash'>;

export const COLUMNS = [
  'seq',
  'at',
  'organization_id',
  'workspace_id',
  'actor',
  'action',
  'phase',
  'call_id',
  'detail',
  'hash',
] as const satisfies readonly (keyof AuditRow)[];

/** What was done and by whom. Without the key, no entry can be changed, moved or removed unseen. */
export class Audit {
  readonly #store: Store;
  readonly #chain: AuditChain;
  readonly #auditKey: Buffer;
  readonly #ambient: Ambient;
  readonly #anchor: AuditAnchor | undefined;
  readonly #checkpointSeed: Buffer;
  readonly #moving: ReturnType<typeof moving>;
  readonly #inserting: (rows: readonly AuditRow[]) => CompiledQuery[];
  readonly #handIn: (columns: Columns) => void;
  /** Where the chain ended when we last wrote to it. */
  #lastHead: Head | undefined;

  /** `markFile`: where the high-water mark is kept, outside of what it protects. */
  constructor(store: Store, secrets: Secrets, ambient: Ambient, markFile?: string) {
    this.#store = store;
    this.#chain = new AuditChain(secrets.auditKey);
    this.#auditKey = secrets.auditKey;
    this.#ambient = ambient;
    this.#checkpointSeed = secrets.checkpointSeed;
    this.#moving = moving(store.db);
    this.#inserting = insertedTogether(store.db, 'audit_log', COLUMNS);
    this.#handIn = store.gather((tx, entries) => this.#write(tx, entries));
    if (markFile !== undefined)
      this.#anchor = new AuditAnchor(store, new AuditMark(markFile, secrets.auditMarkKey), this.#chain, ambient);
  }

  /**
   * Gives a new log its mark. A log that lost its mark needs `accept`, which leaves a trace. With `joins`, a process
   * that opens a log shared with others takes it as it is: the mark counts from there on.
   */
  async open({ joins = false } = {}): Promise<void> {
    await this.#anchor?.begin(joins);
  }

  /**
   * Call it in the transaction that makes the described change: both are committed, or neither. Entries of one commit
   * are written together.
   */
  append(entry: AuditEntry): void {
    this.#handIn({ at: this.#ambient.now(), ...columnsOf(entry) });
  }

  async verify(walked: Walked = {}): Promise<AuditVerdict> {
    return verifyAudit({ store: this.#store, chain: this.#chain, mark: this.#anchor?.read(), ...walked });
  }

  /** Removes the entries written before a time; the log verifies from there on. Returns how many. */
  async removeBefore(before: number, actor: string): Promise<number> {
    const detail = { before: new Date(before).toISOString() };
    return removeOldEntries({
      store: this.#store,
      chain: this.#chain,
      ambient: this.#ambient,
      before,
      record: () => this.append({ actor, action: 'audit.remove_old', phase: 'event', detail }),
    });
  }

  /** The same on a thread of its own: a log of millions of entries takes minutes, and calls go on meanwhile. */
  verifyAside(place: StorePlace): Promise<WalkedLog> {
    const workerData: Assignment = { place, auditKey: this.#auditKey, mark: this.#anchor?.read() };
    const resourceLimits = { maxOldGenerationSizeMb: THREAD_HEAP_MB_MAX };
    const thread = new Worker(VERIFICATION, {
      workerData,
      resourceLimits,
      execArgv: [],
    });
    thread.unref();
    return new Promise((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('The thread that verifies the audit log ended without a word')));
    });
  }

  /** A signed checkpoint, to be kept elsewhere. Refused for a log that is not in order. */
  async checkpoint(): Promise<Checkpoint> {
    let digest = new LogDigest();
    const { ok, entries, firstBroken } = await this.verify({
      begin(before) {
        digest = new LogDigest(before);
      },
      each: (row) => digest.add(row),
    });
    if (!ok) throw notInOrder(firstBroken);
    const at = new Date(this.#ambient.now()).toISOString();
    return signCheckpoint(this.#checkpointSeed, { entries, digest: digest.value, at });
  }

  /** Accepts the log as it is now, for instance after a backup was restored. Accepting is itself recorded. */
  async accept(actor: string): Promise<void> {
    const mark = this.#anchor?.read() ?? null;
    const entry = { actor, action: 'audit.accept', phase: 'event', detail: { mark } } as const;
    await this.#store.transaction(async () => this.append(entry));
    await this.#anchor?.setAnew();
  }

  /** Compares the mark with the newest entries, without a walk over the whole log. */
  async contradiction(): Promise<string | undefined> {
    return this.#anchor?.contradiction();
  }

  /** Moves the mark to the newest entry and writes it to disk. */
  async flush(): Promise<void> {
    await this.#anchor?.flush();
  }

  async close(): Promise<void> {
    await this.#anchor?.close();
  }

  /** Newest first. */
  async list(filter: { workspaceId?: string; limit: number; beforeSeq?: number }): Promise<AuditRecord[]> {
    let query = this.#store.db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(filter.limit);
    if (filter.workspaceId !== undefined) query = query.where('workspace_id', '=', filter.workspaceId);
    if (filter.beforeSeq !== undefined) query = query.where('seq', '<', filter.beforeSeq);
    return (await query.execute()).map(toRecord);
  }

  /** Fails where another process has moved the head. It is mostly where this process left it, so it is not read first. */
  async #write(tx: Transaction<Tables>, entries: readonly Columns[]): Promise<void> {
    for (const known of [this.#lastHead, undefined]) {
      const before = known ?? (await this.#readHead(tx));
      const { rows, head } = this.#link(before, entries);
      if (!(await this.#move(tx, before, head))) continue;
      for (const inserting of this.#inserting(rows)) await tx.executeQuery(inserting);
      this.#lastHead = head;
      this.#anchor?.follow();
      return;
    }
    throw new Error('Somebody else writes to the audit log while this transaction does');
  }

  #link(before: Head, entries: readonly Columns[]): { rows: AuditRow[]; head: Head } {
    let head = before;
    const rows = entries.map((columns) => {
      const row = { seq: head.seq + 1, ...columns };
      const hash = this.#chain.hash(head.seal, row);
      head = { seq: row.seq, seal: this.#chain.seal(hash) };
      return { ...row, hash };
    });
    return { rows, head };
  }

  async #move(tx: Transaction<Tables>, from: Head, to: Head): Promise<boolean> {
    const { numAffectedRows } = await tx.executeQuery(
      this.#moving({ ...to, seqBefore: from.seq, sealBefore: from.seal }),
    );
    return numAffectedRows === 1n;
  }

  /** No other process writes while this transaction is open. */
  async #readHead(tx: Transaction<Tables>): Promise<Head> {
    const head = await tx.selectFrom('audit_head').select(['seq', 'seal']).where('id', '=', 1).executeTakeFirst();
    if (head) return head;
    const first = { seq: 0, seal: this.#chain.start };
    await tx
      .insertInto('audit_head')
      .values({ id: 1, ...first })
      .execute();
    return first;
  }
}

/** Only while the head is still the one that was read. */
function moving(db: Kysely<Tables>) {
  return compiledOnce(({ seq, seal, seqBefore, sealBefore }: Head & { seqBefore: number; sealBefore: string }) =>
    db
      .updateTable('audit_head')
      .set({ seq, seal })
      .where('id', '=', 1)
      .where('seq', '=', seqBefore)
      .where('seal', '=', sealBefore),
  );
}

function notInOrder(broken: AuditVerdict['firstBroken']): Failure {
  return new Failure({
    code: 'conflict',
    message: `The audit log is not in order: entry ${broken?.seq} is ${broken?.why}.`,
    nextStep: 'No checkpoint was made. adhelm audit verify says the same; compare with a backup.',
  });
}

function columnsOf(entry: AuditEntry): Omit<Columns, 'at'> {
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
