import type { Doc } from '../state.ts';
import { allResources } from './facts.ts';
import { allFields, type DataType, type QueryField } from './fields.ts';
import { type Field, messageNamed } from './messages.ts';
import { goTogether, splitsMetric } from './pairs.ts';

const TYPES: Readonly<Record<string, DataType>> = { bool: 'BOOLEAN', string: 'STRING' };

/** Fields of the field service itself; their flags are not published, so all can be selected, filtered and sorted by. */
export const ENTRY_FIELDS: ReadonlyMap<string, QueryField> = new Map(
  [...messageNamed('resources.GoogleAdsField').fields].map(([name, field]) => [name, entryField(name, field)]),
);

function entryField(name: string, { enumeration, resourceName, scalar, repeated }: Field): QueryField {
  return {
    path: name,
    category: 'ATTRIBUTE',
    owner: 'google_ads_field',
    steps: [name],
    dataType: enumeration ? 'ENUM' : resourceName ? 'RESOURCE_NAME' : (TYPES[scalar ?? 'string'] ?? 'STRING'),
    repeated,
    enumValues: enumeration ?? [],
    filterable: true,
    sortable: !repeated,
  };
}

let entries: Map<string, Doc> | undefined;

function known(): Map<string, Doc> {
  entries ??= new Map([...resourceEntries(), ...fieldEntries()].map((entry) => [String(entry.name), entry]));
  return entries;
}

export function allEntries(): Iterable<Doc> {
  return known().values();
}

export function entryNamed(name: string): Doc | undefined {
  return known().get(name);
}

function* resourceEntries(): Generator<Doc> {
  for (const resource of allResources()) {
    yield {
      resource_name: `googleAdsFields/${resource.name}`,
      name: resource.name,
      category: 'RESOURCE',
      selectable: false,
      filterable: false,
      sortable: false,
      data_type: 'MESSAGE',
      is_repeated: false,
      attribute_resources: [...resource.attributed],
      metrics: [...resource.metrics].map((name) => `metrics.${name}`),
      segments: [...resource.segments].map((name) => `segments.${name}`),
    };
  }
}

function* fieldEntries(): Generator<Doc> {
  for (const field of allFields()) {
    yield {
      resource_name: `googleAdsFields/${field.path}`,
      name: field.path,
      category: field.category,
      selectable: true,
      filterable: field.filterable,
      sortable: field.sortable,
      data_type: field.dataType,
      is_repeated: field.repeated,
      enum_values: field.enumValues.toSorted(),
      ...(field.category !== 'ATTRIBUTE' && { selectable_with: companions(field) }),
    };
  }
}

/** The resources that have the field, and everything that can be selected with it there. */
function companions({ category, steps }: QueryField): string[] {
  const name = steps.join('.');
  const isMetric = category === 'METRIC';
  const homes = allResources().filter(({ metrics, segments }) => (isMetric ? metrics : segments).has(name));
  const near = (list: (home: (typeof homes)[number]) => ReadonlySet<string>) => [
    ...new Set(homes.flatMap((home) => [...list(home)])),
  ];
  const segments = near((home) => home.segments).filter((other) =>
    isMetric ? splitsMetric(other, name) : other !== name && goTogether(name, other),
  );
  const metrics = isMetric ? [] : near((home) => home.metrics).filter((other) => splitsMetric(name, other));
  return [
    ...homes.map((home) => home.name),
    ...segments.map((other) => `segments.${other}`),
    ...metrics.map((other) => `metrics.${other}`),
  ];
}
