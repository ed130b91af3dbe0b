import { type AccountProblem, REJECTED_MAX, type Watching } from '../../tools/watching.ts';
import type { ProfessionalClient } from './client.ts';
import { placedEntities } from './report/entities.ts';
import { creativesPath, rejectionReasons, shownCreative } from './resources/creative.ts';
import { idIn } from './resources/fields.ts';
import { WireCreative } from './wire.ts';

/** An account holds 15,000 creatives at most, in pages of 100. */
const CREATIVES_MAX = 15_000;
const PAGE_MAX = 100;

/** The platform offers no history of changes. */
export const watching: Watching<ProfessionalClient> = {
  async rejectedAds(client, account) {
    // The platform filters creatives by the status they are meant to have, not by their review.
    const { items } = await client.list(creativesPath(account), WireCreative, {
      limit: CREATIVES_MAX,
      params: { q: 'criteria', intendedStatuses: ['ACTIVE', 'PAUSED'] },
      account,
      pageMax: PAGE_MAX,
    });
    const rejected = items.filter(({ review }) => review?.status === 'REJECTED').slice(0, REJECTED_MAX);
    const ids = rejected.map(({ id }) => idIn(id));
    const placed = new Map((await placedEntities(client, account, 'creative', ids)).map((one) => [one.id, one.above]));
    return rejected.map((creative) => {
      const { id, name = id } = shownCreative(creative);
      // Reports call a campaign what the platform's interface does: the campaign group.
      const group = placed.get(id)?.group;
      return {
        id,
        name,
        campaign: group && { id: group.id, name: group.name },
        reasons: rejectionReasons(creative.review) ?? [],
      };
    });
  },

  async accountProblems(client, account) {
    const { status, servingStatuses, test } = await client.account(account);
    // Nothing in a test account is ever shown, so nothing of it can be missed.
    if (test) return [];
    const holds = servingStatuses.flatMap((hold) => (HOLDS[hold] ? [{ status: hold, ...HOLDS[hold] }] : []));
    return [...(status === 'ACTIVE' ? [] : [notActive(status)]), ...holds];
  },
};

const SETTINGS = "in the platform's account settings";

function notActive(status: string): AccountProblem {
  if (status === 'DRAFT')
    return {
      status,
      kind: 'restricted',
      words: 'The account is a draft: it was never activated. No ad is shown.',
      nextStep: `Activate the account ${SETTINGS}.`,
    };
  const isCanceled = status === 'CANCELED';
  return {
    status,
    kind: 'closed',
    words: `The account is ${isCanceled ? 'cancelled' : 'deleted'}. No ad is shown.`,
    nextStep: isCanceled ? `Reopen the account ${SETTINGS}.` : 'Use another account: this one cannot be opened again.',
  };
}

/** What the platform says in `servingStatuses` of the account; RUNNABLE and STOPPED follow from its status. */
const HOLDS: Readonly<Record<string, Omit<AccountProblem, 'status'>>> = {
  BILLING_HOLD: {
    kind: 'payment',
    words: 'No charge could be made, for example because the card has expired. No ad is shown.',
    nextStep: "Settle what is owed or give another card in the platform's billing settings.",
  },
  ACCOUNT_TOTAL_BUDGET_HOLD: {
    kind: 'balance_low',
    words: 'The budget of the whole account is spent. No ad is shown.',
    nextStep: `Raise the total budget of the account ${SETTINGS}.`,
  },
  ACCOUNT_END_DATE_HOLD: {
    kind: 'closed',
    words: 'The account has reached its end date. No ad is shown.',
    nextStep: `Move the end date of the account ${SETTINGS}.`,
  },
  ACCOUNT_SERVING_HOLD: {
    kind: 'restricted',
    words: 'The platform holds the whole account. No ad is shown.',
    nextStep: "Ask the platform's support why.",
  },
  RESTRICTED_HOLD: {
    kind: 'restricted',
    words: 'The platform has restricted the account. No ad is shown.',
    nextStep: "Ask the platform's support why.",
  },
  INTERNAL_HOLD: {
    kind: 'restricted',
    words: 'The platform holds the account for a check of its own. No ad is shown.',
    nextStep: "Wait a day; then ask the platform's support.",
  },
};
