import type { Kysely } from 'kysely';

/** Work that is due at a moment, whichever process does it. */
export async function jobs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id'))
    .addColumn('lane', 'text')
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('last_run_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('jobs_key', ['kind', 'key'])
    .execute();
  await schema.createIndex('jobs_by_run_at').on('jobs').column('run_at').execute();
}

export interface JobTables {
  jobs: JobRow;
}

export interface JobRow {
  id: string;
  kind: string;
  /** One job of a kind and key: putting it again moves it. */
  key: string;
  workspace_id: string | null;
  /** Of the jobs with the same lane, one runs at a time: a lane is a connection. */
  lane: string | null;
  run_at: number;
  /** JSON. */
  payload: string;
  lease_until: number | null;
  lease_owner: string | null;
  /** Failed in a row. */
  attempts: number;
  last_error: string | null;
  last_run_at: number | null;
  created_at: number;
}
