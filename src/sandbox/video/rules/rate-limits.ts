import { Refusal } from '../errors.ts';

/** Calls a second and a minute that an application of the basic tier has for each address. */
const USUAL = { second: 10, minute: 600 };
const TIGHTER: Readonly<Record<string, typeof USUAL>> = { 'ad/create': { second: 5, minute: 150 } };
const ADVERTISER_PER_SECOND = 20;

/**
 * Counts calls in real time: the sandbox's clock may stand still or jump, and traffic does neither. Kept in memory, as it
 * drains by itself.
 */
export class RateLimits {
  readonly #now: () => number;
  readonly #windows = new Map<string, { from: number; calls: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  count(app: string, path: string): void {
    const { second, minute } = TIGHTER[path] ?? USUAL;
    const isOver = this.#add(`s ${app} ${path}`, 1000) > second || this.#add(`m ${app} ${path}`, 60_000) > minute;
    if (isOver) throw new Refusal(40100, 'Too many requests. Please retry in some time.');
  }

  countAdvertiser(advertiser: string, path: string): void {
    const calls = this.#add(`a ${advertiser} ${path}`, 1000);
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
