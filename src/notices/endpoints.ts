import type { Transaction } from 'kysely';
import { type Ambient, DAY_MS, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure, invalidArguments } from '../errors.ts';
import type { EndpointRow } from '../store/notice-tables.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { AddressBook } from './address-book.ts';
import type { Deliveries } from './deliveries.ts';
import { switchedOff } from './deliveries.ts';
import type { Endpoint, NewEndpoint } from './endpoint.ts';
import type { EndpointSecrets, SigningSecrets } from './endpoint-secrets.ts';
import type { EventReading } from './event-reading.ts';
import { CHOSEN_EVENTS, type EventType } from './events.ts';
import type { Attempt } from './retry-schedule.ts';
import { newSigningSecret } from './standard-webhook.ts';
import type { StoredNotices } from './stored-notices.ts';

interface Means {
  store: Store;
  audit: Audit;
  ambient: Ambient;
  notices: StoredNotices;
  deliveries: Deliveries;
  secrets: EndpointSecrets;
  addresses: AddressBook;
  reading: EventReading;
}

const ENDPOINTS_MAX = 50;
/** How long both secrets are signed with after a rotation. */
const ROTATION_MS = DAY_MS;

type Place = { workspaceId: string; id: string };

/** Where the alerts of a workspace go. */
export class Endpoints {
  readonly #means: Means;

  constructor(means: Means) {
    this.#means = means;
  }

  /** In the order in which they were made. */
  async list(workspaceId: string): Promise<Endpoint[]> {
    const rows = await this.#means.store.db
      .selectFrom('notice_endpoints')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return Promise.all(rows.map((row) => this.#shown(row)));
  }

  async find(place: Place): Promise<Endpoint> {
    return this.#shown(await this.#row(place));
  }

  /** Only this answer holds the signing secret of a webhook in clear. */
  async create(wanted: NewEndpoint, actor: string): Promise<{ endpoint: Endpoint; secret: string | undefined }> {
    const { store, ambient, secrets } = this.#means;
    const { workspaceId, organizationId, kind } = wanted;
    const { address, shown } = await this.#means.addresses.taken(wanted);
    const place = { id: newId(ambient, 'ep'), workspace_id: workspaceId };
    const secret = kind === 'webhook' ? newSigningSecret(ambient) : undefined;
    const row: EndpointRow = {
      ...place,
      kind,
      name: nameOf(wanted.name),
      events: JSON.stringify(eventsOf(wanted.events ?? CHOSEN_EVENTS)),
      shown,
      address: await secrets.sealAddress(place, address),
      secrets: secret === undefined ? null : await secrets.sealSecrets(place, { current: secret }),
      state: 'on',
      off_because: null,
      failing_since: null,
      failures: 0,
      rests_until: null,
      delivered_at: null,
      created_at: ambient.now(),
      created_by: actor,
    };
    await store.transaction(async (tx) => {
      await requireRoom(tx, workspaceId);
      await tx.insertInto('notice_endpoints').values(row).execute();
      await this.#means.reading.begin(tx);
      this.#record({ organizationId, workspaceId }, actor, 'endpoint.create', row, { kind, address: shown });
    });
    return { endpoint: await this.#shown(row), secret };
  }

  async update(
    place: Place,
    change: { name?: string | undefined; events?: readonly EventType[] | undefined; on?: boolean | undefined },
    actor: string,
  ): Promise<Endpoint> {
    const row = await this.#row(place);
    const set = {
      ...(change.name !== undefined && { name: nameOf(change.name) }),
      ...(change.events && { events: JSON.stringify(eventsOf(change.events)) }),
      ...(change.on === true &&
        row.state === 'off' && {
          state: 'on' as const,
          off_because: null,
          failing_since: null,
          failures: 0,
          rests_until: null,
        }),
    };
    await this.#means.store.transaction(async (tx) => {
      if (Object.keys(set).length > 0)
        await tx.updateTable('notice_endpoints').set(set).where('id', '=', row.id).execute();
      if (set.state === 'on') await this.#means.reading.begin(tx);
      if (change.on === false) await switchedOff(tx, row.id, 'It was switched off by hand.', this.#means.ambient.now());
      const { name, events, on } = change;
      this.#record(place, actor, 'endpoint.update', row, { ...(name !== undefined && { renamed: name }), events, on });
    });
    return this.find(place);
  }

  /** A new secret for a webhook; for a day it and the one before are both signed with. */
  async rotate(place: Place, actor: string): Promise<{ endpoint: Endpoint; secret: string }> {
    const { ambient, secrets, store } = this.#means;
    const row = await this.#row(place);
    const known = await secrets.openSecrets(row);
    if (!known) throw noSecret(row);
    const until = ambient.now() + ROTATION_MS;
    const next: SigningSecrets = {
      current: newSigningSecret(ambient),
      previous: { secret: known.current, until },
    };
    const sealed = await secrets.sealSecrets(row, next);
    await store.transaction(async (tx) => {
      await tx.updateTable('notice_endpoints').set({ secrets: sealed }).where('id', '=', row.id).execute();
      this.#record(place, actor, 'endpoint.rotate', row, { until: new Date(until).toISOString() });
    });
    return { endpoint: await this.find(place), secret: next.current };
  }

  async remove(place: Place, actor: string): Promise<void> {
    const row = await this.#row(place);
    await this.#means.store.transaction(async (tx) => {
      // What waits goes too: its jobs find nothing to do.
      await tx.deleteFrom('notice_deliveries').where('endpoint_id', '=', row.id).execute();
      await tx.deleteFrom('notice_endpoints').where('id', '=', row.id).execute();
      this.#record(place, actor, 'endpoint.remove', row, { kind: row.kind, address: row.shown });
    });
  }

