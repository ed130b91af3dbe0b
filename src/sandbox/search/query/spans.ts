import { dayOf } from '../metrics/calendar.ts';
import type { Range } from './dates.ts';
import type { Place } from './order.ts';
import type { Plan } from './plan.ts';

/** Small accounts are walked in larger pieces than a day: a walk costs more than their rows of a day. */
const GROWTH = 4;

/**
 * The days of a report in the pieces in which they are best walked, none of which has rows that belong before those of a
 * piece that came earlier. Rows ordered by date begin with one day, so that the first page of a large account does not
 * need the others. The pieces depend on the query alone: a row stands at the same place in its piece on every page.
 */
export function spansOf({ orders: [first], range }: Plan, after: Place | undefined): Range[] {
  if (first?.field.path !== 'segments.date' || !Number.isFinite(range.low) || !Number.isFinite(range.high))
    return [range];
  const spans: Range[] = [];
  for (let [done, length] = [0, 1]; done <= range.high - range.low; done += length, length *= GROWTH) {
    const [near, far] = [done, Math.min(done + length - 1, range.high - range.low)];
    spans.push(
      first.descending
        ? { low: range.high - far, high: range.high - near }
        : { low: range.low + near, high: range.low + far },
    );
  }
  const day = typeof after?.keys[0] === 'string' ? dayOf(after.keys[0]) : undefined;
  return day === undefined ? spans : spans.filter(({ low, high }) => (first.descending ? low <= day : high >= day));
}
