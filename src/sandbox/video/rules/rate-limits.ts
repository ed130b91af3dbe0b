import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../ambient.ts';
import { Refusal } from '../errors.ts';
import { tooManyEvents } from './event-rules.ts';

/** Calls a second, a minute and a day for each address in the basic tier. */
const USUAL = { second: 10, minute: 600, day: 864_000 };
const EVENTS = 'event/track';
const OTHER: Readonly<Record<string, typeof USUAL>> = {
  'ad/create': { second: 5, minute: 150, day: 86_400 },
  'campaign/copy/task/create': { second: 1, minute: 30, day: 432_000 },
  'campaign/copy/task/check': { second: 2, minute: 60, day: 864_000 },
  [EVENTS]: { second: 1000, minute: 600_000, day: 864_000_000 },
};
/** How long an address refuses a caller that exceeded its calls a minute. */
const SUSPENDED_MS = 5 * MINUTE_MS;
const ADVERTISER_PER_SECOND = 20;

/**
 * Counts calls in real time, because the sandbox's clock may stand still or jump. Kept in memory: a restart may forget it.
 */
export class RateLimits {
  readonly #now: () => number;
  readonly #suspended = new Map<string, number>();
  readonly #windows = new Map<string, { from: number; calls: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  count(app: string, path: string): void {
    const { second, minute, day } = OTHER[path] ?? USUAL;
    const caller = `${app} ${path}`;
    if ((this.#suspended.get(caller) ?? 0) > this.#now())
      throw new Refusal(40100, `Due to too many requests, requests from App ${app} are temporarily restricted.`);
    this.#suspended.delete(caller);
    const tooMany = () =>
      path === EVENTS ? tooManyEvents() : new Refusal(40100, 'Too many requests. Please retry in some time.');
    if (this.#add(`s ${caller}`, SECOND_MS) > second || this.#add(`d ${caller}`, DAY_MS) > day) throw tooMany();
    if (this.#add(`m ${caller}`, MINUTE_MS) <= minute) return;
    this.#suspended.set(caller, this.#now() + SUSPENDED_MS);
    throw tooMany();
  }

  countAdvertiser(advertiser: string, path: string): void {
    const calls = this.#add(`a ${advertiser} ${path}`, SECOND_MS);
    if (calls <= ADVERTISER_PER_SECOND) return;
    throw new Refusal(
      40133,
      `Advertiser (${advertiser})'s QPS (${calls}) reaches QPS limit ${ADVERTISER_PER_SECOND} for current path, request is temporarily restricted.`,
    );
  }

  /** A Smart+ ad takes one write in five seconds. */
  countSmartAd(ad: string): void {
    if (this.#add(`w ${ad}`, 5000) > 1)
      throw new Refusal(40132, "The request QPS is limited by smart_plus_ad_id's value.");
  }

  #add(key: string, windowMs: number): number {
    const now = this.#now();
    const held = this.#windows.get(key);
    const window = held && now - held.from < windowMs ? held : { from: now, calls: 0 };
    window.calls += 1;
    this.#windows.set(key, window);
    return window.calls;
  }
}
