import { HOUR_MS } from '../../../ambient.ts';
import { idIn } from '../format.ts';
import type { Campaign, Schedule } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { centsOf, usualBid } from './limits.ts';
import { isAutomatic } from './objectives.ts';

const REVIEW_MS = HOUR_MS;

function dateHolds(schedule: Schedule, prefix: string, now: number): string[] {
  if (now < schedule.start) return [`${prefix}_START_DATE_HOLD`];
  return schedule.end !== undefined && now >= schedule.end ? [`${prefix}_END_DATE_HOLD`] : [];
}

export function groupServing({ fields }: Entity<'group'>, now: number): string[] {
  const holds = [
    ...(fields.status === 'ACTIVE' ? [] : ['STOPPED']),
    ...dateHolds(fields.runSchedule, 'CAMPAIGN_GROUP', now),
  ];
  return holds.length > 0 ? holds : ['RUNNABLE'];
}

/** Everything that keeps a campaign from running. A bid of nothing is not among it: such a campaign shows as runnable. */
function campaignHolds(campaign: Entity<'campaign'>, store: Store, now: number): string[] {
  const group = store.find('group', campaign.parent ?? undefined);
  return [
    ...(campaign.fields.status === 'ACTIVE' ? [] : ['STOPPED']),
    ...dateHolds(campaign.fields.runSchedule, 'CAMPAIGN', now),
    ...(group && group.fields.status !== 'ACTIVE' ? ['CAMPAIGN_GROUP_STATUS_HOLD'] : []),
    ...(group ? dateHolds(group.fields.runSchedule, 'CAMPAIGN_GROUP', now) : []),
  ];
}

export function campaignServing(campaign: Entity<'campaign'>, store: Store, now: number): string[] {
  const holds = campaignHolds(campaign, store, now);
  return holds.length > 0 ? holds : ['RUNNABLE'];
}

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

export function creativeHolds(creative: Entity<'creative'>, store: Store, now: number): string[] {
  const campaign = store.find('campaign', creative.parent ?? undefined);
  const review = reviewOf(creative, store, now);
  return [
    ...(creative.fields.intendedStatus === 'ACTIVE' ? [] : ['STOPPED']),
    ...(formIsOpen(creative, store) ? [] : ['FORM_HOLD']),
    ...(review === 'PENDING' ? ['UNDER_REVIEW'] : review === 'REJECTED' ? ['REJECTED'] : []),
    ...(campaign
      ? campaignHolds(campaign, store, now).map((hold) => (hold === 'STOPPED' ? 'CAMPAIGN_STOPPED' : hold))
      : []),
  ];
}

/** An ad serves only once its form is published. */
function formIsOpen({ fields }: Entity<'creative'>, store: Store): boolean {
  const id = idIn('adForm', fields.leadgenCallToAction?.destination);
  const form = store.find('leadForm', id);
  return form === undefined || form.fields.state === 'PUBLISHED';
}

/**
 * The part of what it may spend that a campaign gets to spend. Whoever bids by hand has to bid what others do: of what is
 * far below that nothing is won, of what is a little below, little.
 */
export function winsOf(campaign: Campaign): number {
  if (isAutomatic(campaign)) return 1;
  const least = usualBid((campaign.unitCost ?? campaign.dailyBudget)?.currencyCode ?? 'USD', campaign.costType) * 0.8;
  const bid = centsOf(campaign.unitCost) ?? 0;
  if (bid >= least) return 1;
  return bid >= least / 2 ? 0.1 : 0;
}
