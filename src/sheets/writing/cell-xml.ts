import { clipped } from '../../text/clean-text.ts';
import { columnLetters } from '../a1.ts';
import type { CellLook, CellLooks } from './cell-looks.ts';

/** What a cell holds. Amounts and numbers are decimal text, so that none is rounded on its way. */
export type WrittenCell =
  | undefined
  | { text: string; wrapped?: true | undefined }
  | { number: string }
  | { amount: string; currency: string; digits: number }
  /** `2026-11-23` */
  | { day: string };

/** The most that spreadsheet programs hold in a cell; one is left for the mark of a cut. */
const TEXT_CHARACTERS_MAX = 32_766;
/** Spreadsheet programs count in doubles, which hold this many digits exactly. */
const DIGITS_MAX = 15;
const DAY_FORMAT = 'yyyy\\-mm\\-dd';
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet's count, as every program reads days after February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** One cell of a worksheet; nothing where there is nothing in it. */
export function cellXml(cell: WrittenCell, row: number, column: number, bold: boolean, looks: CellLooks): string {
  if (cell === undefined) return '';
  const place = `r="${columnLetters(column)}${row + 1}"`;
  const look = bold ? ({ bold } as const) : {};
  const number = numberIn(cell);
  if (number) return `<c ${place}${named(looks, { ...look, format: number.format })}><v>${number.value}</v></c>`;
  const text = 'text' in cell ? cell.text : 'day' in cell ? cell.day : 'number' in cell ? cell.number : cell.amount;
  if (text === '') return '';
  const shown = {
    ...look,
    ...('wrapped' in cell && cell.wrapped && { wrapped: true as const }),
    ...(/^[=+\-@]/.test(text) && { quoted: true as const }),
  };
  return `<c ${place}${named(looks, shown)} t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`;
}

function named(looks: CellLooks, look: CellLook): string {
  const at = looks.numberOf(look);
  return at === 0 ? '' : ` s="${at}"`;
}

/** Undefined: not a number that a spreadsheet program could hold exactly, so it is written as text. */
function numberIn(cell: Exclude<WrittenCell, undefined>): { value: string; format?: string } | undefined {
  if ('text' in cell) return undefined;
  if ('day' in cell) {
    const days = (Date.parse(`${cell.day}T00:00:00Z`) - DAY_ZERO) / DAY_MS;
    return Number.isInteger(days) && days > 60 ? { value: String(days), format: DAY_FORMAT } : undefined;
  }
  const value = 'number' in cell ? cell.number : cell.amount;
  if (!/^-?\d+(\.\d+)?$/.test(value) || value.replaceAll(/[-.]/g, '').replace(/^0+/, '').length > DIGITS_MAX)
    return undefined;
  return 'amount' in cell ? { value, format: moneyFormat(cell.currency, cell.digits) } : { value };
}

function moneyFormat(currency: string, digits: number): string {
  const number = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`;
  return /^[A-Z]{3}$/.test(currency) ? `[$${currency}]\\ ${number}` : number;
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapedXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => NAMED[sign] ?? sign);
}

/** Characters that XML cannot hold are written `_x0007_`, as the format has it, and a real `_x0007_` as `_x005F_x0007_`. */
function textXml(text: string): string {
  const whole = clipped(text, TEXT_CHARACTERS_MAX)
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => {
      return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    });
  return escapedXml(whole);
}
