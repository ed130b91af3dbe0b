import { folded } from './folded-text.ts';
import { fullYear, monthNumber, monthOf } from './month-names.ts';

/** The order in which a column writes day and month. */
export type DayOrder = 'dmy' | 'mdy';

export interface DayParts {
  year?: number | undefined;
  month: number;
  day: number;
}

/** What a text says about a day. */
export type DayText =
  | { kind: 'day'; parts: DayParts; order?: DayOrder | undefined }
  /** Either order is possible. With points day and month are the usual one. */
  | { kind: 'either'; dmy: DayParts; mdy: DayParts; usual?: DayOrder | undefined }
  | { kind: 'week'; year?: number | undefined; week: number }
  | { kind: 'month'; year?: number | undefined; month: number }
  | { kind: 'quarter'; year?: number | undefined; quarter: number }
  /** `ongoing`: no end. */
  | { kind: 'open' }
  /** A day that no calendar has: 31.11. */
  | { kind: 'impossible' }
  | { kind: 'unreadable' };

const WEEKDAY =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lun|mar|mer|jeu|ven|sam|dim|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|mié|jue|vie|sáb|dom|gio|sab|seg|ter|qua|qui|sex|ma|wo|vr|za|zo)\.?,?\s+(?=\S)/i;
const OPEN = new Set(
  [
    'ongoing',
    'open',
    'open end',
    'open ended',
    'always on',
    'alwayson',
    'continuous',
    'evergreen',
    'no end',
    'none',
    'no end date',
    'laufend',
    'fortlaufend',
    'unbefristet',
    'offen',
    'dauerhaft',
    'ohne ende',
    'ganzjahrig',
    'en continu',
    'continu',
    'fil rouge',
    'permanent',
    'continuo',
    'siempre activo',
    'sin fin',
    'sempre attiva',
    'sempre on',
    'continuativo',
    'continua',
    'sem fim',
    'doorlopend',
    '継続',
    '継続中',
    '無期限',
    '通年',
    'なし',
  ].map(folded),
);
const WEEK =
  /^(?:kw|cw|wk|w|week|woche|kalenderwoche|semaine|sem|s|semana|settimana|sett)\.?\s*(\d{1,2})(?:\s*[./\-' ]\s*(\d{4}|\d{2}))?$|^(\d{4})-?w(\d{1,2})$|^(?:(\d{4})年)?第?(\d{1,2})週$/i;

const QUARTER =
  /^(?:(?:q|t|quarter|quartal|trimestre|trim\.?|kwartaal)\s*([1-4])|([1-4])(?:\.|er|e|º|°|st|nd|rd|th)?\s*(?:q|t|quarter|quartal|trimestre|trim\.?|kwartaal)|第?([1-4])四半期)(?:[\s./'-]*(\d{4}|\d{2}))?$|^(\d{4})[\s./-]*(?:年)?\s*(?:q|第)([1-4])(?:四半期)?$/i;

export function dayOf(given: string): DayText {
  const text = tidied(given);
  if (OPEN.has(folded(text))) return { kind: 'open' };
  const week = WEEK.exec(text);
  if (week) return weekOf(week);
  const quarter = QUARTER.exec(text);
  if (quarter) return quarterOf(quarter);
  const month = monthOf(text);
  if (month && !/^\d{1,2}[./-]\d{1,2}$/.test(text)) return { kind: 'month', ...month };
  return numericDay(text) ?? namedDay(text) ?? { kind: 'unreadable' };
}

/** Without the day of the week, the time and what stands in brackets. */
function tidied(given: string): string {
  return given
    .normalize('NFKC')
    .replace(/[（(][^)）]*[)）]/g, ' ')
    .trim()
    .replace(/[T ,]+\d{1,2}:\d{2}(?::\d{2})?(?:\s*(?:am|pm|uhr|h|z))?$/i, '')
    .replace(WEEKDAY, '')
    .replace(/^(?:ab|from|from the|from|vom|bis|until|to|le|du|au|dal|al|del|de|vanaf|tot|since)\s+(?=\d)/i, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function weekOf(found: RegExpExecArray): DayText {
  const week = Number(found[1] ?? found[4] ?? found[6]);
  const year = found[2] ?? found[3] ?? found[5];
  return { kind: 'week', week, year: year ? fullYear(year) : undefined };
}

function quarterOf(found: RegExpExecArray): DayText {
  const year = found[4] ?? found[5];
  const quarter = Number(found[1] ?? found[2] ?? found[3] ?? found[6]);
  return { kind: 'quarter', quarter, year: year ? fullYear(year) : undefined };
}

function numericDay(text: string): DayText | undefined {
  const japanese = /^(?:(\d{4}|\d{2})年\s*)?(\d{1,2})月\s*(\d{1,2})日?$/.exec(text);
  if (japanese) return day(japanese[1] ? fullYear(japanese[1]) : undefined, Number(japanese[2]), Number(japanese[3]));
  const iso = /^(\d{4})([./-])\s?(\d{1,2})\2\s?(\d{1,2})\.?$/.exec(text);
  if (iso) return day(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const bare = /^(20\d\d)(\d\d)(\d\d)$/.exec(text);
  if (bare) return day(Number(bare[1]), Number(bare[2]), Number(bare[3]));
  const both = /^(\d{1,2})\s?([./-])\s?(\d{1,2})(?:\s?[./-]\s?(\d{4}|'?\d{2})|\.?)$/.exec(text);
  if (!both) return undefined;
  const [, first, mark, second, year] = both;
  return inOrders(Number(first), Number(second), year ? fullYear(year.replace("'", '')) : undefined, mark!);
}

function inOrders(first: number, second: number, year: number | undefined, mark: string): DayText {
  const [dmy, mdy] = [
    { year, month: second, day: first },
    { year, month: first, day: second },
  ];
  const [asDmy, asMdy] = [isReal(dmy), isReal(mdy)];
  if (asDmy && asMdy) {
    if (first === second) return { kind: 'day', parts: dmy };
    return { kind: 'either', dmy, mdy, ...(mark === '.' && { usual: 'dmy' as const }) };
  }
  if (asDmy) return { kind: 'day', parts: dmy, order: 'dmy' };
  if (!asMdy)
    return first <= 31 && second <= 31 && (first <= 12 || second <= 12)
      ? { kind: 'impossible' }
      : { kind: 'unreadable' };
  return { kind: 'day', parts: mdy, order: 'mdy' };
}

/** `Nov 26`, which can be a day of November or the November of 2026. */
export function isMonthAndNumber(text: string): boolean {
  return /^\p{L}+\.?\s+\d{1,2}$/u.test(text) && namedDay(text)?.kind === 'day';
}

/** A day with the name of its month. */
export function namedDay(text: string): DayText | undefined {
  const dayFirst =
    /^(\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?[\s.-]*(?:of\s+|de\s+|di\s+|den\s+)?(\p{L}+)\.?[\s,.-]*(?:de\s+|del\s+)?(\d{4}|'?\d{2})?$/iu.exec(
      text,
    );
  if (dayFirst) return named(dayFirst[2]!, dayFirst[1]!, dayFirst[3]);
  const monthFirst = /^(\p{L}+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?(?:[\s,.-]+(\d{4}|'?\d{2}))?$/iu.exec(text);
  if (monthFirst) return named(monthFirst[1]!, monthFirst[2]!, monthFirst[3]);
  const yearFirst = /^(\d{4})[\s-]+(\p{L}+)\.?[\s-]+(\d{1,2})$/u.exec(text);
  return yearFirst ? named(yearFirst[2]!, yearFirst[3]!, yearFirst[1]) : undefined;
}

function named(name: string, dayText: string, year: string | undefined): DayText | undefined {
  const month = monthNumber(name);
  if (month === undefined) return undefined;
  return day(year ? fullYear(year.replace("'", '')) : undefined, month, Number(dayText));
}

function day(year: number | undefined, month: number, dayNumber: number): DayText {
  const parts = { year, month, day: dayNumber };
  return isReal(parts) ? { kind: 'day', parts } : { kind: 'impossible' };
}

/** A day without a year may be 29 February. */
function isReal({ year, month, day: dayNumber }: DayParts): boolean {
  if (month < 1 || month > 12 || dayNumber < 1) return false;
  if (year !== undefined && (year < 2000 || year > 2100)) return false;
  return dayNumber <= new Date(Date.UTC(year ?? 2028, month, 0)).getUTCDate();
}
