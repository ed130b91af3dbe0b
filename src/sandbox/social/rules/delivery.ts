import { DAY_MS } from '../../../ambient.ts';
import { unit } from '../../chance.ts';
import type { AdSetData, DeliverySpan } from '../state/shapes.ts';
import type { GraphNode, Store } from '../state.ts';
import { minorFromDollars } from './currencies.ts';
import { adStatus, reviewEnd } from './derived-status.ts';

/** The lowest bid that wins any auction: an ad set below it is active and gets no impressions. */
const WINNING_BID_DOLLARS = 0.1;

/**
 * Plans from now on what each ad of a campaign spends a day. Called after every change of status, budget, schedule or ads;
 * what was delivered before stays as it was, so past metrics never move.
 */
export function replan(store: Store, campaignId: string, now: number): void {
  const campaign = store.need('Campaign', campaignId);
  const adSets = new Map(store.all('AdSet', { campaign: campaignId }).map((adSet) => [adSet.id, adSet]));
  const ads = store.all('Ad', { campaign: campaignId });
  const { account_status, currency } = store.need('AdAccount', campaign.links.account).data;
  const canRun = ({ end_time = Infinity, bid_amount }: AdSetData) =>
    end_time > now && (bid_amount === undefined || bid_amount >= minorFromDollars(WINNING_BID_DOLLARS, currency));
  const eligible =
    account_status === 1 ? ads.filter((ad) => willRun(store, ad) && canRun(adSets.get(ad.links.adset!)!.data)) : [];
  for (const ad of ads) {
    const adSet = adSets.get(ad.links.adset!)!;
    const next = eligible.includes(ad) ? nextSpan(campaign, adSet, ad, eligible, now) : undefined;
    const delivery = continued(ad.data.delivery, next, now);
    if (JSON.stringify(delivery) === JSON.stringify(ad.data.delivery)) continue;
    ad.data.delivery = delivery;
    store.save(ad);
  }
}

function willRun(store: Store, ad: GraphNode<'Ad'>): boolean {
  return adStatus(store, ad, reviewEnd(ad)) === 'ACTIVE';
}

function nextSpan(
  campaign: GraphNode<'Campaign'>,
  adSet: GraphNode<'AdSet'>,
  ad: GraphNode<'Ad'>,
  eligible: GraphNode<'Ad'>[],
  now: number,
): DeliverySpan {
  const onCampaign = campaign.data.daily_budget !== undefined || campaign.data.lifetime_budget !== undefined;
  const holder = onCampaign ? campaign : adSet;
  const sharers = onCampaign ? eligible : eligible.filter((other) => other.links.adset === adSet.id);
  const share = weight(ad) / sharers.reduce((sum, other) => sum + weight(other), 0);
  const from = Math.max(now, reviewEnd(ad), adSet.data.start_time);
  const until = adSet.data.end_time ?? campaign.data.stop_time;
  const daily =
    holder.data.daily_budget ?? lifetimePerDay(holder.data.lifetime_budget ?? 0, adSet.data.start_time, until);
  return { from, ...(until !== undefined && { until }), daily: Math.round(daily * share) };
}

/** The platform favours some ads over others. */
function weight(ad: GraphNode<'Ad'>): number {
  return 0.5 + unit(ad.id, 'weight');
}

function lifetimePerDay(budget: number, start: number, end: number | undefined): number {
  return end === undefined ? budget / 30 : budget / Math.max(1, (end - start) / DAY_MS);
}

function continued(spans: readonly DeliverySpan[], next: DeliverySpan | undefined, now: number): DeliverySpan[] {
  const last = spans.at(-1);
  if (last && next && last.daily === next.daily && last.until === next.until && next.from <= Math.max(now, last.from))
    return [...spans];
  const past = spans
    .filter((span) => span.from < now)
    .map((span) => (span.until === undefined || span.until > now ? { ...span, until: now } : span));
  return next ? [...past, next] : past;
}
