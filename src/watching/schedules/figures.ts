import { z } from 'zod';
import { Missing } from '../../reports/missing-sources.ts';

const Amount = z.object({ amount: z.string(), currency: z.string() });
/** A number, an amount of money, or nothing, where the platform told nothing. */
export type Cell = z.infer<typeof Amount> | number | null;

/** Lists and words of single platforms are no numbers: they are left out. */
const Single = z.union([Amount, z.number()]).nullable().catch(null);
const Compared = z.object({ current: Single, before: Single, difference: Single, ratio: z.number().nullable() });
const Metrics = z.record(z.string(), z.unknown());

const Row = z.object({
  workspace: z.string().optional(),
  channel: z.string(),
  mode: z.string(),
  account: z.string().optional(),
  account_name: z.string().optional(),
  time_zone: z.string().optional(),
  currency: z.string(),
  campaign: z.object({ id: z.string(), name: z.string() }).optional(),
  objective: z.string().optional(),
  entity: z.object({ kind: z.string(), id: z.string(), name: z.string(), status: z.string() }),
  segments: z.record(z.string(), z.string()),
  metrics: Metrics,
  marks: z.array(z.string()).optional(),
  comparable: z.boolean().optional(),
  reason: z.string().optional(),
});
type Row = z.infer<typeof Row>;

const Days = z.object({ start_date: z.string(), end_date: z.string() });

/** What the tools `report` and `compare` answer, as far as it is sent on. */
export const ReportReply = z.object({
  rows: z.array(Row),
  totals: z.array(z.object({ currency: z.string(), metrics: Metrics, partial: z.boolean() })),
  period: Days,
  uneven_days: z.boolean(),
  missing: z.array(Missing),
  partial: z.boolean(),
  notes: z.array(z.string()),
  next_cursor: z.string().optional(),
});
export type ReportReply = z.infer<typeof ReportReply>;

export interface FigureRow extends Omit<Row, 'metrics'> {
  /** The day, or the first day of the week or month; empty where the row is about all days. */
  time: string;
  cells: Readonly<Record<string, Cell>>;
}

/** The numbers of a report or comparison, in columns. */
export interface Figures {
  /** Metrics; of a comparison each is followed by the value before and the change. */
  columns: readonly string[];
  rows: readonly FigureRow[];
  totals: readonly { currency: string; cells: Readonly<Record<string, Cell>> }[];
  days: z.infer<typeof Days>;
  unevenDays: boolean;
  missing: readonly Missing[];
  partial: boolean;
  notes: readonly string[];
  /** There are rows that were not read. */
  more: boolean;
}

export function figuresOf(pages: readonly ReportReply[]): Figures {
  const [first] = pages;
  if (!first) throw new TypeError('a report has at least one page');
  const rows = pages
    .flatMap((page) => page.rows)
    .map(({ metrics, ...row }) => ({
      ...row,
      time: Object.values(row.segments)[0] ?? '',
      cells: cellsOf(metrics),
    }));
  const totals = first.totals.map(({ currency, metrics }) => ({ currency, cells: cellsOf(metrics) }));
  return {
    columns: [...new Set([...totals, ...rows].flatMap(({ cells }) => Object.keys(cells)))],
    rows,
    totals,
    days: first.period,
    unevenDays: first.uneven_days,
    missing: first.missing,
    partial: pages.some((page) => page.partial),
    notes: first.notes,
    more: pages.at(-1)?.next_cursor !== undefined,
  };
}

function cellsOf(metrics: Readonly<Record<string, unknown>>): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, value]): [string, Cell][] => {
      const both = Compared.safeParse(value).data;
      if (!both) return [[name, Single.parse(value)]];
      return [
        [name, both.current],
        [`${name}_before`, both.before],
        [`${name}_difference`, both.difference],
        [`${name}_ratio`, both.ratio],
      ];
    }),
  );
}
