import type { CatalogueTool, Schema } from './types.ts';

export type FieldKind = 'choice' | 'choices' | 'flag' | 'number' | 'list' | 'text' | 'json';

export interface Field {
  name: string;
  kind: FieldKind;
  schema: Schema;
  required: boolean;
  /** In the corner: `one of 12`, `1 to 1,000`. */
  bounds: string;
}

const inputOf = (tool: CatalogueTool) => tool.inputSchema as Schema;

/** The arguments of a tool, the needed ones first. */
export function fieldsOf(tool: CatalogueTool): Field[] {
  const { properties = {}, required = [] } = inputOf(tool);
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    kind: kindOf(schema),
    required: required.includes(name),
    bounds: boundsOf(schema),
  }));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

export function kindOf({ type, enum: values, items }: Schema): FieldKind {
  if (values) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string') return 'text';
  if (type !== 'array') return 'json';
  if (items?.enum) return 'choices';
  return items?.type === 'string' ? 'list' : 'json';
}

function boundsOf(schema: Schema): string {
  const { enum: values, items, minimum, maximum, maxItems, type } = schema;
  if (values) return `one of ${values.length}`;
  if (type === 'array')
    return maxItems ? `list, at most ${maxItems}` : items?.enum ? `list of ${items.enum.length}` : 'list';
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${minimum} to ${maximum}`;
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) return `at least ${minimum}`;
  return typeof type === 'string' ? ({ string: 'text', boolean: 'yes or no' }[type] ?? type) : 'JSON';
}

/** What was typed into the form, by argument. Empty is left out. */
export type Typed = Record<string, unknown>;

/** The arguments to send; a text that is no JSON where JSON is wanted is named. */
export function argumentsOf(
  fields: readonly Field[],
  typed: Typed,
): { args: Record<string, unknown>; wrong: string[] } {
  const args: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const { name, kind } of fields) {
    const value = typed[name];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    if (kind !== 'json' || typeof value !== 'string') args[name] = value;
    else {
      try {
        args[name] = JSON.parse(value);
      } catch {
        wrong.push(name);
      }
    }
  }
  return { args, wrong };
}

/** The other way round: arguments from an address into the form. */
export function typedFrom(fields: readonly Field[], args: Record<string, unknown>): Typed {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      if (args[name] === undefined) return [];
      return [[name, kind === 'json' ? JSON.stringify(args[name], null, 2) : args[name]]];
    }),
  );
}
