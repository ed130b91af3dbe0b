import { z } from 'zod';
import type { Tool } from '../tools/define-tool.ts';

/** How long a text may be: `z.string().max(7_000_000)` says that it may hold a file. `field`: where it stands, such as `pictures.0`. */
export function longestText({ input }: Tool, field: string, usualMax: number): number {
  const schema = field.split('.').reduce<unknown>((outer, key) => memberOf(unwrapped(outer), key), input);
  const text = unwrapped(schema);
  return text instanceof z.ZodString ? Math.max(text.maxLength ?? usualMax, usualMax) : usualMax;
}

function memberOf(schema: unknown, key: string): unknown {
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodObject ? schema.shape[key] : undefined;
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? unwrapped(schema.unwrap()) : schema;
}
