import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { budgetPlans } from './budget-tables.ts';
import { conversionSends } from './conversion-tables.ts';
import { dailyHistory } from './history-tables.ts';
import { jobs } from './job-tables.ts';
import { customHtml } from './key-tables.ts';
import { leads } from './lead-tables.ts';
import { monitors } from './monitor-tables.ts';
import { notices } from './notice-tables.ts';
import { planRetries, plans, plansByCall, undo } from './plan-tables.ts';
import { schedules } from './schedule-tables.ts';
import { signIn } from './sign-in-tables.ts';
import { spendLimits } from './spend-tables.ts';
import { stopFigures, stops } from './stop-tables.ts';

/**
 * Every change the schema ever had, oldest first. A released entry is never edited: add another.
 *
 * Only types that mean the same on SQLite and PostgreSQL. `bytea` is not a name SQLite knows, so it leaves such a
 * column's blobs as they are, which is what we want; `blob` would be unknown to PostgreSQL.
 */
export const migrations: Record<string, Migration> = {
  '0001-ground': { up: firstTables },
  '0002-bounds': { up: bounds },
  '0003-people': { up: people },
  '0004-processes': { up: processes },
  '0005-spreadsheets': { up: spreadsheets },
  '0006-kept-replies': { up: keptReplies },
  '0007-found-in-order': { up: foundInOrder },
  '0008-rotation-and-retention': { up: rotationAndRetention },
  '0009-plans': { up: plans },
  '0010-spend-limits': { up: spendLimits },
  '0011-stops': { up: stops },
  '0012-undo': { up: undo },
  '0013-plan-retries': { up: planRetries },
  '0014-stop-figures': { up: stopFigures },
  '0015-plans-by-call': { up: plansByCall },
  '0016-sign-in': { up: signIn },
  '0017-conversions': { up: conversionSends },
  '0018-leads': { up: leads },
  '0019-custom-html': { up: customHtml },
  '0020-jobs': { up: jobs },
  '0021-daily-history': { up: dailyHistory },
  '0022-monitors': { up: monitors },
  '0023-notices': { up: notices },
  '0024-budget-plans': { up: budgetPlans },
  '0025-schedules': { up: schedules },
};

