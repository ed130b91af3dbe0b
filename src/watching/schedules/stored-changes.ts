import type { Transaction } from 'kysely';
import type { ScheduledChangeRow } from '../../store/schedule-tables.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { PlanState } from '../../tools/plan-desk.ts';

export interface ScheduledChange {
  planId: string;
  workspaceId: string;
  applyAt: number;
  zone: string | undefined;
  backAt: number | undefined;
  back: { at: string; outcome: string; words: string } | undefined;
  told: string | undefined;
  createdAt: number;
}

export interface ChangeQuestion {
  workspaceId: string;
  channels: readonly string[] | undefined;
  /** Of their plans. */
  states: readonly PlanState[] | undefined;
  limit: number;
  after?: Pick<ScheduledChange, 'applyAt' | 'planId'> | undefined;
}

/** One that was cancelled takes no place. */
const AHEAD: readonly PlanState[] = ['scheduled', 'waiting', 'approved', 'applying'];

/** The hours of scheduled changes, as rows of the store. */
export const storedChanges = {
  async add(tx: Transaction<Tables>, change: ScheduledChange): Promise<void> {
    const row: ScheduledChangeRow = {
      plan_id: change.planId,
      workspace_id: change.workspaceId,
      apply_at: change.applyAt,
      zone: change.zone ?? null,
      back_at: change.backAt ?? null,
      back: null,
      told: null,
      created_at: change.createdAt,
    };
    // The same change that the same caller already waits for is that plan.
    await tx
      .insertInto('scheduled_changes')
      .values(row)
      .onConflict((conflict) => conflict.column('plan_id').doUpdateSet({ back_at: row.back_at }))
      .execute();
  },

  async countAhead(tx: Transaction<Tables>, workspaceId: string, now: number): Promise<number> {
    const { count } = await tx
      .selectFrom('scheduled_changes')
      .innerJoin('plans', 'plans.id', 'scheduled_changes.plan_id')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('scheduled_changes.workspace_id', '=', workspaceId)
      .where('apply_at', '>', now)
      .where('plans.state', 'in', AHEAD)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  async find({ db }: Store, planId: string): Promise<ScheduledChange | undefined> {
    const row = await db.selectFrom('scheduled_changes').selectAll().where('plan_id', '=', planId).executeTakeFirst();
    return row && changeOf(row);
  },

  /** The latest hour first. `channels`: those that the caller may use; undefined: every one. */
  async list(
    { db }: Store,
    { workspaceId, channels, states, limit, after }: ChangeQuestion,
  ): Promise<ScheduledChange[]> {
    let query = db
      .selectFrom('scheduled_changes')
      .innerJoin('plans', 'plans.id', 'scheduled_changes.plan_id')
      .selectAll('scheduled_changes')
      .where('scheduled_changes.workspace_id', '=', workspaceId);
    if (channels) query = query.where('plans.channel', 'in', channels);
    if (states) query = query.where('plans.state', 'in', states);
    if (after)
      query = query.where(({ eb, or, and }) =>
        or([
          eb('apply_at', '<', after.applyAt),
          and([eb('apply_at', '=', after.applyAt), eb('plan_id', '>', after.planId)]),
        ]),
      );
    const rows = await query.orderBy('apply_at', 'desc').orderBy('plan_id').limit(limit).execute();
    return rows.map(changeOf);
  },

  /** False: it was told before. */
  async tell(tx: Transaction<Tables>, planId: string, told: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('scheduled_changes')
      .set({ told })
      .where('plan_id', '=', planId)
      .where('told', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /** False: it was taken back before. */
  async putBack(tx: Transaction<Tables>, planId: string, back: ScheduledChange['back']): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('scheduled_changes')
      .set({ back: JSON.stringify(back) })
      .where('plan_id', '=', planId)
      .where('back', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
};

function changeOf(row: ScheduledChangeRow): ScheduledChange {
  return {
    planId: row.plan_id,
    workspaceId: row.workspace_id,
    applyAt: Number(row.apply_at),
    zone: row.zone ?? undefined,
    backAt: row.back_at === null ? undefined : Number(row.back_at),
    back: row.back === null ? undefined : JSON.parse(row.back),
    told: row.told ?? undefined,
    createdAt: Number(row.created_at),
  };
}
