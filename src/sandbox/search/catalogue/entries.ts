import type { Doc } from '../state.ts';
import { allFields, describeField, type QueryField } from './fields.ts';
import { allResources, messageNamed, type Resource } from './messages.ts';

const MESSAGE = 'resources.GoogleAdsField';

/** What can be asked of the field service. */
export const ENTRY_FIELDS: ReadonlyMap<string, QueryField> = new Map(
  [...messageNamed(MESSAGE).fields.keys()].map((name) => [
    name,
    describeField('google_ads_field', MESSAGE, name, 'ATTRIBUTE'),
  ]),
);

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
  const resources = [...allResources()];
  for (const field of allFields()) {
    yield {
      resource_name: `googleAdsFields/${field.path}`,
      name: field.path,
      category: field.category,
      selectable: true,
      filterable: true,
      sortable: field.sortable,
      data_type: field.dataType,
      is_repeated: field.repeated,
      enum_values: [...field.enumValues],
      ...(field.category !== 'ATTRIBUTE' && { selectable_with: companions(field, resources) }),
    };
  }
}

/** Resources, and whatever else those resources can be reported by. */
function companions(field: QueryField, resources: readonly Resource[]): string[] {
  const name = field.path.slice(field.owner.length + 1);
  const homes = resources.filter(({ metrics, segments }) =>
    (field.category === 'METRIC' ? metrics : segments).has(name),
  );
  const others = new Set(
    homes.flatMap(({ metrics, segments }) => [
      ...[...segments].map((s) => `segments.${s}`),
      ...[...metrics].map((m) => `metrics.${m}`),
    ]),
  );
  others.delete(field.path);
  return [...homes.map((home) => home.name), ...others];
}
