import type { Store } from '../store/store.ts';

/**
 * Which of the processes that share a store are alive. Each counts up a row of its own; one whose count stood still for
 * `LOOKS` looks in a row is gone. A failed look does not count and clocks are not compared, so an outage of the store
 * or differing clocks make no process look dead.
 */
export class Presence {
  readonly #store: Store;
  readonly #instanceId: string;
  readonly #seen = new Map<string, { beats: number; looks: number }>();

  constructor(store: Store, instanceId: string) {
    this.#store = store;
    this.#instanceId = instanceId;
  }

  async beat(): Promise<void> {
    await this.#store.db
      .insertInto('processes')
      .values({ instance_id: this.#instanceId, beats: 1 })
      .onConflict((conflict) =>
        conflict.column('instance_id').doUpdateSet((row) => ({ beats: row('processes.beats', '+', 1) })),
      )
      .execute();
  }

  /** Removes the rows of processes that are gone; true when there were any. */
  async look(): Promise<boolean> {
    const others = await this.#store.db
      .selectFrom('processes')
      .selectAll()
      .where('instance_id', '!=', this.#instanceId)
      .execute();
    const present = new Set(others.map(({ instance_id }) => instance_id));
    for (const instanceId of this.#seen.keys()) if (!present.has(instanceId)) this.#seen.delete(instanceId);
    let struck = 0;
    for (const { instance_id, beats } of others) {
      const before = this.#seen.get(instance_id);
      const looks = before?.beats === beats ? before.looks + 1 : 0;
      this.#seen.set(instance_id, { beats, looks });
      if (looks >= LOOKS) struck += await this.#strikeOff(instance_id, beats);
    }
    return struck > 0;
  }

  async leave(): Promise<void> {
    await this.#store.db.deleteFrom('processes').where('instance_id', '=', this.#instanceId).execute();
  }

  async #strikeOff(instanceId: string, beats: number): Promise<number> {
    const { numDeletedRows } = await this.#store.db
      .deleteFrom('processes')
      .where('instance_id', '=', instanceId)
      .where('beats', '=', beats)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

export const BEAT_EVERY_MS = 2_000;
/** A live process writes its row several times during so many looks. */
const LOOKS = 8;
