import type { Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import type { DueJob, JobKind } from '../jobs/jobs.ts';
import type { DeliveryRow, EndpointRow } from '../store/notice-tables.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { KeptEvent, Receivers } from './receivers.ts';
import { type Attempt, FAILING_MS_MAX, nextTry, restMs } from './retry-schedule.ts';
import { DELIVERY, type StoredNotices } from './stored-notices.ts';

interface Means {
  store: Store;
  audit: Audit;
  notices: StoredNotices;
  receivers: Receivers;
  ambient: Ambient;
}

/** Enough for all tries and some replays. */
const ATTEMPTS_KEPT = 20;
const GONE = 410;

/** Sends what waits. A send that was not marked, because the process ended between, is made again with the same id. */
export class Deliveries {
  readonly #means: Means;

  constructor(means: Means) {
    this.#means = means;
  }

  get kind(): JobKind {
    return { kind: DELIVERY, run: (job) => this.run(job) };
  }

  /**
   * Sends the oldest due delivery of the job's endpoint, which is mostly the job's own: an endpoint gets what is due in the order
   * in which it happened. What failed is tried later, and newer ones do not wait for it.
   */
  async run({ key, signal }: Pick<DueJob, 'key' | 'signal'>): Promise<number | undefined> {
    const { store, ambient } = this.#means;
    const own = await this.#waiting(key);
    if (!own) return undefined;
    const now = ambient.now();
    if (own.next_at !== null && own.next_at > now) return own.next_at;
    const endpoint = await this.#endpoint(own.endpoint_id);
    if (endpoint?.state !== 'on') return undefined;
    if (endpoint.rests_until !== null && endpoint.rests_until > now) return endpoint.rests_until;
    const oldest = await store.db
      .selectFrom('notice_deliveries')
      .selectAll()
      .where('endpoint_id', '=', endpoint.id)
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now)
      .where('type', '<>', 'endpoint.test')
      .orderBy('created_at')
      .orderBy('event_id')
      .limit(1)
      .executeTakeFirst();
    const delivery = oldest ?? own;
    const attempt = await this.#attempt(endpoint, delivery, signal);
    const next = await store.transaction((tx) => this.#mark(tx, delivery, attempt));
    return delivery.id === own.id ? next : ambient.now();
  }

  /** One attempt now, for a test event: it is not repeated, and says nothing about the endpoint's health. */
  async sendNow(deliveryId: string, signal: AbortSignal): Promise<Attempt> {
    const delivery = (await this.#waiting(deliveryId))!;
    const endpoint = (await this.#endpoint(delivery.endpoint_id))!;
    const attempt = await this.#attempt(endpoint, delivery, signal);
    await this.#means.store.transaction((tx) =>
      this.#keep(tx, delivery, attempt, attempt.error === undefined ? 'delivered' : 'failed', undefined),
    );
    return attempt;
  }

  async #attempt(endpoint: EndpointRow, delivery: DeliveryRow, signal: AbortSignal): Promise<Attempt> {
    const event = await this.#event(delivery);
    if (!event) return { at: this.#means.ambient.now(), ms: 0, error: 'The event is no longer kept.' };
    return this.#means.receivers.send(endpoint, event, signal);
  }

  /** Returns when to try again. */
  async #mark(tx: Transaction<Tables>, { id }: DeliveryRow, attempt: Attempt): Promise<number | undefined> {
    const { ambient } = this.#means;
    const delivery = await tx.selectFrom('notice_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
    const endpoint =
      delivery &&
      (await tx.selectFrom('notice_endpoints').selectAll().where('id', '=', delivery.endpoint_id).executeTakeFirst());
    // Removed while it was sent.
    if (!endpoint) return undefined;
    if (attempt.error === undefined) {
      await this.#keep(tx, delivery, attempt, 'delivered', undefined);
      await setHealth(tx, endpoint.id, {
        failing_since: null,
        failures: 0,
        rests_until: null,
        delivered_at: ambient.now(),
      });
      return undefined;
    }
    const failures = endpoint.failures + 1;
    const failingSince = endpoint.failing_since ?? attempt.at;
    const rest = restMs(attempt, failures);
    const restsUntil = rest === undefined ? null : ambient.now() + rest;
    await setHealth(tx, endpoint.id, { failing_since: failingSince, failures, rests_until: restsUntil });
    const reason = offBecause(attempt, failingSince, ambient.now());
    const next = reason ? undefined : nextTry(delivery.tries + 1, attempt, ambient);
    const later = next === undefined ? undefined : Math.max(next, restsUntil ?? 0);
    await this.#keep(tx, delivery, attempt, later === undefined ? 'failed' : 'waiting', later);
    if (reason) await this.#switchOff(tx, endpoint, reason);
    return later;
  }

  async #keep(
    tx: Transaction<Tables>,
    { id, attempts, tries }: DeliveryRow,
    attempt: Attempt,
    state: DeliveryRow['state'],
    nextAt: number | undefined,
  ): Promise<void> {
    const { retryAfterMs: _, ...kept } = attempt;
    await tx
      .updateTable('notice_deliveries')
      .set({
        state,
        tries: tries + 1,
        attempts: JSON.stringify([...JSON.parse(attempts), kept].slice(-ATTEMPTS_KEPT)),
        next_at: nextAt ?? null,
        settled_at: state === 'waiting' ? null : this.#means.ambient.now(),
      })
      .where('id', '=', id)
      .execute();
  }

  /** Told to the log, to the page, and to every other endpoint of the workspace. */
  async #switchOff(tx: Transaction<Tables>, endpoint: EndpointRow, reason: string): Promise<void> {
    const { ambient, audit, notices } = this.#means;
    const { id, name, kind, workspace_id: workspaceId } = endpoint;
    const now = ambient.now();
    if (!(await switchedOff(tx, id, reason, now))) return;
    const { organization_id: organizationId } = await tx
      .selectFrom('workspaces')
      .select('organization_id')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const detail = { endpoint: id, name, reason };
    audit.append({ organizationId, workspaceId, actor: 'service', action: 'endpoint.off', phase: 'event', detail });
    const others = await tx
      .selectFrom('notice_endpoints')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '<>', id)
      .execute();
    await notices.put(tx, {
      id: `endpoint_off_${id}_${now}`,
      type: 'endpoint.off',
      organizationId,
      workspaceId,
      at: now,
      data: { endpoint_id: id, name, kind, reason },
      words: {
        title: `"${name}" was switched off`,
        text: `${reason} Alerts no longer go there. Mend it, switch it on again, and replay what it missed.`,
        path: '/alerts/endpoints',
      },
      endpoints: others.map((other) => other.id),
    });
  }

  #waiting(id: string): Promise<DeliveryRow | undefined> {
    return this.#means.store.db
      .selectFrom('notice_deliveries')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
  }

  #endpoint(id: string): Promise<EndpointRow | undefined> {
    return this.#means.store.db.selectFrom('notice_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async #event({ workspace_id, event_id }: DeliveryRow): Promise<KeptEvent | undefined> {
    const { db } = this.#means.store;
    const row = await db
      .selectFrom('notice_events')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', event_id)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        type: row.type,
        workspaceId: workspace_id,
        at: row.at,
        data: JSON.parse(row.data),
        words: JSON.parse(row.words),
        attachments: () =>
          db
            .selectFrom('notice_attachments')
            .select(['name', 'type', 'data'])
            .where('workspace_id', '=', workspace_id)
            .where('event_id', '=', event_id)
            .orderBy('place')
            .execute(),
      }
    );
  }
}

function offBecause({ status }: Attempt, failingSince: number, now: number): string | undefined {
  if (status === GONE) return 'It answers that it is gone for good (410).';
  return now - failingSince >= FAILING_MS_MAX ? 'Nothing could be delivered for five days.' : undefined;
}

type Health = Partial<Pick<EndpointRow, 'failing_since' | 'failures' | 'rests_until' | 'delivered_at'>>;

async function setHealth(tx: Transaction<Tables>, id: string, health: Health): Promise<void> {
  await tx.updateTable('notice_endpoints').set(health).where('id', '=', id).execute();
}

/** With what still waits for it, which can be replayed. False: it was off already. */
export async function switchedOff(tx: Transaction<Tables>, id: string, reason: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notice_endpoints')
    .set({ state: 'off', off_because: reason })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable('notice_deliveries')
    .set({ state: 'failed', next_at: null, settled_at: now })
    .where('endpoint_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  return true;
}
