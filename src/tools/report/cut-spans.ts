import { DAY_MS } from '../../ambient.ts';
import { dayOf } from '../days.ts';
import type { Days } from './period.ts';

/** Months in each span of time that is named by its first day; a week has seven days instead. */
const MONTHS: Readonly<Record<string, number>> = { week: 0, month: 1, quarter: 3, year: 12 };

/**
 * The segments of a row, with `cut` where its week, month, quarter or year lies only partly in the days that were asked for: it
 * names the days that are counted, so that two half weeks are not read as a week of half the traffic.
 */
export function withCut(segments: Record<string, unknown>, days: Days): Record<string, unknown> {
  const cut = Object.keys(MONTHS).flatMap((name) => cutOf(segments[name], name, days) ?? [])[0];
  return cut ? { ...segments, cut } : segments;
}

function cutOf(first: unknown, name: string, { start_date, end_date }: Days): Days | undefined {
  const begins = firstDay(first, name);
  if (begins === undefined) return undefined;
  const last = lastDay(begins, MONTHS[name] ?? 0);
  if (begins >= start_date && last <= end_date) return undefined;
  return { start_date: begins > start_date ? begins : start_date, end_date: last < end_date ? last : end_date };
}

/** The platform names a year by its number and the others by their first day. */
function firstDay(value: unknown, name: string): string | undefined {
  if (name === 'year' && /^\d{4}$/.test(String(value))) return `${value}-01-01`;
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined;
}

function lastDay(first: string, months: number): string {
  const next = new Date(`${first}T00:00:00Z`);
  if (months === 0) next.setUTCDate(next.getUTCDate() + 7);
  else next.setUTCMonth(next.getUTCMonth() + months);
  return dayOf(next.getTime() - DAY_MS);
}
