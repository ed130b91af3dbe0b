import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Hashed at once; between slices others get their turn. */
const SLICE = 500;

/**
 * People as platforms take them: SHA-256 of each value as the platform writes it, in the order given. `plainOf` says how that
 * is; undefined where a value is none, whose place stays empty.
 */
export async function hashedPeople(
  values: readonly string[],
  plainOf: (value: string) => string | undefined,
): Promise<(string | undefined)[]> {
  const hashes: (string | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    hashes.push(hashedOnce(value, plainOf));
  }
  return hashes;
}

/** The SHA-256 of a value as the platform writes it; a value that is a hash already passes, an empty one is dropped. */
export function hashedOnce(
  value: string | undefined,
  plainOf: (value: string) => string | undefined,
): string | undefined {
  if (value === undefined || isNothing(value)) return undefined;
  const given = HASH.exec(value)?.groups?.hash;
  if (given !== undefined) return given.toLowerCase();
  const plain = plainOf(value);
  return plain ? hash('sha256', plain, 'hex') : undefined;
}

const OF_NOTHING = hash('sha256', '', 'hex');

/** Callers that hash every cell also hash the empty ones, and that hash is the same for all people. */
export function isNothing(value: string | undefined): boolean {
  return !value?.trim() || HASH.exec(value)?.groups?.hash?.toLowerCase() === OF_NOTHING;
}

/** Callers that keep only SHA-256 hashes may pass those, also with the mark that one platform's library puts behind them. */
export const HASH = /^\s*(?<hash>[0-9a-f]{64})(?<mark>\.(?:[\w-]{2}|[\w-]{8}))?\s*$/i;

/**
 * The digits of a phone number, country code first. Undefined where that is missing: a number that begins with 0, or with an
 * area code in parentheses, matches no person. The (0) behind a country code is dialled only inside the country.
 */
export function phoneDigits(given: string): string | undefined {
  const joined = given.replace(/[\s./\p{Pd}\p{Cf}]/gu, '');
  const isAbroad = /^\(?(?:\+|00)/.test(joined);
  if (!isAbroad && joined.startsWith('(')) return undefined;
  const bare = isAbroad ? joined.replace('(0)', '') : joined;
  const digits = bare.replace(/[()]/g, '').replace(/^(?:\+|00)/, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

/** Codes that people write where ISO has another. */
const MISTAKEN: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/** The two capital letters of a country; undefined for anything else. */
export function countryCode(given: string): string | undefined {
  const code = given.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? (MISTAKEN[code] ?? code) : undefined;
}

/** Undefined for what is no e-mail address, such as n/a: its hash would be one for many people. */
export function addressOnly(text: string): string | undefined {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : undefined;
}
