import type { Money } from '../../../tools/money.ts';
import { moneyOf, moneyOfMajor } from '../money.ts';
import { type Metric, metric, type Ratio } from './metrics.ts';

export type Shown = number | Money | string | readonly string[] | null;

/** One row's metrics as the platform gave them. */
type Given = Readonly<Record<string, unknown>>;

/** Metrics of one row. What the platform left out, because there was nothing to divide by, is null. */
export function shownMetrics(names: readonly string[], given: Given, currency: string): Record<string, Shown> {
  return Object.fromEntries(
    names.map((name) => {
      const one = metric(name);
      return [
        name,
        one.computed && one.ratio ? shown(one, divided(one.ratio, given), currency) : read(one, given, currency),
      ];
    }),
  );
}

/** Metrics of the whole selection: ratios are made from the summed parts, never averaged. */
export function totalMetrics(names: readonly string[], sums: Given, currency: string): Record<string, Shown> {
  return Object.fromEntries(
    names.map((name) => {
      const one = metric(name);
      if (one.ratio) return [name, shown(one, divided(one.ratio, sums), currency)];
      return [name, read(one, sums, currency) ?? (addsUp(one) ? shown(one, 0, currency) : null)];
    }),
  );
}

function addsUp({ kind }: Metric): boolean {
  return kind === 'count' || kind === 'number' || kind === 'micros' || kind === 'value';
}

function read(one: Metric, given: Given, currency: string): Shown {
  const value = given[camelCase(one.field)];
  if (one.kind === 'words') return typeof value === 'string' || isWords(value) ? value : null;
  // Money in micros is read as text: beyond 2^53 a number would lose the last coins.
  if (one.kind === 'micros' && typeof value === 'string') return moneyOf(value, currency) ?? null;
  return shown(one, numberOf(value), currency);
}

function shown({ kind }: Metric, value: number | undefined, currency: string): Shown {
  if (value === undefined) return null;
  if (kind === 'micros') return moneyOf(value, currency) ?? null;
  return kind === 'value' ? (moneyOfMajor(value, currency) ?? null) : value;
}

function divided({ of, to, times = 1 }: Ratio, sums: Given): number | undefined {
  const [part, whole] = [numberOf(sums[camelCase(of)]), numberOf(sums[camelCase(to)])];
  return part === undefined || !whole ? undefined : (part * times) / whole;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
