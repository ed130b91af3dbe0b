import { coinDigits } from '../../tools/money.ts';
import type { CellGrid, GridCell } from './cell-grid.ts';
import { quoted } from './folded-text.ts';
import type { NumberMark } from './number-marks.ts';
import { isAmbiguous, type NumberText, numberOf, plain, shifted } from './number-text.ts';

export type AmountRead =
  | { kind: 'none' }
  | { kind: 'wrong'; message: string; allowed?: string | undefined }
  | { kind: 'amount'; amount: string; per?: NumberText['per']; note?: string | undefined };

interface AmountRules {
  mark: NumberMark | undefined;
  /** Of the row, where one is told. */
  currency: string | undefined;
  coins: CoinDigits;
  /** The head counts in thousands or millions: so many zeros more. Cells that say so themselves (15k) are as they say. */
  zeros?: number | undefined;
  /** Heads in English: `mil` may be a thousand or a million. */
  isEnglish?: boolean | undefined;
  /** A month without a budget is a month without a budget. */
  allowsZero?: boolean | undefined;
}

/** Decimals of currencies, each asked for once: asking takes longer than reading a cell. */
export class CoinDigits {
  readonly #asked = new Map<string, number>();

  of(currency: string): number {
    const known = this.#asked.get(currency) ?? coinDigits(currency);
    this.#asked.set(currency, known);
    return known;
  }
}

const NOTHING_SAID = /^(?:-+|–|—|−|n\/?a\.?|k\.?\s?a\.?|\/|\.)$/i;
const NOT_YET =
  /^(?:tbd|tbc|tba|t\.b\.d\.|offen|\?+|xx*|folgt|à définir|a definir|por definir|da definire|nog te bepalen|ntb|未定|調整中)$/i;

/** From the first digit of a line on: from each of them, the work would grow with the square of a long number's length. */
const OTHER_PERIOD =
  /^[^\d\n\r\u2028\u2029]*\d.*(?:(?:\/|\bper\b|\bpro\b|\bpar\b|\bpor\b|\bal\b|\bje\b|\bp\.|\ba\b|\bà\b)\s*(?:month|monat|mois|mes|mês|mese|maand|week|woche|semaine|semana|settimana|quarter|quartal|trimestre|kwartaal|year|jahr|m\.|w\.)|月額|\/月|\/週|\bmtl\b|\bmonthly\b|\bweekly\b|\bmonatlich\b|\bmensuel\b|\bmensual\b|\bmensile\b|\bmensal\b)/imu;

/** The amount of a cell, exactly; or what keeps from reading it. */
export function amountIn(grid: CellGrid, row: number, column: number, rules: AmountRules): AmountRead {
  const cell = grid.cell(row, column);
  if (cell.text === '' && cell.number === undefined) return { kind: 'none' };
  if (NOTHING_SAID.test(cell.text)) return { kind: 'none' };
  if (NOT_YET.test(cell.text)) return wrong(`${quoted(cell.text)} is no amount yet.`, 'An amount such as 1800');
  const read = numberOf(cell.text);
  if (read?.isPercent) return wrong(`${quoted(cell.text)} is a share, not an amount.`, 'An amount such as 1800');
  if (read?.isMil && rules.isEnglish) {
    return wrong(`${quoted(cell.text)} can be thousands or millions.`, 'The whole amount, such as 1500000');
  }
  const found = cell.number === undefined ? ofText(cell.text, read, rules) : ofNumber(cell, cell.number, read, rules);
  if (found.kind !== 'amount') return found;
  const isNegative = cell.number === undefined ? read?.isNegative : cell.number < 0;
  if (isNegative) return wrong(`${quoted(cell.text)} is negative.`, 'An amount above 0');
  if (!/[1-9]/.test(found.amount)) {
    return rules.allowsZero ? { kind: 'none' } : wrong('The amount is 0.', 'An amount above 0');
  }
  return { ...found, per: read?.per };
}

function wrong(message: string, allowed?: string): AmountRead {
  return { kind: 'wrong', message, allowed };
}

const digitsOf = ({ currency, coins }: AmountRules) => (currency === undefined ? undefined : coins.of(currency));

