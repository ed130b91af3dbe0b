import { currencyDigits } from '../format/money.ts';
import { numberOf, type ReportRow } from './reports.ts';

/** The metrics that may be added over channels of one currency. Ratios such as CTR are computed from these sums. */
export interface Sums {
  cost: number | null;
  impressions: number | null;
  clicks: number | null;
  conversions: number | null;
}

export interface BothSums {
  current: Sums;
  before: Sums;
}

const NAMES = ['cost', 'impressions', 'clicks', 'conversions'] as const;

export function sumsOf(rows: readonly Pick<ReportRow, 'metrics' | 'currency'>[]): BothSums {
  const side = (name: 'current' | 'before'): Sums => {
    const sums: Sums = { cost: null, impressions: null, clicks: null, conversions: null };
    for (const { metrics } of rows) {
      for (const metric of NAMES) {
        const value = numberOf(metrics[metric]?.[name]);
        if (value !== null) sums[metric] = (sums[metric] ?? 0) + value;
      }
    }
    return { ...sums, cost: rounded(sums.cost, rows[0]?.currency), conversions: rounded(sums.conversions, 'USD') };
  };
  return { current: side('current'), before: side('before') };
}

/** Rounds to the currency's digits, because sums of floats have rounding errors beyond them. */
const rounded = (value: number | null, currency = 'USD'): number | null =>
  value === null ? null : Number(value.toFixed(currencyDigits(currency)));

const divided = (of: number | null, by: number | null): number | null => (of === null || !by ? null : of / by);

export const costPerConversion = ({ cost, conversions }: Sums): number | null => divided(cost, conversions);
export const clickRate = ({ clicks, impressions }: Sums): number | null => divided(clicks, impressions);

/** Below this the cost per conversion is mostly chance. */
export const CONVERSIONS_MIN = 30;

export interface Purse {
  /** Currency and mode: sandbox and live are never added together. */
  key: string;
  currency: string;
  mode: 'live' | 'sandbox';
  label: string;
  rows: ReportRow[];
}

/** Rows that may be added up: one currency of one mode each, the one with most rows first. */
export function purses(rows: readonly ReportRow[]): Purse[] {
  const mixed = new Set(rows.map(({ mode }) => mode)).size > 1;
  const found = new Map<string, Purse>();
  for (const row of rows) {
    const { currency, mode } = row;
    const key = `${currency} ${mode}`;
    const label = mixed && mode === 'sandbox' ? `${currency} sandbox` : currency;
    const purse = found.get(key) ?? { key, currency, mode, label, rows: [] };
    purse.rows.push(row);
    found.set(key, purse);
  }
  return [...found.values()].toSorted(
    (one, other) =>
      Number(one.mode === 'sandbox') - Number(other.mode === 'sandbox') ||
      other.rows.length - one.rows.length ||
      one.currency.localeCompare(other.currency),
  );
}