  /** Sends a test event now, also to an endpoint that is off, and tells what came of it. */
  async test(place: Place & { organizationId: string }, actor: string, signal: AbortSignal): Promise<Attempt> {
    const { ambient, store, notices, deliveries } = this.#means;
    const row = await this.#row(place);
    const deliveryId = await store.transaction(async (tx) => {
      this.#record(place, actor, 'endpoint.test', row, {});
      const event = {
        id: newId(ambient, 'test'),
        type: 'endpoint.test' as const,
        organizationId: place.organizationId,
        workspaceId: place.workspaceId,
        at: ambient.now(),
        data: { endpoint_id: row.id, name: row.name },
        words: {
          title: 'Test from Adhelm',
          text: `This is a test of "${row.name}". Alerts will look like this.`,
          path: '/alerts/endpoints',
        },
      };
      return notices.keepFor(tx, event, row.id);
    });
    return deliveries.sendNow(deliveryId, signal);
  }

  async #row({ workspaceId, id }: Place): Promise<EndpointRow> {
    const row = await this.#means.store.db
      .selectFrom('notice_endpoints')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (row) return row;
    throw new Failure({
      code: 'not_found',
      message: `There is no endpoint ${JSON.stringify(id)} in this workspace.`,
      nextStep: 'list_endpoints and adhelm endpoint list show them. Nothing was changed.',
    });
  }

  async #shown(row: EndpointRow): Promise<Endpoint> {
    const until = (await this.#means.secrets.openSecrets(row))?.previous?.until;
    return {
      id: row.id,
      workspaceId: row.workspace_id,
      kind: row.kind,
      name: row.name,
      address: row.shown,
      events: JSON.parse(row.events),
      state: row.state,
      offBecause: row.off_because ?? undefined,
      failingSince: row.failing_since ?? undefined,
      deliveredAt: row.delivered_at ?? undefined,
      previousSecretUntil: until !== undefined && until > this.#means.ambient.now() ? until : undefined,
      createdAt: row.created_at,
      createdBy: row.created_by,
    };
  }

  #record(
    place: { workspaceId: string; organizationId?: string },
    actor: string,
    action: string,
    { id, name }: Pick<EndpointRow, 'id' | 'name'>,
    detail: Record<string, unknown>,
  ): void {
    const { workspaceId, organizationId } = place;
    this.#means.audit.append({
      workspaceId,
      ...(organizationId !== undefined && { organizationId }),
      actor,
      action,
      phase: 'event',
      detail: { endpoint: id, name, ...detail },
    });
  }
}

async function requireRoom(tx: Transaction<Tables>, workspaceId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('notice_endpoints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(count) < ENDPOINTS_MAX) return;
  throw new Failure({
    code: 'conflict',
    message: `A workspace has at most ${ENDPOINTS_MAX} endpoints.`,
    nextStep: 'Remove one that is no longer used. Nothing was made.',
  });
}

function nameOf(name: string): string {
  const trimmed = name.replace(/\p{Cc}+/gu, ' ').trim();
  if (trimmed !== '' && trimmed.length <= 100) return trimmed;
  throw invalidArguments([{ field: 'name', message: 'must have 1 to 100 characters' }]);
}

function eventsOf(events: readonly EventType[]): EventType[] {
  const unknown = events.find((type) => !CHOSEN_EVENTS.includes(type));
  if (unknown === undefined && events.length > 0) return CHOSEN_EVENTS.filter((type) => events.includes(type));
  throw invalidArguments([
    {
      field: 'events',
      message: unknown ? `has ${JSON.stringify(unknown)}` : 'is empty',
      allowed_values: CHOSEN_EVENTS,
    },
  ]);
}

function noSecret({ kind }: EndpointRow): Failure {
  return new Failure({
    code: 'unsupported',
    message: `Only webhooks are signed; this endpoint is of the kind ${kind}.`,
    nextStep:
      kind === 'email'
        ? 'There is nothing to rotate. Nothing was changed.'
        : 'Make a new address in the chat, add it as a new endpoint, and remove this one. Nothing was changed.',
  });
}
