import type { z } from 'zod';
import { meantWord } from './did-you-mean.ts';
import { valueAt } from './inner-names.ts';

/** So many slips are mended at once: the rows of a list, which all have the same one. */
const MEANT_MAX = 1000;

/**
 * Checks a value by a schema. A word of a fixed list in another spelling (`paused`, `last-7-days`), and a number, a truth value or an
 * id of another type, are taken for the one value that they can mean.
 */
export function parsedAsMeant<Schema extends z.ZodType>(schema: Schema, args: unknown) {
  const parsed = schema.safeParse(args);
  const values = parsed.success ? [] : meantValues(parsed.error.issues, args);
  if (values.length === 0) return { args, parsed };
  const meant = structuredClone(args);
  for (const { path, value } of values) {
    const holder = valueAt(meant, path.slice(0, -1)) as Record<PropertyKey, unknown>;
    holder[path.at(-1)!] = value;
  }
  return { args: meant, parsed: schema.safeParse(meant) };
}

function meantValues(issues: readonly z.core.$ZodIssue[], args: unknown) {
  return issues.slice(0, MEANT_MAX).flatMap((issue) => {
    const given = issue.path.length > 0 ? valueAt(args, issue.path) : undefined;
    // A list of one word, where one word belongs.
    const input = issue.code === 'invalid_value' && Array.isArray(given) && given.length === 1 ? given[0] : given;
    const value = typeof input === 'string' ? meantValue(issue, input.trim()) : meantId(issue, input);
    return value === undefined ? [] : [{ path: issue.path, value }];
  });
}

/** An id as a number, where JSON has kept all of its digits. */
function meantId({ code, path, ...issue }: z.core.$ZodIssue, input: unknown): string | undefined {
  const isText = code === 'invalid_type' && 'expected' in issue && issue.expected === 'string';
  const name = path.findLast((key) => typeof key === 'string') ?? '';
  return isText && /(^|_)ids?$/.test(name) && Number.isSafeInteger(input) ? String(input) : undefined;
}

function meantValue(issue: z.core.$ZodIssue, input: string): string | number | boolean | undefined {
  if (issue.code === 'invalid_value') {
    const words = issue.values.filter((value) => typeof value === 'string');
    return meantWord(input, words);
  }
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'boolean') return /^(true|false)$/i.test(input) ? input.toLowerCase() === 'true' : undefined;
  // Fifteen digits are exact in a number; more might not be.
  const isNumber = /^-?\d{1,15}(\.\d{1,9})?$/.test(input) && input.length <= 16;
  return (issue.expected === 'number' || issue.expected === 'int') && isNumber ? Number(input) : undefined;
}
