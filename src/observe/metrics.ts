/** Counters, gauges and histograms in Prometheus' text form: the three things we need of its client, without the rest. */
export interface Counter {
  add(amount: number, ...labelValues: string[]): void;
}

export interface Histogram {
  observe(seconds: number, ...labelValues: string[]): void;
}

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

class Series {
  readonly buckets = BUCKETS_S.map(() => 0);
  sum = 0;
  count = 0;

  observe(seconds: number): void {
    const index = BUCKETS_S.findIndex((upper) => seconds <= upper);
    if (index >= 0) this.buckets[index] = (this.buckets[index] ?? 0) + 1;
    this.sum += seconds;
    this.count += 1;
  }
}

interface Family {
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  lines(name: string): string[];
}

/** Values by their labels, a level of the tree for each: finding one joins no text. */
class Labelled<Value> {
  readonly #branches = new Map<string, Labelled<Value>>();
  readonly #fresh: () => Value;
  readonly value: Value;

  constructor(fresh: () => Value) {
    this.#fresh = fresh;
    this.value = fresh();
  }

  at(labels: readonly string[]): Value {
    let branch: Labelled<Value> = this;
    for (const label of labels) {
      let next = branch.#branches.get(label);
      if (next === undefined) {
        next = new Labelled(this.#fresh);
        branch.#branches.set(label, next);
      }
      branch = next;
    }
    return branch.value;
  }

  *leaves(path: readonly string[] = []): Generator<[labels: readonly string[], value: Value]> {
    if (this.#branches.size === 0 && path.length > 0) yield [path, this.value];
    for (const [label, branch] of this.#branches) yield* branch.leaves([...path, label]);
  }
}

export class Metrics {
  readonly #families = new Map<string, Family>();

  /** Label values are given in the order of their names. */
  counter(name: string, help: string, labels: readonly string[]): Counter {
    const counts = new Labelled(() => ({ count: 0 }));
    this.#families.set(name, {
      help,
      type: 'counter',
      lines: (family) =>
        [...counts.leaves()].map(([values, { count }]) => `${family}${render(labels, values)} ${count}`),
    });
    return {
      add(amount, ...values) {
        counts.at(values).count += amount;
      },
    };
  }

  gauge(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, type: 'gauge', lines: (family) => [`${family} ${read()}`] });
  }

  /** Values by their labels, as another part counted them last. */
  gauges(name: string, help: string, labels: readonly string[], read: () => Iterable<[string[], number]>): void {
    this.#families.set(name, {
      help,
      type: 'gauge',
      lines: (family) => [...read()].map(([values, value]) => `${family}${render(labels, values)} ${value}`),
    });
  }

  /** A count that another part keeps. */
  total(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, type: 'counter', lines: (family) => [`${family} ${read()}`] });
  }

  histogram(name: string, help: string, labels: readonly string[]): Histogram {
    const series = new Labelled(() => new Series());
    this.#families.set(name, {
      help,
      type: 'histogram',
      lines: (family) => [...series.leaves()].flatMap(([values, one]) => histogramLines(family, labels, values, one)),
    });
    return { observe: (seconds, ...values) => series.at(values).observe(seconds) };
  }

  text(): string {
    return [...this.#families]
      .map(([name, { help, type, lines }]) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines(name)].join('\n'),
      )
      .join('\n')
      .concat('\n');
  }
}

/** Metrics that are a state, or counted in the store that all share, and not an amount of one process: of several processes the highest value counts. All others are added up. */
const HIGHEST = new Set(['adhelm_degraded', 'adhelm_jobs', 'adhelm_workers_wanted', 'process_start_time_seconds']);

/** The texts of several processes merged into one. */
export function mergedMetrics(texts: readonly string[]): string {
  const families = new Map<string, { head: string[]; samples: Map<string, number> }>();
  for (const text of texts) {
    let family: { head: string[]; samples: Map<string, number> } | undefined;
    let name = '';
    for (const row of text.split('\n')) {
      const [, word, named] = /^# (HELP|TYPE) (\S+)/.exec(row) ?? [];
      if (word === 'HELP' && named !== undefined) {
        name = named;
        family = families.get(name) ?? { head: [row], samples: new Map() };
        families.set(name, family);
      } else if (word === 'TYPE' && family?.head.length === 1) family.head.push(row);
      else if (word === undefined && row !== '' && family) {
        const at = row.lastIndexOf(' ');
        const [series, value] = [row.slice(0, at), Number(row.slice(at + 1))];
        const before = family.samples.get(series);
        family.samples.set(series, HIGHEST.has(name) ? Math.max(before ?? value, value) : (before ?? 0) + value);
      }
    }
  }
  return [...families.values()]
    .flatMap(({ head, samples }) => [...head, ...[...samples].map(([series, value]) => `${series} ${value}`)])
    .join('\n')
    .concat('\n');
}

function histogramLines(
  name: string,
  labels: readonly string[],
  values: readonly string[],
  { buckets, sum, count }: Series,
): string[] {
  const upTo = (upper: string) => render([...labels, 'le'], [...values, upper]);
  let below = 0;
  const lines = BUCKETS_S.map((upper, index) => {
    below += buckets[index] ?? 0;
    return `${name}_bucket${upTo(String(upper))} ${below}`;
  });
  const own = render(labels, values);
  return [
    ...lines,
    `${name}_bucket${upTo('+Inf')} ${count}`,
    `${name}_sum${own} ${sum}`,
    `${name}_count${own} ${count}`,
  ];
}

function render(names: readonly string[], values: readonly string[]): string {
  return `{${names.map((name, index) => `${name}="${(values[index] ?? '').replace(/[\\"\n]/g, '_')}"`).join()}}`;
}
