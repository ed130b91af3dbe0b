/** Pseudo-random numbers from hashes: the same arguments always give the same number, so made-up figures stay consistent. */

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A whole number from a text, in 32 bits (FNV-1a). */
export function textHash(text: string, seed = FNV_OFFSET): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}

/** Evenly spread over [0, 1), from words. */
export function unit(...words: readonly (string | number)[]): number {
  let hash = FNV_OFFSET;
  for (const word of words) hash = Math.imul(textHash(String(word), hash) ^ 0x7c, FNV_PRIME);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return fraction(hash ^ (hash >>> 16));
}

export function between(low: number, high: number, part: number): number {
  return low + (high - low) * part;
}

export function pick<T>(items: readonly T[], ...words: readonly (string | number)[]): T {
  return items[Math.floor(unit(...words) * items.length)]!;
}

/** Evenly spread over [0, 1), from numbers: fast enough for millions of figures. */
export function chance(id: number, day: number, salt: number): number {
  return drawn(idSeed(id) ^ daySeed(day), salt);
}

export function idSeed(id: number): number {
  return Math.imul(id % 4_294_967_291, 0x9e3779b1);
}

export function daySeed(day: number): number {
  return Math.imul(day + 0x7f4a7c15, 0x85ebca6b);
}

/** `chance` in two steps, for callers that ask for many salts of one id and day. */
export function drawn(seed: number, salt: number): number {
  let hash = seed ^ Math.imul(salt + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return fraction(hash ^ (hash >>> 15));
}

function fraction(hash: number): number {
  return (hash >>> 0) / 2 ** 32;
}
