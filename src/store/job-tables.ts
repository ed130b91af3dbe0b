import { type Kysely, sql } from 'kysely';

/** Work that is due at a moment, whichever process does it. */
export async function jobs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id'))
    .addColumn('lane', 'text')
    .addColumn('share', 'text', (column) => column.notNull())
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('last_run_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('jobs_key', ['kind', 'key'])
    .execute();
  await schema.createIndex('jobs_by_run_at').on('jobs').columns(['kind', 'run_at']).execute();
  await schema.createIndex('jobs_by_share').on('jobs').columns(['kind', 'share', 'run_at']).execute();
  await schema
    .createIndex('jobs_leased')
    .on('jobs')
    .columns(['lane'])
    .where(sql.ref('lease_owner'), 'is not', null)
    .execute();
  await schema.createIndex('jobs_failing').on('jobs').columns(['kind']).where(sql.ref('attempts'), '>', 0).execute();
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
  /** Jobs of one kind take turns by it: the lane, else the workspace. */
  share: string;
  run_at: number;
  /** The clock when `run_at` was set. One ahead of the clock now tells that the clock was set back. */
  set_at: number;
  /** Counts how often the job was put, so that a run cannot overwrite what was put meanwhile. */
  version: number;
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
