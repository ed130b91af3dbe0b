import { facts } from './facts.ts';

interface Pairs {
  /** By segment, the metrics it can be selected with. */
  metrics: ReadonlyMap<string, ReadonlySet<string>>;
  /** By segment, where published, the segments it can be selected with. */
  segments: ReadonlyMap<string, ReadonlySet<string>>;
  untold: { metrics: ReadonlySet<string>; segments: ReadonlySet<string> };
}

let read: Pairs | undefined;

function pairs(): Pairs {
  read ??= {
    metrics: new Map(
      facts().segmentMetrics.flatMap(({ segments, metrics }) => {
        const allowed = new Set(metrics);
        return segments.map((segment) => [segment, allowed] as const);
      }),
    ),
    segments: new Map(Object.entries(facts().segmentSegments).map(([name, others]) => [name, new Set(others)])),
    untold: { metrics: new Set(facts().noPairData.metrics), segments: new Set(facts().noPairData.segments) },
  };
  return read;
}

/** Whether a segment can be selected with a metric; where nothing was published, it can. */
export function splitsMetric(segment: string, metric: string): boolean {
  const { metrics, untold } = pairs();
  return untold.segments.has(segment) || untold.metrics.has(metric) || metrics.get(segment)?.has(metric) === true;
}

/** Whether two segments can be selected together; either of the two may exclude the other. */
export function goTogether(a: string, b: string): boolean {
  const allows = (segment: string, other: string) => pairs().segments.get(segment)?.has(other) ?? true;
  return allows(a, b) && allows(b, a);
}
