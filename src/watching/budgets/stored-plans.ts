import type { Store } from '../../store/store.ts';
import type { PlanRow, PlanSheet } from '../../tools/budget-desk.ts';

/** `cell`: where its amount stands in a spreadsheet. */
export type PlannedRow = PlanRow & { cell?: string | undefined };

export interface BudgetPlan {
  month: string;
  rows: readonly PlannedRow[];
  sheet: PlanSheet | undefined;
  setAt: number;
}

export async function findPlan({ db }: Store, workspaceId: string, month: string): Promise<BudgetPlan | undefined> {
  const row = await db
    .selectFrom('budget_plans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('month', '=', month)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    month: row.month,
    rows: JSON.parse(row.rows),
    sheet: row.sheet === null ? undefined : JSON.parse(row.sheet),
    setAt: Number(row.set_at),
  };
}

/** Replaces the plan of a month as a whole; `alongside` runs in the same transaction. */
export async function savePlan(
  store: Store,
  workspaceId: string,
  plan: BudgetPlan,
  setBy: string,
  alongside: () => void,
): Promise<void> {
  const values = {
    rows: JSON.stringify(plan.rows),
    sheet: plan.sheet ? JSON.stringify(plan.sheet) : null,
    set_by: setBy,
    set_at: plan.setAt,
  };
  await store.transaction(async (tx) => {
    await tx
      .insertInto('budget_plans')
      .values({ workspace_id: workspaceId, month: plan.month, ...values })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'month']).doUpdateSet(values))
      .execute();
    alongside();
  });
}

export async function removePlan(
  store: Store,
  workspaceId: string,
  month: string,
  alongside: () => void,
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.deleteFrom('budget_plans').where('workspace_id', '=', workspaceId).where('month', '=', month).execute();
    alongside();
  });
}
