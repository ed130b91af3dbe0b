import type { z } from 'zod';
import { Failure, type Problem } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import type { ConnectionFields, SignInWay } from '../tools/credentials.ts';
import { nearest } from '../tools/did-you-mean.ts';

type Texts = Record<string, string>;

/** What is given to connect with, as it may be stored; one failure names everything that is wrong with it. */
export function checkedCredentials({ name, credentials }: Channel, given: unknown): Texts {
  if (!credentials) throw new TypeError(`the ${name} channel takes no credentials`);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrong(name, [{ field: 'credentials', message: 'must be one JSON object with the fields of the connection' }]);
  const way = wayMeant(credentials, Object.keys(given));
  const kept = Object.entries(given).filter(([field]) => !way.ignored?.includes(field));
  return checked(name, way.fields, Object.fromEntries(kept), everyField(credentials));
}

/** The same for what a connection knows besides its credentials. */
export function checkedOptions({ name, credentials }: Channel, given: Readonly<Texts>): Texts {
  const fields = credentials?.options;
  if (fields) return checked(name, fields, given, Object.keys(fields.shape));
  const problems = Object.keys(given).map((field) => ({ field, message: `is no option of a ${name} connection` }));
  if (problems.length > 0) throw wrong(name, problems);
  return {};
}

/** The account a call without one is about, as the channel writes it. */
export function checkedAccount({ name, account }: Channel, given: string): string {
  const parsed = account?.schema.safeParse(given);
  if (parsed?.success) return parsed.data;
  const message = parsed?.error.issues[0]?.message ?? `is not taken: a ${name} connection has no accounts`;
  throw wrong(name, [{ field: 'account', message }]);
}

function wayMeant({ ways }: ConnectionFields, given: readonly string[]): SignInWay {
  const score = ({ fields }: SignInWay) => given.filter((field) => field in fields.shape).length;
  return ways.reduce((best, way) => (score(way) > score(best) ? way : best));
}

function everyField({ ways }: ConnectionFields): string[] {
  return [...new Set(ways.flatMap(({ fields }) => Object.keys(fields.shape)))];
}

function checked(channel: string, schema: z.ZodObject, given: object, known: readonly string[]): Texts {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data as Texts;
  throw wrong(
    channel,
    parsed.error.issues.flatMap((issue) => problemsOf(issue, given as Record<string, unknown>, known, channel)),
  );
}

function problemsOf(
  issue: z.core.$ZodIssue,
  given: Record<string, unknown>,
  known: readonly string[],
  channel: string,
): Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(key, known, channel));
  const field = String(issue.path[0]);
  return [{ field, message: given[field] === undefined ? 'is required' : issue.message }];
}

function unknownField(field: string, known: readonly string[], channel: string): Problem {
  const meant = nearest(field, known);
  return {
    field,
    message: `is no field of a ${channel} connection; ${meant ? `did you mean \`${meant}\`?` : `known: ${known.join(', ')}`}`,
    allowed_values: known,
  };
}

function wrong(channel: string, problems: readonly Problem[]): Failure {
  return refusedConnection(problems, `Correct it and connect again; docs/connecting.md lists what ${channel} takes.`);
}

export function refusedConnection(problems: readonly Problem[], nextStep: string): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `${problems.map(({ field, message }) => `\`${field}\` ${message}`).join('; ')}.`,
    problems,
    nextStep: `${nextStep} Nothing was stored.`,
  });
}
