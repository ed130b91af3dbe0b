/** Counters, gauges and histograms in Prometheus' text form: the three things we need of its client, without the rest. */
type Labels = Readonly<Record<string, string>>;

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Family {
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  lines(name: string): string[];
}

export class Metrics {
  readonly #families = new Map<string, Family>();

  counter(name: string, help: string): { add(labels: Labels, amount?: number): void } {
    const values = new Map<string, number>();
    this.#families.set(name, {
      help,
      type: 'counter',
      lines: (family) => [...values].map(([labels, value]) => `${family}${labels} ${value}`),
    });
    return {
      add(labels, amount = 1) {
        const key = render(labels);
        values.set(key, (values.get(key) ?? 0) + amount);
      },
    };
  }

  gauge(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, type: 'gauge', lines: (family) => [`${family} ${read()}`] });
  }

  histogram(name: string, help: string): { observe(labels: Labels, seconds: number): void } {
    const series = new Map<string, { labels: Labels; buckets: number[]; sum: number; count: number }>();
    this.#families.set(name, {
      help,
      type: 'histogram',
      lines: (family) => [...series.values()].flatMap((one) => histogramLines(family, one)),
    });
    return {
      observe(labels, seconds) {
        const key = render(labels);
        let one = series.get(key);
        if (!one) {
          one = { labels, buckets: BUCKETS_S.map(() => 0), sum: 0, count: 0 };
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
  { labels, buckets, sum, count }: { labels: Labels; buckets: readonly number[]; sum: number; count: number },
): string[] {
  let below = 0;
  const lines = BUCKETS_S.map((upper, index) => {
    below += buckets[index] ?? 0;
    return `${name}_bucket${render({ ...labels, le: String(upper) })} ${below}`;
  });
  return [
    ...lines,
    `${name}_bucket${render({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${render(labels)} ${sum}`,
    `${name}_count${render(labels)} ${count}`,
  ];
}

function render(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join()}}`;
}
