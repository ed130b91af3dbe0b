/**
 * A map of at most `max` entries, or of entries whose sizes sum to at most `max` where `sizeOf` is given. The entry that was set
 * longest ago makes room, so it is for values that can be had again.
 */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #max: number;
  readonly #sizeOf: (value: Value) => number;
  #sum = 0;

  constructor(max: number, sizeOf: (value: Value) => number = () => 1) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  /** The number of entries, not their size. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#sum += this.#sizeOf(value);
    if (this.#sum <= this.#max) return;
    for (const oldest of this.#entries.keys()) {
      this.delete(oldest);
      if (this.#sum <= this.#max) return;
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (this.#entries.delete(key)) this.#sum -= this.#sizeOf(value as Value);
  }

  clear(): void {
    this.#entries.clear();
    this.#sum = 0;
  }

  /** In the order in which they were set. */
  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }
}
