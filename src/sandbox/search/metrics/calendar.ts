import { DAY_MS } from '../../../ambient.ts';

/** Days are counted from 1970-01-01, so that ranges and week days are arithmetic. */
export type Day = number;

export function dayOf(text: string): Day {
  return Math.round(Date.parse(`${text}T00:00:00Z`) / DAY_MS);
}

export function dayText(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Monday is 0. */
export function weekday(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function weekStart(day: Day): Day {
  return day - weekday(day);
}

export function monthStart(day: Day): Day {
  return dayOf(`${dayText(day).slice(0, 7)}-01`);
}

export function quarterStart(day: Day): Day {
  const [year, month] = dayText(day).split('-').map(Number) as [number, number];
  return dayOf(`${year}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`);
}

export function yearOf(day: Day): number {
  return Number(dayText(day).slice(0, 4));
}

export interface LocalTime {
  day: Day;
  hour: number;
  /** `yyyy-MM-dd HH:mm:ss` */
  text: string;
  ms: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function localTime(nowMs: number, timeZone: string): LocalTime {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  const text = format.format(nowMs);
  return { day: dayOf(text.slice(0, 10)), hour: Number(text.slice(11, 13)), text, ms: nowMs };
}

/** As the platform's protocol names them. */
export const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
];
