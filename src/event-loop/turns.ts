import { performance } from 'node:perf_hooks';

/** How long all long work together may take in one turn of the event loop. The rest waits for the next turn, in order. */
const TURN_MS = 10;
/** Items of a list before the clock is read: many lists at once, each with its first items, still make a short turn. */
const ITEMS_AT_ONCE = 20;
const SORTED_AT_ONCE = 1000;

/** Module state on purpose: a thread has one event loop. */
const waiting: (() => void)[] = [];
let began = 0;

function isOver(): boolean {
  return performance.now() - began >= TURN_MS;
}

function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(admit);
  return promise;
}

/** Admits one waiter a turn: several turns' worth of work would add up to a long one. */
function admit(): void {
  began = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admit);
}

/** Long work in slices: between two slices other work on the same thread gets the event loop. Ends when the signal aborts. */
export class Turns {
  readonly #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  async pause(): Promise<void> {
    if (!isOver()) return;
    await nextTurn();
    this.#signal?.throwIfAborted();
  }

  /** Runs a generator to its end. It may be interrupted at each `yield`. */
  async through<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      if (isOver()) await this.pause();
    }
  }

  /** As `items.map(work)`. */
  async map<T, Made>(items: Iterable<T>, work: (item: T) => Made): Promise<Made[]> {
    const made: Made[] = [];
    for (const item of items) {
      if (made.length >= ITEMS_AT_ONCE && isOver()) await this.pause();
      made.push(work(item));
    }
    return made;
  }

  /** As `items.toSorted(compare)`. */
  sort<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
    return this.through(sorted(items, compare));
  }
}

function* sorted<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  yield;
  if (items.length <= SORTED_AT_ONCE) return items.toSorted(compare);
  const middle = items.length >> 1;
  const first = yield* sorted(items.slice(0, middle), compare);
  const second = yield* sorted(items.slice(middle), compare);
  const merged: T[] = [];
  let [a, b] = [0, 0];
  while (merged.length < items.length) {
    if (merged.length % SORTED_AT_ONCE === 0) yield;
    const takesFirst = b === second.length || (a < first.length && compare(first[a]!, second[b]!) <= 0);
    merged.push(takesFirst ? first[a++]! : second[b++]!);
  }
  return merged;
}
