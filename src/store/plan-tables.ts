import type { Kysely } from 'kysely';

/** Changes that were planned and not made yet, and what an owner lets be made at once. */
export async function plans({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('plans')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('requester', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('sameness', 'text', (column) => column.notNull())
    .addColumn('facts', 'bytea', (column) => column.notNull())
    .addColumn('result', 'bytea')
    .addColumn('approvals', 'text', (column) => column.notNull())
    .addColumn('decision_note', 'text')
    .addColumn('instance_id', 'text')
    .addColumn('call_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .execute();
  await schema.createIndex('plans_by_workspace').on('plans').columns(['workspace_id', 'state', 'created_at']).execute();
  await schema.createIndex('plans_by_state').on('plans').columns(['state', 'expires_at']).execute();
  await schema
    .createTable('policies')
    .addColumn('scope_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('rules', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_by', 'text', (column) => column.notNull())
    .execute();
}

/** Which changes a plan takes back. */
export async function undo({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('undo_plans')
    .addColumn('plan_id', 'text', (column) => column.notNull().references('plans.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('change_seq', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('undo_plans_key', ['plan_id', 'change_seq'])
    .execute();
  await schema.createIndex('undo_plans_by_change').on('undo_plans').columns(['workspace_id', 'change_seq']).execute();
}

/** When an approved plan is tried again, and how often it was. */
export async function planRetries({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('plans').addColumn('retry_at', 'bigint').execute();
  await schema
    .alterTable('plans')
    .addColumn('retries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** The plan that a call was made by, for the activity. */
export async function plansByCall({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('plans_by_call').on('plans').columns(['workspace_id', 'call_id']).execute();
}
