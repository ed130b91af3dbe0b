import { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto';
import type { Ambient } from '../ambient.ts';

const CIPHER = 'aes-256-gcm';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Encrypts `plain` so that it opens only with the same key and in the same context. */
export function sealBytes(
  key: CipherKey,
  context: string,
  plain: Buffer,
  ambient: Pick<Ambient, 'randomBytes'>,
): Buffer {
  const nonce = ambient.randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body]);
}

/** Throws when anything about the sealed bytes, the key or the context is not as it was. */
export function openBytes(key: CipherKey, context: string, sealed: Uint8Array): Buffer {
  if (sealed[0] !== FORMAT || sealed.length < HEADER_BYTES) throw new Error('not sealed bytes of a known format');
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]);
}
