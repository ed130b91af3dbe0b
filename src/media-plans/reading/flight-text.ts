import type { DayParts, DayText } from './day-text.ts';
import { dayOf, isMonthAndNumber, namedDay } from './day-text.ts';
import { fullYear } from './month-names.ts';

interface FlightText {
  start: DayText;
  end: DayText;
}

const BETWEEN = [
  /\s+(?:bis(?: zum)?|to|until|till|through|thru|and|au|al|a|à|até|ate|a|tot(?: en met)?|t\/m|tm|hasta(?: el)?|fino al|から|-|–|—|~|→|>)\s+/giu,
  /\s*(?:–|—|−|~|〜|～|→|から|\n)\s*/gu,
  /\s*-\s*/gu,
];
const BEFORE = /^(?:vom|von|from|du|de|del|dal|van|desde(?: el)?|between|zwischen)\s+(?=\S)/i;
const AFTER = /\s*まで$/;
/** Words that make one day the first, or the last. */
const ONLY_FROM =
  /^(?:ab(?: dem)?|from|starting|starts|since|seit|à partir d[ue]|dès(?: le)?|a partir d[eo]l?|desde(?: el)?|dal|da|vanaf)\s+(?=\S)|\s*(?:から|以降|[-–—〜～→]|ff\.?)$/iu;
const ONLY_TO =
  /^(?:bis(?: zum)?|until|till|through|by|jusqu['’]?(?:au|à)|hasta(?: el)?|fino a[l]?|até(?: o)?|tot(?: en met)?|t\/m|[-–—〜～→])\s*(?=\S)|\s*まで$/iu;

/** Two days in one cell: `16.11.–24.12.26`, `Nov 16 – Dec 24, 2026`, `KW 47-51`, `16–30 Nov`. */
export function flightOf(given: string): FlightText | undefined {
  const text = given.normalize('NFKC').trim().replace(BEFORE, '').replace(AFTER, '');
  for (const between of BETWEEN) {
    for (const found of text.matchAll(between)) {
      const [first, second] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
      const flight =
        first.trim() !== '' && second.trim() !== '' ? flightOfParts(first.trim(), second.trim()) : undefined;
      if (flight) return flight;
    }
  }
  const alone = dayOf(text);
  const isSeveralDays = alone.kind === 'week' || alone.kind === 'month' || alone.kind === 'quarter';
  return isSeveralDays ? { start: alone, end: alone } : undefined;
}

/** `ab 15. März` has only a first day, `bis 30.06.` only a last one. */
export function oneSideOf(given: string): { side: 'start' | 'end'; text: string } | undefined {
  const text = given.normalize('NFKC').trim();
  for (const [side, form] of [
    ['start', ONLY_FROM],
    ['end', ONLY_TO],
  ] as const) {
    const rest = text.replace(form, '').trim();
    if (rest !== text && isRead(dayOf(rest))) return { side, text: rest };
  }
  return undefined;
}

const isRead = ({ kind }: DayText) => kind !== 'unreadable' && kind !== 'open';

const SECOND_DAY = /^(\d{1,2})\.?(?:[\s,]+(\d{4}|\d{2}))?$/;

function flightOfParts(first: string, second: string): FlightText | undefined {
  const [a, b] = dayTexts(first, second);
  if (isRead(a) && b.kind === 'open') return { start: a, end: b };
  if (isRead(a) && isRead(b)) return withYears(a, b);
  const firstDay = /^(\d{1,2})\.?$/.exec(first);
  if (firstDay && isRead(b)) {
    const start = withDay(b, Number(firstDay[1]));
    return start && { start, end: b };
  }
  const secondDay = SECOND_DAY.exec(second);
  if (!secondDay || !isRead(a)) return undefined;
  const year = secondDay[2] ? fullYear(secondDay[2]) : undefined;
  if (a.kind === 'week')
    return { start: { ...a, year: a.year ?? year }, end: { ...a, week: Number(secondDay[1]), year: a.year ?? year } };
  const end = withDay(a, Number(secondDay[1]), year);
  return end && withYears(a, end);
}

/**
 * `Nov 26` is a month of 2026, alone and beside `Dec 26` or `Jan 27`. Beside a day or a bare number, and beside a month of no
 * following year, it is the 26th.
 */
function dayTexts(first: string, second: string): [DayText, DayText] {
  const texts: [DayText, DayText] = [dayOf(first), dayOf(second)];
  const days = [first, second].map((text) => (isMonthAndNumber(text) ? namedDay(text) : undefined));
  if (days[0] && days[1]) {
    const years = (yearOf(texts[1]) ?? 0) - (yearOf(texts[0]) ?? 0);
    return years === 0 || years === 1 ? texts : [days[0], days[1]];
  }
  const beside = (text: DayText, written: string) =>
    text.kind === 'day' || text.kind === 'either' || SECOND_DAY.test(written);
  if (days[0] && beside(texts[1], second)) return [days[0], texts[1]];
  return days[1] && beside(texts[0], first) ? [texts[0], days[1]] : texts;
}

/** The same month, or for weeks the same year, with another number. */
function withDay(text: DayText, number: number, year?: number): DayText | undefined {
  const moved = (parts: DayParts) => ({ ...parts, day: number, year: parts.year ?? year });
  if (text.kind === 'day') return { ...text, parts: moved(text.parts) };
  if (text.kind === 'week') return { ...text, week: number };
  if (text.kind !== 'either') return undefined;
  return { ...text, dmy: moved(text.dmy), mdy: moved(text.mdy) };
}

/** Where only one of both has a year, the other is in the same, or in the one beside it when it would end before it starts. */
function withYears(start: DayText, end: DayText): FlightText {
  const [from, to] = [yearOf(start), yearOf(end)];
  if (from === undefined && to !== undefined) {
    const isYearBefore = rankOf(start) > rankOf(end);
    return { start: inYear(start, isYearBefore ? to - 1 : to), end };
  }
  if (from !== undefined && to === undefined) {
    const isYearAfter = rankOf(end) < rankOf(start);
    return { start, end: inYear(end, isYearAfter ? from + 1 : from) };
  }
  return { start, end };
}

function yearOf(text: DayText): number | undefined {
  if (text.kind === 'day') return text.parts.year;
  if (text.kind === 'either') return text.dmy.year;
  return text.kind === 'week' || text.kind === 'month' || text.kind === 'quarter' ? text.year : undefined;
}

/** For comparing two days of one year. */
function rankOf(text: DayText): number {
  if (text.kind === 'day') return text.parts.month * 100 + text.parts.day;
  if (text.kind === 'either') return text.dmy.month * 100 + text.dmy.day;
  if (text.kind === 'month') return text.month * 100;
  if (text.kind === 'quarter') return text.quarter * 300;
  return text.kind === 'week' ? text.week : 0;
}

function inYear(text: DayText, year: number): DayText {
  if (text.kind === 'day') return { ...text, parts: { ...text.parts, year } };
  if (text.kind === 'either') return { ...text, dmy: { ...text.dmy, year }, mdy: { ...text.mdy, year } };
  return text.kind === 'week' || text.kind === 'month' || text.kind === 'quarter' ? { ...text, year } : text;
}
