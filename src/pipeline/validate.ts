import { z } from 'zod';
import { invalidArguments, type Problem } from '../errors.ts';
import { Turns } from '../event-loop/turns.ts';
import { clipped } from '../text/clean-text.ts';
import { parsedAsMeant } from '../tools/as-meant.ts';
import type { Tool } from '../tools/define-tool.ts';
import { nearest, oneOf } from '../tools/did-you-mean.ts';
import { kindWithArticle, namesAt, objectWanted, valueAt, withArticle } from '../tools/inner-names.ts';
import { type Renamed, withoutAliases } from './aliases.ts';
import { type LongList, longestList, longListsIn } from './long-lists.ts';
import { longestText } from './long-texts.ts';

/** What is checked at once: of a list, unless its tool declares a greater maximum, and of the fields of an object. */
const LIST_ITEMS_MAX = 1000;
/** Longer than every text that a tool takes, but for files: in `…_base64`, or where the tool declares a greater maximum. */
const TEXT_CHARACTERS_MAX = 100_000;
const FIELD_CHARACTERS_MAX = 200;
/** Beyond these it is no slip of the pen, and not worth our own words or a guess at what was meant. */
const WORDED_MAX = 20;

/** Checked arguments, or one failure that names everything wrong with them. A long list is checked in turns of the event loop. */
export async function validateArguments(tool: Tool, given: unknown): Promise<Record<string, unknown>> {
  const long = longListsIn(tool, given, LIST_ITEMS_MAX);
  return long.length === 0
    ? ruled(tool, read(tool, given))
    : readInSlices(tool, given as Record<string, unknown>, long);
}

interface Read extends Pick<Renamed, 'asSaid'> {
  args: Record<string, unknown>;
}

function read(tool: Tool, given: unknown): Read {
  const unusable: Problem[] = [];
  if (holdsTooMuch(tool, given, '', unusable)) throw invalidArguments(unusable);
  const { args: named, problems, asSaid } = withoutAliases(tool, composed(given));
  unusable.unshift(...problems);
  const { args, parsed } = parsedAsMeant(tool.input, named);
  if (!parsed.success) throw invalidArguments([...problemsIn(parsed.error, args, tool).map(asSaid), ...unusable]);
  if (unusable.length > 0) throw invalidArguments(unusable);
  return { args: parsed.data, asSaid };
}

/** `ü` is one sign or two, as the caller's system writes it. Everything goes on as one, so that names are found again. */
function composed(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(composed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, composed(inner)]));
}

function ruled(tool: Tool, { args, asSaid }: Read): Record<string, unknown> {
  const broken = tool.rules(args);
  if (broken.length > 0) throw invalidArguments(broken.map(asSaid));
  return args;
}

/** A list that its tool declares to be long: everything else with its first items, then the rest of it, while others get their turn. */
async function readInSlices(
  tool: Tool,
  given: Record<string, unknown>,
  long: readonly LongList[],
): Promise<Record<string, unknown>> {
  const heads = Object.fromEntries(long.map(({ name, items }) => [name, items.slice(0, LIST_ITEMS_MAX)]));
  const whole = read(tool, { ...given, ...heads });
  const turns = new Turns();
  for (const { name, items, element } of long)
    for (let at = LIST_ITEMS_MAX; at < items.length; at += LIST_ITEMS_MAX) {
      await turns.pause();
      const slice = items.slice(at, at + LIST_ITEMS_MAX);
      const unusable: Problem[] = [];
      holdsTooMuch(tool, slice, name, unusable);
      const { data, error } = parsedAsMeant(z.array(element), slice).parsed;
      const issues = (error?.issues ?? []).map(({ path: [index, ...inner], ...issue }) => ({
        ...issue,
        path: [name, at + Number(index), ...inner],
      }));
      unusable.push(...problemsIn({ issues }, given, tool));
      if (!data || unusable.length > 0) throw invalidArguments(unusable);
      (whole.args[name] as unknown[]).push(...data);
    }
  return ruled(tool, whole);
}

