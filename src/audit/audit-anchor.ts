import type { Ambient } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import type { AuditChain } from './audit-chain.ts';
import { type AuditMark, type FoundMark, MARK_MISSING, type Mark } from './audit-mark.ts';
import { provenStart } from './audit-start.ts';

/**
 * Keeps the mark at the newest entry. The mark moves in the event-loop turn after a commit, and only forward along the
 * log that holds the marked entry. When that entry is gone, the mark stays where it is, so a shortened log stays
 * visible.
 */
export class AuditAnchor {
  readonly #store: Store;
  readonly #mark: AuditMark;
  readonly #chain: AuditChain;
  readonly #ambient: Ambient;
  #appended = false;
  #due: NodeJS.Immediate | undefined;

  constructor(store: Store, mark: AuditMark, chain: AuditChain, ambient: Ambient) {
    this.#store = store;
    this.#mark = mark;
    this.#chain = chain;
    this.#ambient = ambient;
    store.onCommit(() => this.#committed());
  }

  read(): FoundMark {
    return this.#mark.read();
  }

  /** A store with keys is not new: making a key writes an entry. */
  async begin(joins = false): Promise<void> {
    if (this.#mark.read() !== 'missing') return;
    if (await this.#newest()) return joins ? this.setAnew() : undefined;
    const keys = await this.#store.db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
    if (!keys) this.#mark.write({ seq: 0, hash: '', at: this.#ambient.now() });
  }

  /** Called after an entry was appended: the mark moves when that entry is committed. */
  follow(): void {
    this.#appended = true;
  }

  async flush(): Promise<void> {
    await this.#advance();
    await this.#mark.sync();
  }

  /** Sets the mark to the newest entry, also where that moves it back. */
  async setAnew(): Promise<void> {
    const newest = await this.#newest();
    if (newest) this.#moveTo(newest);
    await this.#mark.sync();
  }

  async contradiction(): Promise<string | undefined> {
    const mark = this.#mark.read();
    if (mark === 'missing') return MARK_MISSING;
    if (mark === 'forged') return 'the audit mark in the data folder is forged';
    return (await this.#isStillThere(mark))
      ? undefined
      : `the audit log does not hold entry ${mark.seq} that the mark in the data folder was set for`;
  }

  async close(): Promise<void> {
    clearImmediate(this.#due);
    this.#due = undefined;
    await this.flush();
  }

  /** Several entries in one commit move the mark once, after the callers that wait for them have gone on. */
  #committed(): void {
    if (!this.#appended) return;
    this.#appended = false;
    this.#due ??= setImmediate(() => {
      this.#due = undefined;
      // An error here is reported by the next flush.
      this.#advance().catch(() => {});
    });
  }

  async #advance(): Promise<void> {
    const before = this.#mark.read();
    if (typeof before === 'string' || !(await this.#isStillThere(before))) return;
    const newest = await this.#newest();
    const now = this.#mark.read();
    // Another process may have moved it meanwhile.
    if (newest && typeof now === 'object' && newest.seq > now.seq) this.#moveTo(newest);
  }

  #moveTo(newest: { seq: number; hash: string }): void {
    this.#mark.write({ ...newest, at: this.#ambient.now() });
  }

  /** Committed entries only: read outside of any transaction. */
  #newest(): Promise<{ seq: number; hash: string } | undefined> {
    const { db } = this.#store;
    return db.selectFrom('audit_log').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  }

  async #isStillThere({ seq, hash }: Mark): Promise<boolean> {
    if (seq === 0) return true;
    const row = await this.#store.db.selectFrom('audit_log').select('hash').where('seq', '=', seq).executeTakeFirst();
    if (row) return row.hash === hash;
    // Removed for its age, after this process last looked.
    const start = await provenStart(this.#store.db, this.#chain);
    return typeof start === 'object' && seq <= start.seq;
  }
}
