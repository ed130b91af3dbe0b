import type { ToolDescription } from './describe.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords of a schema that every call is checked by, and that a model seldom needs before it calls. */
const BOUNDS: ReadonlySet<string> = new Set([
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'propertyNames',
]);

/** A tool as a short list shows it: without what its results are made of and without the bounds of its arguments. */
export function shortDescription({ outputSchema: _, inputSchema, ...rest }: ToolDescription) {
  return { ...rest, inputSchema: withoutBounds(inputSchema) };
}

function withoutBounds(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !BOUNDS.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutInnerBounds(keyword, value)]));
}

/** `properties` is a table by names that callers choose, so its keys are no keywords. */
function withoutInnerBounds(keyword: string, value: unknown): unknown {
  if (Array.isArray(value)) return keyword === 'anyOf' ? value.map(withoutBounds) : value;
  if (typeof value !== 'object' || value === null || keyword === 'default') return value;
  if (keyword !== 'properties') return withoutBounds(value as Schema);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutBounds(inner as Schema)]));
}
