import { type Kysely, sql } from 'kysely';

/** Monitors, how they were judged, and the alerts that came of it. A monitor and an object have at most one open alert. */
export async function monitors({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('monitors')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('channel', 'text')
    .addColumn('spec', 'text', (column) => column.notNull())
    .addColumn('creator', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_words', 'text', (column) => column.notNull())
    .addColumn('watched', 'integer', (column) => column.notNull())
    .addColumn('judged_at', 'bigint')
    .addColumn('judged_mark', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('monitors_in_order').on('monitors').columns(['workspace_id', 'created_at']).execute();
  await schema
    .createTable('monitor_verdicts')
    .addColumn('monitor_id', 'text', (column) => column.notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('window', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('sentence', 'text', (column) => column.notNull())
    .addColumn('figures', 'text', (column) => column.notNull())
    .addColumn('points', 'text', (column) => column.notNull())
    .addColumn('judged_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('monitor_verdicts_key', ['monitor_id', 'subject', 'window'])
    .execute();
  await schema.createIndex('monitor_verdicts_by_age').on('monitor_verdicts').column('judged_at').execute();
  await alerts({ schema });
}

async function alerts({ schema }: Pick<Kysely<unknown>, 'schema'>): Promise<void> {
  await schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('monitor_id', 'text', (column) => column.notNull())
    .addColumn('monitor_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('channel', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('object', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('sentence', 'text', (column) => column.notNull())
    .addColumn('figures', 'text', (column) => column.notNull())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addColumn('window', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('last_judged', 'bigint', (column) => column.notNull())
    .addColumn('quiet_checks', 'integer', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addColumn('told', 'integer', (column) => column.notNull())
    .addColumn('resolved_at', 'bigint')
    .addColumn('resolution', 'text')
    .addColumn('acknowledged_by', 'text')
    .addColumn('acknowledged_at', 'bigint')
    .addColumn('note', 'text')
    .addColumn('just_before', 'text', (column) => column.notNull())
    .addColumn('next_calls', 'text', (column) => column.notNull())
    .addColumn('paused', 'text')
    .execute();
  await schema
    .createIndex('alerts_open')
    .unique()
    .on('alerts')
    .columns(['monitor_id', 'subject'])
    .where(sql.ref('resolved_at'), 'is', null)
    .execute();
  await schema.createIndex('alerts_in_order').on('alerts').columns(['workspace_id', 'since', 'id']).execute();
  await schema.createIndex('alerts_by_monitor').on('alerts').columns(['monitor_id', 'subject', 'since']).execute();
}

export interface MonitorTables {
  monitors: MonitorRow;
  monitor_verdicts: MonitorVerdictRow;
  alerts: AlertRow;
}

export interface MonitorRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  kind: string;
  /** The channel that it looks at; null: all of them. */
  channel: string | null;
  /** JSON of `MonitorSpec`. */
  spec: string;
  /** Id of the key or person that made it, or `service`. */
  creator: string;
  created_at: number;
  /** Grows with every update: what was judged under an older version is judged again. */
  version: number;
  state: 'new' | 'quiet' | 'firing' | 'no_verdict';
  state_words: string;
  watched: number;
  judged_at: number | null;
  /** Up to which days it was judged, and by which version: the same again means that there is nothing new. */
  judged_mark: string;
}

interface MonitorVerdictRow {
  monitor_id: string;
  workspace_id: string;
  subject: string;
  window: string;
  state: 'firing' | 'quiet' | 'no_verdict';
  severity: 'warning' | 'critical';
  sentence: string;
  /** JSON. */
  figures: string;
  /** JSON of `[value, threshold, usual]`, for charts. */
  points: string;
  judged_at: number;
}

export interface AlertRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  monitor_id: string;
  monitor_name: string;
  kind: string;
  /** Of its object; null: it belongs to no channel. */
  channel: string | null;
  subject: string;
  /** JSON of `Subject`. */
  object: string;
  state: 'firing' | 'seen' | 'resolved';
  severity: 'warning' | 'critical';
  sentence: string;
  figures: string;
  /** JSON list of what was found, such as the ids of ads: one more of them is news. */
  parts: string;
  /** The newest window that it was judged by. */
  window: string;
  since: number;
  last_judged: number;
  /** Checks without a finding, in a row. */
  quiet_checks: number;
  /** When it was last told of, and how often. */
  told_at: number;
  told: number;
  resolved_at: number | null;
  /** Why it ended, in words. */
  resolution: string | null;
  acknowledged_by: string | null;
  acknowledged_at: number | null;
  note: string | null;
  /** JSON. */
  just_before: string;
  next_calls: string;
  /** JSON of what came of the action pause. */
  paused: string | null;
}
