import { textHash } from '../../chance.ts';
import type { Account } from '../access.ts';
import { billingUnitMicros } from '../metrics/facts.ts';
import type { Complaints } from '../mutate/session.ts';
import type { Doc, Value } from '../state.ts';

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** Characters as the platform counts them: those of double-width scripts twice. */
export function displayWidth(text: string): number {
  return [...text].reduce((width, letter) => width + (WIDE.test(letter) ? 2 : 1), 0);
}

export function checkLength(text: Value, max: number, complaints: Complaints, field: string): void {
  if (typeof text !== 'string' || text.trim() === '')
    complaints.add('stringLengthError.EMPTY', 'Cannot be empty.', field);
  else if (displayWidth(text) > max)
    complaints.add('stringLengthError.TOO_LONG', `Too long: at most ${max} characters.`, field, { trigger: text });
}

/** Refuses names without any visible character. */
export function hasControlLetters(name: string): boolean {
  return ['\0', '\r', '\n'].some((letter) => name.includes(letter));
}

const BID_MAX_UNITS = 1_000_000;

/** Bids are whole billing units of the account's currency. */
export function checkBids(doc: Doc, fields: readonly string[], account: Account, complaints: Complaints): void {
  const unit = billingUnitMicros(account.currency);
  for (const field of fields) {
    const bid = doc[field];
    if (typeof bid !== 'number') continue;
    if (bid < unit) complaints.add('biddingError.BID_TOO_SMALL', 'Bid is too small.', field, { trigger: bid });
    else if (bid % unit !== 0)
      complaints.add(
        'biddingError.BID_TOO_MANY_FRACTIONAL_DIGITS',
        `Bid must be a multiple of ${unit} micros.`,
        field,
        { trigger: bid },
      );
    else if (bid > unit * BID_MAX_UNITS)
      complaints.add('biddingError.BID_TOO_BIG', 'Bid is too big.', field, { trigger: bid });
  }
}

/** A number from a text, the same in every account, as the platform's keyword ids are. */
export function stableId(text: string): number {
  return 10_000_000_000 + textHash(text) * 61;
}
