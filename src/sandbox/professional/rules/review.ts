import { HOUR_MS } from '../../../ambient.ts';
import { isOut } from '../../accident.ts';
import type { Entity, Store } from '../state.ts';

const REVIEW_MS = HOUR_MS;

export type Review = 'PENDING' | 'APPROVED' | 'REJECTED';

/** Undefined for a draft. A review takes an hour; ads of a test account are always rejected. */
export function reviewOf({ fields, account }: Entity<'creative'>, store: Store, now: number): Review | undefined {
  if (fields.reviewedFrom === undefined) return undefined;
  if (fields.rejectionReasons || store.find('account', account ?? undefined)?.fields.test) return 'REJECTED';
  return now >= fields.reviewedFrom + REVIEW_MS ? 'APPROVED' : 'PENDING';
}

/** Whether the review let a creative run at a moment, for what is told about the past. */
export function wasApproved({ fields }: Entity<'creative'>, at: number): boolean {
  const { reviewedFrom, rejectionReasons, takenBack } = fields;
  if (reviewedFrom === undefined || (rejectionReasons && !takenBack)) return false;
  return at >= reviewedFrom + REVIEW_MS && !isOut(takenBack, at);
}
