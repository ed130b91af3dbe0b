/** Counters, gauges and histograms in Prometheus' text form: the three things we need of its client, without the rest. */
export interface Counter {
  add(...labelValues: string[]): void;
}

export interface Histogram {
  observe(seconds: number, ...labelValues: string[]): void;
}

interface Series {
  buckets: number[];
  sum: number;
  count: number;
}

const SEPARATOR = '\u0000';

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Family {
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  lines(name: string): string[];
}

export class Metrics {
  readonly #families = new Map<string, Family>();

  /** Label values are given in the order of their names. */
  counter(name: string, help: string, labels: readonly string[]): Counter {
    const values = new Map<string, number>();
    this.#families.set(name, {
      help,
      type: 'counter',
      lines: (family) => [...values].map(([key, value]) => `${family}${render(labels, key.split(SEPARATOR))} ${value}`),
    });
    return {
      add(...given) {
        const key = given.join(SEPARATOR);
        values.set(key, (values.get(key) ?? 0) + 1);
      },
    };
  }

  gauge(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, type: 'gauge', lines: (family) => [`${family} ${read()}`] });
  }

  histogram(name: string, help: string, labels: readonly string[]): Histogram {
    const series = new Map<string, Series>();
    this.#families.set(name, {
      help,
      type: 'histogram',
      lines: (family) => [...series].flatMap(([key, one]) => histogramLines(family, labels, key.split(SEPARATOR), one)),
    });
    return {
      observe(seconds, ...given) {
        const key = given.join(SEPARATOR);
        let one = series.get(key);
        if (!one) {
          one = { buckets: BUCKETS_S.map(() => 0), sum: 0, count: 0 };
          series.set(key, one);
        }
        const index = BUCKETS_S.findIndex((upper) => seconds <= upper);
        if (index >= 0) one.buckets[index] = (one.buckets[index] ?? 0) + 1;
        one.sum += seconds;
        one.count += 1;
      },
    };
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
