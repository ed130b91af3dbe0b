import { allResources, type Field, messageNamed, messageOfResource, resourceNamed } from './messages.ts';

type DataType =
  | 'BOOLEAN'
  | 'DATE'
  | 'DOUBLE'
  | 'ENUM'
  | 'FLOAT'
  | 'INT32'
  | 'INT64'
  | 'MESSAGE'
  | 'RESOURCE_NAME'
  | 'STRING'
  | 'UINT64';

/** A field that a query can name. */
export interface QueryField {
  path: string;
  category: 'ATTRIBUTE' | 'SEGMENT' | 'METRIC';
  /** `campaign`, `metrics` or `segments`. */
  owner: string;
  steps: readonly string[];
  /** The protocol fields passed on the way, the last being its own. */
  chain: readonly Field[];
  dataType: DataType;
  repeated: boolean;
  enumValues: readonly string[];
  sortable: boolean;
}

const SCALAR_TYPES: Record<string, DataType> = {
  string: 'STRING',
  bool: 'BOOLEAN',
  int32: 'INT32',
  int64: 'INT64',
  uint64: 'UINT64',
  double: 'DOUBLE',
  float: 'FLOAT',
  bytes: 'STRING',
  mask: 'STRING',
};

const DATE_SEGMENTS = new Set(['segments.date', 'segments.week', 'segments.month', 'segments.quarter']);

function dataTypeOf(path: string, field: Field): DataType {
  if (field.message) return 'MESSAGE';
  if (field.enumeration) return 'ENUM';
  if (DATE_SEGMENTS.has(path) || (field.scalar === 'string' && /_date(_time)?$/.test(path))) return 'DATE';
  if (field.resourceName) return 'RESOURCE_NAME';
  return SCALAR_TYPES[field.scalar ?? 'string'] ?? 'STRING';
}

export function describeField(
  owner: string,
  message: string,
  rest: string,
  category: QueryField['category'],
): QueryField {
  const steps = rest.split('.');
  const chain: Field[] = [];
  let inside: string | undefined = message;
  for (const step of steps) {
    const field: Field | undefined = inside === undefined ? undefined : messageNamed(inside).fields.get(step);
    if (!field) throw new Error(`the catalogue names ${owner}.${rest} but ${message} has no such field`);
    chain.push(field);
    inside = field.message;
  }
  const path = `${owner}.${rest}`;
  const last = chain.at(-1)!;
  const dataType = dataTypeOf(path, last);
  const repeated = chain.some((field) => field.repeated);
  return {
    path,
    category,
    owner,
    steps,
    chain,
    dataType,
    repeated,
    enumValues: last.enumeration ?? [],
    sortable: !repeated && dataType !== 'MESSAGE',
  };
}

const known = new Map<string, QueryField>();
for (const resource of allResources()) {
  for (const rest of resource.fields) {
    const field = describeField(resource.name, messageOfResource(resource.name), rest, 'ATTRIBUTE');
    known.set(field.path, field);
  }
  for (const name of resource.metrics)
    if (!known.has(`metrics.${name}`))
      known.set(`metrics.${name}`, describeField('metrics', 'common.Metrics', name, 'METRIC'));
  for (const name of resource.segments)
    if (!known.has(`segments.${name}`))
      known.set(`segments.${name}`, describeField('segments', 'common.Segments', name, 'SEGMENT'));
}

export function fieldNamed(path: string): QueryField | undefined {
  return known.get(path);
}

export function allFields(): Iterable<QueryField> {
  return known.values();
}

/** Whether a report FROM this resource may use the field at all, and if not, in what way it is foreign. */
export function fitOf(
  field: QueryField,
  from: string,
): 'fits' | 'foreign_resource' | 'foreign_metric' | 'foreign_segment' {
  const resource = resourceNamed(from)!;
  const rest = field.path.slice(field.owner.length + 1);
  if (field.category === 'METRIC') return resource.metrics.has(rest) ? 'fits' : 'foreign_metric';
  if (field.category === 'SEGMENT') return resource.segments.has(rest) ? 'fits' : 'foreign_segment';
  return field.owner === from || resource.attributed.includes(field.owner) ? 'fits' : 'foreign_resource';
}
