import { DAY_MS } from '../../../ambient.ts';
import { viewCreative } from '../rules/creative-view.ts';
import { minorPerDollar } from '../rules/currencies.ts';
import type { AdAccountData, DeliverySpan } from '../state/shapes.ts';
import type { GraphNode, Links, Store } from '../state.ts';
import { type AdProfile, adDay, type Spender, spentOn } from './ad-day.ts';
import type { Day } from './calendar.ts';
import type { Totals } from './measures.ts';

/** An ad with everything its numbers depend on. */
export interface MeasuredAd {
  ad: GraphNode<'Ad'>;
  adSet: GraphNode<'AdSet'>;
  campaign: GraphNode<'Campaign'>;
  creative: GraphNode<'AdCreative'>;
  profile: AdProfile;
}

/** Ads under a node that were ever delivered; deleted and archived ones count in their parents' totals. */
export function measuredAds(store: Store, account: AdAccountData, ads: Iterable<GraphNode<'Ad'>>): MeasuredAd[] {
  const campaigns = memo((id: string) => store.need('Campaign', id));
  const adSets = memo((id: string) => store.need('AdSet', id));
  const measured: MeasuredAd[] = [];
  for (const ad of ads) {
    if (ad.data.delivery.length === 0) continue;
    const campaign = campaigns(ad.links.campaign!);
    const creative = store.need('AdCreative', ad.links.creative);
    measured.push({
      ad,
      adSet: adSets(ad.links.adset!),
      campaign,
      creative,
      profile: profileOf(ad, campaign, creative, account),
    });
  }
  return measured;
}

export function memo<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    if (!made.has(id)) made.set(id, make(id));
    return made.get(id)!;
  };
}

function profileOf(
  ad: GraphNode<'Ad'>,
  campaign: GraphNode<'Campaign'>,
  creative: GraphNode<'AdCreative'>,
  account: AdAccountData,
): AdProfile {
  const view = viewCreative(creative.data);
  return {
    id: ad.id,
    objective: campaign.data.objective,
    video: view.video,
    carousel: view.carousel,
    callToAction: view.callToAction,
    bodyLength: view.body.length,
    bornDay: Math.floor(ad.data.created / DAY_MS),
    minorPerDollar: minorPerDollar(account.currency),
    pixelDead: account.pixel_dead,
  };
}

/** Numbers of one ad day by day, only days with delivery. */
export function* daysOf(
  measured: MeasuredAd,
  days: readonly Day[],
  now: number,
): Iterable<{ day: Day; totals: Totals }> {
  const spans = measured.ad.data.delivery;
  for (const day of days) {
    const planned = plannedOn(spans, day, now);
    if (planned <= 0) continue;
    const totals = adDay(measured.profile, day, planned);
    if (totals.get('impressions') > 0) yield { day, totals };
  }
}

/** Minor units that one ad has spent on these days. */
export function spentOver(spender: Spender, spans: readonly DeliverySpan[], days: readonly Day[], now: number): number {
  return days.reduce((sum, day) => {
    const planned = plannedOn(spans, day, now);
    return planned <= 0 ? sum : sum + spentOn(spender, day, planned);
  }, 0);
}

function plannedOn(spans: readonly DeliverySpan[], { start, end }: Day, now: number): number {
  let planned = 0;
  for (const span of spans) {
    const from = Math.max(span.from, start);
    const until = Math.min(span.until ?? Number.POSITIVE_INFINITY, end, now);
    if (until > from) planned += (span.daily * (until - from)) / (end - start);
  }
  return planned;
}

export function adsUnder(store: Store, node: GraphNode): Iterable<GraphNode<'Ad'>> {
  if (node.kind === 'Ad') return [node as GraphNode<'Ad'>];
  const links: Links =
    node.kind === 'AdAccount'
      ? { account: node.id }
      : node.kind === 'Campaign'
        ? { campaign: node.id }
        : { adset: node.id };
  return store.all('Ad', links);
}
