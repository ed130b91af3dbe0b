import type { AdvertiserData } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { rejectionOf } from './review.ts';

/** The primary status of each secondary one, for status filters. */
export const PRIMARY_STATUSES = [
  'STATUS_NOT_DELETE',
  'STATUS_ALL',
  'STATUS_DELETE',
  'STATUS_DELIVERY_OK',
  'STATUS_DISABLE',
  'STATUS_NOT_DELIVERY',
  'STATUS_TIME_DONE',
  'STATUS_RF_CLOSED',
  'STATUS_FROZEN',
];

/** Spent money, as far as statuses depend on it. */
export interface Spending {
  /** Spent of the object's own budget: today's for daily ones, all for a total. */
  isExhausted(entity: Entity<'Campaign'> | Entity<'AdGroup'>): boolean;
  isBroke(advertiser: Entity<'Advertiser'>): boolean;
}

export class Statuses {
  readonly #store: Store;
  readonly #spending: Spending;
  readonly #now: number;

  constructor(store: Store, spending: Spending, now: number) {
    this.#store = store;
    this.#spending = spending;
    this.#now = now;
  }

  campaign(campaign: Entity<'Campaign'>): string {
    const { data } = campaign;
    if (data.deleted) return 'CAMPAIGN_STATUS_DELETE';
    if (this.#spending.isExhausted(campaign)) return 'CAMPAIGN_STATUS_BUDGET_EXCEED';
    return data.operation_status === 'ENABLE' ? 'CAMPAIGN_STATUS_ENABLE' : 'CAMPAIGN_STATUS_DISABLE';
  }

  adGroup(group: Entity<'AdGroup'>, ads?: readonly Entity<'Ad'>[]): string {
    const campaign = this.#store.need('Campaign', group.links.campaign);
    const { data } = group;
    if (data.deleted) return 'ADGROUP_STATUS_DELETE';
    if (campaign.data.deleted) return 'ADGROUP_STATUS_CAMPAIGN_DELETE';
    const money = this.#money(group, campaign, 'ADGROUP');
    if (money) return money;
    const own = ads ?? this.#store.all('Ad', { adgroup: group.id });
    const alive = own.filter((ad) => !ad.data.deleted);
    if (alive.length === 0) return 'ADGROUP_STATUS_CREATE';
    if (alive.every((ad) => ad.data.reviewed > this.#now)) return 'ADGROUP_STATUS_AUDIT';
    if (alive.every((ad) => this.#isDenied(ad))) return 'ADGROUP_STATUS_AUDIT_DENY';
    return this.#time(group) ?? this.#switches('ADGROUP', [campaign.data, data]);
  }

  ad(ad: Entity<'Ad'>): string {
    const { data } = ad;
    const campaign = this.#store.need('Campaign', ad.links.campaign);
    const group = this.#store.need('AdGroup', ad.links.adgroup);
    if (data.deleted) return 'AD_STATUS_DELETE';
    if (campaign.data.deleted) return 'AD_STATUS_CAMPAIGN_DELETE';
    if (group.data.deleted) return 'AD_STATUS_ADGROUP_DELETE';
    const money = this.#money(group, campaign, 'AD');
    if (money) return money;
    if (data.reviewed > this.#now) return data.edited ? 'AD_STATUS_REAUDIT' : 'AD_STATUS_AUDIT';
    if (this.#isDenied(ad)) return 'AD_STATUS_AUDIT_DENY';
    const time = this.#time(group);
    if (time) return time.endsWith('TIME_DONE') ? 'AD_STATUS_DONE' : 'AD_STATUS_NOT_START';
    const whole = data.smart === undefined ? undefined : this.#store.need('SmartAd', data.smart).data;
    return this.#switches('AD', [campaign.data, group.data, whole?.operation_status === 'DISABLE' ? whole : data]);
  }

  /** A Smart+ ad delivers as soon as one of its creatives does. */
  smartAd(ad: Entity<'SmartAd'>): string {
    if (ad.data.deleted) return 'AD_STATUS_DELETE';
    const each = this.#store.creativesOf(ad).map((creative) => this.ad(creative));
    return each.find((status) => status === 'AD_STATUS_DELIVERY_OK') ?? each[0] ?? 'AD_STATUS_AUDIT';
  }

  advertiser({ status = 'STATUS_ENABLE' }: AdvertiserData): string {
    return status;
  }

  #money(group: Entity<'AdGroup'>, campaign: Entity<'Campaign'>, level: string): string | undefined {
    const advertiser = this.#store.need('Advertiser', group.links.advertiser);
    if (this.#spending.isBroke(advertiser)) return `${level}_STATUS_BALANCE_EXCEED`;
    if (this.#spending.isExhausted(campaign)) return `${level}_STATUS_CAMPAIGN_EXCEED`;
    return this.#spending.isExhausted(group) ? `${level}_STATUS_BUDGET_EXCEED` : undefined;
  }

  #isDenied({ data }: Entity<'Ad'>): boolean {
    return data.reviewed <= this.#now && rejectionOf(data) !== undefined;
  }

  #time({ data }: Entity<'AdGroup'>): string | undefined {
    if (data.start > this.#now) return 'ADGROUP_STATUS_NOT_START';
    return data.end <= this.#now ? 'ADGROUP_STATUS_TIME_DONE' : undefined;
  }

  /** The outermost switch that is off decides. */
  #switches(level: 'ADGROUP' | 'AD', chain: readonly { operation_status: string }[]): string {
    const names = [`${level}_STATUS_CAMPAIGN_DISABLE`, `${level}_STATUS_ADGROUP_DISABLE`];
    const off = chain.findIndex(({ operation_status }) => operation_status === 'DISABLE');
    if (off < 0) return `${level}_STATUS_DELIVERY_OK`;
    return off === chain.length - 1 ? `${level}_STATUS_DISABLE` : names[off]!;
  }
}

function primaryOf(secondary: string): string {
  if (/_DELETE$/.test(secondary)) return 'STATUS_DELETE';
  if (/_DISABLE$/.test(secondary)) return 'STATUS_DISABLE';
  if (/_(TIME_DONE|DONE)$/.test(secondary)) return 'STATUS_TIME_DONE';
  return /_(DELIVERY_OK|STATUS_ENABLE)$/.test(secondary) ? 'STATUS_DELIVERY_OK' : 'STATUS_NOT_DELIVERY';
}

export function fitsPrimary(secondary: string, wanted: string): boolean {
  if (wanted === 'STATUS_ALL') return true;
  const primary = primaryOf(secondary);
  return wanted === 'STATUS_NOT_DELETE' ? primary !== 'STATUS_DELETE' : primary === wanted;
}
