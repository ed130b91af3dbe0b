import { DAY_MS } from '../../ambient.ts';
import type { CellValue } from './cell.ts';

const EPOCH_MS = Date.UTC(1899, 11, 30);

const NUMBER = /^-?(?:0|[1-9]\d*)?(?:\.\d+)?$/;
/** Eighteen with three decimals in one country, eighteen thousand in another. */
export const TWO_MEANINGS = /^-?[1-9]\d{0,2}\.\d{3}$/;
/** "12E5" is as likely an article number; a point or a sign makes it a number in scientific notation. */
const SCIENTIFIC = /^-?(?:\d\.\d+[Ee][+-]?|\d[Ee][+-])\d{1,3}$/;
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z?))?$/;

export interface TypedText {
  value: CellValue;
  /** A number format code. */
  format: string;
}

/**
 * What a text file's field means, as the platform's import sees it but never guessing: what could be an identifier
 * (leading zeros, a plus sign, more digits than a number holds) or depends on a country (1/2/2026; 1.234,5; 18.000) stays text.
 */
export function typeText(text: string): TypedText {
  if (isNumber(text)) return { value: Number(text) + 0, format: formatOf(text) };
  if (/^(?:true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true', format: 'General' };
  const date = text.endsWith('Z') ? null : parseIsoDate(text);
  return date ? { value: date.serial, format: date.format } : { value: text, format: 'General' };
}

/** Shows the zeros at the end as they were written: 7.10 may be another order than 7.1. */
function formatOf(number: string): string {
  const [decimals] = /\.\d{0,14}0$/.exec(number) ?? [];
  return decimals === undefined ? 'General' : `0${decimals.replace(/\d/g, '0')}`;
}

function isNumber(text: string): boolean {
  if (SCIENTIFIC.test(text)) return Number.isFinite(Number(text));
  if (!NUMBER.test(text) || !/\d/.test(text) || TWO_MEANINGS.test(text)) return false;
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15;
}

/** A date or time as ISO 8601 writes it, with the format that shows it the same way. */
export function parseIsoDate(text: string): { serial: number; format: string } | null {
  const found = ISO_DATE.exec(text);
  if (!found) return null;
  const [, year, month, day, separator, hour = '0', minute = '0', second, fraction] = found;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isReal = new Date(midnight).toISOString().startsWith(`${year}-${month}-${day}`);
  if (!isReal || Number(year) < 1900 || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59)
    return null;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(`${second ?? 0}.${fraction ?? 0}`);
  const time = separator
    ? `"${separator}"hh:mm${second ? ':ss' : ''}${fraction ? `.${'0'.repeat(fraction.length)}` : ''}`
    : '';
  return { serial: (midnight - EPOCH_MS) / DAY_MS + seconds / 86_400, format: `yyyy-mm-dd${time}` };
}
