import type { Ambient } from '../ambient.ts';
import { HttpError } from '../errors.ts';
import type { Verdict } from '../limits/limiter.ts';
import { memoryLimiter } from '../limits/memory-limiter.ts';

const WINDOW_S = 15 * 60;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ACCOUNT = 100;
const PER_ADDRESS = 50;
const PER_DEVICE = 10;

/**
 * How often a password, a code or a one-time link may be tried. The narrow limit is for one account from one address: if
 * it were for the account alone, any stranger could lock its owner out by guessing ten times. A browser in which the
 * person has signed in before has tries of its own, which strangers at many addresses cannot use up.
 */
export class SignInAttempts {
  readonly #pairs;
  readonly #accounts;
  readonly #addresses;
  readonly #devices;

  constructor(ambient: Ambient) {
    this.#pairs = memoryLimiter({ points: PER_ACCOUNT_AND_ADDRESS, windowS: WINDOW_S, ambient });
    this.#accounts = memoryLimiter({ points: PER_ACCOUNT, windowS: WINDOW_S, ambient });
    this.#addresses = memoryLimiter({ points: PER_ADDRESS, windowS: WINDOW_S, ambient });
    this.#devices = memoryLimiter({ points: PER_DEVICE, windowS: WINDOW_S, ambient });
  }

  /** How many tries are left after this one. Throws the refusal when there were none. */
  count(address: string, account: string | undefined, device?: string): number {
    return device === undefined ? this.#countStranger(address, account) : left([this.#devices.take(device, 1)]);
  }

  #countStranger(address: string, account: string | undefined): number {
    const verdicts = [this.#addresses.take(address, 1)];
    if (account !== undefined) {
      const name = account.trim().toLowerCase();
      const pair = this.#pairs.take(`${address} ${name}`, 1);
      verdicts.push(pair);
      // A refused try is not counted for the account, so one address cannot use up the tries of all others.
      if (pair.allowed) verdicts.push(this.#accounts.take(name, 1));
    }
    return left(verdicts);
  }
}

function left(verdicts: readonly Verdict[]): number {
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
