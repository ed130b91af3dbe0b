import { adsError } from '../errors.ts';
import { type Day, dayOf, type LocalTime } from '../metrics/calendar.ts';
import { duringRange, readDate } from './dates.ts';
import type { Query } from './parse.ts';

const DAYS_KEPT = 30;
const ROWS_MAX = 10_000;

/** The change history must be asked for a bounded time and number of rows. */
export function checkChangeEvents(query: Query, now: LocalTime): void {
  const fault = (code: string, message: string) => adsError(`changeEventError.${code}`, message, { path: 'query' });
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  const narrow = (from: Day, to: Day) => {
    low = Math.max(low, from);
    high = Math.min(high, to);
  };
  for (const { field, operator, values } of query.conditions) {
    if (field !== 'change_event.change_date_time') continue;
    if (operator === 'DURING') {
      const range = duringRange(values[0]!.text, now.day)!;
      narrow(range.low, range.high);
      continue;
    }
    const [first, second] = values.map(({ text }) => dayOf(readDate(text.slice(0, 10)))) as [Day, Day];
    if (operator === 'BETWEEN') narrow(first, second);
    if (operator === '=') narrow(first, first);
    if (operator.startsWith('>')) narrow(first, high);
    if (operator.startsWith('<')) narrow(low, first);
  }
  if (!Number.isFinite(low) || !Number.isFinite(high))
    throw fault('CHANGE_DATE_RANGE_INFINITE', 'The change_date_time range must be bounded on both sides.');
  if (low > high) throw fault('CHANGE_DATE_RANGE_NEGATIVE', 'The change_date_time range ends before it begins.');
  if (low < now.day - DAYS_KEPT)
    throw fault('START_DATE_TOO_OLD', `The change history reaches back ${DAYS_KEPT} days.`);
  if (query.limit === undefined) throw fault('LIMIT_NOT_SPECIFIED', 'A LIMIT clause is required.');
  if (query.limit > ROWS_MAX) throw fault('INVALID_LIMIT_CLAUSE', `LIMIT must be at most ${ROWS_MAX}.`);
}
