import { type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import type { DayNumber, KnownDays } from './known-days.ts';

/** A campaign that spent nothing for so long at the beginning of the kept days has begun after it. */
const QUIET_BEFORE_DAYS = 7;

interface LifetimeBudget {
  budget: Quantity;
  spent: Quantity;
  /** False: days before the kept ones, or other campaigns, may have spent from it too. */
  isWhole: boolean;
}

/** What a budget for the whole run has left after a day; undefined: it has none in the account's currency. */
export function spentOfLifetime(known: KnownDays, day: DayNumber): LifetimeBudget | undefined {
  const { account, campaign } = known.series;
  const { budget: given } = campaign;
  if (given?.period !== 'LIFETIME' || given.currency !== account.currency.code) return undefined;
  const budget = quantityOf(given.amount);
  if (budget === undefined || budget <= 0n) return undefined;
  let [spent, quietDays, isKnown] = [0n, 0, true];
  for (let one = known.first; one <= day; one += 1) {
    const cost = known.value(one, 'cost');
    if (cost === undefined) isKnown = false;
    else spent += cost;
    if (spent === 0n) quietDays += 1;
  }
  return { budget, spent, isWhole: given.shared !== true && isKnown && quietDays >= QUIET_BEFORE_DAYS };
}
