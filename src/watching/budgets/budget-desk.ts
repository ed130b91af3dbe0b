import { inWords } from '../../auth/key-records.ts';
import { Failure, invalidArguments, type Problem } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import type { BudgetDesk, PlanRow, PlanSheet, ShownPlan } from '../../tools/budget-desk.ts';
import { recordAction } from '../audit-entries.ts';
import { channelsWithFigures } from '../history/connected-accounts.ts';
import { monthPacing } from './month-pacing.ts';
import { planProblems } from './plan-problems.ts';
import { readPlanSheet } from './plan-sheet.ts';
import { findPlan, type PlannedRow, removePlan, savePlan } from './stored-plans.ts';

/** The budget plans of one workspace, as a call reaches them. */
export function budgetDesk(job: JobPlace): BudgetDesk {
  return {
    set: (plan) => setPlan(job, plan),
    pacing: (month) => monthPacing(job, { month }),
  };
}

interface Given {
  month: string;
  rows?: PlanRow[] | undefined;
  sheet?: PlanSheet | undefined;
  remove?: true | undefined;
}

async function setPlan(job: JobPlace, given: Given): Promise<ShownPlan> {
  const { pipeline, workspace, call } = job;
  refuseSomeChannels(job);
  const { month, sheet, remove } = given;
  const before = await findPlan(pipeline.store, workspace.id, month);
  const replaced_rows = before?.rows.length ?? 0;
  if (remove) {
    await removePlan(pipeline.store, workspace.id, month, () =>
      recordAction(job, 'budget_plan.remove', { month, rows: replaced_rows }),
    );
    return { month, rows: [], removed: true, replaced_rows, notes: [] };
  }
  const rows: readonly PlannedRow[] = sheet ? await rowsIn(job, sheet) : (given.rows ?? []);
  const problems = planProblems(rows, channelsWithFigures(pipeline));
  if (problems.length > 0) throw invalidArguments(problems);
  const plan = { month, rows, sheet, setAt: pipeline.ambient.now() };
  await savePlan(pipeline.store, workspace.id, plan, call.principal.id, () =>
    recordAction(job, 'budget_plan.set', { month, rows: rows.length, ...(sheet && { sheet: sheet.spreadsheet_id }) }),
  );
  const notes = sheet ? ['The spreadsheet stays the source: it is read anew for every answer.'] : [];
  return { month, rows: [...rows], ...(sheet && { from_sheet: sheet }), replaced_rows, notes };
}

async function rowsIn({ pipeline, workspace, call }: JobPlace, sheet: PlanSheet): Promise<PlannedRow[]> {
  const { rows, problems } = await readPlanSheet(pipeline, workspace.id, call, sheet);
  if (problems.length > 0) throw invalidArguments(problems.map(inSheet));
  if (rows.length === 0) throw invalidArguments([{ field: 'sheet.range', message: 'holds a head and no row' }]);
  return rows;
}

function inSheet({ field, ...rest }: Problem): Problem {
  return { ...rest, field: `sheet.range ${field}` };
}

/** A plan is replaced as a whole, so a key for single channels would drop rows that it cannot see. */
function refuseSomeChannels({ call: { principal } }: JobPlace): void {
  if (!principal.channels) return;
  throw new Failure({
    code: 'permission_denied',
    message: `${inWords(principal)} is for single channels; a budget plan is about all of them.`,
    nextStep: 'Use a key for all channels. Nothing was changed.',
  });
}
