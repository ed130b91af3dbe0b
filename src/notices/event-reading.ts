import type { Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import { SECOND_MS } from '../ambient.ts';
import type { JobKind, Jobs } from '../jobs/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { auditedEvents } from './audit-events.ts';
import { leadEvents } from './lead-events.ts';
import type { ReadEvents } from './read-events.ts';
import type { StoredNotices } from './stored-notices.ts';

const EVENTS = 'events';
const ONE = 'all';
const EVERY_MS = 10 * SECOND_MS;

interface Means {
  store: Store;
  notices: StoredNotices;
  jobs: Jobs;
  ambient: Ambient;
}

const SOURCES = {
  audit: ({ store }: Means, from: number) => auditedEvents(store, from),
  leads: ({ store, ambient }: Means, from: number) => leadEvents(store, from, ambient.now()),
};

type Source = keyof typeof SOURCES;

/** Makes events of what others write down: changes and plans of the audit log, and leads. Runs while there is an endpoint. */
export class EventReading {
  readonly #means: Means;

  constructor(means: Means) {
    this.#means = means;
  }

  get kind(): JobKind {
    return { kind: EVENTS, run: () => this.#run() };
  }

  /** In the transaction that makes an endpoint or switches it on: what happens from now on is read. */
  async begin(tx: Transaction<Tables>): Promise<void> {
    const { ambient, jobs } = this.#means;
    const positions: Record<Source, number> = { audit: await headOf(tx), leads: ambient.now() };
    for (const [name, position] of Object.entries(positions))
      await tx
        .insertInto('notice_cursors')
        .values({ name, position })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    await jobs.put(tx, { kind: EVENTS, key: ONE, runAt: ambient.now() });
  }

  async #run(): Promise<number | undefined> {
    const { store, ambient } = this.#means;
    if (await this.#hasEnded()) return undefined;
    const cursors = await store.db.selectFrom('notice_cursors').selectAll().execute();
    let more = false;
    for (const name of Object.keys(SOURCES) as Source[]) {
      const from = cursors.find((cursor) => cursor.name === name)?.position;
      if (from === undefined) continue;
      const read = await SOURCES[name](this.#means, from);
      await this.#put(name, from, read);
      more ||= read.more;
    }
    return more ? ambient.now() : ambient.now() + EVERY_MS;
  }

  /** With the last endpoint; the next one begins at its own time. */
  #hasEnded(): Promise<boolean> {
    return this.#means.store.transaction(async (tx) => {
      const on = await tx
        .selectFrom('notice_endpoints')
        .select('id')
        .where('state', '=', 'on')
        .limit(1)
        .executeTakeFirst();
      if (!on) await tx.deleteFrom('notice_cursors').where('name', 'in', Object.keys(SOURCES)).execute();
      return !on;
    });
  }

  /** Events and the position in one transaction; where another process was faster, nothing. */
  async #put(name: Source, from: number, { events, next }: ReadEvents): Promise<void> {
    if (next === from && events.length === 0) return;
    await this.#means.store.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('notice_cursors')
        .set({ position: next })
        .where('name', '=', name)
        .where('position', '=', from)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      for (const event of events) await this.#means.notices.put(tx, event);
    });
  }
}

async function headOf(tx: Transaction<Tables>): Promise<number> {
  const head = await tx.selectFrom('audit_head').select('seq').where('id', '=', 1).executeTakeFirst();
  return head?.seq ?? 0;
}
