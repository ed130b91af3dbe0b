import { Failure, type Problem } from '../errors.ts';
import type { Job } from './call.ts';

type Asked = Pick<Job, 'tool' | 'args'>;

/**
 * An error names an argument the caller has, or none. A platform blames fields of its own, which a tool may not take or not by
 * that name; and often it blames none, but quotes the id that one argument holds.
 */
export function blamingArguments(failure: Failure, asked: Asked): Failure {
  const { problems: given = [], ...details } = failure.details;
  const own = given.flatMap((problem): Problem[] => {
    // What we found wrong ourselves is named by what was given, though it may be a parameter of an address and no argument.
    const field = argumentIn(asked, problem.field) ?? (details.upstream ? undefined : problem.field);
    return field === undefined ? [] : [{ ...problem, field }];
  });
  const quoted = own.some(({ field }) => isGiven(asked, field)) ? [] : quotedId(failure, asked);
  const fallback = quoted.length > 0 ? quoted : newParent(given, asked);
  const problems = own.length === 0 ? fallback : isAboutTheId(failure, quoted) ? quoted : own;
  if (problems.length === 0 && given.length === 0 && !speaksOfAnArgument(details.nextStep)) return failure;
  return new Failure({
    ...details,
    ...(problems.length > 0 && { problems }),
    nextStep: problems.length === 0 && speaksOfAnArgument(details.nextStep) ? UNNAMED : details.nextStep,
  });
}

/** A platform may blame a field that is no argument and quote a value that is one: a pixel id given as `pixel_id` travels inside a rule. */
function isAboutTheId({ details: { upstream } }: Failure, quoted: readonly Problem[]): boolean {
  return (
    quoted.length > 0 &&
    upstream !== undefined &&
    !/required|missing|needs?\b|must be set/i.test(upstream.message ?? '')
  );
}

/** What a copy has of its original was fine there: where it is to go, it does not fit. */
function newParent([first]: readonly Problem[], { args }: Asked): Problem[] {
  const into = Object.keys(args).find((name) => name.startsWith('into_') && args[name] !== undefined);
  return first && into ? [{ ...first, field: into }] : [];
}

function isGiven({ args }: Asked, field: string): boolean {
  return args[field.split('.')[0] ?? ''] !== undefined;
}

const UNNAMED = 'Correct what the message names and call again. Nothing was changed.';

function speaksOfAnArgument(nextStep: string): boolean {
  return /\bargument (that is named|named)|\bnamed argument/.test(nextStep);
}

/** `targeting.age_min` is inside of an argument; of `promoted_object.product_catalog_id` a tool may take the end alone. */
function argumentIn({ tool, args }: Asked, field: string): string | undefined {
  const path = field.split('.');
  const isArgument = (name: string) => Object.hasOwn(tool.input.shape, name);
  // A copy goes into another parent, which the platform calls as it calls the original's.
  if (args[field] === undefined && args[`into_${field}`] !== undefined) return `into_${field}`;
  return isArgument(path[0] ?? '') ? field : path.findLast(isArgument);
}

/** Where a thing is missing and one id alone was given, that is the one. */
function quotedId({ code, details: { message } }: Failure, { args }: Asked): Problem[] {
  if (code !== 'not_found' && code !== 'invalid_arguments' && code !== 'permission_denied') return [];
  const ids = Object.entries(args).flatMap(([name, value]) => {
    if (!/_ids?$/.test(name)) return [];
    if (Array.isArray(value)) return value.map((id, at) => ({ field: `${name}.${at}`, id: String(id) }));
    const id = idIn(value);
    return id === undefined ? [] : [{ field: name, id }];
  });
  const quoted = ids.filter(({ id }) => isQuoted(id, message));
  const blamed = quoted.length > 0 || code !== 'not_found' ? quoted : ids;
  const [first, ...more] = blamed;
  const isOne = first !== undefined && more.every(({ id }) => id === first.id);
  return isOne ? [{ field: first.field, message }] : [];
}

/** Of an argument that may be a whole address: the id that was read out of it. */
function idIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined;
}

/** As a word of its own: 7 is not quoted by 71. */
function isQuoted(id: string, message: string): boolean {
  if (id === '') return false;
  const around = message.split(id);
  return around.some((after, at) => at > 0 && !/^[\w-]/.test(after) && !/[\w-]$/.test(around[at - 1]!));
}
