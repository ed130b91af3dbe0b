import type { Ambient } from './ambient.ts';
import type { Store } from './store/store.ts';
import type { ToolEvent } from './tools/call.ts';

const HOUR_MS = 3_600_000;

/** Who used which tool how much: counted in memory, written in batches, so that counting costs a call next to nothing. */
export class Metering {
  readonly #store: Store;
  readonly #ambient: Ambient;
  #counts = new Map<
    string,
    { hour: number; keyId: string; tool: string; calls: number; errors: number; points: number }
  >();

  constructor(store: Store, ambient: Ambient) {
    this.#store = store;
    this.#ambient = ambient;
  }

  count({ tool, call, failure }: ToolEvent): void {
    const hour = Math.floor(this.#ambient.now() / HOUR_MS) * HOUR_MS;
    const name = `${tool.channel.name}/${tool.name}`;
    const { keyId } = call.principal;
    const slot = `${hour} ${keyId} ${name}`;
    let count = this.#counts.get(slot);
    if (!count) {
      count = { hour, keyId, tool: name, calls: 0, errors: 0, points: 0 };
      this.#counts.set(slot, count);
    }
    count.calls += 1;
    count.errors += failure ? 1 : 0;
    count.points += tool.access === 'read' ? 1 : 3;
  }

  async flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    await this.#store.transaction(async (tx) => {
      for (const { hour, keyId, tool, calls, errors, points } of counts.values()) {
        await tx
          .insertInto('usage_counts')
          .values({ hour, key_id: keyId, tool, calls, errors, points })
          .onConflict((conflict) =>
            conflict.columns(['hour', 'key_id', 'tool']).doUpdateSet((row) => ({
              calls: row('usage_counts.calls', '+', calls),
              errors: row('usage_counts.errors', '+', errors),
              points: row('usage_counts.points', '+', points),
            })),
          )
          .execute();
      }
    });
  }
}
