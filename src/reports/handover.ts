/** A queue with several writers and one reader. `put` resolves when the reader has taken the item, so writers wait for the reader. */
export class Handover<T> implements AsyncIterable<T> {
  readonly #signal: AbortSignal;
  readonly #waiting: { item: T; taken: () => void }[] = [];
  #arrived = Promise.withResolvers<void>();
  #ended: { error?: unknown } | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.end(signal.reason), { once: true });
  }

  put(item: T): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended.error ?? new Error('the reader is gone'));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ item, taken: resolve });
    this.#arrived.resolve();
    return promise;
  }

  end(error?: unknown): void {
    this.#ended ??= { error };
    this.#arrived.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        yield next.item;
        next.taken();
        continue;
      }
      this.#signal.throwIfAborted();
      if (this.#ended) {
        if (this.#ended.error !== undefined) throw this.#ended.error;
        return;
      }
      await this.#arrived.promise;
      this.#arrived = Promise.withResolvers();
    }
  }
}
