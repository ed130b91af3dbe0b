/** Lets each owner run a few jobs at once. Further ones wait behind the same owner's jobs, not in front of another's. */
export class Shares {
  readonly #atOnce: number;
  readonly #owners = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async within<T>(owner: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const own = this.#owners.get(owner) ?? { running: 0, waiting: [] };
    this.#owners.set(owner, own);
    if (own.running < this.#atOnce) own.running++;
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else own.running--;
      if (own.running === 0) this.#owners.delete(owner);
    }
  }
}
