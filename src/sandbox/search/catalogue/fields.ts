import { facts, resourceNamed } from './facts.ts';
import { type Field, messageNamed, messageOfResource } from './messages.ts';

export type DataType =
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
  dataType: DataType;
  repeated: boolean;
  enumValues: readonly string[];
  filterable: boolean;
  sortable: boolean;
}

/** Every enum has these two, and the data leaves them out. */
const EVERY_ENUM = ['UNSPECIFIED', 'UNKNOWN'];
const known = new Map<string, QueryField>();

export function fieldNamed(path: string): QueryField | undefined {
  const found = known.get(path);
  if (found || !Object.hasOwn(facts().fields, path)) return found;
  const field = describe(path, facts().fields[path]!);
  known.set(path, field);
  return field;
}

export function allFields(): QueryField[] {
  return Object.keys(facts().fields).map((path) => fieldNamed(path)!);
}

/** From a text such as `ENUM sfo CampaignStatus`. */
function describe(path: string, text: string): QueryField {
  const [dataType, flags = '', enumeration] = text.split(' ');
  const [owner = '', ...steps] = path.split('.');
  return {
    path,
    category: owner === 'metrics' ? 'METRIC' : owner === 'segments' ? 'SEGMENT' : 'ATTRIBUTE',
    owner,
    steps,
    dataType: dataType as DataType,
    repeated: flags.includes('r'),
    enumValues: enumeration === undefined ? [] : [...EVERY_ENUM, ...(facts().enums[enumeration] ?? [])],
    filterable: flags.includes('f'),
    sortable: flags.includes('o'),
  };
}

const MESSAGES: Readonly<Record<string, string>> = { metrics: 'common.Metrics', segments: 'common.Segments' };

/** The field of the protocol in which a value travels. */
export function protocolField({ owner, steps, path }: Pick<QueryField, 'owner' | 'steps' | 'path'>): Field {
  let inside: string | undefined = MESSAGES[owner] ?? messageOfResource(owner);
  let field: Field | undefined;
  for (const step of steps) {
    field = inside === undefined ? undefined : messageNamed(inside).fields.get(step);
    if (!field) throw new Error(`${path} is published, but the descriptors have no such field`);
    inside = field.message;
  }
  return field!;
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
