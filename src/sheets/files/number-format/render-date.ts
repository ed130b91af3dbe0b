import type { DateUnit, Token } from './format-code.ts';

const DAY_US = 86_400_000_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Years 1 to 9999, as far as the calendar formats reach. */
const SERIAL_MIN = -693_593;
const SERIAL_MAX = 2_958_466;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

export function isWithinCalendar(serial: number): boolean {
  return serial >= SERIAL_MIN && serial < SERIAL_MAX;
}

/** A serial number (days since 1899-12-30, sheets.md section 2) through a date format. */
export function renderDate(serial: number, tokens: readonly Token[]): string {
  const elapsed = tokens.some((token) => token.type === 'date' && token.elapsed);
  const sign = elapsed && serial < 0 ? '-' : '';
  const micros = settle((elapsed ? Math.abs(serial) : serial) * DAY_US, tokens, elapsed);
  const parts = { date: new Date(EPOCH_MS + Math.floor(micros / 1000)), micros };
  const halfDay = tokens.some(({ type }) => type === 'half-day');
  return sign + tokens.map((token) => renderPart(token, parts, halfDay)).join('');
}

/**
 * Lengths of time and fractions of a second are rounded to what is shown; a clock shows the second that has begun.
 * Even so, what programs write misses the second by a hair: 8:00:00 must not become 7:59:59.
 */
function settle(micros: number, tokens: readonly Token[], elapsed: boolean): number {
  const fraction = tokens.find((token) => token.type === 'second-fraction');
  const seconds = tokens.some((token) => token.type === 'date' && token.unit === 'second');
  const digits = fraction ? Math.min(fraction.digits, 6) : elapsed && seconds ? 0 : 4;
  const step = 10 ** (6 - digits);
  return Math.round(micros / step) * step;
}

interface Parts {
  date: Date;
  micros: number;
}

function renderPart(token: Token, parts: Parts, halfDay: boolean): string {
  const hours = parts.date.getUTCHours();
  if (token.type === 'literal') return token.text;
  if (token.type === 'slash') return '/';
  if (token.type === 'point') return '.';
  if (token.type === 'half-day') return (hours < 12 ? 'AM' : 'PM').slice(0, token.long ? 2 : 1);
  if (token.type === 'second-fraction') return `.${fractionOf(parts.micros, token.digits)}`;
  if (token.type !== 'date') return '';
  if (token.elapsed) return padded(elapsedUnits(parts.micros, token.unit), token.length);
  if (token.unit === 'hour' && halfDay) return padded(hours % 12 || 12, token.length);
  return renderUnit(parts.date, token.unit, token.length);
}

function renderUnit(date: Date, unit: DateUnit, length: number): string {
  const shortest = Math.min(length, 2);
  if (unit === 'year') return length <= 2 ? padded(date.getUTCFullYear() % 100, 2) : padded(date.getUTCFullYear(), 4);
  if (unit === 'month')
    return length <= 2 ? padded(date.getUTCMonth() + 1, length) : named(MONTHS[date.getUTCMonth()]!, length);
  if (unit === 'day') return length <= 2 ? padded(date.getUTCDate(), length) : named(DAYS[date.getUTCDay()]!, length);
  if (unit === 'hour') return padded(date.getUTCHours(), shortest);
  if (unit === 'minute') return padded(date.getUTCMinutes(), shortest);
  return padded(date.getUTCSeconds(), shortest);
}

/** Three letters, the whole name, or (five) the first letter. */
function named(name: string, length: number): string {
  if (length === 5) return name[0]!;
  return length === 3 ? name.slice(0, 3) : name;
}

const UNIT_US: Partial<Record<DateUnit, number>> = { hour: 3_600_000_000, minute: 60_000_000, second: 1_000_000 };

function elapsedUnits(micros: number, unit: DateUnit): number {
  return Math.floor(micros / UNIT_US[unit]!);
}

function fractionOf(micros: number, digits: number): string {
  const within = ((micros % 1_000_000) + 1_000_000) % 1_000_000;
  return String(within).padStart(6, '0').padEnd(digits, '0').slice(0, digits);
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
