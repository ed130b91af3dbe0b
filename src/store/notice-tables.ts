import type { Kysely } from 'kysely';

/** Where alerts go, what happened, and what was delivered. */
export async function notices(db: Kysely<unknown>): Promise<void> {
  await endpoints(db);
  await events(db);
  await deliveries(db);
}

async function endpoints({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('notice_endpoints')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('shown', 'text', (column) => column.notNull())
    .addColumn('address', 'bytea', (column) => column.notNull())
    .addColumn('secrets', 'bytea')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('off_because', 'text')
    .addColumn('failing_since', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('rests_until', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('notice_endpoints_by_workspace')
    .on('notice_endpoints')
    .columns(['workspace_id', 'created_at'])
    .execute();
}

async function events({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('notice_events')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('kept_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_events_key', ['workspace_id', 'id'])
    .execute();
  await schema.createIndex('notice_events_by_age').on('notice_events').column('kept_at').execute();
  await schema
    .createTable('notice_attachments')
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_attachments_key', ['workspace_id', 'event_id', 'place'])
    .execute();
  await schema
    .createTable('notice_cursors')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute();
}

async function deliveries({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('notice_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('endpoint_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'text', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addUniqueConstraint('notice_deliveries_once', ['workspace_id', 'endpoint_id', 'event_id'])
    .execute();
  await schema
    .createIndex('notice_deliveries_in_order')
    .on('notice_deliveries')
    .columns(['endpoint_id', 'created_at', 'id'])
    .execute();
  await schema
    .createIndex('notice_deliveries_by_event')
    .on('notice_deliveries')
    .columns(['workspace_id', 'event_id'])
    .execute();
}

export interface NoticeTables {
  notice_endpoints: EndpointRow;
  notice_events: EventRow;
  notice_attachments: AttachmentRow;
  notice_cursors: { name: string; position: number };
  notice_deliveries: DeliveryRow;
}

export interface EndpointRow {
  id: string;
  workspace_id: string;
  kind: 'webhook' | 'email' | 'slack' | 'teams';
  name: string;
  /** JSON array of event types. */
  events: string;
  /** What may be shown of the address: host and last four characters of a URL, a mail address as it is. */
  shown: string;
  /** The URL or mail address, sealed by the vault: a chat takes messages from anyone with its URL. */
  address: Uint8Array;
  /** Sealed JSON of the signing secrets of a webhook. */
  secrets: Uint8Array | null;
  state: 'on' | 'off';
  off_because: string | null;
  /** When the first of the failures began that no success has followed. */
  failing_since: number | null;
  /** Failed in a row. */
  failures: number;
  /** Nothing is sent before: the receiver is overloaded or cannot be reached. */
  rests_until: number | null;
  delivered_at: number | null;
  created_at: number;
  created_by: string;
}

interface EventRow {
  workspace_id: string;
  id: string;
  type: string;
  at: number;
  /** JSON. */
  data: string;
  /** JSON of {title, text, path}. */
  words: string;
  kept_at: number;
}

interface AttachmentRow {
  workspace_id: string;
  event_id: string;
  place: number;
  name: string;
  type: string;
  data: Uint8Array;
}

export interface DeliveryRow {
  id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** The event's type. */
  type: string;
  state: 'waiting' | 'delivered' | 'failed';
  /** Since it was put or replayed. */
  tries: number;
  /** JSON array of the last attempts, oldest first. */
  attempts: string;
  next_at: number | null;
  created_at: number;
  settled_at: number | null;
}
