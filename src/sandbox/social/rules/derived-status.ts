import { MINUTE_MS } from '../../../ambient.ts';
import type { Ctx } from '../graph/operation.ts';
import type { GraphNode, Store } from '../state.ts';

export const REVIEW_MS = 15 * MINUTE_MS;

/** `effective_status`: an object's own status combined with its parents' and the review. */
export function campaignStatus(campaign: GraphNode<'Campaign'>): string {
  return campaign.data.status;
}

export function adSetStatus(store: Store, adSet: GraphNode<'AdSet'>): string {
  const own = adSet.data.status;
  if (own === 'DELETED' || own === 'ARCHIVED') return own;
  const campaign = campaignStatus(store.need('Campaign', adSet.links.campaign));
  if (campaign === 'DELETED' || campaign === 'ARCHIVED') return campaign;
  if (lostAudiences(store, adSet).length > 0) return 'WITH_ISSUES';
  if (own === 'PAUSED') return own;
  return campaign === 'ACTIVE' ? 'ACTIVE' : 'CAMPAIGN_PAUSED';
}

export function adStatus(store: Store, ad: GraphNode<'Ad'>, now: number): string {
  const own = ad.data.status;
  if (own === 'DELETED' || own === 'ARCHIVED') return own;
  const adSet = adSetStatus(store, store.need('AdSet', ad.links.adset));
  if (adSet === 'DELETED' || adSet === 'ARCHIVED' || adSet === 'WITH_ISSUES') return adSet;
  const policy = brokenPolicy(store, ad, now);
  if (policy === undefined && now < reviewEnd(ad)) return 'PENDING_REVIEW';
  // Only one status is shown, and a pause hides the outcome of the review; `ad_review_feedback` still has it.
  if (own === 'PAUSED') return own;
  if (adSet === 'CAMPAIGN_PAUSED') return adSet;
  if (adSet !== 'ACTIVE') return 'ADSET_PAUSED';
  return policy === undefined ? 'ACTIVE' : 'DISAPPROVED';
}

/** The policy for which the review rejected an ad. */
export function brokenPolicy(store: Store, ad: GraphNode<'Ad'>, now: number): string | undefined {
  if (ad.data.disapproved !== undefined) return ad.data.disapproved;
  return now >= reviewEnd(ad) && isForbiddenGame(store, ad) ? 'Online gambling' : undefined;
}

/** Gambling ads need a permission that no account of the sandbox has; the refusal comes with the review. */
function isForbiddenGame(store: Store, ad: GraphNode<'Ad'>): boolean {
  const { special_ad_categories: categories } = store.need('Campaign', ad.links.campaign).data;
  return categories.includes('ONLINE_GAMBLING_AND_GAMING');
}

export function reviewEnd(ad: GraphNode<'Ad'>): number {
  return ad.data.review_started + REVIEW_MS;
}

/** Audiences an ad set is aimed at that have been deleted since: it cannot run any more. */
export function lostAudiences(store: Store, adSet: GraphNode<'AdSet'>): string[] {
  return audiencesOf(adSet).filter((id) => store.findKind('CustomAudience', id)?.data.deleted === true);
}

/** `issues_info` of such an ad set and of its ads. */
export function audienceIssue(error_message: string): unknown {
  const error_summary = 'Audience not available';
  return [{ level: 'AD_SET', error_code: 1870065, error_summary, error_message, error_type: 'HARD_ERROR' }];
}

export function audiencesOf(adSet: GraphNode<'AdSet'>): string[] {
  const { custom_audiences: included, excluded_custom_audiences: excluded } = adSet.data.targeting;
  return [included, excluded].flatMap((list) =>
    Array.isArray(list) ? list.map((entry) => String((entry as { id?: unknown }).id)) : [],
  );
}

export type Delivering = GraphNode<'Campaign'> | GraphNode<'AdSet'> | GraphNode<'Ad'>;

export function effectiveStatus(ctx: Pick<Ctx, 'store' | 'world'>, node: Delivering): string {
  if (node.kind === 'Campaign') return campaignStatus(node as GraphNode<'Campaign'>);
  if (node.kind === 'AdSet') return adSetStatus(ctx.store, node as GraphNode<'AdSet'>);
  return adStatus(ctx.store, node as GraphNode<'Ad'>, ctx.world.now());
}
