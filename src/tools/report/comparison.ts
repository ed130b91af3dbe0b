import { DAY_MS } from '../../ambient.ts';
import { Turns } from '../../event-loop/turns.ts';
import { dayOf } from '../days.ts';
import type { RowsRead } from './background.ts';
import type { Currency, Selection, Shown } from './metrics.ts';
import type { Days } from './period.ts';

/** A report beside the same report of earlier days. */

export const COMPARISONS = ['previous_period', 'same_days_last_month', 'previous_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export function earlierDays({ start_date, end_date }: Days, compareTo: Comparison): Days {
  if (compareTo === 'previous_period') {
    const lengthMs = Date.parse(end_date) - Date.parse(start_date) + DAY_MS;
    const shifted = (day: string) => dayOf(Date.parse(day) - lengthMs);
    return { start_date: shifted(start_date), end_date: shifted(end_date) };
  }
  const months = compareTo === 'previous_year' ? 12 : 1;
  return { start_date: monthsBefore(start_date, months), end_date: monthsBefore(end_date, months) };
}

/** The same day of an earlier month, or its last one: there is no 30th of February. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 - months, Math.min(date, last)));
}

type Metrics = Record<string, Shown>;

/** What is asked of the source of a report besides. */
interface Compared<Row> {
  selection: Selection<Row>;
  rows(when: { days: Days }, position: string | undefined): Promise<RowsRead<Row>>;
  totals(when: { days: Days }): Promise<Row | undefined>;
  about(row: Row): Record<string, unknown> & { segments: Record<string, unknown> };
}

interface Earlier {
  /** Whether every row of the earlier days was seen: of one that is missing then, it is certain that there was none. */
  complete: boolean;
  rows: ReadonlyMap<string, Metrics>;
  totals: Metrics;
}

/** A page of rows seldom needs more of the earlier ones. */
const PAGES_MAX = 10;

export async function readEarlier<Row>(source: Compared<Row>, days: Days, currency: Currency): Promise<Earlier> {
  const { selection } = source;
  const rows = new Map<string, Metrics>();
  const totals = await source.totals({ days });
  let position: string | undefined;
  let ready = true;
  for (let page = 0; page < PAGES_MAX; page++) {
    const read = await source.rows({ days }, position);
    await new Turns().map(read.items, (row) => rows.set(keyOf(source, row), shownOf(selection, row, currency)));
    position = read.next;
    ready = read.background?.ready ?? true;
    if (position === undefined || !ready) break;
  }
  const whole = totals === undefined ? {} : selection.read(totals);
  return { complete: position === undefined && ready, rows, totals: selection.showTotals(whole, currency) };
}

function shownOf<Row>(selection: Selection<Row>, row: Row, currency: Currency): Metrics {
  return selection.show(selection.read(row), currency);
}

/** Fields of an object that change while the object stays the same. */
const CHANGING = new Set(['name', 'status', 'performance_label', 'bid_modifier', 'brand', 'objective', 'shown_as']);

/** What a row is about, without what may have changed since. An id alone is not enough: several ads show the same asset. */
export function keyOf<Row>(source: Compared<Row>, row: Row): string {
  const { segments, ...subjects } = source.about(row);
  const lasting = Object.entries(subjects).map(([level, subject]) => [
    level,
    Object.entries(subject ?? {}).filter(([field]) => !CHANGING.has(field)),
  ]);
  return JSON.stringify([lasting, segments]);
}

/** The earlier numbers beside the present ones, and by what part they changed. */
export function besides(now: Metrics, before: Metrics | undefined) {
  if (before === undefined) return { before: null };
  const change = Object.entries(now).map(([name, value]) => [name, changeOf(value, before[name] ?? null)]);
  return { before, change: Object.fromEntries(change) as Record<string, number | null> };
}

function changeOf(now: Shown, before: Shown): number | null {
  const [a, b] = [amountOf(now), amountOf(before)];
  return a === undefined || b === undefined || b === 0 ? null : Number(((a - b) / b).toPrecision(4));
}

function amountOf(value: Shown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null && 'amount' in value ? Number(value.amount) : undefined;
}
