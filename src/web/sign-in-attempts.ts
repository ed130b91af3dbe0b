import type { Ambient } from '../ambient.ts';
import { HttpError } from '../errors.ts';
import { memoryLimiter } from '../limits/memory-limiter.ts';

const WINDOW_S = 15 * 60;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 50;

/** How often a password, a code or a one-time link may be tried: for one account, and from one address. */
export class SignInAttempts {
  readonly #accounts;
  readonly #addresses;

  constructor(ambient: Ambient) {
    this.#accounts = memoryLimiter({ points: PER_ACCOUNT, windowS: WINDOW_S, ambient });
    this.#addresses = memoryLimiter({ points: PER_ADDRESS, windowS: WINDOW_S, ambient });
  }

  /** How many tries are left after this one. Throws the refusal when there were none. */
  count(address: string, account: string | undefined): number {
    const verdicts = [this.#addresses.take(address, 1)];
    if (account !== undefined) verdicts.push(this.#accounts.take(account.trim().toLowerCase(), 1));
    const refused = verdicts.find(({ allowed }) => !allowed);
    if (!refused) return Math.min(...verdicts.map(({ remaining }) => remaining));
    const waitS = refused.retryAfterS ?? WINDOW_S;
    throw new HttpError(
      429,
      'RATE_LIMITED',
      `Too many attempts to sign in. Wait ${Math.ceil(waitS / 60)} minutes, then try again.`,
      { 'Retry-After': String(waitS) },
    );
  }
}
