import type { Ambient } from '../ambient.ts';
import { MANY } from '../store/compiled-once.ts';
import { inTurns } from '../store/in-turns.ts';
import { LastKnown } from './last-known.ts';

interface Entry<Value> {
  value: Value;
  loadedAt: number;
  isUsed: boolean;
}

interface BriefCacheOptions<Value> {
  ambient: Ambient;
  lifeMs: number;
  entriesMax: number;
  /** How long what was loaded stands in while the store cannot be reached. */
  outageMs?: number;
  /** As of the store: while it stays the same, what was loaded since it was asked is still true. */
  version?: () => number | undefined;
  /** The value of each of at most `MANY` names, for a memory of so many that to load each by itself would weigh. */
  loadMany?: (names: readonly string[]) => Promise<readonly Value[]>;
}

/**
 * Remembers what was loaded for a moment, so that the hot path stays synchronous and another process's change soon shows.
 * What is in use is loaded again together, shortly before its time, beginning with some question: nothing runs when nobody asks.
 */
export class BriefCache<Value> {
  readonly #ambient: Ambient;
  readonly #lifeMs: number;
  readonly #entriesMax: number;
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #loading = new Map<string, Promise<Value>>();
  readonly #lastKnown: LastKnown<Value> | undefined;
  readonly #loadMany: BriefCacheOptions<Value>['loadMany'];
  readonly #version: () => number | undefined;
  #renewAt: number;
  #seen: { version: number | undefined; at: number } = { version: undefined, at: 0 };

  constructor(options: BriefCacheOptions<Value>) {
    this.#ambient = options.ambient;
    this.#lifeMs = options.lifeMs;
    this.#entriesMax = options.entriesMax;
    if (options.outageMs) this.#lastKnown = new LastKnown({ ...options, lifeMs: options.outageMs });
    this.#loadMany = options.loadMany;
    this.#version = options.version ?? (() => undefined);
    this.#renewAt = options.loadMany ? 0 : Number.POSITIVE_INFINITY;
  }

  /** No promise when the answer is at hand. Callers who ask while it is being loaded share one load. */
  get(name: string, load: () => Promise<Value>): Value | Promise<Value> {
    const now = this.#ambient.elapsedMs();
    const entry = this.#entries.get(name);
    if (entry) entry.isUsed = true;
    if (now >= this.#renewAt) void this.#renew(now);
    if (entry && this.#isFresh(entry, now)) return entry.value;
    return this.#loading.get(name) ?? this.#load(name, load);
  }

  /** Lets go of what would not be used again. */
  dropStale(): void {
    const now = this.#ambient.elapsedMs();
    // The oldest stand first.
    for (const [name, entry] of this.#entries) {
      if (this.#isFresh(entry, now)) return;
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

  #isFresh({ loadedAt }: Entry<Value>, now: number): boolean {
    return now - loadedAt < this.#lifeMs;
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
        settle(() => this.#keep(name, value, loadedAt));
        return value;
      },
      (error) => {
        settle(() => this.#entries.delete(name));
        throw error;
      },
    );
  }

  async #renew(now: number): Promise<void> {
    this.#renewAt = Number.POSITIVE_INFINITY;
    try {
      const used = [...this.#entries].filter(([, entry]) => entry.isUsed && this.#isFresh(entry, now));
      const isTrue = this.#stillTrue(now);
      for (const [name, entry] of used) if (isTrue(entry)) this.#renewed(name, entry.value, now);
      const others = used.filter(([, entry]) => !isTrue(entry));
      await inTurns(others, (some) => this.#renewSome(some), MANY);
    } catch {
      // What cannot be loaded lapses, and whoever asks for it hears why.
    }
    this.#renewAt = now + RENEWED_AFTER * this.#lifeMs;
  }

  /** Of what was loaded after the version was seen, as long as it is that version. */
  #stillTrue(now: number): (entry: Entry<Value>) => boolean {
    const version = this.#version();
    const { version: before, at } = this.#seen;
    if (version !== undefined && version === before) return ({ loadedAt }) => loadedAt > at;
    this.#seen = { version, at: now };
    return () => false;
  }

  async #renewSome(some: readonly [string, Entry<Value>][]): Promise<void> {
    const loadedAt = this.#ambient.elapsedMs();
    const values = (await this.#loadMany?.(some.map(([name]) => name))) ?? [];
    for (const [at, [name, entry]] of some.entries()) {
      // Forgotten or loaded by itself meanwhile.
      if (this.#entries.get(name) === entry) this.#renewed(name, values[at] as Value, loadedAt);
    }
  }

  #renewed(name: string, value: Value, loadedAt: number): void {
    this.#keep(name, value, loadedAt);
    this.#lastKnown?.note(name, value);
  }

  #keep(name: string, value: Value, loadedAt: number): void {
    this.#entries.delete(name);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= this.#entriesMax && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(name, { value, loadedAt, isUsed: false });
  }
}

/** Of its life, so that enough of it is left for loading a great many. */
const RENEWED_AFTER = 0.8;
