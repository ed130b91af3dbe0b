import type { Problem } from '../../errors.ts';

/** Rules between arguments that come up in more than one tool. */
type Args = Readonly<Record<string, unknown>>;

export function atLeastOne(args: Args, fields: readonly string[]): Problem[] {
  if (fields.some((field) => args[field] !== undefined)) return [];
  return [{ field: fields[0]!, message: `at least one of ${fields.join(', ')} is required` }];
}

export function notBoth(args: Args, one: string, other: string): Problem[] {
  if (args[one] === undefined || args[other] === undefined) return [];
  return [{ field: other, message: `cannot be combined with ${one}` }];
}

export function exactlyOne(args: Args, fields: readonly string[]): Problem[] {
  const given = fields.filter((field) => args[field] !== undefined);
  if (given.length === 1) return [];
  return [{ field: given[1] ?? fields[0]!, message: `exactly one of ${fields.join(', ')} is required` }];
}

export function needs(args: Args, field: string, needed: string): Problem[] {
  if (args[field] === undefined || args[needed] !== undefined) return [];
  return [{ field: needed, message: `is required with ${field}` }];
}
