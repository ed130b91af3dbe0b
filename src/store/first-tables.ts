import type { Kysely } from 'kysely';

/** Organizations, their workspaces and members, keys and secrets, the audit log and the records of calls. */
export async function firstTables(db: Kysely<unknown>): Promise<void> {
  await tenancy(db);
  await keysAndSecrets(db);
  await auditLog(db);
  await callRecords(db);
}

async function tenancy({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('workspaces')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('archived_at', 'bigint')
    .execute();
  await schema.createIndex('workspaces_by_organization').on('workspaces').column('organization_id').execute();
  await schema
    .createTable('members')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('members_by_organization').on('members').column('organization_id').execute();
}

async function keysAndSecrets({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('channels', 'text')
    .addColumn('read_only', 'integer', (column) => column.notNull())
    .addColumn('organization_wide', 'integer', (column) => column.notNull())
    .addColumn('rate_points', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('replaces', 'text', (column) => column.references('api_keys.id'))
    .execute();
  await schema.createIndex('api_keys_by_workspace').on('api_keys').column('workspace_id').execute();
  await schema
    .createTable('connections')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('account', 'text')
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('credentials', 'bytea', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('connections_one_per_channel', ['workspace_id', 'channel'])
    .execute();
  await schema
    .createTable('data_keys')
    .addColumn('workspace_id', 'text', (column) => column.primaryKey().notNull().references('workspaces.id'))
    .addColumn('wrapped', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** No foreign keys: the record stays when the object it is about is gone. */
async function auditLog({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('audit_log')
    .addColumn('seq', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('organization_id', 'text')
    .addColumn('workspace_id', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('phase', 'text', (column) => column.notNull())
    .addColumn('call_id', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('audit_log_by_workspace').on('audit_log').columns(['workspace_id', 'seq']).execute();
  await schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .execute();
}

async function callRecords({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('idempotency')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('call_id', 'text', (column) => column.notNull())
    .addColumn('instance_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('reply', 'bytea')
    .addPrimaryKeyConstraint('idempotency_key', ['workspace_id', 'key'])
    .execute();
  await schema.createIndex('idempotency_by_expiry').on('idempotency').column('expires_at').execute();
  await schema
    .createTable('usage_counts')
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('calls', 'integer', (column) => column.notNull())
    .addColumn('errors', 'integer', (column) => column.notNull())
    .addColumn('points', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_counts_slot', ['hour', 'key_id', 'tool'])
    .execute();
}
