import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Ambient } from '../ambient.ts';

const NAME = 'adhelm.device';
const LIFE_S = 180 * 86_400;

/**
 * A browser in which a person has signed in before keeps a sealed cookie that says so. Its tries to sign in to that
 * account are counted for themselves, so guesses by others cannot use them up. The cookie opens nothing.
 */
export class KnownDevices {
  readonly #key: Buffer;
  readonly #ambient: Ambient;
  readonly #isSecure: boolean;

  constructor({ key, ambient, isSecure }: { key: Buffer; ambient: Ambient; isSecure: boolean }) {
    this.#key = key;
    this.#ambient = ambient;
    this.#isSecure = isSecure;
  }

  /** The `Set-Cookie` for a browser in which this person has just signed in. */
  cookieFor(personId: string): string {
    const id = this.#ambient.randomBytes(12).toString('base64url');
    const value = `${id}.${this.#seal(id, personId)}`;
    const flags = `Path=/api/auth; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${this.#isSecure ? '; Secure' : ''}`;
    return `${this.#isSecure ? '__Secure-' : ''}${NAME}=${value}; ${flags}`;
  }

  isAnyIn({ headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>): boolean {
    return cookie.includes(`${NAME}=`);
  }

  /** The id of the browser, if this person has signed in there before. */
  idOf({ headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>, personId: string): string | undefined {
    const [, id, seal] = /(?:^|;\s*)(?:__Secure-)?adhelm\.device=([\w-]{16})\.([\w-]{43})(?:;|$)/.exec(cookie) ?? [];
    if (id === undefined || seal === undefined) return undefined;
    return timingSafeEqual(Buffer.from(seal), Buffer.from(this.#seal(id, personId))) ? id : undefined;
  }

  #seal(id: string, personId: string): string {
    return createHmac('sha256', this.#key).update(`known device\n${id}\n${personId}`).digest('base64url');
  }
}
