import type { z } from 'zod';
import { invalidArguments, type Problem } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import { withoutAliases } from './aliases.ts';
import { nearest } from '../tools/did-you-mean.ts';

/** Checked arguments, or one failure that names everything wrong with them. */
export function validateArguments(tool: Tool, given: unknown): Record<string, unknown> {
  const { args, problems, asSaid } = withoutAliases(tool, given);
  const parsed = tool.input.safeParse(args);
  const wrong = [...problems, ...illFormedText(given, '')];
  if (!parsed.success) throw invalidArguments([...problemsWith(tool, args).map(asSaid), ...wrong]);
  if (wrong.length > 0) throw invalidArguments(wrong);
  const broken = tool.rules(parsed.data);
  if (broken.length > 0) throw invalidArguments(broken.map(asSaid));
  return parsed.data;
}

/** Parsed once more: what was given is shown in problems only, and to carry it along costs every good call. */
function problemsWith(tool: Tool, given: unknown): Problem[] {
  const { error } = tool.input.safeParse(given, { reportInput: true });
  return error?.issues.flatMap((issue) => problemsOf(issue, tool)) ?? [];
}

function problemsOf(issue: z.core.$ZodIssue, tool: Tool): Problem[] {
  const field = issue.path.map(String).join('.') || 'arguments';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownArgument(issue.path, key, tool));
    case 'invalid_type':
      return issue.input === undefined
        ? [{ field, message: 'is required' }]
        : [{ field, message: `must be ${article(issue.expected)}, not ${article(kindOf(issue.input))}` }];
    case 'invalid_value':
      return [
        {
          field,
          message: issue.input === undefined ? 'is required' : `must be one of: ${issue.values.map(String).join(', ')}`,
          allowed_values: issue.values.filter((value) => typeof value !== 'symbol' && typeof value !== 'bigint') as (
            | string
            | number
            | boolean
          )[],
        },
      ];
    default:
      return [{ field, message: lowerFirst(issue.message) }];
  }
}

function unknownArgument(path: readonly PropertyKey[], key: string, tool: Tool): Problem {
  const field = [...path.map(String), key].join('.');
  const known = path.length === 0 ? Object.keys(tool.input.shape) : [];
  const meant = (path.length === 0 ? tool.instead[key] : undefined) ?? nearest(key, known);
  const hint = meant ? `; did you mean \`${meant}\`?` : known.length ? `; known: ${known.join(', ')}` : '';
  return {
    field,
    message: `is not an argument of ${tool.name}${hint}`,
    ...(known.length && { allowed_values: known }),
  };
}

/** A lone surrogate is no character: it cannot be sent on as UTF-8 without becoming something else. */
function illFormedText(value: unknown, field: string): Problem[] {
  if (typeof value === 'string') {
    return value.isWellFormed() ? [] : [{ field, message: 'holds half of a surrogate pair, which is not valid text' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => illFormedText(inner, field ? `${field}.${key}` : key));
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function article(word: string): string {
  return /^(null|nan)$/i.test(word) ? word : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
