import { readFileSync } from 'node:fs';

/** The file as `src/facts/README.md` describes it. */
interface Published {
  apiVersion: string;
  fields: Record<string, string>;
  enums: Record<string, string[]>;
  resources: Record<string, { with?: string[]; metrics?: string[]; segments?: string[] }>;
  segmentMetrics: { segments: string[]; metrics: string[] }[];
  segmentSegments: Record<string, string[]>;
  noPairData: { metrics: string[]; segments: string[] };
}

/** A resource for FROM, and the resources, metrics and segments that can be selected with it (without their prefix). */
interface Resource {
  with: readonly string[];
  metrics: readonly string[];
  segments: readonly string[];
}

interface FieldFacts {
  /** `ENUM sfo CampaignStatus`: type, flags, enum. */
  fields: ReadonlyMap<string, string>;
  enums: ReadonlyMap<string, readonly string[]>;
  resources: ReadonlyMap<string, Resource>;
  /** By segment, the metrics it splits. */
  splits: ReadonlyMap<string, readonly string[]>;
  /** By segment, the segments it can be combined with; segments without an entry combine with all. */
  mates: ReadonlyMap<string, readonly string[]>;
  /** Metrics and segments of which no pairs are published. */
  untold: ReadonlySet<string>;
}

let read: FieldFacts | undefined;

/** The published field metadata. Read on first use; equal names share one string in memory. */
export function fieldFacts(): FieldFacts {
  read ??= factsOf(
    JSON.parse(readFileSync(new URL('../../../facts/search-fields.json', import.meta.url), 'utf8')) as Published,
  );
  return read;
}

function factsOf(published: Published): FieldFacts {
  const seen = new Map<string, string>();
  const once = (name: string) => seen.get(name) ?? seen.set(name, name).get(name)!;
  const all = (names: readonly string[] = []) => names.map(once);
  const { fields, enums, resources, segmentMetrics, segmentSegments, noPairData } = published;
  return {
    fields: new Map(Object.entries(fields).map(([name, facts]) => [once(name), once(facts)])),
    enums: new Map(Object.entries(enums).map(([name, values]) => [once(name), all(values)])),
    resources: new Map(
      Object.entries(resources).map(([name, { with: others, metrics, segments }]) => [
        once(name),
        { with: all(others), metrics: all(metrics), segments: all(segments) },
      ]),
    ),
    splits: new Map(
      segmentMetrics.flatMap(({ segments, metrics }) => {
        const split = all(metrics);
        return all(segments).map((segment) => [segment, split] as const);
      }),
    ),
    mates: new Map(Object.entries(segmentSegments).map(([name, others]) => [once(name), all(others)])),
    untold: new Set(all([...noPairData.metrics, ...noPairData.segments])),
  };
}

/** Whether a segment splits a metric. Unpublished pairs are let through for the platform to judge. */
export function splitsMetric(segment: string, metric: string): boolean {
  const { splits, untold } = fieldFacts();
  return untold.has(segment) || untold.has(metric) || splits.get(segment)?.includes(metric) !== false;
}

/** Whether two segments can be combined; either of the two may exclude the other. */
export function goTogether(one: string, other: string): boolean {
  const { mates } = fieldFacts();
  return one === other || (mates.get(one)?.includes(other) !== false && mates.get(other)?.includes(one) !== false);
}
