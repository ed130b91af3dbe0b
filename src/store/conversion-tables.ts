import type { Kysely } from 'kysely';

/** Each event that was sent to a destination, once, without anything about the person. */
export async function conversionSends({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('conversion_sends')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('destination', 'text', (column) => column.notNull())
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('happened_at', 'bigint', (column) => column.notNull())
    .addColumn('amount', 'text')
    .addColumn('currency', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('field', 'text')
    .addColumn('why', 'text')
    .addColumn('reference', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('conversion_sends_key', ['workspace_id', 'place', 'event_id'])
    .execute();
  const indexes = {
    in_order: ['workspace_id', 'at', 'event_id', 'place'],
    by_state: ['workspace_id', 'state', 'at', 'event_id', 'place'],
    by_place: ['workspace_id', 'place', 'state', 'at'],
    by_event: ['workspace_id', 'event_id'],
  };
  for (const [name, columns] of Object.entries(indexes))
    await schema.createIndex(`conversion_sends_${name}`).on('conversion_sends').columns(columns).execute();
}
