import type { z } from 'zod';

const LONG = 'x'.repeat(900_000);

// biome-ignore lint/suspicious/noExplicitAny: each kind of schema has parts of its own
type Def = any;

/** The paths in a schema at which a text of 900,000 characters is taken. */
export function boundlessTexts(schema: z.core.$ZodType, path = '', above: readonly unknown[] = []): string[] {
  if (above.includes(schema)) return [];
  const def: Def = schema._zod.def;
  const inner = (one: z.core.$ZodType, name = '') => boundlessTexts(one, path + name, [...above, schema]);
  switch (def.type) {
    case 'string':
      return (schema as z.ZodType).safeParse(LONG).success ? [path] : [];
    case 'object':
      return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, one]) => inner(one, `.${name}`));
    case 'array':
      return inner(def.element, '[]');
    case 'tuple':
      return def.items.flatMap((one: z.ZodType) => inner(one, '[]'));
    case 'record':
      return [...inner(def.keyType, '{name}'), ...inner(def.valueType, '{}')];
    case 'union':
      return def.options.flatMap((one: z.ZodType) => inner(one));
    case 'intersection':
      return [...inner(def.left), ...inner(def.right)];
    // What a transform gives comes from what went in.
    case 'pipe':
      return (schema as z.ZodType).safeParse(LONG).success || isOfMany(def.in) ? inner(def.in) : [];
    case 'lazy':
      return inner(def.getter());
    default:
      return def.innerType ? inner(def.innerType) : [];
  }
}

const isOfMany = (schema: z.core.$ZodType) => schema._zod.def.type !== 'string';
