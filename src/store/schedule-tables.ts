import type { Kysely } from 'kysely';

/** Reports that are sent again and again, and changes that wait for their hour. */
export async function schedules({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('schedules')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('arguments', 'text', (column) => column.notNull())
    .addColumn('times', 'text', (column) => column.notNull())
    .addColumn('endpoints', 'text', (column) => column.notNull())
    .addColumn('requester', 'text', (column) => column.notNull())
    .addColumn('stopped_because', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('schedules_by_workspace').on('schedules').columns(['workspace_id', 'created_at']).execute();
  await schema
    .createTable('schedule_runs')
    .addColumn('schedule_id', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('ran_at', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('schedule_runs_once', ['schedule_id', 'period'])
    .execute();
  await schema
    .createTable('scheduled_changes')
    .addColumn('plan_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('apply_at', 'bigint', (column) => column.notNull())
    .addColumn('zone', 'text')
    .addColumn('back_at', 'bigint')
    .addColumn('back', 'text')
    .addColumn('told', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('scheduled_changes_by_workspace')
    .on('scheduled_changes')
    .columns(['workspace_id', 'apply_at'])
    .execute();
}

export interface ScheduleTables {
  schedules: ScheduleRow;
  schedule_runs: ScheduleRunRow;
  scheduled_changes: ScheduledChangeRow;
}

export interface ScheduleRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  name: string;
  tool: 'report' | 'compare';
  /** JSON of the tool's arguments, as they were given. */
  arguments: string;
  /** JSON of the weekdays or the day, the hour and the zone. */
  times: string;
  /** JSON array of the ids of endpoints. */
  endpoints: string;
  /** The key or person that made it, in whose name it runs. */
  requester: string;
  /** Null: it runs. */
  stopped_because: string | null;
  created_at: number;
}

/** The outcome of one period of a schedule: one row, however often the period is run. */
export interface ScheduleRunRow {
  schedule_id: string;
  /** The day on the calendar of the schedule's zone. */
  period: string;
  due_at: number;
  ran_at: number;
  outcome: 'sent' | 'failed';
  words: string;
}

/** The hour of a plan. What the change is and what became of it stands in the plan. */
export interface ScheduledChangeRow {
  plan_id: string;
  workspace_id: string;
  apply_at: number;
  /** The account's time zone, where the hour was given in it. */
  zone: string | null;
  /** When the change is taken back; null: it stays. */
  back_at: number | null;
  /** JSON of what came of that. */
  back: string | null;
  /** The end that people were told of. */
  told: string | null;
  created_at: number;
}
