/** Chance without chance: the same words always give the same number, evenly spread over [0, 1). */
export function unit(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) {
    const text = String(word);
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x7c, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

export function between(low: number, high: number, ...words: readonly (string | number)[]): number {
  return low + (high - low) * unit(...words);
}

export function pick<T>(items: readonly T[], ...words: readonly (string | number)[]): T {
  return items[Math.floor(unit(...words) * items.length)]!;
}