/** Notes what no schema has to say: what is too long, and text that is none. True for the former. */
function holdsTooMuch(tool: Tool, value: unknown, field: string, problems: Problem[]): boolean {
  if (typeof value === 'string') {
    if (value.length > TEXT_CHARACTERS_MAX && !field.endsWith('_base64')) {
      const max = longestText(tool, field, TEXT_CHARACTERS_MAX);
      if (value.length > max) {
        problems.push({ field, message: `has ${value.length} characters; at most ${max} are taken` });
        return true;
      }
    }
    // A lone surrogate is no character: it cannot be sent on as UTF-8 without becoming something else.
    if (!value.isWellFormed())
      problems.push({ field, message: 'holds half of a surrogate pair, which is not valid text' });
    return false;
  }
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > LIST_ITEMS_MAX) {
    const max = longestList(tool, field, LIST_ITEMS_MAX);
    problems.push({ field, message: `has ${value.length} items; at most ${max} are taken` });
    return true;
  }
  const keys = Object.keys(value);
  if (keys.length > LIST_ITEMS_MAX) {
    problems.push({
      field: field || 'arguments',
      message: `has ${keys.length} fields; at most ${LIST_ITEMS_MAX} are taken`,
    });
    return true;
  }
  let long = false;
  for (const key of keys) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    if (typeof inner !== 'string' && typeof inner !== 'object') continue;
    const inside = clipped(field ? `${field}.${key}` : key, FIELD_CHARACTERS_MAX);
    long = holdsTooMuch(tool, inner, inside, problems) || long;
  }
  return long;
}

function problemsIn({ issues }: { issues: z.core.$ZodIssue[] }, given: unknown, tool: Tool): Problem[] {
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
        : [{ field, message: `must be ${wantedKind(issue, input, tool)}` }];
    }
    case 'invalid_value': {
      const allowed = issue.values.filter((value) => typeof value !== 'symbol' && typeof value !== 'bigint');
      const input = valueAt(given, issue.path);
      // An object's own `toString` need be no function: it is never asked for a word.
      const word = typeof input === 'object' ? '' : String(input);
      // Words of the schema itself stand beside the list; those of the library would only repeat it.
      const reason = issue.message.startsWith('Invalid ') ? '' : `; ${issue.message}`;
      return [
        {
          field,
          message: input === undefined ? 'is required' : oneOf(word, issue.values.map(String)) + reason,
          allowed_values: allowed as (string | number | boolean)[],
        },
      ];
    }
    default:
      return [{ field, message: sizeWanted(issue) ?? lowerFirst(issue.message) }];
  }
}

/** Our words where the library has only its own: `must have at most 20 items`. */
function sizeWanted(issue: z.core.$ZodIssue): string | undefined {
  if ((issue.code !== 'too_small' && issue.code !== 'too_big') || !/^Too (small|big)/.test(issue.message))
    return undefined;
  const [least, most] = issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
  const unit = { array: 'item', string: 'character' }[issue.origin as string];
  return unit ? `must have ${least} ${most} ${unit}${most === 1 ? '' : 's'}` : `must be ${least} ${most}`;
}

/** The known names are told once; every further problem with them would only repeat them. */
function unknownArguments(path: readonly PropertyKey[], keys: readonly string[], tool: Tool): Problem[] {
  const known = namesAt(tool.input, path);
  const instead = path.length === 0 ? tool.instead : {};
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

function wantedKind({ expected, path }: z.core.$ZodIssueInvalidType, input: unknown, tool: Tool): string {
  if (expected === 'int')
    return typeof input === 'number' ? 'a whole number' : `a whole number, not ${kindWithArticle(input)}`;
  const isInner = expected === 'object' && path.length > 0;
  return `${isInner ? objectWanted(tool.input, path) : withArticle(expected)}, not ${kindWithArticle(input)}`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
