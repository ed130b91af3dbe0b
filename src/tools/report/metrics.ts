import type { Money } from '../money.ts';
import { moneyOfQuantity, numberOf, priceOf, type Quantity, ratioOf } from './quantity.ts';

/**
 * The one vocabulary of numbers. A channel says which of the platform's fields a name is read from; everything that is
 * a ratio is made here, from its parts, for rows and totals alike: a ratio of sums is not the mean of ratios.
 */
export const DEFAULT_METRICS = ['impressions', 'clicks', 'cost', 'conversions', 'ctr', 'cpc'] as const;

type SumName =
  | 'cost'
  | 'impressions'
  | 'clicks'
  | 'link_clicks'
  | 'conversions'
  | 'conversion_value'
  | 'video_views'
  | 'reach';

/** The platform's own number. */
export interface Counted<Row> {
  unit: 'number' | 'money';
  /** The platform's fields that have to be asked for. */
  fields: readonly string[];
  read(row: Row): Quantity | undefined;
  /** False for people and other things that may be the same in two rows: only the platform can tell their total. */
  adds?: false;
  /** What the platform sorts by to sort by this; without it, it cannot. */
  sort?: string;
}

/** Shown as the platform says it: shares, words, lists. */
type ToldValue = number | string | readonly unknown[] | GoalResult;

/** What was reached of what a campaign is for, and what one of it cost. */
export interface GoalResult {
  type: string;
  count: number;
  cost_per: Money | null;
}

export interface Told<Row> {
  unit: 'told';
  fields: readonly string[];
  read(row: Row): ToldValue | undefined;
  sort?: string;
}

/** One metric divided by another, both by their names. */
export interface Ratio {
  unit: 'number' | 'money';
  of: string;
  to: string;
  times?: number;
  sort?: string;
}

export type Metric<Row> = Counted<Row> | Told<Row> | Ratio;

export const RATIOS: Readonly<Record<string, Ratio>> = {
  ctr: { unit: 'number', of: 'clicks', to: 'impressions' },
  cpc: { unit: 'money', of: 'cost', to: 'clicks' },
  cpm: { unit: 'money', of: 'cost', to: 'impressions', times: 1000 },
  cost_per_conversion: { unit: 'money', of: 'cost', to: 'conversions' },
  conversion_rate: { unit: 'number', of: 'conversions', to: 'clicks' },
  roas: { unit: 'number', of: 'conversion_value', to: 'cost' },
  frequency: { unit: 'number', of: 'impressions', to: 'reach' },
};

/** What a channel declares. */
export interface MetricDeclaration<Row> {
  sums: Partial<Record<SumName, Counted<Row>>>;
  /** The platform's sort word for the ratios it can sort by. */
  ratioSorts?: Readonly<Record<string, string>>;
  /** The platform's own metrics, by its own names. */
  own?: Readonly<Record<string, Metric<Row>>>;
}

type Value = Quantity | ToldValue | null;

/** The values of a row, or of a whole selection, by name: those that were asked for and those they are made of. */
export type Parts = Readonly<Record<string, Value>>;

export type Shown = Money | ToldValue | null;

export interface Currency {
  code: string;
  /** Decimals of its smallest coin, as the platform counts it. */
  digits: number;
}

/** A channel's metrics. */
export class MetricTable<Row> {
  readonly #metrics: ReadonlyMap<string, Metric<Row>>;
  readonly #declared: MetricDeclaration<Row>;
  readonly names: readonly [string, ...string[]];
  /** The names the platform can sort by. */
  readonly sortable: readonly string[];

