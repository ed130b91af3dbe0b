import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { moneyOf, platformAmount, ratioOf } from '../money.ts';

/** The billing event of each goal; OCPM for all others. */
const BILLING: Readonly<Record<string, string>> = {
  REACH: 'CPM',
  ENGAGED_VIEW: 'CPV',
  ENGAGED_VIEW_FIFTEEN: 'CPV',
  CLICK: 'CPC',
  PAGE_VISIT: 'CPC',
};

export function billingOf(goal: string | null | undefined): string {
  return BILLING[goal ?? ''] ?? 'OCPM';
}

export function bidFieldOf(goal: string | null | undefined): 'bid_price' | 'conversion_bid_price' {
  return billingOf(goal) === 'OCPM' ? 'conversion_bid_price' : 'bid_price';
}

/** The highest bid for each billing event, before the currency's ratio. */
export const BID_MAX: Readonly<Record<string, number>> = { CPC: 30, CPM: 120, CPV: 120, OCPM: 1500 };

interface AskedBid {
  amount: string;
  currency: string;
  billing: string;
  /** Budgets of the ad group and its campaign; the bid has to be below both. */
  budgets: readonly (number | null | undefined)[];
}

export function checkedBid({ amount, currency, billing, budgets }: AskedBid): number {
  const bid = platformAmount('bid', amount, currency);
  const refuse = (word: string, limit: number, why: string) =>
    invalidArguments([
      { field: 'bid', message: `must be ${word} ${moneyOf(limit, currency).amount} ${currency}${why}` },
    ]);
  const most = (BID_MAX[billing] ?? Number.POSITIVE_INFINITY) * ratioOf(currency);
  if (bid <= 0) throw refuse('more than', 0, '');
  if (bid > most) throw refuse('at most', most, ` with ${billing}`);
  const budget = Math.min(...budgets.map((one) => one || Number.POSITIVE_INFINITY));
  if (bid >= budget) throw refuse('less than', budget, ', the budget');
  return bid;
}

export const RoasFloor = z
  .number()
  .min(0.01)
  .max(1000)
  .describe('With VALUE: least value for each unit of money spent');

/** VALUE strives for the highest value, or for one that does not fall below a floor. */
export function valueBid(floor: number | undefined) {
  return floor === undefined
    ? { deep_bid_type: 'VO_HIGHEST_VALUE' }
    : { deep_bid_type: 'VO_MIN_ROAS', roas_bid: floor };
}
