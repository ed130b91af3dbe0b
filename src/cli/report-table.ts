import { table } from './table.ts';

type Value = number | string | null | { amount: string; currency: string };

/** As much of a report as the table shows. */
export interface Report {
  rows: {
    channel: string;
    account?: string;
    account_name?: string;
    entity: { id: string; name: string; status: string };
    segments: Record<string, string>;
    metrics: Record<string, Value>;
    marks?: string[];
  }[];
  totals: { currency: string; metrics: Record<string, Value>; partial: boolean }[];
  missing: { channel: string; account?: string; reason: string; next_step: string }[];
  notes: string[];
  next_cursor?: string;
}

const NAME_MAX = 36;

/** A report for people: rows, sums, what is missing, and what one has to know. */
export function reportTable({ rows, totals, missing, notes, next_cursor }: Report, daily: Report['rows']): string {
  const metrics = Object.keys(rows[0]?.metrics ?? totals[0]?.metrics ?? {});
  const steps = Object.keys(rows[0]?.segments ?? {});
  const pictures = daily.length > 0 ? sparklines(rows, daily) : undefined;
  const titles = ['channel', 'account', 'name', 'status', ...steps, ...metrics];
  const pictured = metrics.includes('cost') ? 'cost' : metrics[0];
  const lines = rows.map((row) => [
    row.channel,
    clipped(row.account_name || row.account || ''),
    clipped(row.entity.name || row.entity.id),
    row.entity.status,
    ...steps.map((step) => row.segments[step] ?? ''),
    ...metrics.map((name) => shown(row.metrics[name]) + (row.marks?.includes('incomplete') ? '*' : '')),
    ...(pictures ? [pictures.get(keyOf(row)) ?? ''] : []),
  ]);
  const sums = totals.map(({ currency, metrics: sum, partial }) => [
    partial ? 'total, partial' : 'total',
    '',
    currency,
    '',
    ...steps.map(() => ''),
    ...metrics.map((name) => shown(sum[name])),
  ]);
  return [
    table([...titles, ...(pictures ? [`${pictured} by day`] : [])], [...lines, ...sums]),
    ...(next_cursor ? ['', 'There are more rows: --limit, --csv.'] : []),
    ...missing.map(({ channel, account, reason, next_step }) =>
      ['', `Missing: ${channel}${account ? ` ${account}` : ''}: ${reason}`, `  ${next_step}`].join('\n'),
    ),
    ...(notes.length > 0 ? ['', ...notes.map((note) => `- ${note}`)] : []),
  ].join('\n');
}

const BARS = '▁▂▃▄▅▆▇█';

/** One sign a day. A day without a row is a gap: nothing is known of it, or nothing ran. */
function sparklines(rows: Report['rows'], daily: Report['rows']): Map<string, string> {
  const days = [...new Set(daily.map(({ segments }) => segments.date ?? ''))].sort();
  const byKey = Map.groupBy(daily, keyOf);
  return new Map(
    rows.map((row) => {
      const ofRow = byKey.get(keyOf(row)) ?? [];
      const values = new Map(ofRow.map(({ segments, metrics }) => [segments.date ?? '', amountOf(metrics)]));
      return [keyOf(row), sparkline(days.map((day) => values.get(day)))];
    }),
  );
}

export function sparkline(values: readonly (number | undefined)[]): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return values
    .map((value) => {
      if (value === undefined) return ' ';
      return BARS[most === 0 ? 0 : Math.min(BARS.length - 1, Math.floor((value / most) * BARS.length))];
    })
    .join('');
}

function amountOf(metrics: Record<string, Value>): number | undefined {
  const value = metrics.cost ?? Object.values(metrics)[0];
  if (value === null || value === undefined) return undefined;
  return Number(typeof value === 'object' ? value.amount : value);
}

function keyOf({ channel, account, entity }: Report['rows'][number]): string {
  return `${channel} ${account ?? ''} ${entity.id}`;
}

function shown(value: Value | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'object') return `${rounded(Number(value.amount))} ${value.currency}`;
  return typeof value === 'number' ? rounded(value) : value;
}

function rounded(value: number): string {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 1 ? 4 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function clipped(name: string): string {
  return [...name].length > NAME_MAX ? `${[...name].slice(0, NAME_MAX - 1).join('')}…` : name;
}
