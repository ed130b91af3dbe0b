import { HOUR_MS } from '../../../ambient.ts';
import type { Entity, Store } from '../state.ts';

const REVIEW_MS = HOUR_MS;

export type Review = 'PENDING' | 'APPROVED' | 'REJECTED';

/** Undefined for a draft. A review takes an hour; ads of a test account are always rejected. */
export function reviewOf({ fields, account }: Entity<'creative'>, store: Store, now: number): Review | undefined {
  if (fields.reviewedFrom === undefined) return undefined;
  if (fields.rejectionReasons || store.find('account', account ?? undefined)?.fields.test) return 'REJECTED';
  return now >= fields.reviewedFrom + REVIEW_MS ? 'APPROVED' : 'PENDING';
}

/** When the review of a creative ends, for what is told about the past. */
export function approvedFrom({ fields }: Entity<'creative'>): number {
  return fields.reviewedFrom === undefined || fields.rejectionReasons
    ? Number.POSITIVE_INFINITY
    : fields.reviewedFrom + REVIEW_MS;
}
