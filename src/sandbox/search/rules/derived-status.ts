import { type Day, dayOf } from '../metrics/calendar.ts';
import { billingUnitMicros, type DeliverySpan } from '../metrics/facts.ts';
import type { Session } from '../mutate/session.ts';
import type { Doc, Entity, Value } from '../state.ts';
import { type AccountState, accountState } from './account-state.ts';
import { isBarred } from './eu-declaration.ts';
import { isRejected } from './review.ts';

/** Computes the derived statuses of a campaign and everything in it, and whether each part earns traffic from today on. */
export function refreshCampaign(session: Session, key: string): void {
  const { store, account } = session;
  const campaign = store.find(account.id, 'campaign', key);
  if (!campaign) return;
  const budget = session.byName(campaign.doc.campaign_budget, 'campaign_budget');
  const state = accountState(session, campaign.doc);
  const serving = servingStatus(session, campaign.doc, state);
  const units = [...store.children(account.id, 'ad_group', key), ...store.children(account.id, 'asset_group', key)];
  const contents = new Map(units.map((unit) => [unit, contentsOf(session, unit)]));
  const alive = state.pays && campaign.doc.status === 'ENABLED' && serving !== 'ENDED' && !isBarred(session, campaign);
  const running = units.filter((unit) => alive && canRun(campaign, unit, contents.get(unit)!));
  const hasAds = units.some((unit) => isOn(unit) && contents.get(unit)!.ads.some(isOn));
  const daily = dailySpend(budget, account.currency, running.length);
  for (const unit of units)
    refreshUnit(
      session,
      campaign,
      unit,
      contents.get(unit)!,
      running.includes(unit) ? { daily, ...state.effect } : undefined,
    );
  store.save({
    ...campaign,
    parent: budget?.key ?? null,
    doc: {
      ...campaign.doc,
      serving_status: serving,
      ...primaryStatus(campaign.doc, serving, units, { running, hasAds }),
    },
  });
  for (const used of [budget?.key, campaign.parent]) if (used) session.touchedBudgets.add(used);
}

function servingStatus(session: Session, doc: Doc, { pays }: AccountState): string {
  if (doc.status === 'REMOVED') return 'NONE';
  if (typeof doc.end_date_time === 'string' && doc.end_date_time < session.now.text) return 'ENDED';
  if (typeof doc.start_date_time === 'string' && doc.start_date_time > session.now.text) return 'PENDING';
  return doc.status === 'ENABLED' && pays ? 'SERVING' : 'SUSPENDED';
}

interface Contents {
  ads: Entity[];
  keywords: Entity[];
}

function contentsOf({ store, account }: Session, unit: Entity): Contents {
  if (unit.kind === 'asset_group')
    return { ads: store.children(account.id, 'asset_group_asset', unit.key), keywords: [] };
  const criteria = store.children(account.id, 'ad_group_criterion', unit.key);
  return {
    ads: store.children(account.id, 'ad_group_ad', unit.key),
    keywords: criteria.filter(({ doc }) => doc.type === 'KEYWORD' && doc.negative !== true),
  };
}

const isOn = ({ doc }: Entity): boolean => doc.status === 'ENABLED' && !isRejected(doc);

function canRun(campaign: Entity, unit: Entity, { ads, keywords }: Contents): boolean {
  const needsKeywords = campaign.doc.advertising_channel_type === 'SEARCH';
  return isOn(unit) && ads.some(isOn) && (!needsKeywords || keywords.some(isOn));
}

/** The budget shared out evenly, in the currency's billing units. */
function dailySpend(budget: Entity | undefined, currency: string, sharers: number): number {
  const micros = Number(budget?.doc.amount_micros ?? Number(budget?.doc.total_amount_micros ?? 0) / 30);
  return Math.floor((micros / billingUnitMicros(currency)) * (0.92 / Math.max(1, sharers)));
}

function refreshUnit(
  session: Session,
  campaign: Entity,
  unit: Entity,
  contents: Contents,
  earns: Omit<DeliverySpan, 'from' | 'to'> | undefined,
): void {
  const { store, now } = session;
  const days = openDays(session, campaign.doc);
  const status = primaryOf(unit.doc, campaign.doc, earns !== undefined);
  store.save({
    ...unit,
    doc: { ...unit.doc, primary_status: status },
    delivery: continueDelivery(unit.delivery, now.day, earns && { ...days, ...earns }),
  });
  for (const child of [...contents.ads, ...contents.keywords]) {
    const runs = earns !== undefined && isOn(child);
    store.save({
      ...child,
      doc: {
        ...child.doc,
        primary_status: primaryOf(child.doc, unit.doc, runs),
        ...rejection(child),
        ...inheritedBid(child, unit),
      },
      delivery: continueDelivery(child.delivery, now.day, runs ? { ...days, daily: 0 } : undefined),
    });
  }
}

