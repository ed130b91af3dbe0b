import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { budgetPlans } from './budget-tables.ts';
import { conversionSends } from './conversion-tables.ts';
import { firstTables } from './first-tables.ts';
import { dailyHistory } from './history-tables.ts';
import { jobs } from './job-tables.ts';
import { customHtml } from './key-tables.ts';
import { leadAccounts, leads } from './lead-tables.ts';
import { mediaPlans } from './media-plan-tables.ts';
import { monitors } from './monitor-tables.ts';
import { notices } from './notice-tables.ts';
import { people } from './people-tables.ts';
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
  '0026-media-plans': { up: mediaPlans },
  '0027-lead-accounts': { up: leadAccounts },
};

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
