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
    const plain = isHash(value) ? undefined : plainOf(value);
    hashes.push(isHash(value) ? value.trim().toLowerCase() : plain && hash('sha256', plain, 'hex'));
  }
  return hashes;
}

/** Callers that keep only SHA-256 hashes may pass those. */
function isHash(value: string): boolean {
  return /^\s*[0-9a-f]{64}\s*$/i.test(value);
}
