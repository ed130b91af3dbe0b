import { type Kysely, sql } from 'kysely';

/**
 * The people of the web application: better-auth's tables under our own names, one-time links, and what their pages ask for.
 * `timestamptz` and `boolean` are what better-auth writes on PostgreSQL; SQLite keeps its text and its 0 and 1 as they are.
 */
export async function people(db: Kysely<unknown>): Promise<void> {
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
