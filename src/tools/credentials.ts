import { z } from 'zod';
import type { Credentials } from '../upstream/session.ts';

/**
 * What a connection to a platform holds. Declared once by its channel: connecting is checked by it, the pages that list the
 * fields are made from it, and what must never be shown is known by it.
 */
export interface ConnectionFields {
  /** The ways to sign in. The one that most of the given fields belong to is the one that was meant. */
  ways: readonly SignInWay[];
  /** What the connection knows besides its secrets. */
  options?: z.ZodObject;
  /** What the platform's secrets look like where they stand without their name. */
  secretShapes: readonly RegExp[];
  /** Names that secrets travel under, besides those of the fields. */
  secretNames?: readonly string[];
}

export interface SignInWay {
  title: string;
  fields: z.ZodObject;
  /** Stand in files that people have; taken, and not kept. */
  ignored?: readonly string[];
}

/** No platform gives out a shorter one, and a shorter one could not be told from a word. */
const SECRET_CHARACTERS_MIN = 8;

export function secret(description: string) {
  return z
    .string('must be text')
    .trim()
    .min(SECRET_CHARACTERS_MIN, `is too short to be one (at least ${SECRET_CHARACTERS_MIN} characters)`)
    .meta({ description, secret: true });
}

export function plain(description: string) {
  return z.string('must be text').trim().min(1, 'is empty').describe(description);
}

export function moment(description: string) {
  return plain(description).refine(
    (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a time like 2026-11-15T08:00:00Z',
  );
}

interface FieldFacts {
  name: string;
  meaning: string;
  isRequired: boolean;
  isSecret: boolean;
}

export function fieldsOf(schema: z.ZodObject): FieldFacts[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const optional = field instanceof z.ZodOptional;
    const { description = '', secret = false } = (optional ? (field.unwrap() as z.ZodType) : field).meta() ?? {};
    return { name, meaning: field.description ?? description, isRequired: !optional, isSecret: secret === true };
  });
}

/** Every name under which a secret of the channel is kept or travels. */
export function secretNamesOf({ ways, secretNames = [] }: ConnectionFields): string[] {
  const own = ways.flatMap(({ fields }) => fieldsOf(fields).filter(({ isSecret }) => isSecret));
  return [...new Set([...own.map(({ name }) => name), ...secretNames])];
}

/** The secret values of a connection. Where no fields are declared, every value counts as secret. */
export function secretsHeld(fields: ConnectionFields | undefined, held: Credentials): string[] {
  const names = fields && secretNamesOf(fields);
  return Object.entries(held).flatMap(([name, value]) =>
    value !== undefined && value.length >= SECRET_CHARACTERS_MIN && (names?.includes(name) ?? true) ? [value] : [],
  );
}
