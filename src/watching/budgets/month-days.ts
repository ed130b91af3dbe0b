import { dayIn } from '../../tools/report/period.ts';
import type { HistoryAccount } from '../history/daily-history.ts';

export interface MonthDays {
  month: string;
  first: string;
  last: string;
  count: number;
}

export function daysOfMonth(month: string): MonthDays {
  const [year, number] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year!, number!, 0)).getUTCDate();
  return { month, first: `${month}-01`, last: `${month}-${count}`, count };
}

/** The month of the account whose day is the earliest: it ends when it has ended everywhere. */
export function openMonth(accounts: readonly Pick<HistoryAccount, 'timeZone'>[], now: number): string {
  const zones = new Set(accounts.map(({ timeZone }) => timeZone));
  const days = (zones.size > 0 ? [...zones] : ['UTC']).map((zone) => dayIn(zone, now));
  return days.sort()[0]!.slice(0, 7);
}

/** The last day of the month that has ended in an account, on its own calendar; undefined: none has. */
export function lastEnded(
  { completeUntil }: Pick<HistoryAccount, 'completeUntil'>,
  month: MonthDays,
): string | undefined {
  const day = [completeUntil, month.last].sort()[0]!;
  return day < month.first ? undefined : day;
}
