import type { DatabaseSync } from 'node:sqlite';
import type { Ambient } from '../ambient.ts';

/** The sandbox's own time: real time moved by an offset, or standing still. Kept in the file, so a restart does not lose it. */
export class Clock {
  readonly #db: DatabaseSync;
  readonly #ambient: Ambient;
  #offsetMs = 0;
  #frozenAt: number | null = null;

  constructor(db: DatabaseSync, ambient: Ambient) {
    this.#db = db;
    this.#ambient = ambient;
    db.exec(`CREATE TABLE IF NOT EXISTS sandbox_clock (
      one INTEGER PRIMARY KEY CHECK (one = 1), offset_ms INTEGER NOT NULL, frozen_at INTEGER)`);
    const kept = db.prepare('SELECT offset_ms, frozen_at FROM sandbox_clock').get();
    if (kept) {
      this.#offsetMs = Number(kept.offset_ms);
      this.#frozenAt = kept.frozen_at === null ? null : Number(kept.frozen_at);
    }
  }

  now(): number {
    return this.#frozenAt ?? this.#ambient.now() + this.#offsetMs;
  }

  get frozen(): boolean {
    return this.#frozenAt !== null;
  }

  /** Jumps to a time, and stands still there when `frozen`. */
  set(now: number, frozen: boolean): void {
    this.#keep(now - this.#ambient.now(), frozen ? now : null);
  }

  reset(): void {
    this.#keep(0, null);
  }

  #keep(offsetMs: number, frozenAt: number | null): void {
    this.#db.prepare('INSERT OR REPLACE INTO sandbox_clock VALUES (1, ?, ?)').run(offsetMs, frozenAt);
    this.#offsetMs = offsetMs;
    this.#frozenAt = frozenAt;
  }
}
