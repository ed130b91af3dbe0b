import type { Complaints } from '../mutate/session.ts';
import type { Doc } from '../state.ts';

const MINUTES: Readonly<Record<string, number>> = { ZERO: 0, FIFTEEN: 15, THIRTY: 30, FORTY_FIVE: 45 };
export const A_DAY_MAX = 6;

interface Interval {
  day: string;
  from: number;
  to: number;
}

/** The minutes of the day that a schedule means, if it means any. */
export function intervalOf(schedule: Doc): Interval | undefined {
  const { start_hour: start, end_hour: end, day_of_week: day } = schedule;
  const startMinute = MINUTES[String(schedule.start_minute)];
  const endMinute = MINUTES[String(schedule.end_minute)];
  if (typeof start !== 'number' || typeof end !== 'number' || day === undefined) return undefined;
  if (startMinute === undefined || endMinute === undefined) return undefined;
  const [from, to] = [start * 60 + startMinute, end * 60 + endMinute];
  return start >= 0 && start <= 23 && end >= 0 && to <= 24 * 60 && from < to
    ? { day: String(day), from, to }
    : undefined;
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.day === b.day && a.from < b.to && b.from < a.to;
}

const IN_ALL_MAX = 42;

/** The schedules of an asset, which stand in it as a list. */
export function checkScheduleList(schedules: unknown, complaints: Complaints, at: string): void {
  const list = (Array.isArray(schedules) ? schedules : []) as Doc[];
  const intervals = list.map(intervalOf).filter((interval) => interval !== undefined);
  const aDay = Math.max(0, ...intervals.map(({ day }) => intervals.filter((each) => each.day === day).length));
  if (list.length > IN_ALL_MAX || aDay > A_DAY_MAX)
    complaints.add('collectionSizeError.TOO_MANY', `At most ${A_DAY_MAX} a day and ${IN_ALL_MAX} in all.`, at);
  if (intervals.some((one, i) => intervals.slice(i + 1).some((other) => overlaps(one, other))))
    complaints.add('assetError.SCHEDULES_CANNOT_OVERLAP', 'Two schedules overlap.', at);
}
