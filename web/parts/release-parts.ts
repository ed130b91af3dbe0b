import type { ChangedField } from './changed-fields.tsx';

type Difference = Readonly<Record<string, { from?: unknown; to?: unknown }>>;

/** One object that is another afterwards: `tag "Chat" (4)`. */
export interface ReleasedObject {
  title: string;
  change: 'added' | 'changed' | 'deleted';
  fields: ChangedField[];
  by: string | undefined;
}

export interface ReleaseParts {
  /** The version that is live, before and after. */
  version: { from?: unknown; to?: unknown };
  /** Why somebody should look twice. */
  warnings: string[];
  /** What others did that goes out too. */
  others: string[];
  /** That it was live before, or is older than what is live. */
  notes: string[];
  objects: ReleasedObject[];
  /** What differs besides, such as the version that drafts begin from. */
  fields: ChangedField[];
}

/** What a plan that makes another version live says, sorted for people; undefined for any other plan. */
export function releaseParts(difference: Difference): ReleaseParts | undefined {
  const { live_version: version, warnings, goes_out_too, was_live, going_back, name: _, ...objects } = difference;
  if (!version) return undefined;
  return {
    version,
    warnings: textsOf(warnings?.to),
    others: textsOf(goes_out_too?.to),
    notes: [...textsOf(was_live?.to), ...textsOf(going_back?.to)],
    objects: Object.entries(objects)
      .filter(([, sides]) => isObject(sides))
      .map(([title, { from, to }]) => objectOf(title, from, to)),
    fields: Object.entries(objects)
      .filter(([, sides]) => !isObject(sides))
      .map(([field, sides]) => ({ field, ...sides })),
  };
}

function objectOf(title: string, from: unknown, to: unknown): ReleasedObject {
  const [before, after] = [recordOf(from), recordOf(to)];
  const { changed_by, ...now } = after ?? {};
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])];
  return {
    title,
    change: !before ? 'added' : !after ? 'deleted' : 'changed',
    fields: names.map((field) => ({ field, from: before?.[field], to: now[field] })),
    by: typeof changed_by === 'string' ? changed_by : undefined,
  };
}

const isObject = ({ from, to }: Difference[string]) => (recordOf(from) ?? recordOf(to)) !== undefined;

const recordOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');
