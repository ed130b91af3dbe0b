import { DAY_MS } from '../../ambient.ts';
import { calendarDay, daySerial, partsDay } from './calendar-days.ts';
import type { CellGrid } from './cell-grid.ts';
import { type DayOrder, type DayText, dayOf, namedDay } from './day-text.ts';
import { flightOf } from './flight-text.ts';

/** Days that a column is for, other than a month. */
export type PeriodText =
  /** `hasCalendarWord`: KW 12 is a week of the calendar, Week 1 may be the plan's first. */
  | { kind: 'week'; week: number; year?: number | undefined; hasCalendarWord: boolean }
  | { kind: 'days'; start: DayText; end?: DayText | undefined }
  | { kind: 'quarter'; read: DayText };

export interface PeriodDays {
  start: string;
  end: string;
  hasYear: boolean;
}

const WEEK =
  /^(?:(kw|cw|kalenderwoche|calendar week|iso week)|week|weeks|wk|w|woche|semaine|sem|s|semana|settimana|sett)\.?\s*(\d{1,2})(?:\s*[./\-' ]\s*(20\d\d|\d\d))?$|^(?:(20\d\d)年)?第(\d{1,2})週$/i;
const COMMENCING =
  /^(?:w\s?\/\s?c|w\s?\/\s?b|wc|wb|week (?:commencing|beginning|starting|of|from|van|vanaf)|wk (?:of|commencing)|woche (?:ab|vom|von)|kw ab|semaine du|sem\.? du|semana (?:del?|do|da)|settimana (?:del|dal)|sett\.? dal)[\s.:]*(?=\S)/i;

/** A head that names a week, a quarter, or a few days: KW 12, W/C 3 Mar, 3–9 Mar, Q2. */
export function periodOf(given: string): PeriodText | undefined {
  const text = given.normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (!/\d/.test(text) || text.length > 40) return undefined;
  const week = WEEK.exec(text);
  if (week) {
    const number = Number(week[2] ?? week[5]);
    if (number < 1 || number > 53) return undefined;
    const year = week[3] ?? week[4];
    const hasCalendarWord = week[1] !== undefined;
    return { kind: 'week', week: number, ...(year && { year: (Number(year) % 100) + 2000 }), hasCalendarWord };
  }
  const begun = text.replace(COMMENCING, '');
  if (begun !== text) {
    const start = dayOf(begun);
    return start.kind === 'day' || start.kind === 'either' ? { kind: 'days', start } : undefined;
  }
  const alone = dayOf(text);
  if (alone.kind === 'quarter') return { kind: 'quarter', read: alone };
  if (alone.kind !== 'unreadable') return undefined;
  const flight = flightOf(text);
  const isDays = (read: DayText | undefined) => read?.kind === 'day' || read?.kind === 'either';
  return flight && isDays(flight.start) && isDays(flight.end) ? { kind: 'days', ...flight } : undefined;
}

/** A week's days; a week of the plan has none that the head tells. */
export function periodDays(
  { period, isOrdinal }: { period: PeriodText; isOrdinal: boolean },
  order: DayOrder,
  today: string,
): PeriodDays | undefined {
  if (period.kind === 'week') {
    if (isOrdinal) return undefined;
    return bothSides({ kind: 'week', week: period.week, year: period.year }, today);
  }
  if (period.kind === 'quarter') return bothSides(period.read, today);
  const start = dayBy(period.start, order, today);
  if (start === undefined) return undefined;
  const end = period.end ? dayBy(period.end, order, today) : movedBy(start, 6);
  return end !== undefined && end >= start ? { start, end, hasYear: namesYear(period.start, order) } : undefined;
}

function bothSides(read: DayText, today: string): PeriodDays | undefined {
  if (read.kind !== 'week' && read.kind !== 'quarter') return undefined;
  const [start, end] = [calendarDay(read, 'start', today), calendarDay(read, 'end', today)];
  return start !== undefined && end !== undefined ? { start, end, hasYear: read.year !== undefined } : undefined;
}

function dayBy(read: DayText, order: DayOrder, today: string): string | undefined {
  if (read.kind === 'day') return partsDay(read.parts, today);
  return read.kind === 'either' ? partsDay(read[order], today) : undefined;
}

function namesYear(read: DayText, order: DayOrder): boolean {
  const parts = read.kind === 'day' ? read.parts : read.kind === 'either' ? read[order] : undefined;
  return parts?.year !== undefined;
}

function movedBy(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const STEPS = new Set([1, 7, 14]);

/**
 * Days as heads, told by standing side by side at even distances: Jan 4, Jan 11, Jan 18 are weeks, and none of them is
 * January of another year. Column → its days.
 */
export function dayRuns(grid: CellGrid, row: number, today: string): ReadonlyMap<number, PeriodDays> {
  for (const order of ['dmy', 'mdy'] as const) {
    const runs = runsBy(grid, row, order, today);
    if (runs.size > 0) return runs;
  }
  return new Map();
}

interface HeadDay {
  ms: number;
  hasYear: boolean;
}

function runsBy(grid: CellGrid, row: number, order: DayOrder, today: string): Map<number, PeriodDays> {
  const found = new Map<number, PeriodDays>();
  let run: (HeadDay & { column: number })[] = [];
  const stepOf = () => Math.round((run[1]!.ms - run[0]!.ms) / DAY_MS);
  const close = () => {
    const isRun = run.length >= 3;
    for (const { column, ms, hasYear } of isRun ? run : []) {
      const start = new Date(ms).toISOString().slice(0, 10);
      found.set(column, { start, end: movedBy(start, stepOf() - 1), hasYear });
    }
    run = isRun ? [] : run.slice(-1);
  };
  for (let column = 0; column < grid.columns; column++) {
    const day = headDay(grid, row, column, order, today);
    const last = run.at(-1);
    const ms = day && (last && !day.hasYear ? nextAfter(last.ms, day.ms) : day.ms);
    if (last && ms !== undefined) {
      const step = Math.round((ms - last.ms) / DAY_MS);
      if (!STEPS.has(step) || (run.length > 1 && step !== stepOf())) close();
    }
    if (day === undefined || ms === undefined) {
      close();
      run = [];
    } else if (run.length === 0 || STEPS.has(Math.round((ms - run.at(-1)!.ms) / DAY_MS)))
      run.push({ ...day, column, ms });
    else run = [{ ...day, column, ms }];
  }
  close();
  return found;
}

/** A day without a year, in the year that makes it the next one. */
function nextAfter(before: number, ms: number): number {
  const day = new Date(ms);
  day.setUTCFullYear(new Date(before).getUTCFullYear());
  if (day.getTime() <= before) day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.getTime();
}

/** As a day; two digits behind a month are a day of it, where they would else be a year. */
function headDay(grid: CellGrid, row: number, column: number, order: DayOrder, today: string): HeadDay | undefined {
  const { text, number } = grid.cell(row, column);
  if (!/\d/.test(text) || text.length > 20) return undefined;
  if (number !== undefined) {
    const day = daySerial(number);
    return day === undefined ? undefined : { ms: Date.parse(day), hasYear: true };
  }
  const read = namedDay(text) ?? dayOf(text);
  const day = dayBy(read, order, today);
  if (day === undefined) return undefined;
  return { ms: Date.parse(day), hasYear: namesYear(read, order) };
}
