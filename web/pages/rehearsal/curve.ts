import { addDays, daysOf, type Period } from '../../address/period.ts';
import { numberOf, type ReportRow } from '../../api/reports.ts';
import { AD_CHANNELS, type AdChannel } from '../../parts/channels.ts';

export type Figure = 'cost' | 'clicks' | 'conversions';

interface Curve {
  channel: AdChannel;
  /** The running total at each of `times`. */
  values: number[];
}

export interface Curves {
  /** The start of each day, and now. */
  times: number[];
  curves: Curve[];
}

/** The person's own midnight. */
const startOf = (date: string) => new Date(`${date}T00:00`).getTime();

/** What every channel brought since the first day, added up day by day; the last day up to now. */
export function cumulative(rows: readonly ReportRow[], period: Period, now: number, figure: Figure): Curves {
  const days = daysOf(period);
  const times = [...days.map(startOf), Math.max(now, startOf(period.end))];
  const curves = AD_CHANNELS.flatMap((channel) => {
    const own = rows.filter((row) => row.channel === channel);
    if (own.length === 0) return [];
    const byDay = Map.groupBy(own, ({ segments }) => segments.date);
    const values = [0];
    for (const date of days) {
      const added = (byDay.get(date) ?? []).reduce(
        (sum, { metrics }) => sum + (numberOf(metrics[figure]?.current) ?? 0),
        0,
      );
      values.push(values.at(-1)! + added);
    }
    return { channel, values };
  });
  return { times, curves };
}

/** Where the curve is at a time between two of its points. */
export function valueAt(times: readonly number[], values: readonly number[], time: number): number {
  const after = times.findIndex((one) => one >= time);
  if (after === -1) return values.at(-1) ?? 0;
  if (after === 0) return values[0] ?? 0;
  const [from, to] = [times[after - 1]!, times[after]!];
  const [low, high] = [values[after - 1]!, values[after]!];
  return low + ((high - low) * (time - from)) / (to - from);
}

/** From the first happening on, a week at least and four at most. */
export function rehearsedPeriod(today: string, firstAt: string | undefined): Period {
  const began = firstAt === undefined ? today : new Date(firstAt).toLocaleDateString('sv-SE');
  const [, start] = [addDays(today, -28), addDays(today, -7), began].toSorted() as [string, string, string];
  return { start, end: today };
}

/** As wide as a number in its circle, and a little air. */
const MARK = 18;

/**
 * How far above its curve each number stands, so that none hides another of about the same time; below it where the chart has no
 * more room above. Undefined where there is none down to `bottom` either.
 */
export function liftsOf(
  marks: readonly { time: number; y: number }[],
  near: number,
  bottom: number,
): (number | undefined)[] {
  const taken: { time: number; y: number }[] = [];
  return marks.map(({ time, y }) => {
    let lift = 0;
    const hides = (one: { time: number; y: number }) =>
      Math.abs(one.time - time) < near && Math.abs(one.y - (y - lift)) < MARK;
    while (taken.some(hides)) {
      if (lift >= 0) lift += MARK / 2;
      else lift -= MARK / 2;
      if (lift > 0 && y - lift < MARK / 2) lift = -MARK / 2;
      if (lift < 0 && y - lift > bottom) return undefined;
    }
    taken.push({ time, y: y - lift });
    return lift;
  });
}
