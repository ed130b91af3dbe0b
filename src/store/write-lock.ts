import { AsyncLocalStorage } from 'node:async_hooks';

/** One writer at a time, first come first served. */
export class WriteLock {
  readonly #owners = new AsyncLocalStorage<{ holding: boolean }>();
  #last: Promise<void> = Promise.resolve();

  /** Resolves to the function that gives the lock back. */
  async acquire(): Promise<() => void> {
    this.refuseSecond();
    const turn = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = turn.promise;
    await before;
    return turn.resolve;
  }

  /**
   * Runs the work of a transaction. Work that asks for the lock a second time would wait for itself for ever; here it
   * throws at once, so that the first test that makes the mistake shows it.
   */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const owner = { holding: true };
    try {
      return await this.#owners.run(owner, work);
    } finally {
      owner.holding = false;
    }
  }

  /** The transaction whose work asks, whether it is over or not. */
  get asker(): object | undefined {
    return this.#owners.getStore();
  }

  get isHeldHere(): boolean {
    return this.#owners.getStore()?.holding === true;
  }

  /** Statements of transactions that share a commit: one that was not awaited would be written as part of another. */
  refuseAfterwards(): void {
    if (this.#owners.getStore()?.holding === false)
      throw new Error('This transaction is over: its work has to wait for all that it begins');
  }

  requireHeld(): void {
    if (!this.isHeldHere) throw new Error('No transaction is open here: this is part of one');
  }

  refuseSecond(): void {
    if (this.isHeldHere) {
      throw new Error(
        'A transaction is open here: write through its `tx`, not through `store.db` or a second transaction',
      );
    }
  }
}
