import type { z } from 'zod';
import { invalidArguments, type Problem } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import { nearest, oneOf } from '../tools/did-you-mean.ts';
import { withoutAliases } from './aliases.ts';
import { clipped } from './clean-text.ts';

/** No argument takes a longer list; to check one item by item would cost more than any call that is carried out. */
const LIST_ITEMS_MAX = 1000;
const FIELD_CHARACTERS_MAX = 200;
/** Beyond these it is no slip of the pen, and not worth our own words or a guess at what was meant. */
const WORDED_MAX = 20;

/** Checked arguments, or one failure that names everything wrong with them. */
export function validateArguments(tool: Tool, given: unknown): Record<string, unknown> {
  const unusable: Problem[] = [];
  if (holdsLongList(given, '', unusable)) throw invalidArguments(unusable);
  const { args, problems, asSaid } = withoutAliases(tool, given);
  unusable.unshift(...problems);
  const parsed = tool.input.safeParse(args);
  if (!parsed.success) throw invalidArguments([...problemsIn(parsed.error, args, tool).map(asSaid), ...unusable]);
  if (unusable.length > 0) throw invalidArguments(unusable);
  const broken = tool.rules(parsed.data);
  if (broken.length > 0) throw invalidArguments(broken.map(asSaid));
  return parsed.data;
}

/** Notes what no schema has to say: lists that are too long, and text that is none. True for the former. */
function holdsLongList(value: unknown, field: string, problems: Problem[]): boolean {
  if (typeof value === 'string') {
    // A lone surrogate is no character: it cannot be sent on as UTF-8 without becoming something else.
    if (!value.isWellFormed())
      problems.push({ field, message: 'holds half of a surrogate pair, which is not valid text' });
    return false;
  }
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > LIST_ITEMS_MAX) {
    problems.push({ field, message: `has ${value.length} items; at most ${LIST_ITEMS_MAX} are taken` });
    return true;
  }
  let long = false;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string' && typeof inner !== 'object') continue;
    long = holdsLongList(inner, clipped(field ? `${field}.${key}` : key, FIELD_CHARACTERS_MAX), problems) || long;
  }
  return long;
}

function problemsIn({ issues }: z.ZodError, given: unknown, tool: Tool): Problem[] {
  const rest = issues.slice(WORDED_MAX).map(({ path, message }) => ({ field: fieldOf(path), message }));
  return [...issues.slice(0, WORDED_MAX).flatMap((issue) => problemsOf(issue, given, tool)), ...rest];
}

function problemsOf(issue: z.core.$ZodIssue, given: unknown, tool: Tool): Problem[] {
  const field = fieldOf(issue.path) || 'arguments';
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownArguments(issue.path, issue.keys, tool);
    case 'invalid_type': {
      const input = valueAt(given, issue.path);
      return input === undefined
        ? [{ field, message: 'is required' }]
        : [{ field, message: `must be ${article(issue.expected)}, not ${article(kindOf(input))}` }];
    }
    case 'invalid_value': {
      const allowed = issue.values.filter((value) => typeof value !== 'symbol' && typeof value !== 'bigint');
      const missing = valueAt(given, issue.path) === undefined;
      return [
        {
          field,
          message: missing ? 'is required' : oneOf(String(valueAt(given, issue.path)), issue.values.map(String)),
          allowed_values: allowed as (string | number | boolean)[],
        },
      ];
    }
    default:
      return [{ field, message: lowerFirst(issue.message) }];
  }
}

/** The known names are told once; every further problem with them would only repeat them. */
function unknownArguments(path: readonly PropertyKey[], keys: readonly string[], tool: Tool): Problem[] {
  const [known, instead] = path.length === 0 ? [Object.keys(tool.input.shape), tool.instead] : [[], {}];
  return keys.map((key, index) => {
    const meant = index < WORDED_MAX ? (instead[key] ?? nearest(key, known)) : undefined;
    const list = index === 0 && known.length > 0;
    const hint = meant ? `; did you mean \`${meant}\`?` : list ? `; known: ${known.join(', ')}` : '';
    return {
      field: fieldOf([...path, key]),
      message: `is not an argument of ${tool.name}${hint}`,
      ...(list && { allowed_values: known }),
    };
  });
}

function fieldOf(path: readonly PropertyKey[]): string {
  return clipped(path.map(String).join('.'), FIELD_CHARACTERS_MAX);
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given);
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
