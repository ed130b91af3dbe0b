import { isUtf8 } from 'node:buffer';
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from '../text/json-bytes.ts';

const DEPTH_MAX = 64;
const STRING_CHARACTERS_MAX = 524_288;
/** A hundred thousand names in one object cost a tenth of a second to parse, and no call needs a tenth of them. */
const VALUES_MAX = 10_000;
/** The items of a list cost little; the longest one that a tool takes has 20,000. */
const ITEMS_MAX = 25_000;
/** Finding the exact digits of an id takes a slower way of parsing, which is not worth it for every body. */
const EXACT_IDS_BYTES_MAX = 65_536;

export type Body = { kind: 'value'; value: unknown } | { kind: 'unparsable' } | { kind: 'unreasonable'; why: string };

/** Bytes to a value, or why not. A body that is expensive to parse is refused before it is parsed. */
export function readJson(bytes: Buffer | undefined): Body {
  if (bytes === undefined) return { kind: 'unparsable' };
  const why = isModest(bytes) ? undefined : unreasonable(bytes);
  if (why !== undefined) return { kind: 'unreasonable', why };
  const text = bytes.toString('utf8');
  // Decoding replaces invalid bytes by U+FFFD; without one in the text, the slower check is not needed.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return { kind: 'unparsable' };
  try {
    const value: unknown = JSON.parse(text);
    const rounded = Array.isArray(value) ? value.some(hasRoundedId) : hasRoundedId(value);
    return { kind: 'value', value: rounded && bytes.length <= EXACT_IDS_BYTES_MAX ? withExactIds(text) : value };
  } catch {
    return { kind: 'unparsable' };
  }
}

const LETTER_U = 0x75;

/** Most bodies are too short for too many values and have too few brackets to nest too deep. */
function isModest(bytes: Buffer): boolean {
  if (bytes.length > VALUES_MAX) return false;
  let brackets = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) brackets++;
  }
  return brackets <= DEPTH_MAX;
}

function unreasonable(bytes: Buffer): string | undefined {
  let [depth, values, items] = [0, 0, 0];
  const inList = new Uint8Array(DEPTH_MAX + 1);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfString(bytes, at + 1);
      if (end < 0) return `a text of more than ${STRING_CHARACTERS_MAX} characters`;
      at = end;
    } else if (byte === COMMA) {
      if (inList[depth] === 1 ? ++items > ITEMS_MAX : ++values > VALUES_MAX) return tooMany(items);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (++depth > DEPTH_MAX) return `nested deeper than ${DEPTH_MAX} levels`;
      inList[depth] = byte === OPEN_LIST ? 1 : 0;
      if (++values > VALUES_MAX) return tooMany(items);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
  }
  return undefined;
}

function tooMany(items: number): string {
  return `more than ${items > ITEMS_MAX ? `${ITEMS_MAX} items` : `${VALUES_MAX} values`}; send less in one request`;
}

/** The index of the closing quote; -1 when the text is too long. */
function endOfString(bytes: Buffer, start: number): number {
  let characters = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at;
    // Bytes that continue a UTF-8 character are not counted.
    if ((byte & 0xc0) === 0x80) continue;
    if (++characters > STRING_CHARACTERS_MAX) return -1;
    if (byte === BACKSLASH) at += bytes[at + 1] === LETTER_U ? 5 : 1;
  }
  return bytes.length;
}

function hasRoundedId(message: unknown): message is { id: unknown } {
  if (typeof message !== 'object' || message === null || !('id' in message)) return false;
  return Number.isInteger(message.id) && !Number.isSafeInteger(message.id);
}

/** JSON.parse rounds whole numbers of more than 53 bits; the digits come from the source text. */
function withExactIds(text: string): unknown {
  const written = new Map<object, string>();
  const value: unknown = JSON.parse(text, function (this: object, key, inner, context?: { source?: string }) {
    if (key === 'id' && context?.source !== undefined) written.set(this, context.source);
    return inner;
  });
  for (const message of Array.isArray(value) ? value : [value]) {
    const digits = hasRoundedId(message) ? written.get(message) : undefined;
    if (digits !== undefined && /^-?\d{1,19}$/.test(digits)) message.id = BigInt(digits);
  }
  return value;
}
