/** The connection and the API key that a request belongs to. */
export interface Share {
  connection: string;
  key: string;
}

/** Gives a place back; calling it again does nothing. */
export type GiveBack = () => void;

/** A key by the one name that what it holds and its queue are kept by. */
interface Named {
  connection: string;
  name: string;
}

interface Queue {
  share: Named;
  waiting: Set<() => void>;
}

/** A key that uses a platform alone gets a quarter of its places; the rest stays free for others. */
export const PLACES_FOR_ONE = 4;

/**
 * Limits how many of a platform's places a key holds at once. A key may take another one while twice what it holds is less
 * than the free places minus what its connection holds. So a key by itself takes a quarter of all places, the keys of one
 * connection together less than half, and each later one less of what is left: the next key always finds a place at once.
 */
export class FairShares {
  readonly #places: number;
  readonly #held = new Map<string, number>();
  readonly #queues = new Map<string, Queue>();
  #taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Takes a place; undefined when there is none for this share, or others of it already wait. */
  enter(whose: Share): GiveBack | undefined {
    const share = named(whose);
    return !this.#queues.has(share.name) && this.#mayTake(share) ? this.#take(share) : undefined;
  }

  /** Takes a place, also beyond what the share allows. */
  enterAtOnce(whose: Share): GiveBack {
    return this.#take(named(whose));
  }

  /** Takes a place as soon as the share has one; rejects with the signal's reason when that comes first. */
  wait(whose: Share, signal: AbortSignal): Promise<GiveBack> {
    const { promise, resolve, reject } = Promise.withResolvers<GiveBack>();
    const share = named(whose);
    const { name } = share;
    const queue = this.#queues.get(name) ?? { share, waiting: new Set() };
    this.#queues.set(name, queue);
    const go = () => {
      signal.removeEventListener('abort', leave);
      resolve(this.#take(share));
    };
    const leave = () => {
      queue.waiting.delete(go);
      if (queue.waiting.size === 0) this.#queues.delete(name);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    queue.waiting.add(go);
    return promise;
  }

  #mayTake({ connection, name }: Named): boolean {
    return 2 * this.#heldBy(name) < this.#places - this.#taken - this.#heldBy(connection);
  }

  #take(share: Named): GiveBack {
    this.#count(share, 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#count(share, -1);
      this.#serveNext();
    };
  }

  /** The queue that is served goes to the end of the round. */
  #serveNext(): void {
    for (const [name, queue] of this.#queues) {
      if (!this.#mayTake(queue.share)) continue;
      const [first] = queue.waiting;
      queue.waiting.delete(first!);
      this.#queues.delete(name);
      if (queue.waiting.size > 0) this.#queues.set(name, queue);
      first!();
      return;
    }
  }

  #count({ connection, name }: Named, by: 1 | -1): void {
    this.#taken += by;
    for (const holder of [connection, name]) {
      const now = this.#heldBy(holder) + by;
      if (now > 0) this.#held.set(holder, now);
      else this.#held.delete(holder);
    }
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }
}

function named({ connection, key }: Share): Named {
  return { connection, name: `${connection} ${key}` };
}
