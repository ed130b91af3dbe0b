import { Failure } from '../errors.ts';
import { unlessAborted } from '../event-loop/abortable-wait.ts';
import type { Store } from '../store/store.ts';

/** How long a call waits for one of another process; those of its own process are waited for until its deadline. */
const OTHER_PROCESS_MS = 30_000;

/**
 * Calls that read an object, change the copy and send it back whole take turns by object: otherwise the second would send back
 * what the first has just replaced. Within a process by a queue for each object, between processes by a lock in the store.
 */
export class ObjectTurns {
  readonly #store: Pick<Store, 'alone'>;
  /** Settled when the last call that is queued for an object has ended. */
  readonly #lastOf = new Map<string, Promise<void>>();

  constructor(store: Pick<Store, 'alone'>) {
    this.#store = store;
  }

  /** Always in the same order, so that two calls about several objects never wait for each other. */
  take<T>(objects: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const inOrder = [...new Set(objects)].sort();
    return inOrder.reduceRight<() => Promise<T>>((inner, name) => () => this.#one(name, signal, inner), work)();
  }

  async #one<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#lastOf.get(name) ?? Promise.resolve();
    const { promise: own, resolve: end } = Promise.withResolvers<void>();
    const last = before.then(() => own);
    this.#lastOf.set(name, last);
    void last.then(() => {
      if (this.#lastOf.get(name) === last) this.#lastOf.delete(name);
    });
    try {
      await unlessAborted(before, signal);
      return await this.#aloneInStore(name, work);
    } finally {
      end();
    }
  }

  async #aloneInStore<T>(name: string, work: () => Promise<T>): Promise<T> {
    let result: { value: T } | undefined;
    await this.#store.alone(
      `object ${name}`,
      async () => {
        result = { value: await work() };
      },
      { waitMs: OTHER_PROCESS_MS },
    );
    if (!result) throw stillChanging();
    return result.value;
  }
}

function stillChanging(): Failure {
  return new Failure({
    code: 'conflict',
    message: 'Another call has been changing the same object for half a minute.',
    nextStep: 'Nothing was sent. Call again in a moment.',
    outcome: 'not_applied',
    retryable: true,
  });
}
