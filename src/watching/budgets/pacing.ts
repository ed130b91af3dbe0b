import { createHash } from 'node:crypto';
import type { PacingRow } from '../../tools/budget-desk.ts';
import { coinDigits } from '../../tools/money.ts';
import type { Currency } from '../../tools/report/metrics.ts';
import { type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import { numberOfDay, timesOf } from '../rules/known-days.ts';
import { dayWords, moneyOf, moneyWords, percentWords } from '../rules/words.ts';
import { lastEnded, type MonthDays } from './month-days.ts';
import { placeOf } from './plan-problems.ts';
import type { RowScope } from './row-scope.ts';
import type { PlannedRow } from './stored-plans.ts';

/** So much over or under the plan is still on pace. */
const ON_PACE = 0.1;
/** On this day of the month the first verdict is given: four days have ended. */
export const FROM_DAY = 5;

interface Asked {
  month: MonthDays;
  row: PlannedRow;
  scope: RowScope;
  fromDay: number;
}

/** Where one row of a plan will end. Everything is counted on the days that have ended in every account of the row. */
export function pacingOf(asked: Asked): PacingRow {
  const { row, month, scope } = asked;
  const currency: Currency = { code: row.currency, digits: coinDigits(row.currency) };
  const plan = quantityOf(row.amount)!;
  const { name, channel, accounts, campaigns, cell } = row;
  const about = {
    key: `${month.month}/${createHash('sha256').update(placeOf(row)).digest('hex').slice(0, 16)}`,
    name,
    month: month.month,
    ...(channel !== undefined && { channel }),
    ...(accounts && { accounts }),
    ...(campaigns && { campaigns }),
    ...(cell !== undefined && { cell }),
    plan: moneyOf(plan, currency),
  };
  if (scope.why !== undefined && scope.accounts.length === 0) return { ...about, ...nothingKnown(scope.why) };
  return { ...about, ...reckoned(asked, plan, currency) };
}

function nothingKnown(why: string): Omit<PacingRow, 'key' | 'name' | 'month' | 'plan'> {
  return {
    spent: null,
    spent_until: null,
    due: null,
    projected: null,
    difference: null,
    percent: null,
    verdict: 'no_verdict',
    why,
  };
}

function reckoned({ month, scope, fromDay }: Asked, plan: Quantity, currency: Currency) {
  const until = commonDay(scope.accounts, month);
  const spent = until === undefined ? 0n : scope.spentUntil(until);
  if (spent === undefined) return nothingKnown('A platform does not tell what was spent.');
  const days = until === undefined ? 0 : Number(until.slice(8));
  const due = (plan * BigInt(days)) / BigInt(month.count);
  const known = {
    spent: moneyOf(spent, currency),
    spent_until: until ?? null,
    due: moneyOf(due, currency),
  };
  const isOver = spent > plan;
  const so = `${moneyWords(spent, currency)} of ${moneyWords(plan, currency)}${until === undefined ? '' : ` until ${dayWords(numberOfDay(until))}`}`;
  const why = scope.why ?? tooEarly(month, days, fromDay);
  if (why !== undefined) {
    const open = { projected: null, difference: null, percent: null };
    // Spending over the plan is told on any day, and also where other figures are missing.
    if (isOver) return { ...known, ...open, verdict: 'over' as const, why: `${so}: more than planned already. ${why}` };
    return { ...known, ...open, verdict: 'no_verdict' as const, why };
  }
  const projected = rounded(spent * BigInt(month.count), BigInt(days));
  const share = plan === 0n ? undefined : Number(projected - plan) / Number(plan);
  const verdict = verdictOf(projected, plan);
  const end = days === month.count ? 'the month has ended' : `projected ${moneyWords(projected, currency)}`;
  const measure = share === undefined ? '' : `, ${percentWords(Math.abs(share))} ${share < 0 ? 'under' : 'over'} plan`;
  return {
    ...known,
    projected: moneyOf(projected, currency),
    difference: moneyOf(projected - plan, currency),
    percent: share === undefined ? null : Math.round(share * 1_000) / 10,
    verdict,
    why: `${so}, ${moneyWords(due, currency)} due; ${end}${measure}.`,
  };
}

function verdictOf(projected: Quantity, plan: Quantity): 'on_pace' | 'over' | 'under' {
  if (projected > timesOf(plan, 1 + ON_PACE)) return 'over';
  return projected < timesOf(plan, 1 - ON_PACE) ? 'under' : 'on_pace';
}

function tooEarly(month: MonthDays, days: number, fromDay: number): string | undefined {
  if (days + 1 >= Math.min(fromDay, month.count)) return undefined;
  return `No projection before day ${fromDay} of the month: ${days === 0 ? 'no day' : `${days} of ${month.count} days`} ended in every account.`;
}

/** The last day of the month that has ended in every account; undefined: none has. */
function commonDay(accounts: readonly HistoryAccount[], month: MonthDays): string | undefined {
  const ended = accounts.map((account) => lastEnded(account, month));
  return ended.includes(undefined) ? undefined : ended.sort()[0];
}

function rounded(of: Quantity, by: Quantity): Quantity {
  return (of * 2n + by) / (by * 2n);
}