function ofText(text: string, read: NumberText | undefined, rules: AmountRules): AmountRead {
  const { currency } = rules;
  if (!read && OTHER_PERIOD.test(text))
    return wrong(
      `${quoted(text)} is a budget of other days; a campaign has one a day or a total.`,
      'The total, or such as 50 per day',
    );
  if (!read) return wrong(`${quoted(text)} is no amount.`, 'One amount such as 1800 or 1,800.00');
  const written = isAmbiguous(read) ? chosen(read, rules) : (read.readings['.'] ?? read.readings[',']);
  if (written === undefined) {
    const [a, b] = [read.readings[',']!, read.readings['.']!];
    return wrong(
      `${quoted(text)} can be ${a} or ${b}, and nothing else in the sheet tells which.`,
      `${Math.max(Number(a), Number(b))} or ${Math.min(Number(a), Number(b)).toFixed(2)}, written so`,
    );
  }
  const amount = read.hasFactor ? written : shifted(written, rules.zeros ?? 0);
  const digits = digitsOf(rules);
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (digits !== undefined && decimals > digits) {
    return wrong(`${quoted(text)} has ${decimals} decimals; ${currency} has ${digits === 0 ? 'none' : digits}.`);
  }
  return { kind: 'amount', amount };
}

function chosen(read: NumberText, rules: AmountRules): string | undefined {
  const { mark } = rules;
  const whole = [read.readings['.']!, read.readings[',']!].find((reading) => !reading.includes('.'));
  if (mark?.mark !== undefined && !mark.isMixed) {
    const reading = read.readings[mark.mark]!;
    // A language alone decides only for thousands: amounts are not written with three decimals.
    if (mark.by !== 'language' || !isThousandth(read, mark.mark)) return reading;
  }
  return digitsOf(rules) === 0 ? whole : undefined;
}

/** By this mark the digits behind it would be decimals. */
function isThousandth({ readings }: NumberText, mark: '.' | ','): boolean {
  return Number(readings[mark]) < Number(readings[mark === '.' ? ',' : '.']);
}

const NUMBER_MAX = 1e15;

/** A real number is taken as it is; one with more decimals than the currency has is rounded as the sheet shows it. */
function ofNumber(cell: GridCell, number: number, read: NumberText | undefined, rules: AmountRules): AmountRead {
  const { mark, currency } = rules;
  const isOther = mark?.provenByText.size === 1 && mark.provenByText.has(',') && /^\d{1,3}\.\d{1,3}$/.test(cell.text);
  if (isOther) {
    return wrong(
      `The cell holds the number ${number} in a column whose numbers are written 1.234,56: ${quoted(cell.text)} may have been meant for thousands.`,
      'The amount written as the others are',
    );
  }
  // Shown as 15k by its format, and 15 behind it: the one or the other is meant.
  if (read?.hasFactor && Object.values(read.readings).every((reading) => Number(reading) > Math.abs(number) * 2)) {
    return wrong(`The cell shows ${quoted(cell.text)} and holds ${number}.`, 'The amount as a number');
  }
  // Numbers as large as this have no decimal text, and no budget needs them.
  if (Math.abs(number) >= NUMBER_MAX) return wrong(`${quoted(cell.text)} is too large.`, 'An amount such as 1800');
  const zeros = read && isCountedByFormat(read, Math.abs(number), rules.zeros ?? 0) ? 0 : (rules.zeros ?? 0);
  const exact = shifted(decimalText(Math.abs(number)), zeros);
  const amount = rounded(exact, digitsOf(rules) ?? 2);
  const isExact = Math.abs(Number(amount) - Number(exact)) < 1e-6;
  const isShown =
    read !== undefined && Object.values(read.readings).some((reading) => shifted(reading, zeros) === amount);
  if (isExact || isShown) return { kind: 'amount', amount };
  const note = `The cell holds ${exact} and shows ${quoted(cell.text)}; ${amount}${currency ? ` ${currency}` : ''} is used.`;
  return { kind: 'amount', amount, note };
}

/** The head says thousands, and only the format divides: `#,##0,` shows 15000 as 15, and `15k` says so itself. */
function isCountedByFormat({ hasFactor, readings }: NumberText, number: number, zeros: number): boolean {
  const isShown = (value: number) =>
    Object.values(readings).some((reading) => Math.abs(Number(reading) - value) <= 0.5);
  return hasFactor === true || (!isShown(number) && isShown(number / 10 ** zeros));
}

function decimalText(number: number): string {
  const text = String(number);
  return /e/i.test(text) ? plain(number.toFixed(9)) : text;
}

/** Half a coin goes up, as spreadsheets show it. */
function rounded(text: string, digits: number): string {
  const [whole = '0', decimals = ''] = text.split('.');
  if (decimals.length <= digits) return plain(text);
  const units = BigInt(whole + decimals.slice(0, digits)) + (decimals[digits]! >= '5' ? 1n : 0n);
  const padded = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? padded : plain(`${padded.slice(0, -digits)}.${padded.slice(-digits)}`);
}
