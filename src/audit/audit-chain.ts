import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { AuditRow } from '../store/tables.ts';

/**
 * How each row is chained to the one before. A row's hash covers the seal of the row before it, and that seal is kept in
 * one place only, the head, where the next one overwrites it. Someone who cuts off the newest rows therefore cannot
 * put the head back: the seal it needs is written nowhere, and cannot be computed without the key.
 */
export class AuditChain {
  readonly #key: KeyObject;
  /** The previous seal of the first row. */
  readonly start: string;

  constructor(auditKey: Buffer) {
    this.#key = createSecretKey(auditKey);
    this.start = this.seal('');
  }

  hash(sealBefore: string, row: Omit<AuditRow, 'hash'>): string {
    const { seq, at, organization_id, workspace_id, actor, action, phase, call_id, detail } = row;
    const columns = [seq, at, organization_id, workspace_id, actor, action, phase, call_id, detail];
    return this.#mac('row', sealBefore, JSON.stringify(columns));
  }

  seal(hash: string): string {
    return this.#mac('seal', hash);
  }

  /** Of the note that stands for removed entries. */
  proofOf({ seq, seal, digest, at }: { seq: number; seal: string; digest: string; at: number }): string {
    return this.#mac('start', String(seq), seal, digest, String(at));
  }

  #mac(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(parts.join('\n')).digest('hex');
  }
}
