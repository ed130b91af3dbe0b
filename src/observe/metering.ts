import type { CompiledQuery, Kysely } from 'kysely';
import type { Ambient } from '../ambient.ts';
import { inTurns } from '../event-loop/in-turns.ts';
import { pointsFor } from '../limits/prices.ts';
import type { ToolEvent } from '../pipeline/call.ts';
import { compiledOnce } from '../store/compiled-once.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Tool } from '../tools/define-tool.ts';

const HOUR_MS = 3_600_000;

interface Count {
  hour: number;
  keyId: string;
  tool: string;
  calls: number;
  errors: number;
  points: number;
}

/**
 * How much each key used each tool: counted in memory and written in batches, so that counting costs a call next to
 * nothing.
 */
export class Metering {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #add: (count: Count) => CompiledQuery;
  /** By key and tool, for the present hour; counts of past hours wait in `#closed`. */
  #open = new Map<string, Map<Tool, Count>>();
  #closed: Count[] = [];

  constructor(store: Store, ambient: Ambient) {
    this.#store = store;
    this.#ambient = ambient;
    this.#add = adding(store.db);
  }

  count({ tool, call, failure }: ToolEvent): void {
    const count = this.#slot(call.principal.id, tool, Math.floor(this.#ambient.now() / HOUR_MS) * HOUR_MS);
    count.calls += 1;
    if (failure) count.errors += 1;
    count.points += pointsFor(tool.access);
  }

  #slot(keyId: string, tool: Tool, hour: number): Count {
    let ofKey = this.#open.get(keyId);
    if (!ofKey) {
      ofKey = new Map();
      this.#open.set(keyId, ofKey);
    }
    const known = ofKey.get(tool);
    if (known?.hour === hour) return known;
    if (known) this.#closed.push(known);
    const fresh = { hour, keyId, tool: `${tool.channel.name}/${tool.name}`, calls: 0, errors: 0, points: 0 };
    ofKey.set(tool, fresh);
    return fresh;
  }

  async flush(): Promise<void> {
    const counts = [...this.#closed, ...[...this.#open.values()].flatMap((ofKey) => [...ofKey.values()])];
    this.#open = new Map();
    this.#closed = [];
    let written = 0;
    try {
      await inTurns(counts, async (some) => {
        await this.#store.transaction(async (tx) => {
          for (const count of some) await tx.executeQuery(this.#add(count));
        });
        written += some.length;
      });
    } catch (error) {
      // They wait for the next flush, added up, so that a long outage of the store does not fill the memory.
      this.#closed = addedUp([...counts.slice(written), ...this.#closed]);
      throw error;
    }
  }
}

function adding(db: Kysely<Tables>): (count: Count) => CompiledQuery {
  return compiledOnce(({ hour, keyId, tool, calls, errors, points }) =>
    db
      .insertInto('usage_counts')
      .values({ hour, key_id: keyId, tool, calls, errors, points })
      .onConflict((conflict) =>
        conflict.columns(['hour', 'key_id', 'tool']).doUpdateSet((row) => ({
          calls: row('usage_counts.calls', '+', calls),
          errors: row('usage_counts.errors', '+', errors),
          points: row('usage_counts.points', '+', points),
        })),
      ),
  );
}

function addedUp(counts: readonly Count[]): Count[] {
  const sums = new Map<string, Count>();
  for (const count of counts) {
    const slot = `${count.hour} ${count.keyId} ${count.tool}`;
    const sum = sums.get(slot);
    if (!sum) sums.set(slot, { ...count });
    else {
      sum.calls += count.calls;
      sum.errors += count.errors;
      sum.points += count.points;
    }
  }
  return [...sums.values()];
}