/** Keywords without a bid take the bid of their ad group. */
function inheritedBid({ doc }: Entity, unit: Entity): Doc {
  if (doc.effective_cpc_bid_source !== 'AD_GROUP') return {};
  return { effective_cpc_bid_micros: unit.doc.effective_cpc_bid_micros };
}

function rejection({ doc, kind }: Entity): Doc {
  if (kind !== 'ad_group_ad') return {};
  const reasons = doc.status === 'ENABLED' && isRejected(doc) ? ['AD_GROUP_AD_DISAPPROVED'] : [];
  return { primary_status_reasons: reasons };
}

/** The days that a campaign's dates leave open from today on. */
function openDays(session: Session, campaign: Doc): { from: Day; to: Day | null } {
  const day = (text: Value) => (typeof text === 'string' ? dayOf(text.slice(0, 10)) : undefined);
  return {
    from: Math.max(session.now.day, day(campaign.start_date_time) ?? 0),
    to: day(campaign.end_date_time) ?? null,
  };
}

/** Ends, begins or goes on with a span; a spend that changes today is a new span from today. */
function continueDelivery(
  delivery: readonly DeliverySpan[],
  today: Day,
  next: DeliverySpan | undefined,
): DeliverySpan[] {
  const last = delivery.at(-1);
  const open = last && (last.to === null || last.to >= today) ? last : undefined;
  if (open && next && isAlike(open, next)) return [...delivery.slice(0, -1), { ...open, to: next.to }];
  const past = open
    ? [...delivery.slice(0, -1), { ...open, to: today - 1 }].filter(({ from, to }) => to === null || to >= from)
    : delivery;
  return next ? [...past, next] : [...past];
}

function isAlike(one: DeliverySpan, other: DeliverySpan): boolean {
  return one.daily === other.daily && one.appeal === other.appeal && one.worth === other.worth;
}

function primaryOf(doc: Doc, above: Doc, runs: boolean): string {
  if (doc.status === 'REMOVED' || above.status === 'REMOVED') return 'REMOVED';
  if (doc.status === 'PAUSED' || above.status === 'PAUSED') return 'PAUSED';
  return runs ? 'ELIGIBLE' : 'NOT_ELIGIBLE';
}

function primaryStatus(
  doc: Doc,
  serving: string,
  units: readonly Entity[],
  { running, hasAds }: { running: readonly Entity[]; hasAds: boolean },
): Doc {
  const isMax = doc.advertising_channel_type === 'PERFORMANCE_MAX';
  if (doc.status === 'REMOVED') return { primary_status: 'REMOVED', primary_status_reasons: ['CAMPAIGN_REMOVED'] };
  if (serving === 'ENDED') return { primary_status: 'ENDED', primary_status_reasons: ['CAMPAIGN_ENDED'] };
  if (doc.status === 'PAUSED') return { primary_status: 'PAUSED', primary_status_reasons: ['CAMPAIGN_PAUSED'] };
  if (serving === 'PENDING') return { primary_status: 'PENDING', primary_status_reasons: ['CAMPAIGN_PENDING'] };
  if (running.length > 0) return { primary_status: 'ELIGIBLE', primary_status_reasons: [] };
  const alive = units.filter((unit) => unit.doc.status !== 'REMOVED');
  const reasons = isMax ? ['NO_ASSET_GROUPS', 'ASSET_GROUPS_PAUSED'] : ['NO_AD_GROUPS', 'AD_GROUPS_PAUSED'];
  if (alive.length === 0) return { primary_status: 'NOT_ELIGIBLE', primary_status_reasons: [reasons[0]!] };
  if (!alive.some(isOn)) return { primary_status: 'NOT_ELIGIBLE', primary_status_reasons: [reasons[1]!] };
  const lack = hasAds ? 'NO_KEYWORDS' : 'NO_AD_GROUP_ADS';
  return { primary_status: 'NOT_ELIGIBLE', primary_status_reasons: [isMax ? reasons[1]! : lack] };
}

/**
 * How many living campaigns each budget serves; an unshared one goes by the campaign's name. Done once a budget and request:
 * a thousand campaigns may share one.
 */
export function refreshBudgets({ store, account, touchedBudgets }: Session): void {
  for (const key of touchedBudgets) {
    const budget = store.find(account.id, 'campaign_budget', key);
    if (!budget) continue;
    const users = store
      .prepare(
        `SELECT count(*) AS count, min(doc ->> 'name') AS name FROM search_entities
         WHERE customer = ? AND kind = 'campaign' AND parent = ? AND doc ->> 'status' <> 'REMOVED'`,
      )
      .get(account.id, key);
    const name = budget.doc.explicitly_shared === false && users?.name;
    const doc = { ...budget.doc, reference_count: Number(users?.count), ...(name && { name: String(name) }) };
    store.save({ ...budget, doc });
  }
  touchedBudgets.clear();
}
