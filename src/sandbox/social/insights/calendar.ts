import { DAY_MS } from '../../../ambient.ts';
import { dayAfter, dayStart, weekday } from '../../calendar.ts';

/** A day in an account's zone, with all that is asked of it for every ad. */
export interface Day {
  date: string;
  /** Days since the epoch. */
  number: number;
  weekday: number;
  start: number;
  end: number;
}

export function dayOf(date: string, zone: string): Day {
  return {
    date,
    number: Date.parse(date) / DAY_MS,
    weekday: weekday(date),
    start: dayStart(date, zone),
    end: dayStart(dayAfter(date), zone),
  };
}

export function calendar(since: string, until: string, zone: string): Day[] {
  const days: Day[] = [];
  for (let date = since; date <= until; date = dayAfter(date)) days.push(dayOf(date, zone));
  return days;
}
