import { type Ambient, newId } from '../ambient.ts';
import type { Store } from '../store/store.ts';
import type { JobKind, Jobs } from './jobs.ts';

/** The jobs of a store, and the loop of this process that runs them. */
export class StoredJobs implements Jobs {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #instanceId: string;

  constructor(store: Store, ambient: Ambient, instanceId: string) {
    this.#store = store;
    this.#ambient = ambient;
    this.#instanceId = instanceId;
  }

  put: Jobs['put'] = async (tx, { kind, key, runAt, workspaceId = null, lane = null, payload = {} }) => {
    const moved = { run_at: runAt, payload: JSON.stringify(payload), lane };
    await tx
      .insertInto('jobs')
      .values({
        ...moved,
        id: newId(this.#ambient, 'job'),
        kind,
        key,
        workspace_id: workspaceId,
        lease_until: null,
        lease_owner: null,
        attempts: 0,
        last_error: null,
        last_run_at: null,
        created_at: this.#ambient.now(),
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ ...moved, attempts: 0 }))
      .execute();
  };

  remove: Jobs['remove'] = async (tx, kind, key) => {
    await tx.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key).execute();
  };

  /** Claims and runs what is due now; returns how many ran. */
  async runDue(kinds: readonly JobKind[]): Promise<number> {
    const due = await this.#store.db
      .selectFrom('jobs')
      .selectAll()
      .where('run_at', '<=', this.#ambient.now())
      .orderBy('run_at')
      .limit(100)
      .execute();
    for (const { id, kind, key, run_at: runAt, payload, workspace_id, attempts } of due) {
      const found = kinds.find((one) => one.kind === kind);
      if (!found) continue;
      const signal = new AbortController().signal;
      const job = { id, kind, key, runAt, workspaceId: workspace_id ?? undefined, attempts, signal };
      const next = await found.run({ ...job, payload: JSON.parse(payload) });
      await this.#store.transaction(async (tx) => {
        if (next === undefined) await this.remove(tx, kind, key);
        else await tx.updateTable('jobs').set({ run_at: next }).where('id', '=', id).execute();
      });
    }
    return due.length;
  }

  get owner(): string {
    return this.#instanceId;
  }
}
