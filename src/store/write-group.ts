import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import type { WriteLock } from './write-lock.ts';

type Work<T> = (tx: Transaction<Tables>) => Promise<T>;

interface WriteGroupOptions {
  lock: WriteLock;
  /** One transaction of the database: committed when `work` resolves, rolled back when it rejects. */
  open: (work: Work<void>) => Promise<void>;
  /** 1: a commit for each transaction. */
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

/** So that no call, in a group or outside, waits for long. */
const TURNS_MAX = 64;

const SAVEPOINT = CompiledQuery.raw('savepoint turn');
const RELEASE = CompiledQuery.raw('release savepoint turn');
const ROLLBACK = CompiledQuery.raw('rollback to savepoint turn');

/**
 * Transactions of several callers share one of the database's, and so one wait for the disk: those that are queued
 * while a group runs form the next one. Each runs once, in the order they came, and resolves when all are on disk.
 */
export class WriteGroup {
  readonly #lock: WriteLock;
  readonly #open: WriteGroupOptions['open'];
  readonly #turnsMax: number;
  readonly #listeners: (() => void)[] = [];
  readonly #gathered: Gathered<unknown>[] = [];
  /** Runs outside any call's async context: one commit group serves many calls. */
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
    // `work` runs in the async context of the call that queued it, not of the one that opened the group.
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

  /** When no transaction is queued any more. */
  async finished(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Calls that the same events wake join the group.
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
      // The transaction could not be opened, so all that wait for it reject.
      if (turns.length === 0) turns = this.#waiting.splice(0);
      for (const turn of turns) turn.reject(error);
    } finally {
      for (const { items } of this.#gathered) items.length = 0;
    }
  }

  async #takeTurns(tx: Transaction<Tables>, turns: readonly Turn[]): Promise<void> {
    // Savepoints as plain SQL: building them takes Kysely longer than running them takes SQLite.
    const connection = await tx.getExecutor().provideConnection(async (own) => own);
    for (const turn of turns) {
      const before = this.#gathered.map(({ items }) => items.length);
      if (await takeTurn(tx, connection, turn)) continue;
      for (const [index, length] of before.entries()) this.#gathered[index]!.items.length = length;
    }
  }
}

/**
 * False: this one failed; it is rolled back and rejected at once, and the others go on. Throws when the whole
 * transaction is lost.
 */
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
