import { addDays, dayIn } from '../../calendar.ts';
import { closedSum } from '../../closed-days.ts';
import { digitsOf } from '../rules/currencies.ts';
import type { Spending } from '../rules/statuses.ts';
import { Statuses } from '../rules/statuses.ts';
import type { Entity, Links, Store } from '../state.ts';
import { moneyByDay, replan } from './delivery.ts';
import { type Profile, shownFor } from './numbers.ts';

const EVER = '2000-01-01';
/** A budget counts as used up when the rest would buy nothing. */
const USED_UP = 0.99;

/** Spend, from the same numbers as reports. Made for one request: results are cached. */
export class Books implements Spending {
  readonly #store: Store;
  readonly #now: number;
  readonly #kept = new Map<string, number>();

  constructor(store: Store, now: number) {
    this.#store = store;
    this.#now = now;
  }

  get statuses(): Statuses {
    return new Statuses(this.#store, this, this.#now);
  }

  /** Major units spent under a parent, today or ever. */
  spent(links: Links, when: 'today' | 'ever'): number {
    const key = `${when} ${links.adgroup ?? links.campaign ?? links.advertiser}`;
    let spent = this.#kept.get(key);
    if (spent === undefined) {
      spent = this.#store.all('Ad', links).reduce((sum, ad) => sum + this.#ofAd(ad, when), 0);
      this.#kept.set(key, spent);
    }
    return spent;
  }

  /** The spend that counts against a budget of this mode. */
  against(budgetMode: string, links: Links): number {
    return this.spent(links, budgetMode === 'BUDGET_MODE_TOTAL' ? 'ever' : 'today');
  }

  isExhausted({ id, kind, data }: Entity<'Campaign'> | Entity<'AdGroup'>): boolean {
    if (data.budget <= 0 || data.budget_mode === 'BUDGET_MODE_INFINITE') return false;
    const links = kind === 'Campaign' ? { campaign: id } : { adgroup: id };
    return this.against(data.budget_mode, links) >= data.budget * USED_UP;
  }

  isBroke({ id, data }: Entity<'Advertiser'>): boolean {
    return data.unpaid === true || this.spent({ advertiser: id }, 'ever') >= data.paid;
  }

  replan(campaign: string): void {
    const books = new Books(this.#store, this.#now);
    replan(this.#store, campaign, this.#now, (group) => books.spent({ adgroup: group.id }, 'ever'));
  }

  #ofAd(ad: Entity<'Ad'>, when: 'today' | 'ever'): number {
    if (ad.data.delivery.length === 0) return 0;
    const { currency, timezone } = this.#store.need('Advertiser', ad.links.advertiser).data;
    const today = dayIn(this.#now, timezone);
    const units = (first: string, last: string) =>
      moneyByDay(ad, timezone, first, last, this.#now).reduce(
        (sum, { day, money }) => sum + shownFor(ad.id, currency, day, money).spend,
        0,
      );
    const before = () =>
      closedSum(['video', ad.id, ad.data.delivery, timezone, currency, today], () => units(EVER, addDays(today, -1)));
    return (units(today, today) + (when === 'ever' ? before() : 0)) / 10 ** digitsOf(currency);
  }
}

export function profileOf(store: Store, ad: Entity<'Ad'>, currency: string): Profile {
  const { objective_type } = store.need('Campaign', ad.links.campaign).data;
  const { optimization_goal } = store.need('AdGroup', ad.links.adgroup).data;
  return { id: ad.id, objective: objective_type, goal: optimization_goal, currency };
}
