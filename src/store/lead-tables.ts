import { type Kysely, sql } from 'kysely';

/** Leads as they were read from the platforms, and what is kept so that none comes twice and an erased one not again. */
export async function leads(db: Kysely<unknown>): Promise<void> {
  await keptLeads(db);
  await pulls(db);
  await pushes(db);
  await db.schema
    .alterTable('api_keys')
    .addColumn('personal_data', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function keptLeads({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('leads')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('form_id', 'text', (column) => column.notNull())
    .addColumn('campaign_id', 'text')
    .addColumn('ad_group_id', 'text')
    .addColumn('ad_id', 'text')
    .addColumn('submitted_at', 'bigint', (column) => column.notNull())
    .addColumn('kept_at', 'bigint', (column) => column.notNull())
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('click', 'text')
    .addColumn('contents', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('leads_key', ['workspace_id', 'channel', 'mode', 'lead_id'])
    .execute();
  await schema
    .createIndex('leads_in_order')
    .on('leads')
    .columns(['workspace_id', 'channel', 'mode', 'account', 'submitted_at', 'lead_id'])
    .execute();
  await schema.createIndex('leads_by_age').on('leads').column('kept_at').execute();
  await schema.createIndex('leads_by_time').on('leads').column('submitted_at').execute();
  await schema
    .createTable('lead_marks')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_marks_key', ['workspace_id', 'mark', 'channel', 'mode', 'lead_id'])
    .execute();
  await schema
    .createIndex('lead_marks_by_lead')
    .on('lead_marks')
    .columns(['workspace_id', 'channel', 'mode', 'lead_id'])
    .execute();
  await schema
    .createTable('erased_leads')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('erased_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('erased_leads_key', ['workspace_id', 'channel', 'mode', 'lead_id'])
    .execute();
}

async function pulls({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lead_pulls')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('read_to', 'bigint')
    .addColumn('pulled_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_pulls_key', ['workspace_id', 'channel', 'mode', 'account'])
    .execute();
}

async function pushes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lead_addresses')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('secrets', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_addresses_key', ['workspace_id', 'channel'])
    .execute();
  await schema
    .createTable('lead_pushes')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_pushes_key', ['workspace_id', 'channel', 'mark'])
    .execute();
}

/**
 * The accounts that a lead is listed under: accounts of social share pages, and a lead that no ad brought is of each of them. Those
 * are read whole once more, because leads that one account had kept were passed over when another one read them.
 */
export async function leadAccounts(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('lead_accounts')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('lead_id', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('submitted_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_accounts_key', ['workspace_id', 'channel', 'mode', 'lead_id', 'account'])
    .execute();
  await sql`insert into lead_accounts (workspace_id, channel, mode, lead_id, account, submitted_at)
    select workspace_id, channel, mode, lead_id, account, submitted_at from leads`.execute(db);
  await schema
    .createIndex('lead_accounts_in_order')
    .on('lead_accounts')
    .columns(['workspace_id', 'channel', 'mode', 'account', 'submitted_at', 'lead_id'])
    .execute();
  await schema.dropIndex('leads_in_order').execute();
  await sql`update lead_pulls set read_to = null where channel = 'social'`.execute(db);
}
