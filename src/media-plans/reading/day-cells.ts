import { calendarDay, daySerial, partsDay, spokenDay } from './calendar-days.ts';
import type { GridCell } from './cell-grid.ts';
import type { DayOrderOfColumn } from './day-orders.ts';
import { type DayText, dayOf, isMonthAndNumber, namedDay } from './day-text.ts';
import { flightOf, oneSideOf } from './flight-text.ts';
import { quoted } from './folded-text.ts';
import { monthOf } from './month-names.ts';

export type DayRead =
  | { kind: 'none' }
  /** The sheet names no end. */
  | { kind: 'open' }
  | { kind: 'wrong'; message: string; allowed?: string | undefined }
  | { kind: 'day'; day: string; hasYear: boolean; note?: string | undefined };

interface DayRules {
  side: 'start' | 'end';
  order: DayOrderOfColumn | undefined;
  today: string;
}

const ALLOWED = 'A day such as 2026-11-16 or 16.11.2026';
/** 2020 to 2050: a number without a date format that can be meant as a day. */
const [FIRST_PLAIN, LAST_PLAIN] = [43_831, 55_152];

export function dayIn(cell: GridCell, rules: DayRules): DayRead {
  const { text, number } = cell;
  if (text === '' || /^(?:-+|–|—|n\/?a)$/i.test(text)) return { kind: 'none' };
  if (number !== undefined && !/^20\d{6}$/.test(text)) return ofNumber(text, number, rules);
  const named = rules.order?.namesDays && isMonthAndNumber(text) ? namedDay(text) : undefined;
  return ofDayText(named ?? dayOf(text), text, rules);
}

/** Both days of a cell that has two. */
export function flightIn(cell: GridCell, rules: Omit<DayRules, 'side'>): { start: DayRead; end: DayRead } {
  const { text, number } = cell;
  const none = { kind: 'none' } as const;
  if (text === '') return { start: none, end: none };
  const half = number === undefined ? oneSideOf(text) : undefined;
  if (half) {
    const read = ofDayText(dayOf(half.text), text, { ...rules, side: half.side });
    return half.side === 'start' ? { start: read, end: none } : { start: none, end: read };
  }
  const flight = number === undefined ? flightOf(text) : undefined;
  if (flight) {
    return {
      start: ofDayText(flight.start, text, { ...rules, side: 'start' }),
      end: ofDayText(flight.end, text, { ...rules, side: 'end' }),
    };
  }
  const end = dayIn(cell, { ...rules, side: 'end' });
  if (end.kind === 'open') return { start: none, end };
  return { start: dayIn(cell, { ...rules, side: 'start' }), end: end.kind === 'wrong' ? none : end };
}

function ofNumber(text: string, number: number, { side, today }: DayRules): DayRead {
  const day = daySerial(number);
  const isPlain = /^\d+(?:[.,]\d+)?$/.test(text);
  if (day === undefined || (isPlain && (number < FIRST_PLAIN || number > LAST_PLAIN))) {
    return { kind: 'wrong', message: `${quoted(text)} is no day.`, allowed: ALLOWED };
  }
  if (isPlain) {
    return {
      kind: 'day',
      day,
      hasYear: true,
      note: `${quoted(text)} is a number without a date format; it is read as ${spokenDay(day)}.`,
    };
  }
  const month = day.endsWith('-01') ? monthOf(text) : undefined;
  if (month && side === 'end') {
    const last = calendarDay(
      { kind: 'month', month: Number(day.slice(5, 7)), year: Number(day.slice(0, 4)) },
      'end',
      today,
    );
    return { kind: 'day', day: last ?? day, hasYear: true };
  }
  return { kind: 'day', day, hasYear: true };
}

function ofDayText(read: DayText, text: string, { side, order, today }: DayRules): DayRead {
  if (read.kind === 'open')
    return side === 'end'
      ? { kind: 'open' }
      : { kind: 'wrong', message: `${quoted(text)} is no day.`, allowed: ALLOWED };
  if (read.kind === 'unreadable') return { kind: 'wrong', message: `${quoted(text)} is no day.`, allowed: ALLOWED };
  if (read.kind === 'impossible')
    return { kind: 'wrong', message: `${quoted(text)}: the calendar has no such day.`, allowed: ALLOWED };
  if (read.kind === 'either') {
    const chosen = (order?.isMixed ? undefined : order?.order) ?? (order?.isMixed ? undefined : read.usual);
    if (chosen === undefined) return bothWays(read, text, today);
    return ofParts(partsDay(read[chosen], today), read[chosen].year !== undefined, text);
  }
  const hasYear = read.kind === 'day' ? read.parts.year !== undefined : read.year !== undefined;
  return ofParts(calendarDay(read, side, today), hasYear, text);
}

function ofParts(day: string | undefined, hasYear: boolean, text: string): DayRead {
  if (day === undefined)
    return { kind: 'wrong', message: `${quoted(text)}: the calendar has no such day.`, allowed: ALLOWED };
  return { kind: 'day', day, hasYear };
}

function bothWays(read: Extract<DayText, { kind: 'either' }>, text: string, today: string): DayRead {
  const [dmy, mdy] = [partsDay(read.dmy, today) ?? '', partsDay(read.mdy, today) ?? ''];
  return {
    kind: 'wrong',
    message: `${quoted(text)} can be ${spokenDay(dmy)} or ${spokenDay(mdy)}, and nothing else in the sheet tells which.`,
    allowed: `${dmy} or ${mdy}, written so`,
  };
}

/** An end without a year is the next such day from the start on. */
export function endAfter(start: string, end: string): string {
  const year = Number(start.slice(0, 4));
  const same = movedTo(year, end);
  return same >= start ? same : movedTo(year + 1, end);
}

/** A start without a year is the last such day up to its end. */
export function startBefore(start: string, end: string): string {
  const year = Number(end.slice(0, 4));
  const same = movedTo(year, start);
  return same <= end ? same : movedTo(year - 1, start);
}

/** The 29th of February is the 28th in a year without it. */
function movedTo(year: number, day: string): string {
  const moved = `${year}${day.slice(4)}`;
  return new Date(moved).toISOString().startsWith(moved) ? moved : `${year}-02-28`;
}
