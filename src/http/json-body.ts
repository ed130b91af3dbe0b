import { isUtf8 } from 'node:buffer';

const DEPTH_MAX = 64;
const STRING_CHARACTERS_MAX = 524_288;

export type Body = { kind: 'value'; value: unknown } | { kind: 'unparsable' } | { kind: 'unreasonable'; why: string };

/** Bytes to a value, or why not. Walks without recursion, so no nesting can exhaust the stack. */
export function readJson(bytes: Buffer | undefined): Body {
  if (bytes === undefined) return { kind: 'unparsable' };
  const text = bytes.toString('utf8');
  // Decoding puts this sign where the bytes made none; only then is it worth asking whether it was there before.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return { kind: 'unparsable' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unparsable' };
  }
  // Each level needs a bracket at both ends, so a short body cannot nest too deep.
  const why = bytes.length <= 2 * DEPTH_MAX ? undefined : unreasonable(value);
  return why === undefined ? { kind: 'value', value } : { kind: 'unreasonable', why };
}

function unreasonable(root: unknown): string | undefined {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) return `nested deeper than ${DEPTH_MAX} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') {
        if (value.length > STRING_CHARACTERS_MAX) return `a text of more than ${STRING_CHARACTERS_MAX} characters`;
      } else if (typeof value === 'object' && value !== null) {
        for (const inner of Object.values(value))
          if (typeof inner === 'object' || typeof inner === 'string') next.push(inner);
      }
    }
    level = next;
  }
  return undefined;
}
