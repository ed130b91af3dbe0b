import { DAY_MS } from '../ambient.ts';

/** Days are written as `2026-03-01` and counted without zones: what day it is somewhere is asked elsewhere. */

/** The day of a moment in UTC. */
export function dayOf(moment: number | string): string {
  return new Date(moment).toISOString().slice(0, 10);
}

export function plusDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** From one day to another, both counted; less than 1 where the end is before the start. */
export function daysFrom(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
}
