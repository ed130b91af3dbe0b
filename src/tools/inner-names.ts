import { z } from 'zod';
import { nearest } from './did-you-mean.ts';

/** The names that an object inside a schema may have, by where it stands in the value. */
export function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const [key, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return namesAt(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return namesAt(schema.in, path);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap((option) => namesAt(option, path)))];
  if (schema instanceof z.ZodArray) return key === undefined ? [] : namesAt(schema.element, rest);
  if (schema instanceof z.ZodObject)
    return key === undefined ? Object.keys(schema.shape) : namesAt(schema.shape[key as string], rest);
  if (!(schema instanceof z.ZodRecord)) return [];
  if (key !== undefined) return namesAt(schema.valueType, rest);
  return schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : [];
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
