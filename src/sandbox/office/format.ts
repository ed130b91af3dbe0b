import { DAY_MS } from '../../ambient.ts';
import type { Cell, CellValue, NumberFormat } from './state/workbook.ts';

export type Rendering = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
export type DateRendering = 'SERIAL_NUMBER' | 'FORMATTED_STRING';

const ERROR_TEXT = { DIVIDE_BY_ZERO: '#DIV/0!', REF: '#REF!', N_A: '#N/A', NAME: '#NAME?', VALUE: '#VALUE!' } as const;

/** Day 0 of the serial numbers. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

export function render(cell: Cell | null, rendering: Rendering, dates: DateRendering): string | number | boolean {
  if (!cell) return '';
  if (rendering === 'FORMATTED_VALUE') return formattedValue(cell);
  if (rendering === 'FORMULA' && cell.formula) return cell.formula;
  if (typeof cell.value === 'object') return formattedValue(cell);
  if (dates === 'FORMATTED_STRING' && isMoment(cell.format)) return formattedValue(cell);
  return cell.value;
}

/** What a person sees in the cell. */
export function formattedValue({ value, format }: Cell): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'object') return ERROR_TEXT[value.error];
  if (typeof value === 'string') return value;
  if (!format) return plainNumber(value);
  return isMoment(format) ? formatMoment(value, format.pattern) : formatNumber(value, format.pattern);
}

/** A value as the grid data of `spreadsheets.get` wraps it. */
export function extendedValue(value: CellValue): Record<string, unknown> {
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return { errorValue: { type: value.error, message: value.message } };
}

/** `2026-11-15` or `2026-11-15T09:30` as days since 1899-12-30; a sheet knows no time zone. */
export function serialNumber(moment: string): number {
  return (Date.parse(moment.includes('T') ? `${moment}Z` : `${moment}T00:00Z`) - EPOCH_MS) / DAY_MS;
}

function isMoment(format: NumberFormat | undefined): boolean {
  return format !== undefined && ['DATE', 'TIME', 'DATE_TIME'].includes(format.type);
}

/** Without a format a cell shows ten significant digits. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(10)));
}

/** Patterns such as `"$"#,##0.00`, `[$€]#,##0` and `0.0%`: literal text around one run of digit places. */
function formatNumber(value: number, pattern: string): string {
  const [, before, places, after] = /^(.*?)([#0][#0,]*(?:\.0+)?)(.*)$/.exec(pattern)!;
  const decimals = places!.split('.')[1]?.length ?? 0;
  const scaled = after!.includes('%') ? value * 100 : value;
  const digits = Math.abs(scaled).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: places!.includes(','),
  });
  return `${value < 0 ? '-' : ''}${literal(before!)}${digits}${literal(after!)}`;
}

function literal(text: string): string {
  return text.replace(/"([^"]*)"|\[\$([^\]]*)\]/g, (_, quoted, symbol) => quoted ?? symbol);
}

function formatMoment(serial: number, pattern: string): string {
  const moment = new Date(Math.round(EPOCH_MS + serial * DAY_MS));
  const named = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('en-US', { timeZone: 'UTC', ...options });
  const two = (number: number) => String(number).padStart(2, '0');
  const parts: Record<string, () => string> = {
    yyyy: () => String(moment.getUTCFullYear()),
    mmmm: () => named({ month: 'long' }),
    mmm: () => named({ month: 'short' }),
    mm: () => two(moment.getUTCMonth() + 1),
    m: () => String(moment.getUTCMonth() + 1),
    dddd: () => named({ weekday: 'long' }),
    ddd: () => named({ weekday: 'short' }),
    dd: () => two(moment.getUTCDate()),
    d: () => String(moment.getUTCDate()),
    hh: () => two(moment.getUTCHours()),
    h: () => String(moment.getUTCHours()),
    // After an hour the same letters mean minutes.
    ':mm': () => `:${two(moment.getUTCMinutes())}`,
    ':ss': () => `:${two(moment.getUTCSeconds())}`,
  };
  return pattern.replace(/yyyy|:mm|:ss|m{1,4}|d{1,4}|h{1,2}/g, (part) => parts[part]!());
}
