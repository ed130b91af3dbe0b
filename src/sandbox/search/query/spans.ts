import { dayOf } from '../metrics/calendar.ts';
import type { Range } from './dates.ts';
import type { Place } from './order.ts';
import type { Plan } from './plan.ts';

/** Each span is this many times as long as the one before: starting a walk costs more than a small account's rows of a day. */
const GROWTH = 4;

/**
 * Cuts the days of a report into spans that are walked one after the other. Rows ordered by date come span by span, and the
 * first span is one day, so that the first page of a large account reads no more than that. The spans depend on the query
 * alone, so a row has the same place in its span on every page.
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
