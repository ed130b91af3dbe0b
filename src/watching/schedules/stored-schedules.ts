import type { Transaction } from 'kysely';
import { DAY_MS } from '../../ambient.ts';
import type { ScheduleRow, ScheduleRunRow } from '../../store/schedule-tables.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { When } from '../../tools/schedule-desk.ts';
import type { Creator } from '../background-call.ts';

const RUNS_KEPT_MS = 400 * DAY_MS;

export interface Schedule extends Creator {
  id: string;
  name: string;
  tool: 'report' | 'compare';
  arguments: Readonly<Record<string, unknown>>;
  when: When;
  endpoints: readonly string[];
  stoppedBecause: string | undefined;
  createdAt: number;
}

export type ScheduleRun = Omit<ScheduleRunRow, 'schedule_id'>;

/** Schedules and what came of their periods, as rows of the store. */
export const storedSchedules = {
  async count(tx: Transaction<Tables>, workspaceId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('schedules')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  async add(tx: Transaction<Tables>, schedule: Schedule): Promise<void> {
    const row: ScheduleRow = {
      id: schedule.id,
      organization_id: schedule.organizationId,
      workspace_id: schedule.workspaceId,
      name: schedule.name,
      tool: schedule.tool,
      arguments: JSON.stringify(schedule.arguments),
      times: JSON.stringify(schedule.when),
      endpoints: JSON.stringify(schedule.endpoints),
      requester: schedule.requester,
      stopped_because: null,
      created_at: schedule.createdAt,
    };
    await tx.insertInto('schedules').values(row).execute();
  },

  async find({ db }: Store, id: string): Promise<Schedule | undefined> {
    const row = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
    return row && scheduleOf(row);
  },

  /** Newest first. */
  async list({ db }: Store, workspaceId: string): Promise<Schedule[]> {
    const rows = await db
      .selectFrom('schedules')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(scheduleOf);
  },

  /** False: there is none, or it is another workspace's. */
  async remove(tx: Transaction<Tables>, workspaceId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('schedules')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    await tx.deleteFrom('schedule_runs').where('schedule_id', '=', id).execute();
    return true;
  },

  /** False: it was stopped before, or is gone. */
  async stop(tx: Transaction<Tables>, id: string, because: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('schedules')
      .set({ stopped_because: because })
      .where('id', '=', id)
      .where('stopped_because', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /** False: the period was run before, or the schedule is gone by now. On true the caller sends its event in the same transaction. */
  async addRun(tx: Transaction<Tables>, scheduleId: string, run: ScheduleRun): Promise<boolean> {
    const schedule = await tx.selectFrom('schedules').select('id').where('id', '=', scheduleId).executeTakeFirst();
    if (!schedule) return false;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('schedule_runs')
      .values({ schedule_id: scheduleId, ...run })
      .onConflict((conflict) => conflict.columns(['schedule_id', 'period']).doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    await tx
      .deleteFrom('schedule_runs')
      .where('schedule_id', '=', scheduleId)
      .where('due_at', '<', run.ran_at - RUNS_KEPT_MS)
      .execute();
    return true;
  },

  async run({ db }: Store, scheduleId: string, period: string): Promise<ScheduleRun | undefined> {
    const row = await db
      .selectFrom('schedule_runs')
      .selectAll()
      .where('schedule_id', '=', scheduleId)
      .where('period', '=', period)
      .executeTakeFirst();
    return row && runOf(row);
  },

  /** The newest of each. */
  async lastRuns({ db }: Store, scheduleIds: readonly string[]): Promise<Map<string, ScheduleRun>> {
    if (scheduleIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('schedule_runs')
      .selectAll()
      .where('schedule_id', 'in', scheduleIds)
      .where(({ eb, selectFrom }) =>
        eb(
          'due_at',
          '=',
          selectFrom('schedule_runs as other')
            .select(({ fn }) => fn.max('other.due_at').as('newest'))
            .whereRef('other.schedule_id', '=', 'schedule_runs.schedule_id'),
        ),
      )
      .execute();
    return new Map(rows.map((row) => [row.schedule_id, runOf(row)]));
  },
};

function scheduleOf(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    name: row.name,
    tool: row.tool,
    arguments: JSON.parse(row.arguments),
    when: JSON.parse(row.times),
    endpoints: JSON.parse(row.endpoints),
    requester: row.requester,
    stoppedBecause: row.stopped_because ?? undefined,
    createdAt: Number(row.created_at),
  };
}

function runOf({ period, due_at, ran_at, outcome, words }: ScheduleRunRow): ScheduleRun {
  return { period, due_at: Number(due_at), ran_at: Number(ran_at), outcome, words };
}
