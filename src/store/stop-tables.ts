import { type Kysely, sql } from 'kysely';

/** What was paused when a workspace's spending was stopped. At most one stop of a workspace is open. */
export async function stops({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('stops')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('reason', 'text')
    .addColumn('started_by', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('not_stopped', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('closed_at', 'bigint')
    .execute();
  await schema
    .createIndex('stops_open')
    .unique()
    .on('stops')
    .column('workspace_id')
    .where(sql.ref('closed_at'), 'is', null)
    .execute();
  await schema.createIndex('stops_in_order').on('stops').columns(['workspace_id', 'started_at']).execute();
  await schema
    .createTable('stop_objects')
    .addColumn('stop_id', 'text', (column) => column.notNull().references('stops.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status_before', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('stop_objects_key', ['stop_id', 'channel', 'account', 'level', 'object_id'])
    .execute();
}

/** When what became of an object was read, and what a day of it costs. */
export async function stopFigures({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('stop_objects').addColumn('settled_at', 'bigint').execute();
  await schema.alterTable('stop_objects').addColumn('a_day', 'text').execute();
  await schema.alterTable('stop_objects').addColumn('currency', 'text').execute();
}
