import { z } from 'zod';
import type { Tool } from '../tools/define-tool.ts';

/** A list among the arguments that is longer than what is checked at once, as its tool allows it to be. */
export interface LongList {
  name: string;
  items: readonly unknown[];
  element: z.core.$ZodType;
}

type Declared = Omit<LongList, 'items'> & { max: number };

const declared = new WeakMap<Tool, readonly Declared[]>();

/** The long lists among a tool's arguments: `z.array(…).max(20_000)` says how long one may be. */
export function longListsIn(tool: Tool, given: unknown, usualMax: number): LongList[] {
  const lists = declaredBy(tool, usualMax);
  if (lists.length === 0 || typeof given !== 'object' || given === null) return [];
  return lists.flatMap(({ name, max, element }) => {
    const items = (given as Record<string, unknown>)[name];
    return Array.isArray(items) && items.length > usualMax && items.length <= max ? [{ name, items, element }] : [];
  });
}

/** How long a list of this name may be. */
export function longestList(tool: Tool, name: string, usualMax: number): number {
  return declaredBy(tool, usualMax).find((list) => list.name === name)?.max ?? usualMax;
}

function declaredBy(tool: Tool, usualMax: number): readonly Declared[] {
  let lists = declared.get(tool);
  if (!lists) {
    lists = Object.entries(tool.input.shape).flatMap(([name, schema]) => longList(name, schema, usualMax));
    declared.set(tool, lists);
  }
  return lists;
}

function longList(name: string, schema: unknown, usualMax: number): Declared[] {
  if (schema instanceof z.ZodOptional) return longList(name, schema.unwrap(), usualMax);
  if (!(schema instanceof z.ZodArray)) return [];
  const max = schema.def.checks?.map((check) => (check._zod.def as Partial<z.core.$ZodCheckMaxLengthDef>).maximum);
  const longest = max?.find((maximum) => maximum !== undefined);
  return longest !== undefined && longest > usualMax ? [{ name, max: longest, element: schema.element }] : [];
}
