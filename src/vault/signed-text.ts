import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs text that travels through a client and must come back unchanged, and for the same purpose. */
export interface SignedText {
  seal(text: string, context: string): string;
  /** Undefined: changed on the way, or signed for another purpose. */
  open(sealed: string, context: string): string | undefined;
}

/** A signature of 128 bits cannot be guessed, and keeps cursors short. */
const SIGNATURE_BYTES = 16;

export function signedText(key: Buffer): SignedText {
  const signature = (text: string, context: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([context, text]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    seal: (text, context) => `${text}.${signature(text, context).toString('base64url')}`,
    open(sealed, context) {
      const end = sealed.lastIndexOf('.');
      const text = sealed.slice(0, Math.max(end, 0));
      const given = Buffer.from(sealed.slice(end + 1));
      const wanted = Buffer.from(signature(text, context).toString('base64url'));
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? text : undefined;
    },
  };
}
