import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StateSeal } from '../../src/pipeline/endpoint.ts';

/** State in clear with an HMAC over it and over what it is for. */
export function hmacSeal(secret: Buffer = randomBytes(32)): StateSeal {
  const tag = (state: string, context: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([context, state]))
      .digest();
  return {
    seal: (state, context) =>
      `${Buffer.from(state).toString('base64url')}.${tag(state, context).toString('base64url')}`,
    open(sealed, context) {
      const [state = '', given = ''] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
      const wanted = tag(state.toString(), context);
      if (given.length !== wanted.length || !timingSafeEqual(Buffer.from(given), wanted)) return undefined;
      return this.seal(state.toString(), context) === sealed ? state.toString() : undefined;
    },
  };
}
