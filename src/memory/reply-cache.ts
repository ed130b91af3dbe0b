import { BoundedMap } from './bounded-map.ts';

/**
 * About what an entry takes beside its value and its key. It has to be counted: 16,000 short answers to long questions held 8 MB
 * that counted as 0.6 without it.
 */
const ENTRY_BYTES = 128;

interface Reply {
  value: unknown;
  /** When it was read, by the wall clock: callers are told how old a reply is. */
  at: number;
  bytes: number;
}

/** Replies of platforms, bounded in bytes and in age. The oldest makes room. */
export class ReplyCache {
  readonly #replies: BoundedMap<string, Reply>;
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #bytesMax: number;
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor({ bytesMax, lifeMs, now }: { bytesMax: number; lifeMs: number; now: () => number }) {
    this.#replies = new BoundedMap(bytesMax, ({ bytes }) => bytes);
    this.#bytesMax = bytesMax;
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  get(key: string): { value: unknown; at: number } | undefined {
    const found = this.#replies.get(key);
    if (!found) return undefined;
    const age = this.#now() - found.at;
    if (age >= 0 && age < this.#lifeMs) return found;
    this.#replies.delete(key);
    return undefined;
  }

  /** A value of a quarter of the whole cache is not kept: it would push too many others out. */
  put(key: string, value: unknown, valueBytes: number): void {
    const bytes = valueBytes + 2 * key.length + ENTRY_BYTES;
    if (bytes > this.#bytesMax / 4) this.#replies.delete(key);
    else this.#replies.set(key, { value, at: this.#now(), bytes });
  }

  /** One read at a time for a key: callers that ask while it is under way share its result. */
  shared<T>(key: string, read: () => Promise<T>): Promise<T> {
    let reading = this.#reading.get(key) as Promise<T> | undefined;
    if (!reading) {
      reading = read().finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }
}
