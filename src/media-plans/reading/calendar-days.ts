import { DAY_MS } from '../../ambient.ts';
import type { DayParts, DayText } from './day-text.ts';

/** Day 0 of the serial numbers of spreadsheets. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** 2000 to 2100: outside it a number is no day. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415];

const text = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const two = (number: number) => String(number).padStart(2, '0');

export function daySerial(number: number): string | undefined {
  if (number < FIRST_SERIAL || number > LAST_SERIAL) return undefined;
  return text(EPOCH_MS + Math.floor(number) * DAY_MS);
}

/** Where a day without a year belongs: the next such day that is not more than half a year ago. */
export function yearFor(month: number, day: number, today: string): number {
  const year = Number(today.slice(0, 4));
  const oldest = halfYearBefore(today);
  for (const candidate of [year - 1, year, year + 1]) {
    if (`${candidate}-${two(month)}-${two(day)}` >= oldest) return candidate;
  }
  return year + 1;
}

function halfYearBefore(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  return text(Date.UTC(year, month - 1 - 6, Math.min(day, 28)));
}

/** The day in ISO form, the first or last of its week, month or quarter. Undefined where the year has no such day. */
export function calendarDay(
  read: Extract<DayText, { kind: 'day' | 'week' | 'month' | 'quarter' }>,
  side: 'start' | 'end',
  today: string,
): string | undefined {
  if (read.kind === 'week') return weekDay(read.week, read.year ?? weekYear(read.week, today), side);
  if (read.kind === 'day') return partsDay(read.parts, today);
  const month = read.kind === 'month' ? read.month : read.quarter * 3 - (side === 'start' ? 2 : 0);
  if (read.kind === 'quarter' && read.year === undefined) {
    // The next quarter of that number that has not ended.
    const year = Number(today.slice(0, 4));
    const isOver = text(Date.UTC(year, read.quarter * 3, 0)) < today;
    return calendarDay({ ...read, year: isOver ? year + 1 : year }, side, today);
  }
  const year = read.year ?? yearFor(month, 28, today);
  return side === 'start' ? `${year}-${two(month)}-01` : text(Date.UTC(year, month, 0));
}

export function partsDay({ year, month, day }: DayParts, today: string): string | undefined {
  const inYear = year ?? yearFor(month, day, today);
  const ms = Date.UTC(inYear, month - 1, day);
  return new Date(ms).getUTCMonth() === month - 1 ? text(ms) : undefined;
}

/** Weeks by ISO 8601: the first has 4 January. */
function weekDay(week: number, year: number, side: 'start' | 'end'): string | undefined {
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * 7 * DAY_MS;
  const thursday = new Date(monday + 3 * DAY_MS);
  if (thursday.getUTCFullYear() !== year) return undefined;
  return text(side === 'start' ? monday : monday + 6 * DAY_MS);
}

function weekYear(week: number, today: string): number {
  const year = Number(today.slice(0, 4));
  const oldest = halfYearBefore(today);
  return [year - 1, year, year + 1].find((candidate) => (weekDay(week, candidate, 'end') ?? '') >= oldest) ?? year;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `16 Nov 2026`, as sentences have it. */
export function spokenDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}
