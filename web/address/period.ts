import { DAY_MS } from '../format/time.ts';

/** A reporting period: whole days in the account's time zone, both ends included, written `2026-11-11`. */
export interface Period {
  start: string;
  end: string;
}

export type Against = 'previous_period' | 'previous_year' | 'none';

const toMs = (date: string) => Date.parse(`${date}T00:00Z`);
const toDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const addDays = (date: string, amount: number): string => toDate(toMs(date) + amount * DAY_MS);

export const lengthDays = ({ start, end }: Period): number => Math.round((toMs(end) - toMs(start)) / DAY_MS) + 1;

export const daysOf = ({ start, end }: Period): string[] =>
  Array.from({ length: lengthDays({ start, end }) }, (_, index) => addDays(start, index));

/** Today is not over in any account, so every ready choice ends yesterday. */
export const PRESETS = {
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '28d': 'Last 28 days',
  '90d': 'Last 90 days',
  month: 'This month',
  last_month: 'Last month',
} as const;

export type Preset = keyof typeof PRESETS;

export const isPreset = (text: unknown): text is Preset => typeof text === 'string' && Object.hasOwn(PRESETS, text);

export function presetPeriod(preset: Preset, today: string): Period {
  const yesterday = addDays(today, -1);
  const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`;
  if (preset === 'month') return { start: firstOfMonth(yesterday), end: yesterday };
  if (preset === 'last_month') {
    const end = addDays(firstOfMonth(today), -1);
    return { start: firstOfMonth(end), end };
  }
  return { start: addDays(yesterday, 1 - Number.parseInt(preset, 10)), end: yesterday };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const isDate = (text: unknown): text is string =>
  typeof text === 'string' && DATE.test(text) && !Number.isNaN(toMs(text));

export interface PeriodSearch {
  period?: string;
  from?: string;
  to?: string;
  against?: string;
}

/** The period an address names: `?period=28d`, or `?from=…&to=…`; what makes no sense is the usual 28 days. */
export function readPeriod({ period, from, to }: PeriodSearch, today: string): Period {
  if (isDate(from) && isDate(to) && from <= to) return { start: from, end: to };
  return presetPeriod(isPreset(period) ? period : '28d', today);
}

export function readAgainst({ against }: PeriodSearch): Against {
  return against === 'none' || against === 'previous_year' ? against : 'previous_period';
}

/** The same number of days, one period earlier (-1) or later (1). */
export function shiftPeriod(period: Period, by: -1 | 1): Period {
  const amount = lengthDays(period) * by;
  return { start: addDays(period.start, amount), end: addDays(period.end, amount) };
}

/** What a period is compared with; undefined when with nothing. */
export function comparedPeriod(period: Period, against: Against): Period | undefined {
  if (against === 'none') return undefined;
  if (against === 'previous_period') return shiftPeriod(period, -1);
  const yearBefore = (date: string) => {
    const moved = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
    return date.endsWith('-02-29') ? `${moved.slice(0, 8)}28` : moved;
  };
  return { start: yearBefore(period.start), end: yearBefore(period.end) };
}
