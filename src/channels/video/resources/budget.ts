import { invalidArguments } from '../../../errors.ts';
import { moneyOf, platformAmount, ratioOf } from '../money.ts';

const CEILING = 10_000_000;

interface Asked {
  field?: string;
  amount: string;
  currency: string;
  /** Before the currency's ratio: campaigns 50, ad groups 20, shops 10. */
  floor: number;
  /** Days that a lifetime budget has to last for. */
  days?: number;
}

/** The amount as a JSON number. Refused here where the platform would refuse it, with the amount that is allowed. */
export function checkedBudget({ field = 'budget', amount, currency, floor, days = 1 }: Asked): number {
  const budget = platformAmount(field, amount, currency);
  const least = floor * ratioOf(currency) * days;
  const most = CEILING * ratioOf(currency);
  if (budget >= least && budget < most) return budget;
  const [word, limit] = budget < least ? ['at least', least] : ['less than', most];
  const why = days > 1 && budget < least ? ` for ${days} days` : '';
  const bound = moneyOf(limit as number, currency);
  throw invalidArguments([{ field, message: `must be ${word} ${bound.amount} ${currency}${why}` }]);
}

/** Refuses a budget below 105 % of what is spent of it, where that is known. */
export function refuseBelowSpent(budget: number, spent: number | undefined, currency: string, field = 'budget'): void {
  if (spent === undefined) return;
  const scale = moneyOf(0, currency).amount.includes('.') ? 100 : 1;
  const least = Math.ceil(Number((spent * 1.05 * scale).toFixed(4))) / scale;
  if (budget >= least) return;
  const [used, bound] = [moneyOf(spent, currency), moneyOf(least, currency)];
  throw invalidArguments([
    {
      field,
      message: `must be at least ${bound.amount} ${currency}: ${used.amount} is spent of it already, and the platform wants 105 % of that`,
      at_least: bound.amount,
    },
  ]);
}

/** BUDGET_MODE_TOTAL is for the whole run; every other mode is per day. */
export function isLifetime(budgetMode: string | null | undefined): boolean {
  return budgetMode === 'BUDGET_MODE_TOTAL';
}
