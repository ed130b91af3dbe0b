import { bad } from '../errors.ts';
import { checkPrecision, digitsOf, ratioOf, shown } from './currencies.ts';

const CEILING = 10_000_000;
const SPENT_FACTOR = 1.05;

export interface BudgetRule {
  currency: string;
  /** Before the currency's ratio. */
  floor: number;
  /** Days a lifetime budget has to last for; 1 otherwise. */
  days?: number;
  /** What was spent already, for a change. */
  spent?: number;
}

export function checkBudget(budget: number, { currency, floor, days = 1, spent = 0 }: BudgetRule): void {
  checkPrecision('budget', budget, currency);
  const ratio = ratioOf(currency);
  const least = floor * ratio * days;
  if (budget < least) throw bad(`Your budget setting must not be less than ${shown(least, currency)}`);
  const most = CEILING * ratio;
  if (budget >= most) throw bad(`Your budget setting must be less than ${shown(most, currency)}`);
  const allowed = leastAfterSpending(spent, currency);
  if (budget < allowed)
    throw bad(`Your budget must be at least 105% of the current spend: ${shown(allowed, currency)}`);
}

function leastAfterSpending(spent: number, currency: string): number {
  const scale = 10 ** digitsOf(currency);
  return Math.ceil(spent * SPENT_FACTOR * scale - 1e-6) / scale;
}
