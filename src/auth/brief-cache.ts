import type { Ambient } from '../ambient.ts';
import { LastKnown } from './last-known.ts';

/** Remembers what was loaded for a moment, so that the hot path stays synchronous and another process's change soon shows. */
export class BriefCache<Value> {
  readonly #ambient: Ambient;
  readonly #lifeMs: number;
  readonly #entriesMax: number;
  readonly #entries = new Map<string, { value: Value; loadedAt: number }>();
  readonly #loading = new Map<string, Promise<Value>>();
  readonly #lastKnown: LastKnown<Value> | undefined;

  /** `outageMs`: how long what was loaded stands in while the store cannot be reached. */
  constructor(options: { ambient: Ambient; lifeMs: number; entriesMax: number; outageMs?: number }) {
    this.#ambient = options.ambient;
    this.#lifeMs = options.lifeMs;
    this.#entriesMax = options.entriesMax;
    if (options.outageMs) this.#lastKnown = new LastKnown({ ...options, lifeMs: options.outageMs });
  }

  /** No promise when the answer is at hand. Callers who ask while it is being loaded share one load. */
  get(name: string, load: () => Promise<Value>): Value | Promise<Value> {
    const entry = this.#entries.get(name);
    if (entry && this.#isFresh(entry.loadedAt)) return entry.value;
    return this.#loading.get(name) ?? this.#load(name, load);
  }

  /** What is at hand, and nothing is loaded for it. */
  peek(name: string): Value | undefined {
    const entry = this.#entries.get(name);
    return entry && this.#isFresh(entry.loadedAt) ? entry.value : undefined;
  }

  /** Lets go of what would not be used again. */
  dropStale(): void {
    // The oldest stand first.
    for (const [name, entry] of this.#entries) {
      if (this.#isFresh(entry.loadedAt)) return;
      this.#entries.delete(name);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Forgets everything, also what is being loaded right now and may already be out of date. */
  clear(): void {
    this.#entries.clear();
    this.#loading.clear();
  }

  #isFresh(loadedAt: number): boolean {
    return this.#ambient.elapsedMs() - loadedAt < this.#lifeMs;
  }

  #load(name: string, load: () => Promise<Value>): Promise<Value> {
    const loadedAt = this.#ambient.elapsedMs();
    const loading = this.#lastKnown?.get(name, load) ?? load();
    this.#loading.set(name, loading);
    const settle = (keep: () => void) => {
      if (this.#loading.get(name) !== loading) return;
      this.#loading.delete(name);
      keep();
    };
    return loading.then(
      (value) => {
        settle(() => this.#keep(name, { value, loadedAt }));
        return value;
      },
      (error) => {
        settle(() => this.#entries.delete(name));
        throw error;
      },
    );
  }

  #keep(name: string, entry: { value: Value; loadedAt: number }): void {
    this.#entries.delete(name);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= this.#entriesMax && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(name, entry);
  }
}
