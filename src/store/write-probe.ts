import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** More than most calls write, so that a disk with only a few bytes left does not pass. */
const FILLER_BYTES = 64 * 1_024;
const REMEMBERED_MS = 1_000;

/** Tests whether the store takes a write, by writing. The readiness page is public, so the answer is cached for a moment. */
export class WriteProbe {
  readonly #db: Kysely<Tables>;
  #last: { at: number; answer: Promise<boolean> } | undefined;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  isWritable(): Promise<boolean> {
    const now = performance.now();
    if (!this.#last || now - this.#last.at >= REMEMBERED_MS) this.#last = { at: now, answer: this.#try() };
    return this.#last.answer;
  }

  /** Called after a write failed: the next question is answered by a new write. */
  forget(): void {
    this.#last = undefined;
  }

  async #try(): Promise<boolean> {
    try {
      // Two writes: pages that one transaction both takes and frees never reach the disk.
      await this.#db
        .insertInto('write_probe')
        .values({ id: 1, filler: randomBytes(FILLER_BYTES) })
        .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ filler: row.ref('excluded.filler') })))
        .execute();
      await this.#db.deleteFrom('write_probe').execute();
      return true;
    } catch {
      return false;
    }
  }
}
