import type { Ambient } from '../ambient.ts';
import { inTurns } from '../event-loop/in-turns.ts';
import { BoundedMap } from './bounded-map.ts';

interface Entry<Value> {
  value: Value;
  loadedAt: number;
  isUsed: boolean;
}

interface LoadingCacheOptions<Value> {
  ambient: Ambient;
  lifeMs: number;
  entriesMax: number;
  /** Where the last value stands in while the source is away: for how long, and which errors of a load say that it is. */
  outage?: { lifeMs: number; is(error: unknown): boolean } | undefined;
  /** Of the source: as long as it stays the same, nothing loaded since it was last asked has changed. */
  version?: () => number | undefined;
  /** Values of up to `atMost` names in one load, in their order. Given, entries in use are loaded again together before they lapse. */
  loadMany?: { atMost: number; load(names: readonly string[]): Promise<readonly Value[]> };
}

/** After this part of their life entries in use are loaded again, so that the rest is left for loading a great many. */
const RENEWED_AFTER = 0.8;

/**
 * Keeps what was loaded for a moment, so that most calls read no store and a change made by another process soon shows. Entries
 * in use are renewed together shortly before they lapse. A `get` starts the renewal, so an idle service loads nothing.
 */
export class LoadingCache<Value> {
  readonly #ambient: Ambient;
  readonly #lifeMs: number;
  readonly #entries: BoundedMap<string, Entry<Value>>;
  readonly #loading = new Map<string, Promise<Value>>();
  readonly #outage: LoadingCacheOptions<Value>['outage'];
  /** Apart from `entries`, and without names that have no value: requests for invented names push no real value out. */
  readonly #lastKnown: BoundedMap<string, { value: Value; foundAt: number }>;
  readonly #loadMany: LoadingCacheOptions<Value>['loadMany'];
  readonly #version: () => number | undefined;
  #renewAt: number;
  #seen: { version: number | undefined; at: number } = { version: undefined, at: 0 };

  constructor(options: LoadingCacheOptions<Value>) {
    this.#ambient = options.ambient;
    this.#lifeMs = options.lifeMs;
    this.#entries = new BoundedMap(options.entriesMax);
    this.#outage = options.outage;
    this.#lastKnown = new BoundedMap(options.entriesMax);
    this.#loadMany = options.loadMany;
    this.#version = options.version ?? (() => undefined);
    this.#renewAt = options.loadMany ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Callers that ask while a value is being loaded share one load. */
  async get(name: string, load: () => Promise<Value>): Promise<Value> {
    const now = this.#ambient.elapsedMs();
    const entry = this.#entries.get(name);
    if (entry) entry.isUsed = true;
    if (now >= this.#renewAt) void this.#renew(now);
    if (entry && this.#isFresh(entry, now)) return entry.value;
    return this.#loading.get(name) ?? this.#load(name, load);
  }

  /** Frees entries that have lapsed. */
  dropStale(): void {
    const now = this.#ambient.elapsedMs();
    for (const [name, entry] of this.#entries) {
      // The oldest come first.
      if (this.#isFresh(entry, now)) return;
      this.#entries.delete(name);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Every value is loaded again at the next `get`, also one whose load is under way and may already be out of date. */
  clear(): void {
    this.#entries.clear();
    this.#loading.clear();
  }

  #isFresh({ loadedAt }: Entry<Value>, now: number): boolean {
    return now - loadedAt < this.#lifeMs;
  }

  #load(name: string, load: () => Promise<Value>): Promise<Value> {
    const loadedAt = this.#ambient.elapsedMs();
    const loading = this.#outage ? this.#loadOrLastKnown(name, load) : load();
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

  async #loadOrLastKnown(name: string, load: () => Promise<Value>): Promise<Value> {
    try {
      const value = await load();
      this.#noteFound(name, value);
      return value;
    } catch (error) {
      const known = this.#lastKnown.get(name);
      const { lifeMs, is } = this.#outage!;
      if (known && is(error) && this.#ambient.elapsedMs() - known.foundAt < lifeMs) return known.value;
      throw error;
    }
  }

  #noteFound(name: string, value: Value): void {
    if (!this.#outage) return;
    if (value === undefined) this.#lastKnown.delete(name);
    else this.#lastKnown.set(name, { value, foundAt: this.#ambient.elapsedMs() });
  }

  async #renew(now: number): Promise<void> {
    this.#renewAt = Number.POSITIVE_INFINITY;
    try {
      const used = [...this.#entries].filter(([, entry]) => entry.isUsed && this.#isFresh(entry, now));
      const isTrue = this.#stillTrue(now);
      for (const [name, entry] of used) if (isTrue(entry)) this.#renewed(name, entry.value, now);
      const others = used.filter(([, entry]) => !isTrue(entry));
      await inTurns(others, (some) => this.#renewSome(some), this.#loadMany?.atMost);
    } catch {
      // Entries that cannot be loaded lapse, and the next `get` of one reports the error.
    }
    this.#renewAt = now + RENEWED_AFTER * this.#lifeMs;
  }

  /** True of entries loaded after the present version was first seen. */
  #stillTrue(now: number): (entry: Entry<Value>) => boolean {
    const version = this.#version();
    const { version: before, at } = this.#seen;
    if (version !== undefined && version === before) return ({ loadedAt }) => loadedAt > at;
    this.#seen = { version, at: now };
    return () => false;
  }

  async #renewSome(some: readonly [string, Entry<Value>][]): Promise<void> {
    const loadedAt = this.#ambient.elapsedMs();
    const values = (await this.#loadMany?.load(some.map(([name]) => name))) ?? [];
    for (const [at, [name, entry]] of some.entries()) {
      // Another entry, or none: it was cleared or loaded by itself meanwhile.
      if (this.#entries.get(name) === entry) this.#renewed(name, values[at] as Value, loadedAt);
    }
  }

  #renewed(name: string, value: Value, loadedAt: number): void {
    this.#keep(name, value, loadedAt);
    this.#noteFound(name, value);
  }

  #keep(name: string, value: Value, loadedAt: number): void {
    this.#entries.set(name, { value, loadedAt, isUsed: false });
  }
}
