/**
 * What an entry takes beside its value and its name, roughly. Left uncounted, short answers to long questions, each asked once,
 * take thirteen times what is allowed: 16,000 of them were seen to hold 8 MB that counted as 0.6.
 */
const ENTRY_BYTES = 128;

/** What was read a while ago, bounded in size and in age. The oldest goes first. */
export class Memory {
  readonly #entries = new Map<string, { value: unknown; at: number; size: number }>();
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #sizeMax: number;
  readonly #lifeMs: number;
  readonly #now: () => number;
  #size = 0;

  constructor({ sizeMax, lifeMs, now }: { sizeMax: number; lifeMs: number; now: () => number }) {
    this.#sizeMax = sizeMax;
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  get(key: string): { value: unknown; at: number } | undefined {
    const found = this.#entries.get(key);
    if (!found) return undefined;
    const age = this.#now() - found.at;
    if (age >= 0 && age < this.#lifeMs) return found;
    this.#drop(key);
    return undefined;
  }

  /** `valueBytes`: the value alone. One that would take a quarter of everything is not worth forgetting the others for. */
  put(key: string, value: unknown, valueBytes: number): void {
    this.#drop(key);
    const size = valueBytes + 2 * key.length + ENTRY_BYTES;
    if (size > this.#sizeMax / 4) return;
    this.#entries.set(key, { value, at: this.#now(), size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#sizeMax) return;
      this.#drop(oldest);
    }
  }

  /** One reading at a time under a name: who asks meanwhile waits for the same. */
  shared<T>(key: string, read: () => Promise<T>): Promise<T> {
    let reading = this.#reading.get(key) as Promise<T> | undefined;
    if (!reading) {
      reading = read().finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  #drop(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
