import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { notBoth } from '../../../tools/rules.ts';
import { changedByPercent } from '../money.ts';
import type { WireMoney } from '../wire.ts';

/** The argument that changes the budgets of a copy by a percentage of the original's. */
export const budgetPercent = {
  percent: z.number().min(-90).max(500).optional().describe('Budget change: 20 is a fifth more'),
};

export function budgetPercentProblems(args: Readonly<Record<string, unknown>>): Problem[] {
  return ['daily_budget_amount', 'total_budget_amount'].flatMap((field) => notBoth(args, 'percent', field));
}

interface Budgets {
  dailyBudget?: WireMoney | undefined;
  totalBudget?: WireMoney | undefined;
}

/** The budgets of the original changed by a percentage; none where no percentage is given. */
export function budgetsByPercent({ dailyBudget, totalBudget }: Budgets, percent: number | undefined): Budgets {
  if (percent === undefined) return {};
  return {
    ...(dailyBudget && { dailyBudget: changedByPercent(dailyBudget, percent) }),
    ...(totalBudget && { totalBudget: changedByPercent(totalBudget, percent) }),
  };
}
