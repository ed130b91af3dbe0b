import { Failure } from '../errors.ts';
import type { DeliveryRow } from '../store/notice-tables.ts';
import type { Store } from '../store/store.ts';
import type { Attempt } from './retry-schedule.ts';
import { webhookId } from './standard-webhook.ts';
import type { StoredNotices } from './stored-notices.ts';

/** A delivery as its log shows it. */
export interface ShownDelivery {
  id: string;
  eventId: string;
  /** The header of that name: the event's id as a header can carry it. */
  webhookId: string;
  type: string;
  title: string;
  state: DeliveryRow['state'];
  /** The last ones, oldest first. */
  attempts: Attempt[];
  nextAt: number | undefined;
  createdAt: number;
}

/** Replayed at once; more take another call. */
const REPLAYED_MAX = 1_000;

/** What was sent to an endpoint and what it answered. */
export class DeliveryLog {
  readonly #store: Store;
  readonly #notices: StoredNotices;

  constructor(store: Store, notices: StoredNotices) {
    this.#store = store;
    this.#notices = notices;
  }

  /** Newest first. */
  async page(
    place: { workspaceId: string; endpointId: string },
    { limit, after, state }: { limit: number; after?: string | undefined; state?: DeliveryRow['state'] | undefined },
  ): Promise<{ deliveries: ShownDelivery[]; next?: string }> {
    let query = this.#store.db
      .selectFrom('notice_deliveries as delivery')
      .innerJoin('notice_events as event', (join) =>
        join.onRef('event.workspace_id', '=', 'delivery.workspace_id').onRef('event.id', '=', 'delivery.event_id'),
      )
      .selectAll('delivery')
      .select('event.words')
      .where('delivery.endpoint_id', '=', place.endpointId)
      .where('delivery.workspace_id', '=', place.workspaceId)
      .orderBy('delivery.created_at', 'desc')
      .orderBy('delivery.event_id', 'desc')
      .limit(limit + 1);
    if (state !== undefined) query = query.where('delivery.state', '=', state);
    const end = after === undefined ? undefined : positionOf(after);
    if (end)
      query = query.where((where) =>
        where.or([
          where('delivery.created_at', '<', end.at),
          where.and([where('delivery.created_at', '=', end.at), where('delivery.event_id', '<', end.eventId)]),
        ]),
      );
    const rows = await query.execute();
    const deliveries = rows.slice(0, limit).map(shownDelivery);
    const last = deliveries.at(-1);
    return { deliveries, ...(rows.length > limit && last && { next: `${last.createdAt} ${last.eventId}` }) };
  }

  /** Sends one delivery again with the same id, delivered or not: a receiver that has it already can ignore it. */
  async replay({ workspaceId, endpointId }: { workspaceId: string; endpointId: string }, id: string): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const row = await tx
        .selectFrom('notice_deliveries')
        .innerJoin('notice_endpoints', 'notice_endpoints.id', 'notice_deliveries.endpoint_id')
        .select(['notice_endpoints.state', 'type'])
        .where('notice_deliveries.id', '=', id)
        .where('notice_deliveries.workspace_id', '=', workspaceId)
        .where('endpoint_id', '=', endpointId)
        .executeTakeFirst();
      if (!row || row.type === 'endpoint.test') throw noDelivery(id);
      requireOn(row.state);
      await this.#notices.again(tx, { id, workspaceId, endpointId });
    });
  }

  /** Sends everything again that failed since, oldest first; returns how many. */
  async replayFailed({ workspaceId, endpointId }: { workspaceId: string; endpointId: string }, since: number) {
    return this.#store.transaction(async (tx) => {
      const endpoint = await tx
        .selectFrom('notice_endpoints')
        .select('state')
        .where('id', '=', endpointId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      requireOn(endpoint?.state);
      const rows = await tx
        .selectFrom('notice_deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('workspace_id', '=', workspaceId)
        .where('state', '=', 'failed')
        .where('type', '<>', 'endpoint.test')
        .where('created_at', '>=', since)
        .orderBy('created_at')
        .limit(REPLAYED_MAX)
        .execute();
      for (const { id } of rows) await this.#notices.again(tx, { id, workspaceId, endpointId });
      return rows.length;
    });
  }
}

function shownDelivery(row: DeliveryRow & { words: string }): ShownDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    webhookId: webhookId(row.event_id),
    type: row.type,
    title: JSON.parse(row.words).title,
    state: row.state,
    attempts: JSON.parse(row.attempts),
    nextAt: row.next_at ?? undefined,
    createdAt: row.created_at,
  };
}

function positionOf(after: string): { at: number; eventId: string } {
  const [at = '', ...eventId] = after.split(' ');
  return { at: Number(at) || 0, eventId: eventId.join(' ') };
}

function requireOn(state: string | undefined): void {
  if (state === 'on') return;
  throw new Failure({
    code: 'conflict',
    message: state === undefined ? 'There is no such endpoint in this workspace.' : 'The endpoint is switched off.',
    nextStep: 'Switch it on first, then replay. Nothing was sent.',
  });
}

function noDelivery(id: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `There is no delivery ${JSON.stringify(id)} that could be replayed.`,
    nextStep: 'The log of the endpoint shows them; they are kept for 30 days. Nothing was sent.',
  });
}
