import { HOUR_MS } from '../../../ambient.ts';
import type { LocalTime } from '../metrics/calendar.ts';
import { localTime } from '../metrics/calendar.ts';
import type { Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';

const REVIEW_MS = HOUR_MS;
/** The time when the review ends, in the account's zone; internal, no field of the protocol. */
const REVIEW_ENDS = 'review_ends';

/** New content is under review for an hour of the sandbox's clock. */
export function underReview({ nowMs, account }: Session): Doc {
  return { [REVIEW_ENDS]: localTime(nowMs + REVIEW_MS, account.timeZone).text };
}

const PENDING: Readonly<Record<string, Doc>> = {
  ad_group_ad: { primary_status: 'PENDING', primary_status_reasons: ['AD_GROUP_AD_UNDER_REVIEW'] },
  ad_group_criterion: { primary_status: 'PENDING', primary_status_reasons: ['AD_GROUP_CRITERION_UNDER_REVIEW'] },
};

/** The object as it is shown: the stored review outcome is hidden until the review is over. */
export function asReviewed(kind: string, doc: Doc, now: LocalTime): Doc {
  if (typeof doc[REVIEW_ENDS] !== 'string' || doc[REVIEW_ENDS] <= now.text) return doc;
  return {
    ...doc,
    ...(doc.policy_summary !== undefined && {
      policy_summary: { policy_topic_entries: [], review_status: 'REVIEW_IN_PROGRESS' },
    }),
    ...(doc.approval_status !== undefined && { approval_status: 'UNDER_REVIEW' }),
    ...(doc.primary_status === 'ELIGIBLE' && PENDING[kind]),
  };
}

export const REJECTED: Doc = {
  policy_topic_entries: [{ topic: 'UNRELIABLE_CLAIMS', type: 'PROHIBITED' }],
  review_status: 'REVIEWED',
  approval_status: 'DISAPPROVED',
};

/** The review's outcome for these texts: one forbidden claim stands for all of them. */
export function verdictOn(words: string): Doc {
  return /\bguaranteed\b/i.test(words) ? REJECTED : APPROVED;
}

export function isRejected({ policy_summary: summary }: Doc): boolean {
  return (summary as Doc | undefined)?.approval_status === 'DISAPPROVED';
}

export const APPROVED: Doc = { policy_topic_entries: [], review_status: 'REVIEWED', approval_status: 'APPROVED' };
