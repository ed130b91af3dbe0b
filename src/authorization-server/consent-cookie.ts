import { createHmac } from 'node:crypto';

/** Sign-ins under way in one browser; an older one than these has to begin again. More would make requests too large. */
const KEPT = 5;

/**
 * Ties a consent to the browser that began it. Without it a person could be sent the consent page of somebody else's
 * sign-in, and that other browser would take the code.
 */
export class ConsentCookie {
  readonly #key: Buffer;
  readonly #secure: boolean;

  constructor(key: Buffer, origin: string) {
    this.#key = key;
    this.#secure = origin.startsWith('https:');
  }

  /** A name with this prefix cannot be set by a page of a neighbouring domain. */
  get name(): string {
    return `${this.#secure ? '__Host-' : ''}adhelm-consent`;
  }

  get attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure, signed: false } as const;
  }

  /** The value after a consent has begun, by the `Cookie` header of the request that begins it. */
  with(uid: string, header: string | undefined): string {
    return [...this.#entries(header), this.#entry(uid)].slice(-KEPT).join('.');
  }

  holds(uid: string, header: string | null): boolean {
    return this.#entries(header ?? undefined).includes(this.#entry(uid));
  }

  #entries(header: string | undefined): string[] {
    const prefix = `${this.name}=`;
    const parts = header?.split(';').map((part) => part.trim()) ?? [];
    return (
      parts
        .find((part) => part.startsWith(prefix))
        ?.slice(prefix.length)
        .split('.') ?? []
    );
  }

  #entry(uid: string): string {
    return `${uid}~${createHmac('sha256', this.#key).update(`consent ${uid}`).digest('base64url')}`;
  }
}
