import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import type { WriteLock } from './write-lock.ts';

type Work<T> = (tx: Transaction<Tables>) => Promise<T>;

interface WriteGroupOptions {
  lock: WriteLock;
  /** One transaction of the database: committed when `work` resolves, rolled back when it does not. */
  open: (work: Work<void>) => Promise<void>;
  /** One: a commit for each. */
  turnsMax?: number | undefined;
}

interface Turn {
  work: Work<void>;
  committed(): void;
  reject(error: unknown): void;
}

export type WriteTogether<Item> = (tx: Transaction<Tables>, items: readonly Item[]) => Promise<void>;

interface Gathered<Item> {
  items: Item[];
  write: WriteTogether<Item>;
}

/** So that neither the first of a group nor anything else in this process waits for long. */
const TURNS_MAX = 64;

const SAVEPOINT = CompiledQuery.raw('savepoint turn');
const RELEASE = CompiledQuery.raw('release savepoint turn');
const ROLLBACK = CompiledQuery.raw('rollback to savepoint turn');

/**
 * Transactions of several callers share one of the database's, and so one wait for the disk: whoever asks while others are
 * at it goes with the next group. Each runs once, in the order they came; each hears of it when all are on disk.
 */
export class WriteGroup {
  readonly #lock: WriteLock;
  readonly #open: WriteGroupOptions['open'];
  readonly #turnsMax: number;
  readonly #listeners: (() => void)[] = [];
  readonly #gathered: Gathered<unknown>[] = [];
  /** A group is nobody's call, whoever came first. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #waiting: Turn[] = [];
  #running: Promise<void> | undefined;

  constructor({ lock, open, turnsMax = TURNS_MAX }: WriteGroupOptions) {
    this.#lock = lock;
    this.#open = open;
    this.#turnsMax = turnsMax;
  }

  run<T>(work: Work<T>): Promise<T> {
    this.#lock.refuseSecond();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const begun = Promise.withResolvers<Transaction<Tables>>();
    // In the caller's context, whoever begins it: that of who waits.
    const over = begun.promise.then((tx) => this.#lock.inside(() => work(tx)));
    let result: T;
    this.#waiting.push({
      work: async (tx) => {
        begun.resolve(tx);
        result = await over;
      },
      committed: () => resolve(result),
      reject,
    });
    this.#running ??= this.#outside(() => this.#runAll());
    return promise;
  }

  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  gather<Item>(write: WriteTogether<Item>): (item: Item) => void {
    const items: Item[] = [];
    this.#gathered.push({ items, write } as Gathered<unknown>);
    return (item) => {
      this.#lock.requireHeld();
      items.push(item);
    };
  }

  /** When nobody waits any more. */
  async finished(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Whoever is called by the same events comes along.
      await nextTurn();
      await this.#runGroup();
    }
    this.#running = undefined;
  }

  async #runGroup(): Promise<void> {
    let turns: Turn[] = [];
    try {
      await this.#open(async (tx) => {
        turns = this.#waiting.splice(0, this.#turnsMax);
        if (turns.length === 1) await turns[0]!.work(tx);
        else await this.#takeTurns(tx, turns);
        for (const { items, write } of this.#gathered) if (items.length > 0) await write(tx, items);
      });
      for (const turn of turns) turn.committed();
      for (const listener of this.#listeners) listener();
    } catch (error) {
      // None: the transaction could not be opened, for all who wait for it.
      if (turns.length === 0) turns = this.#waiting.splice(0);
      for (const turn of turns) turn.reject(error);
    } finally {
      for (const { items } of this.#gathered) items.length = 0;
    }
  }

  async #takeTurns(tx: Transaction<Tables>, turns: readonly Turn[]): Promise<void> {
    // For savepoints, which take Kysely longer than SQLite.
    const connection = await tx.getExecutor().provideConnection(async (own) => own);
    for (const turn of turns) {
      const before = this.#gathered.map(({ items }) => items.length);
      if (await takeTurn(tx, connection, turn)) continue;
      for (const [index, length] of before.entries()) this.#gathered[index]!.items.length = length;
    }
  }
}

/** False: it failed, which is undone and told at once, and the others go on. Throws when the whole transaction is lost. */
async function takeTurn(tx: Transaction<Tables>, connection: DatabaseConnection, turn: Turn): Promise<boolean> {
  await connection.executeQuery(SAVEPOINT);
  try {
    await turn.work(tx);
    await connection.executeQuery(RELEASE);
    return true;
  } catch (error) {
    turn.reject(error);
    await connection.executeQuery(ROLLBACK);
    return false;
  }
}
