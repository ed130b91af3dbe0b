import type { JobPlace } from '../../pipeline/call.ts';
import type { BudgetDesk } from '../../tools/budget-desk.ts';

/** The budget plans of one workspace, as a call reaches them. */
export function budgetDesk(_job: JobPlace): BudgetDesk {
  const later = async () => {
    throw new Error('not built');
  };
  return { set: later, pacing: later };
}
