import type { FieldProblem } from '../../tools/conversions/conversions.ts';
import { twoAmountsIn } from '../../tools/money.ts';
import { momentIn } from '../../tools/zoned-time.ts';
import type { Mapping } from './columns.ts';

/** A cell as its file holds it, and as it is shown. */
export interface Cell {
  raw: unknown;
  shown: string;
}

/** An event as a row tells it, not checked yet, or what cannot be read. */
export type RowEvent = { event: Record<string, unknown> } | { eventId?: string; problems: FieldProblem[] };

export function eventOf(cells: readonly Cell[], { columns, fixed }: Mapping, zone: string | undefined): RowEvent {
  const event: Record<string, Record<string, unknown> | unknown> = {};
  const problems: FieldProblem[] = [];
  const put = (field: string, value: unknown) => {
    const [outer = '', inner] = field.split('.');
    if (inner === undefined) event[outer] = value;
    else event[outer] = { ...(event[outer] as object), [inner]: value };
  };
  const given = [
    ...Object.entries(fixed).map(([field, value]) => ({ field, cell: { raw: value, shown: value } })),
    ...columns.map(({ field, index }) => ({ field, cell: cells[index] })),
  ];
  const currency = given
    .find(({ field }) => field === 'value.currency')
    ?.cell?.shown.trim()
    .toUpperCase();
  for (const { field, cell } of given) {
    if (!cell || cell.shown.trim() === '') continue;
    const value = isFormula(cell) ? new Unreadable(FORMULA) : fieldValue(field, cell, { zone, currency });
    if (value instanceof Unreadable) problems.push({ field, message: value.message });
    else put(field, value);
  }
  // A currency alone is worth nothing: a column of it is often filled for every row.
  if (!(event.value as { amount?: unknown } | undefined)?.amount) delete event.value;
  if (problems.length === 0) return { event };
  return { ...(typeof event.event_id === 'string' && { eventId: event.event_id }), problems };
}

class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const FORMULA = 'is a formula, which is not read: put its value there';

function isFormula({ raw }: Cell): boolean {
  return typeof raw === 'string' && raw.startsWith('=');
}

interface RowFacts {
  zone: string | undefined;
  /** Of the row, as its cell shows it. */
  currency: string | undefined;
}

function fieldValue(field: string, { raw, shown }: Cell, { zone, currency }: RowFacts): unknown {
  if (field === 'happened_at') return momentOf(raw, zone);
  if (field === 'value.amount') return amountOf(raw, currency);
  if (field === 'consent') return consentOf(raw);
  const text = (typeof raw === 'number' && /e/i.test(shown) ? String(raw) : shown).trim();
  return field === 'source' ? text.toLowerCase() : text;
}

const DAY_MS = 86_400_000;
const SERIAL_EPOCH_MS = Date.UTC(1899, 11, 30);
/** Days of a spreadsheet end long before; seconds since 1970 begin long after. */
const SERIAL_MAX = 200_000;
const SECONDS_MIN = 1e8;
const MILLISECONDS_MIN = 1e11;
/** The year 9999 ends there; an order number in the column of times lies far behind. */
const MILLISECONDS_MAX = 253_402_300_799_999;

/** A moment as text, seconds or milliseconds since 1970, or a spreadsheet's day and time in the zone of the file. */
function momentOf(raw: unknown, zone: string | undefined): string | Unreadable {
  if (typeof raw === 'number') {
    if (raw > MILLISECONDS_MAX) return new Unreadable('is no time');
    if (raw >= MILLISECONDS_MIN) return new Date(raw).toISOString();
    if (raw >= SECONDS_MIN) return new Date(raw * 1000).toISOString();
    if (raw < 1 || raw > SERIAL_MAX) return new Unreadable('is no time');
    const local = new Date(Math.round((SERIAL_EPOCH_MS + raw * DAY_MS) / 1000) * 1000).toISOString().slice(0, 19);
    if (zone === undefined) return new Unreadable('has no time zone: name that of the file (time zone)');
    return momentIn(local.replace('T', ' '), zone);
  }
  const text = String(raw).trim();
  if (/^\d{10}(\d{3})?$/.test(text)) return momentOf(Number(text), zone);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?([+-]\d\d:?\d\d|Z)$/.test(text))
    return text
      .replace(/\s(?=[+-]|Z)/, '')
      .replace(' ', 'T')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  return new Unreadable('must be a time such as 2026-11-17T09:00:00+01:00, or 2026-11-17 09:00 with a time zone');
}

/** Sums of a spreadsheet carry noise far behind the point. */
const DECIMALS_MAX = 6;

function amountOf(raw: unknown, currency: string | undefined): string | Unreadable {
  if (typeof raw === 'number') return String(Number(raw.toFixed(DECIMALS_MAX)));
  const text = String(raw).trim();
  if (!/^\d+(\.\d+)?$/.test(text)) return new Unreadable('must be a plain decimal number such as 1234.50');
  const problem = twoAmountsIn(text, currency);
  return problem === undefined ? text : new Unreadable(problem);
}

const CONSENTS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  granted: true,
  false: false,
  no: false,
  '0': false,
  denied: false,
};

function consentOf(raw: unknown): boolean | Unreadable {
  return CONSENTS[String(raw).trim().toLowerCase()] ?? new Unreadable('must be yes or no');
}
