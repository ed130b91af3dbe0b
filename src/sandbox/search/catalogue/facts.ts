import { readFileSync } from 'node:fs';

/** What the platform publishes about its fields, as `src/facts/README.md` describes it. */
interface Facts {
  fields: Record<string, string>;
  enums: Record<string, string[]>;
  resources: Record<
    string,
    { with?: string[]; segmentingResources?: string[]; metrics?: string[]; segments?: string[] }
  >;
  segmentMetrics: { segments: string[]; metrics: string[] }[];
  segmentSegments: Record<string, string[]>;
  noPairData: { metrics: string[]; segments: string[] };
}

/** A resource for FROM, and the fields that can be selected with it. */
export interface Resource {
  name: string;
  attributed: readonly string[];
  /** Of the attributed ones, those that split rows when they are selected. */
  segmenting: readonly string[];
  metrics: ReadonlySet<string>;
  segments: ReadonlySet<string>;
}

let read: Facts | undefined;

/** Read when the first query comes: a start without queries does not wait for it. */
export function facts(): Facts {
  read ??= JSON.parse(readFileSync(new URL('../../../facts/search-fields.json', import.meta.url), 'utf8')) as Facts;
  return read;
}

const known = new Map<string, Resource>();

export function resourceNamed(name: string): Resource | undefined {
  const found = known.get(name);
  if (found || !Object.hasOwn(facts().resources, name)) return found;
  const { with: attributed = [], segmentingResources: segmenting = [], ...lists } = facts().resources[name]!;
  const resource = {
    name,
    attributed,
    segmenting,
    metrics: new Set(lists.metrics),
    segments: new Set(lists.segments),
  };
  known.set(name, resource);
  return resource;
}

export function allResources(): Resource[] {
  return Object.keys(facts().resources).map((name) => resourceNamed(name)!);
}
