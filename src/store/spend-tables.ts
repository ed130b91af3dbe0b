import type { Kysely } from 'kysely';

/** The migration that makes room for what may be spent at most, what the changes under way would add, and what accounts were last seen to spend. */
export async function spendLimits({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('spend_limits')
    .addColumn('scope_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id'))
    .addColumn('amount', 'text', (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .addColumn('set_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('spend_limits_key', ['scope_id', 'kind', 'currency'])
    .execute();
  await schema.createIndex('spend_limits_by_organization').on('spend_limits').column('organization_id').execute();
  await schema
    .createTable('spend_holds')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('effect', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addColumn('settled_seq', 'bigint')
    .execute();
  await schema
    .createIndex('spend_holds_by_state')
    .on('spend_holds')
    .columns(['organization_id', 'mode', 'state'])
    .execute();
  await schema.createIndex('spend_holds_settled').on('spend_holds').column('settled_seq').execute();
  await spendLedgers(schema);
}

async function spendLedgers(schema: Kysely<unknown>['schema']): Promise<void> {
  await schema
    .createTable('spend_shares')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('line', 'text', (column) => column.notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amounts', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('spend_shares_key', ['key_id', 'mode', 'channel', 'account', 'line'])
    .execute();
  await schema
    .createTable('spend_snapshots')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('taken_at', 'bigint', (column) => column.notNull())
    .addColumn('as_of', 'bigint', (column) => column.notNull())
    .addColumn('holdings', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('spend_snapshots_key', ['workspace_id', 'mode', 'channel', 'account'])
    .execute();
  await schema.createIndex('spend_snapshots_by_seq').on('spend_snapshots').column('seq').execute();
}
