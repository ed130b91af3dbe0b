/** The connection and the API key that a request belongs to. */
export interface Share {
  connection: string;
  key: string;
}

export type GiveBack = () => void;

export interface FairShares {
  /** Takes a place at once or waits for one; the answer gives it back. Throws what `signal` says when that is first. */
  enter(share: Share, signal: AbortSignal): GiveBack | Promise<GiveBack>;
  /** Takes a place at once, also beyond what the share allows. */
  enterAtOnce(share: Share): GiveBack;
}

/** A key that uses a platform alone gets a quarter of its places; the rest stays free for others. */
export const PLACES_FOR_ONE = 4;

/**
 * Limits how many of a platform's places a key holds at once. A key may take another one while what it has, twice, is less
 * than what all leave over and its connection has not. So a key by itself takes a quarter of all, all keys of one
 * connection together less than half, and each that comes later less of what is left: however much one asks for, the
 * next finds a place at once.
 */
export function createFairShares(places: number): FairShares {
  const held = new Map<string, number>();
  const queues = new Map<string, { share: Named; waiting: Set<() => void> }>();
  let taken = 0;

  const heldBy = (name: string) => held.get(name) ?? 0;
  const mayTake = ({ connection, name }: Named) => 2 * heldBy(name) < places - taken - heldBy(connection);

  function count(name: string, by: 1 | -1): void {
    const now = heldBy(name) + by;
    if (now > 0) held.set(name, now);
    else held.delete(name);
  }
  function countBoth({ connection, name }: Named, by: 1 | -1): void {
    taken += by;
    count(connection, by);
    count(name, by);
  }
  function take(share: Named): GiveBack {
    countBoth(share, 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      countBoth(share, -1);
      serve();
    };
  }
  /** A queue that has just been served goes to the end of the round. */
  function serve(): void {
    for (const [name, queue] of queues) {
      if (!mayTake(queue.share)) continue;
      const [first] = queue.waiting;
      queue.waiting.delete(first!);
      queues.delete(name);
      if (queue.waiting.size > 0) queues.set(name, queue);
      first!();
      return;
    }
  }
  function wait(share: Named, signal: AbortSignal): Promise<GiveBack> {
    const { promise, resolve, reject } = Promise.withResolvers<GiveBack>();
    const { name } = share;
    const queue = queues.get(name) ?? { share, waiting: new Set() };
    queues.set(name, queue);
    const go = () => {
      signal.removeEventListener('abort', leave);
      resolve(take(share));
    };
    const leave = () => {
      queue.waiting.delete(go);
      if (queue.waiting.size === 0) queues.delete(name);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    queue.waiting.add(go);
    return promise;
  }
  return {
    enter(whose, signal) {
      signal.throwIfAborted();
      const share = named(whose);
      return !queues.has(share.name) && mayTake(share) ? take(share) : wait(share, signal);
    },
    enterAtOnce: (whose) => take(named(whose)),
  };
}

function named({ connection, key }: Share): Named {
  return { connection, name: `${connection} ${key}` };
}

/** A key by the one name that what it holds and its queue are kept by. */
interface Named {
  connection: string;
  name: string;
}
