import { crc32 } from 'node:zlib';
import { type Ambient, randomBase62 } from '../ambient.ts';

export const KEY_PREFIX = 'sk_live_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newKey(ambient: Ambient): string {
  return formatKey(randomBase62(ambient, SECRET_LENGTH));
}

/** The checksum lets anyone, secret scanners included, tell a mistyped or cut-off key from an unknown one. */
export function formatKey(secret: string): string {
  const text = KEY_PREFIX + secret;
  return text + checksum(text);
}

/** The secret part of a well-formed key. Takes a microsecond and no read of the store. */
export function parseKey(presented: string): string | undefined {
  if (!SHAPE.test(presented)) return undefined;
  const end = KEY_PREFIX.length + SECRET_LENGTH;
  if (checksum(presented.slice(0, end)) !== presented.slice(end)) return undefined;
  return presented.slice(KEY_PREFIX.length, end);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
