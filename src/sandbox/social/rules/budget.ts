import { DAY_MS } from '../../../ambient.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import type { Params } from '../graph/params.ts';
import type { AdAccountData } from '../state/shapes.ts';
import { amountText, minimumsOf } from './currencies.ts';

export interface Budget {
  daily_budget?: number | undefined;
  lifetime_budget?: number | undefined;
}

/** `0` says "none" as much as leaving it out does. */
export function readBudget(params: Params): Budget {
  const daily = params.integer('daily_budget');
  const lifetime = params.integer('lifetime_budget');
  for (const [name, amount] of Object.entries({ daily_budget: daily, lifetime_budget: lifetime })) {
    if (amount !== undefined && amount < 0) throw badParameter(`Param ${name} must be a positive integer`, name);
  }
  if (daily && lifetime) throw badParameter('Only one of daily_budget and lifetime_budget can be set', 'daily_budget');
  return { ...(daily && { daily_budget: daily }), ...(lifetime && { lifetime_budget: lifetime }) };
}

export function hasBudget(budget: Budget): boolean {
  return budget.daily_budget !== undefined || budget.lifetime_budget !== undefined;
}

export interface Spending {
  billing_event?: string;
  bid_strategy?: string;
  bid_amount?: number;
  days?: number;
}

const FREQUENT_EVENTS = new Set(['LINK_CLICKS', 'PAGE_LIKES', 'POST_ENGAGEMENT', 'THRUPLAY']);

/** The smallest daily budget for the way an ad set bids and is billed. */
function minimumDaily(account: AdAccountData, spending: Spending): number {
  const minimums = minimumsOf(account.currency, account.country);
  const bid = spending.bid_amount ?? 0;
  if (spending.billing_event !== undefined && FREQUENT_EVENTS.has(spending.billing_event)) {
    return Math.max(minimums.frequent, spending.bid_strategy === 'LOWEST_COST_WITH_BID_CAP' ? bid * 5 : 0);
  }
  return Math.max(minimums.impressions, spending.bid_strategy === 'LOWEST_COST_WITH_BID_CAP' ? bid : 0);
}

export function checkMinimum(account: AdAccountData, budget: Budget, spending: Spending = {}): void {
  const daily = minimumDaily(account, spending);
  const lifetime = daily * Math.max(1, Math.ceil(spending.days ?? 1));
  if (budget.daily_budget !== undefined && budget.daily_budget < daily) throw tooLow('daily', daily, account.currency);
  if (budget.lifetime_budget !== undefined && budget.lifetime_budget < lifetime)
    throw tooLow('lifetime', lifetime, account.currency);
}

function tooLow(which: 'daily' | 'lifetime', minimum: number, currency: string) {
  const text = `Your ${which} budget must be at least ${amountText(minimum, currency)}. Raise the budget and try again.`;
  return ruleBroken(1885272, 'Budget Is Too Low', text, [`${which}_budget`]);
}

export function checkNotBelowSpent(budget: Budget, spent: number): void {
  if (budget.lifetime_budget === undefined || budget.lifetime_budget >= Math.ceil(spent * 1.1)) return;
  throw ruleBroken(
    1885650,
    'Budget Is Below What Was Spent',
    'A lifetime budget must be at least 110% of what was already spent.',
    ['lifetime_budget'],
  );
}

export function daysOf(start: number, end: number | undefined): number {
  return end === undefined ? 1 : (end - start) / DAY_MS;
}
