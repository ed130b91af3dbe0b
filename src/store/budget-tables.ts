import type { Kysely } from 'kysely';

/** What a month may cost, by client, channel or campaigns: one plan a workspace and month. */
export async function budgetPlans({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('budget_plans')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('rows', 'text', (column) => column.notNull())
    .addColumn('sheet', 'text')
    .addColumn('set_by', 'text', (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('budget_plans_key', ['workspace_id', 'month'])
    .execute();
}

export interface BudgetTables {
  budget_plans: BudgetPlanRow;
}

interface BudgetPlanRow {
  workspace_id: string;
  month: string;
  /** JSON of its rows; of a spreadsheet as they were when it was named. */
  rows: string;
  /** JSON of the range, which is read for every answer. */
  sheet: string | null;
  set_by: string;
  set_at: number;
}
