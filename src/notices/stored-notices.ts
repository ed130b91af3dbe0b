import type { Transaction } from 'kysely';
import { type Ambient, DAY_MS, newId } from '../ambient.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { EndpointRow } from '../store/notice-tables.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { cleanReply } from '../text/clean-reply.ts';
import { cleanText, clipped } from '../text/clean-text.ts';
import type { NewEvent } from './events.ts';
import type { Notices } from './notices.ts';
import { fittingData } from './standard-webhook.ts';

/** The kind of the jobs that send a delivery. */
export const DELIVERY = 'delivery';
/** How long events and deliveries can be looked at and replayed. */
const KEPT_DAYS = 30;
const ATTACHMENTS_BYTES_MAX = 8_000_000;
const TITLE_MAX = 200;
/** A report's table is part of its mail. */
const TEXT_MAX = 20_000;
const REMOVED_AT_ONCE = 200;

/** Events and their deliveries, as the store keeps them. */
export class StoredNotices implements Notices {
  readonly #store: Store;
  readonly #jobs: Jobs;
  readonly #ambient: Ambient;

  constructor(store: Store, jobs: Jobs, ambient: Ambient) {
    this.#store = store;
    this.#jobs = jobs;
    this.#ambient = ambient;
  }

  put: Notices['put'] = async (tx, event) => {
    if (!(await this.#keep(tx, event))) return;
    for (const endpoint of await endpointsFor(tx, event)) await this.deliver(tx, event, endpoint.id);
  };

  /** Puts a delivery of a kept event; returns its id, or undefined where the endpoint has it already. */
  async deliver(
    tx: Transaction<Tables>,
    { id, type, workspaceId }: Pick<NewEvent, 'id' | 'type' | 'workspaceId'>,
    endpointId: string,
    { atOnce = false } = {},
  ): Promise<string | undefined> {
    const now = this.#ambient.now();
    const deliveryId = newId(this.#ambient, 'dlv');
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('notice_deliveries')
      .values({
        id: deliveryId,
        workspace_id: workspaceId,
        endpoint_id: endpointId,
        event_id: id,
        type,
        state: 'waiting',
        tries: 0,
        attempts: '[]',
        next_at: now,
        created_at: now,
        settled_at: null,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'endpoint_id', 'event_id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return undefined;
    if (!atOnce) await this.#jobs.put(tx, jobOf({ id: deliveryId, workspaceId, endpointId, runAt: now }));
    return deliveryId;
  }

  /** Has a delivery sent once more, with all its tries. */
  async again(
    tx: Transaction<Tables>,
    { id, workspaceId, endpointId }: { id: string; workspaceId: string; endpointId: string },
  ): Promise<void> {
    const runAt = this.#ambient.now();
    await tx
      .updateTable('notice_deliveries')
      .set({ state: 'waiting', tries: 0, next_at: runAt, settled_at: null })
      .where('id', '=', id)
      .execute();
    await this.#jobs.put(tx, jobOf({ id, workspaceId, endpointId, runAt }));
  }

  /** Keeps an event that is sent to one endpoint at once. */
  async keepFor(tx: Transaction<Tables>, event: NewEvent, endpointId: string): Promise<string> {
    await this.#keep(tx, event);
    return (await this.deliver(tx, event, endpointId, { atOnce: true }))!;
  }

  /** Forgets what has been kept long enough, some at a time. */
  async removeOld(): Promise<void> {
    const before = this.#ambient.now() - KEPT_DAYS * DAY_MS;
    for (;;) {
      const old = await this.#store.db
        .selectFrom('notice_events')
        .select(['workspace_id', 'id'])
        .where('kept_at', '<', before)
        .limit(REMOVED_AT_ONCE)
        .execute();
      if (old.length === 0) return;
      await this.#store.transaction(async (tx) => {
        for (const { workspace_id, id } of old) await removeEvent(tx, workspace_id, id);
      });
    }
  }

  async #keep(tx: Transaction<Tables>, event: NewEvent): Promise<boolean> {
    const { id, type, workspaceId, at, data, words } = event;
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('notice_events')
      .values({
        workspace_id: workspaceId,
        id,
        type,
        at,
        data: cleanReply(fittingData(data)).json,
        words: JSON.stringify({
          title: clipped(cleanText(words.title).replace(/\s+/g, ' ').trim(), TITLE_MAX),
          text: clipped(cleanText(words.text), TEXT_MAX),
          ...(words.path !== undefined && { path: words.path }),
        }),
        kept_at: this.#ambient.now(),
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    let bytes = 0;
    for (const [place, { name, type, data }] of (event.attachments ?? []).entries()) {
      bytes += data.length;
      if (bytes > ATTACHMENTS_BYTES_MAX) break;
      const row = { workspace_id: workspaceId, event_id: id, place, name, type, data };
      await tx.insertInto('notice_attachments').values(row).execute();
    }
    return true;
  }
}

function jobOf({
  id,
  workspaceId,
  endpointId,
  runAt,
}: Record<'id' | 'workspaceId' | 'endpointId', string> & { runAt: number }) {
  return { kind: DELIVERY, key: id, runAt, workspaceId, lane: `endpoint ${endpointId}` };
}

/** Named endpoints that are on get the event, even of a kind that they did not choose. */
async function endpointsFor(tx: Transaction<Tables>, { workspaceId, type, endpoints }: NewEvent) {
  const rows = await tx
    .selectFrom('notice_endpoints')
    .select(['id', 'events'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'on')
    .orderBy('created_at')
    .execute();
  return rows.filter((row) => (endpoints ? endpoints.includes(row.id) : asksFor(row, type)));
}

function asksFor({ events }: Pick<EndpointRow, 'events'>, type: string): boolean {
  return (JSON.parse(events) as string[]).includes(type);
}

async function removeEvent(tx: Transaction<Tables>, workspaceId: string, id: string): Promise<void> {
  for (const table of ['notice_deliveries', 'notice_attachments'] as const)
    await tx.deleteFrom(table).where('workspace_id', '=', workspaceId).where('event_id', '=', id).execute();
  await tx.deleteFrom('notice_events').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
}
