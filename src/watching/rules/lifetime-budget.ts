import { type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import type { DayNumber, KnownDays } from './known-days.ts';

export interface LifetimeBudget {
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
  let [spent, isWhole] = [0n, given.shared !== true && known.liveSince !== undefined && known.liveSince > known.first];
  for (let one = known.first; one <= day; one += 1) {
    const cost = known.value(one, 'cost');
    if (cost === undefined) isWhole = false;
    else spent += cost;
  }
  return { budget, spent, isWhole };
}