  constructor(declared: MetricDeclaration<Row>) {
    const { sums, ratioSorts = {}, own = {} } = declared;
    this.#declared = declared;
    const possible = Object.entries(RATIOS).filter(([, { of, to }]) => of in sums && to in sums);
    const ratios = possible.map(([name, ratio]) => {
      const sort = ratioSorts[name];
      return [name, sort === undefined ? ratio : { ...ratio, sort }] as const;
    });
    this.#metrics = new Map<string, Metric<Row>>([...Object.entries(sums), ...ratios, ...Object.entries(own)]);
    this.names = [...this.#metrics.keys()] as [string, ...string[]];
    this.sortable = this.names.filter((name) => this.sortOf(name) !== undefined);
  }

  /** The same table with what only one report has. */
  with(more: Readonly<Record<string, Metric<Row>>>): MetricTable<Row> {
    return new MetricTable({ ...this.#declared, own: { ...this.#declared.own, ...more } });
  }

  sortOf(name: string): string | undefined {
    return this.#metrics.get(name)?.sort;
  }

  /** The chosen metrics, or the usual ones; each once. */
  select(names: readonly string[] = DEFAULT_METRICS): Selection<Row> {
    return new Selection(new Map(names.map((name) => [name, this.#metric(name)])), (part) => this.#part(part));
  }

  #part(name: string): Counted<Row> | Told<Row> {
    const metric = this.#metric(name);
    if ('of' in metric) throw new TypeError(`${name} is a ratio and cannot be a part of another`);
    return metric;
  }

  #metric(name: string): Metric<Row> {
    const found = this.#metrics.get(name);
    if (!found) throw new TypeError(`no metric ${name}`);
    return found;
  }
}

/** The metrics of one report. */
export class Selection<Row> {
  readonly names: readonly string[];
  /** The platform's fields they need. */
  readonly fields: readonly string[];
  readonly #metrics: ReadonlyMap<string, Metric<Row>>;
  readonly #parts: readonly (readonly [string, Counted<Row> | Told<Row>])[];

  constructor(metrics: ReadonlyMap<string, Metric<Row>>, partOf: (name: string) => Counted<Row> | Told<Row>) {
    const parts = [...metrics].flatMap(([name, metric]) => ('of' in metric ? [metric.of, metric.to] : [name]));
    this.#metrics = metrics;
    this.#parts = [...new Set(parts)].map((name) => [name, partOf(name)] as const);
    this.names = [...metrics.keys()];
    this.fields = [...new Set(this.#parts.flatMap(([, { fields }]) => fields))];
  }

  read(row: Row): Parts {
    return Object.fromEntries(this.#parts.map(([name, part]) => [name, part.read(row) ?? null]));
  }

  /** Rows added up. What does not add up is null, and so is every ratio that has such a part. */
  addUp(rows: Iterable<Parts>): Parts {
    const sums = new Map<string, Quantity>(
      this.#parts.flatMap(([name, part]) => (addsUp(part) ? [[name, 0n] as const] : [])),
    );
    for (const row of rows) {
      for (const [name, sum] of sums) {
        const value = row[name];
        if (typeof value === 'bigint') sums.set(name, sum + value);
      }
    }
    return Object.fromEntries(this.#parts.map(([name]) => [name, sums.get(name) ?? null]));
  }

  show(parts: Parts, currency: Currency): Record<string, Shown> {
    return Object.fromEntries([...this.#metrics].map(([name, metric]) => [name, shown(name, metric, parts, currency)]));
  }

  /** Of a whole selection: without any row, what adds up is zero. What a row leaves out stays unknown. */
  showTotals(parts: Parts, currency: Currency): Record<string, Shown> {
    const sum = (name: string, part: Counted<Row> | Told<Row>) =>
      parts[name] === undefined && addsUp(part) ? 0n : (parts[name] ?? null);
    return this.show(Object.fromEntries(this.#parts.map(([name, part]) => [name, sum(name, part)])), currency);
  }
}

function addsUp(part: Counted<never> | Told<never>): boolean {
  return part.unit !== 'told' && part.adds !== false;
}

function shown(name: string, metric: Metric<never>, parts: Parts, currency: Currency): Shown {
  if (!('of' in metric)) return amount(parts[name] ?? null, metric.unit, currency);
  const [of, to] = [parts[metric.of], parts[metric.to]];
  if (typeof of !== 'bigint' || typeof to !== 'bigint') return null;
  if (metric.unit === 'number') return ratioOf(of, to, metric.times) ?? null;
  return amount(priceOf(of, to, metric.times) ?? null, 'money', currency);
}

function amount(value: Value, unit: Metric<never>['unit'], currency: Currency): Shown {
  if (typeof value !== 'bigint') return value;
  return unit === 'money' ? moneyOfQuantity(value, currency.code, currency.digits) : numberOf(value);
}
