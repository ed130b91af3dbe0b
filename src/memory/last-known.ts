import type { Ambient } from '../ambient.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { BoundedMap } from './bounded-map.ts';

/** What was read before, for while the store cannot be reached; for `lifeMs` after it was last found true. */
export class LastKnown<Value> {
  readonly #ambient: Ambient;
  readonly #lifeMs: number;
  readonly #entries: BoundedMap<string, { value: Value; foundAt: number }>;

  constructor(options: { ambient: Ambient; lifeMs: number; entriesMax: number }) {
    this.#ambient = options.ambient;
    this.#lifeMs = options.lifeMs;
    this.#entries = new BoundedMap(options.entriesMax);
  }

  async get(name: string, load: () => Promise<Value>): Promise<Value> {
    try {
      const value = await load();
      this.note(name, value);
      return value;
    } catch (error) {
      const known = this.#entries.get(name);
      if (error instanceof StoreUnavailable && known && this.#isRecent(known.foundAt)) return known.value;
      throw error;
    }
  }

  /** What is not there is not kept: anybody can ask for as much of that as they like. */
  note(name: string, value: Value): void {
    this.#entries.delete(name);
    if (this.#lifeMs === 0 || value === undefined) return;
    this.#entries.set(name, { value, foundAt: this.#ambient.elapsedMs() });
  }

  #isRecent(foundAt: number): boolean {
    return this.#ambient.elapsedMs() - foundAt < this.#lifeMs;
  }
}
