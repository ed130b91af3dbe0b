import type { DeliverySpan } from '../metrics/facts.ts';
import type { Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';

/** Internal members of accounts and campaigns, no fields of the protocol: what has befallen them. */
export const UNPAID = 'accident_unpaid';
export const PIXEL_DEAD = 'accident_pixel_dead';
export const NEGATIVE_REMOVED = 'accident_negative_removed';

/** What an account's misfortunes mean for a campaign. */
export interface AccountState {
  /** The account is open and its charges go through. */
  pays: boolean;
  effect: Pick<DeliverySpan, 'appeal' | 'worth'>;
}

/** Searches that mean something else: many see the ad, few click, and hardly any of those buys. */
const IRRELEVANT = { appeal: 0.4, worth: 0.4 };

export function accountState({ store, account }: Session, campaign: Doc): AccountState {
  const owner = store.find(account.id, 'customer', account.id)?.doc;
  const isDead = owner?.[PIXEL_DEAD] === true || campaign[PIXEL_DEAD] === true;
  return {
    pays: owner === undefined || (owner.status === 'ENABLED' && owner[UNPAID] !== true),
    effect: {
      ...(campaign[NEGATIVE_REMOVED] === true && IRRELEVANT),
      ...(isDead && { worth: 0 }),
    },
  };
}
