import { z } from 'zod';
import { nearest } from './did-you-mean.ts';

/** The names that an object inside a schema may have, by where it stands in the value. */
export function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  return [...new Set(membersAt(schema, path).map(([name]) => name))];
}

function membersAt(schema: unknown, path: readonly PropertyKey[]): (readonly [string, unknown])[] {
  const [key, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return membersAt(schema.unwrap(), path);
  // What is rewritten first has its names behind that.
  if (schema instanceof z.ZodPipe) return membersAt(schema.in instanceof z.ZodTransform ? schema.out : schema.in, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => membersAt(option, path));
  if (schema instanceof z.ZodArray) return key === undefined ? [] : membersAt(schema.element, rest);
  if (schema instanceof z.ZodObject)
    return key === undefined ? Object.entries(schema.shape) : membersAt(schema.shape[key as string], rest);
  if (!(schema instanceof z.ZodRecord)) return [];
  if (key !== undefined) return membersAt(schema.valueType, rest);
  return schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map((name) => [String(name), undefined]) : [];
}

/** `an object with key`: what somebody who wrote a bare word there has to write. */
export function objectWanted(schema: unknown, path: readonly PropertyKey[]): string {
  const needed = membersAt(schema, path)
    .filter(([, member]) => member instanceof z.ZodType && !member.safeParse(undefined).success)
    .map(([name]) => `\`${name}\``);
  return needed.length === 0 ? 'an object' : `an object with ${[...new Set(needed)].join(', ')}`;
}

/** `a string`, `an array`, `null`. */
export function kindWithArticle(value: unknown): string {
  return withArticle(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}

export function withArticle(word: string): string {
  return /^(null|nan)$/i.test(word) ? word : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

export function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given);
}

/** What there is instead of an unknown name. */
export function insteadOf(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  if (meant) return `; did you mean \`${meant}\`?`;
  return known.length > 0 ? `; known: ${known.join(', ')}` : '';
}

/** Checks an object by a schema that the tool list does not show: told in words, it costs a reader a tenth of it. */
export function checkedBy(shape: z.ZodType, what: string) {
  return (value: unknown, context: z.RefinementCtx): void => {
    for (const issue of shape.safeParse(value).error?.issues ?? []) {
      const found = valueAt(value, issue.path);
      if (issue.code === 'invalid_type' && issue.expected === 'object' && found !== undefined) {
        const message = `must be ${objectWanted(shape, issue.path)}, not ${kindWithArticle(found)}`;
        context.addIssue({ code: 'custom', path: issue.path, message });
        continue;
      }
      if (issue.code !== 'unrecognized_keys') {
        context.addIssue({ ...issue, input: value } as Parameters<typeof context.addIssue>[0]);
        continue;
      }
      for (const key of issue.keys) {
        const message = `is not part of ${what}${insteadOf(key, namesAt(shape, issue.path))}`;
        context.addIssue({ code: 'custom', path: [...issue.path, key], message });
      }
    }
  };
}