async function firstTables(db: Kysely<unknown>): Promise<void> {
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

/**
 * The replies kept for an API key are counted and bounded, readiness has a table to try a write in, and the workspaces
 * of an organization are found in their order.
 */
async function bounds({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('idempotency')
    .addColumn('owner', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('idempotency').addColumn('outcome', 'text').execute();
  await schema
    .alterTable('idempotency')
    .addColumn('reply_bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('idempotency_by_owner').on('idempotency').column('owner').execute();
  await schema
    .createIndex('idempotency_replies')
    .on('idempotency')
    .columns(['owner', 'expires_at'])
    .where(sql.ref('reply_bytes'), '>', sql.lit(0))
    .execute();
  await schema
    .createIndex('workspaces_in_order')
    .on('workspaces')
    .columns(['organization_id', 'archived_at', 'created_at', 'id'])
    .execute();
  await schema.createIndex('connections_by_channel').on('connections').columns(['channel', 'workspace_id']).execute();
  await schema
    .createTable('write_probe')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('filler', 'bytea', (column) => column.notNull())
    .execute();
}

/** One index for the replies kept for an API key, on columns that never change: before, each write moved entries of two. */
async function keptReplies({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('idempotency_by_owner').execute();
  await schema.dropIndex('idempotency_replies').execute();
  await schema.createIndex('idempotency_by_owner').on('idempotency').columns(['owner', 'expires_at']).execute();
}

/**
 * Indexes for what pages and names are looked up by, so that a lookup costs the same however much is stored. In the
 * audit log they hold only the few entries about the sandbox's clock.
 */
async function foundInOrder({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('workspaces_by_name')
    .on('workspaces')
    .expression(sql`organization_id, lower(name)`)
    .where(sql.ref('archived_at'), 'is', null)
    .execute();
  await schema.createIndex('api_keys_in_order').on('api_keys').columns(['workspace_id', 'created_at', 'id']).execute();
  await schema.dropIndex('api_keys_by_workspace').execute();
  await schema.createIndex('members_in_order').on('members').columns(['organization_id', 'created_at', 'id']).execute();
  await schema.dropIndex('members_by_organization').execute();
  await schema.createIndex('usage_counts_by_key').on('usage_counts').columns(['key_id', 'hour']).execute();
  await schema
    .createIndex('one_time_links_open')
    .on('one_time_links')
    .columns(['organization_id', 'purpose', 'created_at'])
    .where(sql.ref('used_at'), 'is', null)
    .execute();
  await schema
    .createIndex('audit_log_rehearsals')
    .on('audit_log')
    .columns(['organization_id', 'seq'])
    .where(sql.ref('action'), 'in', [sql.lit('rehearsal.advance'), sql.lit('rehearsal.start_over')])
    .execute();
}

/**
 * The root secret that a master key wraps, where the audit log begins when old entries were removed, and quotas of
 * workspaces. The tokens of workspaces archived by earlier versions go, as archiving erases them now.
 */
async function rotationAndRetention(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('root_secret')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('wrapped', 'bytea', (column) => column.notNull())
    .execute();
  await schema
    .createTable('audit_start')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('proof', 'text', (column) => column.notNull())
    .execute();
  await schema.alterTable('workspaces').addColumn('rate_points', 'integer').execute();
  await sql`delete from connections where workspace_id in (select id from workspaces where archived_at is not null)`.execute(
    db,
  );
}

/**
 * The people of the web application: better-auth's tables under our own names, one-time links, and what their pages ask for.
 * `timestamptz` and `boolean` are what better-auth writes on PostgreSQL; SQLite keeps its text and its 0 and 1 as they are.
 */
async function people(db: Kysely<unknown>): Promise<void> {
  await peopleAndSessions(db);
  await waysToSignIn(db);
  await links(db);
  const { schema } = db;
  await schema.alterTable('connections').addColumn('identity', 'text').execute();
  await schema.createIndex('audit_log_by_call').on('audit_log').column('call_id').execute();
  await schema.createIndex('members_by_email').on('members').column('email').execute();
  await sql`update members set role = 'owner' where role = 'admin'`.execute(db);
}

async function peopleAndSessions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'boolean', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('two_factor_enabled', 'boolean')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await schema.createIndex('sessions_by_person').on('sessions').column('person_id').execute();
}

async function waysToSignIn({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('sign_ins')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'timestamptz')
    .addColumn('refresh_token_expires_at', 'timestamptz')
    .addColumn('scope', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await schema.createIndex('sign_ins_by_person').on('sign_ins').column('person_id').execute();
  await schema
    .createTable('verifications')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await schema.createIndex('verifications_by_identifier').on('verifications').column('identifier').execute();
  await schema
    .createTable('two_factors')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('backup_codes', 'text', (column) => column.notNull())
    .addColumn('verified', 'boolean')
    .addColumn('failed_verification_count', 'integer')
    .addColumn('locked_until', 'timestamptz')
    .execute();
  await schema.createIndex('two_factors_by_person').on('two_factors').column('person_id').execute();
}

async function links({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('one_time_links')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id'))
    .addColumn('email', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
}

/** The processes that serve this store, where there are several. */
async function processes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('processes')
    .addColumn('instance_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('beats', 'bigint', (column) => column.notNull())
    .execute();
}

/** Imported spreadsheets, where several processes serve them; with a data folder they are files in it. */
async function spreadsheets({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('spreadsheets')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('spreadsheets_key', ['workspace_id', 'id'])
    .execute();
  await schema
    .createTable('spreadsheet_pieces')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('piece', 'integer', (column) => column.notNull())
    .addColumn('data', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('spreadsheet_pieces_key', ['workspace_id', 'id', 'version', 'piece'])
    .execute();
}
