import type { Problem } from '../errors.ts';

/** Rules between the arguments of one tool. Each gives the problems it found, so that all of them are told at once. */
type Args = Readonly<Record<string, unknown>>;

/** An argument that is given, or one that has a certain value: `'end_time'`, `{ level: 'campaign' }`, `{ type: ['A', 'B'] }`. */
type Given = string | Readonly<Record<string, Value | readonly Value[]>>;
type Value = string | number | boolean;

export function atLeastOne(args: Args, fields: readonly string[]): Problem[] {
  if (fields.some((field) => args[field] !== undefined)) return [];
  return [{ field: fields[0]!, message: `at least one of ${fields.join(', ')} is required` }];
}

export function exactlyOne(args: Args, fields: readonly string[]): Problem[] {
  const given = fields.filter((field) => args[field] !== undefined);
  if (given.length === 1) return [];
  return [{ field: given[1] ?? fields[0]!, message: `exactly one of ${fields.join(', ')} is required` }];
}

export function notBoth(args: Args, one: Given, other: string): Problem[] {
  if (!holds(args, one) || args[other] === undefined) return [];
  return [{ field: other, message: `cannot be combined with ${told(args, one)}` }];
}

/** The first argument is refused without the second. */
export function needs(args: Args, one: Given, needed: string): Problem[] {
  if (!holds(args, one) || args[needed] !== undefined) return [];
  return [{ field: needed, message: `is required with ${told(args, one)}` }];
}

/** An argument that means something only beside a certain value of another. */
export function onlyWith(args: Args, field: string, other: Exclude<Given, string>): Problem[] {
  if (args[field] === undefined || holds(args, other)) return [];
  const [name, wanted] = conditionOf(other);
  return [{ field, message: `can only be given with ${name} ${wanted?.join(' or ')}` }];
}

/** The same item wanted and excluded at once would leave an empty audience, which a platform may accept without a word. */
export function apart(args: Args, wanted: string, unwanted: string): Problem[] {
  const [inside, outside] = [[args[wanted]].flat(), [args[unwanted]].flat()];
  const both = outside.filter((value) => value !== undefined && inside.includes(value));
  return both.length > 0 ? [{ field: unwanted, message: `names ${both.join(', ')}, and so does ${wanted}` }] : [];
}

/** Days, moments or numbers of which the second must not come before the first. */
export function inOrder(args: Args, first: string, second: string): Problem[] {
  const [from, to] = [placeOf(args[first]), placeOf(args[second])];
  return from > to ? [{ field: second, message: `must not be before ${first}` }] : [];
}

function conditionOf(given: Given): [string, readonly Value[] | undefined] {
  if (typeof given === 'string') return [given, undefined];
  const [[name, wanted] = ['', []]] = Object.entries(given);
  return [name, [wanted].flat() as Value[]];
}

function holds(args: Args, given: Given): boolean {
  const [name, wanted] = conditionOf(given);
  return wanted === undefined ? args[name] !== undefined : wanted.includes(args[name] as Value);
}

function told(args: Args, given: Given): string {
  const [name, wanted] = conditionOf(given);
  return wanted === undefined ? name : `${name} ${args[name]}`;
}

/** What is not there is neither before nor after anything. */
function placeOf(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(String(value));
}
