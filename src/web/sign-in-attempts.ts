import { createHash } from 'node:crypto';
import { HttpError } from '../errors.ts';
import type { Limited, Limiter, Verdict } from '../limits/limiter.ts';
import { networkOf } from '../limits/network-of.ts';

const WINDOW_S = 15 * 60;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ACCOUNT = 100;
const PER_ADDRESS = 50;
const PER_PROOF = 10;
const CODES_PER_ACCOUNT = 10;

/** One try of a password, a code or a one-time link. */
export interface Tried {
  /** The e-mail sent, or the id of the person whose session or half sign-in it is. */
  account?: string | undefined;
  /** Id of something only this person has: a browser they signed in with before, or an invitation to their address. */
  proof?: string | undefined;
  /** A code of the second factor is tried: six digits bear fewer tries than a password. */
  isCode?: boolean;
  /** Whether the code sent along is the one that the account's second factor shows now. */
  hasCode?: (() => Promise<boolean>) | undefined;
}

/**
 * How often a secret may be tried. The narrow limit is for one account from one address: if it were for the account
 * alone, any stranger could lock its owner out by guessing ten times. Strangers at many addresses can use up the tries
 * of an account; a person with a proof, or with the code of the second factor, still gets in then
 * (`docs/decisions/sign-in-attempts.md`).
 */
export class SignInAttempts {
  readonly #pairs: Limiter;
  readonly #accounts: Limiter;
  readonly #addresses: Limiter;
  readonly #proofs: Limiter;
  readonly #codes: Limiter;

  constructor(limited: Limited) {
    this.#pairs = limited('sign-in-pairs', { points: PER_ACCOUNT_AND_ADDRESS, windowS: WINDOW_S });
    this.#accounts = limited('sign-in-accounts', { points: PER_ACCOUNT, windowS: WINDOW_S });
    this.#addresses = limited('sign-in-addresses', { points: PER_ADDRESS, windowS: WINDOW_S });
    this.#proofs = limited('sign-in-proofs', { points: PER_PROOF, windowS: WINDOW_S });
    this.#codes = limited('sign-in-codes', { points: CODES_PER_ACCOUNT, windowS: WINDOW_S });
  }

  /** How many tries are left after this one. Throws the refusal when there were none. */
  async count(address: string, { account, proof, isCode, hasCode }: Tried = {}): Promise<number> {
    if (proof !== undefined) return left([await this.#proofs.take(proof, 1)]);
    const network = networkOf(address);
    const verdicts = [await this.#addresses.take(network, 1)];
    if (account === undefined) return left(verdicts);
    // Redis is no place for e-mail addresses.
    const name = createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
    verdicts.push(await this.#pairs.take(`${network} ${name}`, 1));
    const here = left(verdicts);
    if (isCode) return Math.min(here, left([await this.#codes.take(name, 1)]));
    // Only tries that were let through here are counted for the account, so one address cannot use up those of others.
    const everywhere = await this.#accounts.take(name, 1);
    if (everywhere.allowed) return Math.min(here, everywhere.remaining);
    if (await hasCode?.()) return here;
    throw besieged();
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

/** Without `Retry-After`: as long as strangers go on, waiting does not help. */
function besieged(): HttpError {
  return new HttpError(
    429,
    'RATE_LIMITED',
    'Others are trying passwords of this account. Enter the code of your second factor as well, sign in with a browser that you used before, or ask an owner for an invitation to your address.',
  );
}
