import { DAY_MS } from '../../../ambient.ts';
import { dayAfter, dayIn, dayStart } from '../../calendar.ts';
import { unit } from '../../chance.ts';
import { rejectionOf } from '../rules/review.ts';
import type { Delivery } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { type Aim, aimOf } from './people.ts';

/** The part of a day in which a daily budget is used up: evenly to the evening, or as fast as it goes. */
const PACE = { smooth: 0.92, fast: 0.45 };

/**
 * Plans the spend of each ad of a campaign from now on. Called after every change of status, budget, schedule or ads. Past
 * delivery stays, so past numbers never change.
 */
export function replan(store: Store, campaignId: string, now: number, spentOf: (group: Entity<'AdGroup'>) => number) {
  const campaign = store.need('Campaign', campaignId);
  const groups = store.all('AdGroup', { campaign: campaignId });
  const ads = store.all('Ad', { campaign: campaignId });
  const { unpaid, status } = store.need('Advertiser', campaign.links.advertiser).data;
  const canServe = !unpaid && status === undefined;
  const running = groups.filter(({ data }) => canServe && isOn(campaign.data) && isOn(data) && data.end > now);
  const shared = campaign.data.budget_optimize_on;
  const isAdOn = ({ data }: Entity<'Ad'>) =>
    isOn(data) &&
    rejectionOf(data) === undefined &&
    (data.smart === undefined || isOn(store.need('SmartAd', data.smart).data));
  const live = ads.filter((ad) => isAdOn(ad) && running.some(({ id }) => id === ad.links.adgroup));
  for (const ad of ads) {
    const group = groups.find(({ id }) => id === ad.links.adgroup)!;
    const sharers = shared ? live : live.filter(({ links }) => links.adgroup === group.id);
    const holder = shared ? campaign.data : group.data;
    const spent = () => (shared ? groups : [group]).reduce((sum, one) => sum + spentOf(one), 0);
    const daily = live.includes(ad)
      ? (dailyMoney(holder, group, now, spent) * weightOf(ad)) / sharers.reduce((sum, one) => sum + weightOf(one), 0)
      : 0;
    const next: Delivery | undefined =
      daily > 0
        ? {
            from: Math.max(now, ad.data.reviewed, group.data.start),
            until: group.data.end,
            daily,
            pace: group.data.more.pacing === 'PACING_MODE_FAST' ? PACE.fast : PACE.smooth,
            aim: aimOf(group.data),
          }
        : undefined;
    ad.data.delivery = continued(ad.data.delivery, next, now);
    store.save(ad);
  }
}

function isOn(data: { operation_status: string; deleted?: true }): boolean {
  return data.operation_status === 'ENABLE' && !data.deleted;
}

function dailyMoney(
  holder: { budget: number; budget_mode: string },
  { data }: Entity<'AdGroup'>,
  now: number,
  spent: () => number,
): number {
  if (holder.budget_mode !== 'BUDGET_MODE_TOTAL') return holder.budget;
  const days = Math.max(1, Math.min(365, (data.end - Math.max(now, data.start)) / DAY_MS));
  return Math.max(0, holder.budget - spent()) / days;
}

/** The platform favours some ads over others. */
function weightOf(ad: Entity<'Ad'>): number {
  return 0.5 + unit(ad.id, 'weight');
}

function continued(held: readonly Delivery[], next: Delivery | undefined, now: number): Delivery[] {
  const last = held.at(-1);
  const isSame =
    last &&
    next &&
    last.daily === next.daily &&
    last.until === next.until &&
    last.pace === next.pace &&
    JSON.stringify(last.aim) === JSON.stringify(next.aim);
  if (isSame && last.from <= now) return [...held];
  const past = held
    .filter(({ from }) => from < now)
    .map((span) => ({ ...span, until: Math.min(span.until ?? now, now) }));
  return next ? [...past, next] : past;
}

export interface SpentDay {
  day: string;
  aim: Aim;
  /** Major units, not yet rounded. */
  money: number;
}

/** The money an ad has used on each day of a span up to now. */
export function moneyByDay(ad: Entity<'Ad'>, zone: string, first: string, last: string, now: number): SpentDay[] {
  const days: SpentDay[] = [];
  if (ad.data.delivery.length === 0) return days;
  const born = dayIn(ad.data.delivery[0]!.from, zone);
  for (let day = first > born ? first : born, next = ''; day <= last; day = next) {
    next = dayAfter(day);
    const [start, end] = [dayStart(day, zone), dayStart(next, zone)];
    if (start > now) break;
    const money = ad.data.delivery.reduce((sum, span) => sum + moneyIn(span, start, end, now), 0);
    const { aim = {} } = ad.data.delivery.findLast((span) => moneyIn(span, start, end, now) > 0) ?? {};
    if (money > 0) days.push({ day, aim, money });
  }
  return days;
}

/** A day's money flows evenly until the pace has used it up. */
function moneyIn(span: Delivery, start: number, end: number, now: number): number {
  const flowEnd = start + (end - start) * span.pace;
  const from = Math.max(span.from, start);
  const until = Math.min(span.until ?? Number.POSITIVE_INFINITY, flowEnd, now);
  return until <= from ? 0 : (span.daily * (until - from)) / (flowEnd - start);
}
