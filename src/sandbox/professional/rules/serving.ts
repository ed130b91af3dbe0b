import { spentBy, spentIn } from '../analytics/numbers.ts';
import { idIn } from '../format.ts';
import type { Campaign, Schedule } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { centsOf, usualBid } from './limits.ts';
import { isAutomatic } from './objectives.ts';
import { reviewOf } from './review.ts';

function dateHolds(schedule: Schedule, prefix: string, now: number): string[] {
  if (now < schedule.start) return [`${prefix}_START_DATE_HOLD`];
  return schedule.end !== undefined && now >= schedule.end ? [`${prefix}_END_DATE_HOLD`] : [];
}

export function groupServing(group: Entity<'group'>, store: Store, now: number): string[] {
  const holds = [...(group.fields.status === 'ACTIVE' ? [] : ['STOPPED']), ...groupHolds(group, store, now)];
  return holds.length > 0 ? holds : ['RUNNABLE'];
}

/** Holds of a group that its campaigns repeat. */
function groupHolds(group: Entity<'group'>, store: Store, now: number): string[] {
  const total = centsOf(group.fields.totalBudget);
  return [
    ...(store.find('account', group.account ?? undefined)?.fields.unpaid ? ['BILLING_HOLD'] : []),
    ...dateHolds(group.fields.runSchedule, 'CAMPAIGN_GROUP', now),
    ...(total !== undefined && spentIn(store, group, now) >= total ? ['CAMPAIGN_GROUP_TOTAL_BUDGET_HOLD'] : []),
  ];
}

/** Everything that keeps a campaign from running. A bid of nothing is not among it: such a campaign shows as runnable. */
function campaignHolds(campaign: Entity<'campaign'>, store: Store, now: number): string[] {
  const group = store.find('group', campaign.parent ?? undefined);
  const total = centsOf(campaign.fields.totalBudget);
  return [
    ...(campaign.fields.status === 'ACTIVE' ? [] : ['STOPPED']),
    ...dateHolds(campaign.fields.runSchedule, 'CAMPAIGN', now),
    ...(group && group.fields.status !== 'ACTIVE' ? ['CAMPAIGN_GROUP_STATUS_HOLD'] : []),
    ...(total !== undefined && spentBy(store, campaign, now) >= total ? ['CAMPAIGN_TOTAL_BUDGET_HOLD'] : []),
    ...(group ? groupHolds(group, store, now) : []),
  ];
}

export function campaignServing(campaign: Entity<'campaign'>, store: Store, now: number): string[] {
  const holds = campaignHolds(campaign, store, now);
  return holds.length > 0 ? holds : ['RUNNABLE'];
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
 * The share of its budget that a campaign gets to spend. A manual bid well below the usual one wins nothing, one a little below
 * wins a tenth.
 */
export function winsOf(campaign: Campaign): number {
  if (isAutomatic(campaign)) return 1;
  const least = usualBid((campaign.unitCost ?? campaign.dailyBudget)?.currencyCode ?? 'USD', campaign.costType) * 0.8;
  const bid = centsOf(campaign.unitCost) ?? 0;
  if (bid >= least) return 1;
  return bid >= least / 2 ? 0.1 : 0;
}
