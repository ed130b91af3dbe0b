import { escapeHtml, prose } from './page-style.ts';

export type Schema = Readonly<Record<string, unknown>>;

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

/** Longer lists are folded: every value stands on the page, none of them in the way. */
const VALUES_SHOWN_MAX = 16;

/** Every field of an object, and of the objects in it, as a table. */
export function schemaTable(schema: Schema): string {
  return fieldTable(fieldsOf(schema));
}

export function fieldTable(fields: readonly Field[]): string {
  if (fields.length === 0) return '<p class="soft">None.</p>';
  return `<div class="scroll"><table><thead><tr><th>Name</th><th>Kind</th><th>Meaning</th></tr></thead><tbody>${fields.map(rowHtml).join('')}</tbody></table></div>`;
}

function rowHtml({ name, schema, required }: Field): string {
  const meaning = [
    prose(String(schema.description ?? '').replace(/(?<=[^.])$/, '.')),
    ...(schema.default === undefined ? [] : [`Default <code>${escapeHtml(JSON.stringify(schema.default))}</code>.`]),
    valuesHtml(valuesOf(schema)),
  ];
  return `<tr><td><code>${escapeHtml(name)}</code>${required ? ' <span class="tag">required</span>' : ''}</td><td>${escapeHtml(kindOf(schema))}</td><td>${meaning.filter(Boolean).join(' ')}</td></tr>`;
}

function fieldsOf(schema: Schema, path = ''): Field[] {
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, inner]) => {
    const own = { name: `${path}${name}`, schema: inner, required: required.has(name) };
    return [own, ...within(inner, own.name)];
  });
}

/** What lies inside a field: `rows[].campaign.id`. Money is one thing to everybody, not two fields. */
function within(schema: Schema, name: string): Field[] {
  if (isMoney(schema)) return [];
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
  if (schema.type === 'array') return within((schema.items ?? {}) as Schema, `${name}[]`);
  if (alternatives.length > 0) return alternatives.flatMap((one) => within(one, name));
  const named = schema.properties === undefined ? [] : fieldsOf(schema, `${name}.`);
  const others = schema.additionalProperties;
  const hasOthers = typeof others === 'object' && others !== null && Object.keys(others).length > 0;
  if (!hasOthers) return named;
  const keys = (schema.propertyNames as Schema | undefined)?.enum as string[] | undefined;
  const chosen = keys?.map((key) => ({ name: `${name}.${key}`, schema: others as Schema, required: false }));
  return [...named, ...(chosen ?? []), ...within(others as Schema, `${name}.*`)];
}

function isMoney(schema: Schema): boolean {
  const names = Object.keys((schema.properties ?? {}) as object);
  return names.length === 2 && names.includes('amount') && names.includes('currency');
}

function kindOf(schema: Schema): string {
  if (isMoney(schema)) return 'money';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return 'one of these';
  const alternatives = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (alternatives) return [...new Set(alternatives.map(kindOf))].join(' or ');
  if (schema.type === 'array')
    return `list of ${kindOf((schema.items ?? {}) as Schema).replace(/^one of /, '')}${bounds(schema.minItems, schema.maxItems, 'items')}`;
  if (schema.type === 'string')
    return `${TEXT[String(schema.format)] ?? 'text'}${bounds(schema.minLength, schema.maxLength, 'characters')}`;
  if (schema.type === 'integer') return `whole number${bounds(schema.minimum, schema.maximum)}`;
  if (schema.type === 'number') return `number${bounds(schema.minimum, schema.maximum)}`;
  if (schema.type === 'boolean') return 'true or false';
  return Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'anything');
}

const TEXT: Readonly<Record<string, string>> = { date: 'date', 'date-time': 'time', uri: 'address', email: 'email' };

/** zod writes the largest safe integer where the schema has no bound. */
function bounds(least: unknown, most: unknown, unit = ''): string {
  const real = (value: unknown) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const text = real(least)
    ? real(most)
      ? `${least} to ${most}`
      : `at least ${least}`
    : real(most)
      ? `at most ${most}`
      : '';
  return text && `, ${text}${unit && ` ${unit}`}`;
}

function valuesOf(schema: Schema): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.type === 'array') return valuesOf((schema.items ?? {}) as Schema);
  // Keys of the caller's own, each with one of some values.
  if (schema.type === 'object') return valuesOf((schema.additionalProperties || {}) as Schema);
  return ((schema.anyOf ?? schema.oneOf ?? []) as Schema[]).flatMap(valuesOf);
}

function valuesHtml(values: readonly unknown[]): string {
  if (values.length === 0) return '';
  const list = values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  return values.length > VALUES_SHOWN_MAX
    ? `<details class="values"><summary>${values.length} values</summary>${list}</details>`
    : `<span class="values">${list}</span>`;
}
