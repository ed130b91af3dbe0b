/** What happens to advertisers without any call of theirs. */
export const ACCIDENT_KINDS = [
  /** The review takes an ad back that ran until then. */
  'ad_rejected',
  /** The card has expired: a charge fails, and nothing is shown until it is settled. */
  'payment_failed',
  'account_closed',
  /** The website no longer reports what people do there: ads run on, without conversions. */
  'pixel_dead',
  /** Somebody removes a negative keyword in the platform's own interface: clicks that bring nothing. */
  'negative_removed',
] as const;
export type AccidentKind = (typeof ACCIDENT_KINDS)[number];

export interface Accident {
  kind: AccidentKind;
  account: string;
  /** The ad or the campaign that it happens to; left out where it happens to the account. */
  object?: string | undefined;
}

/** A stretch of time in which something does not work. */
export interface Outage {
  from: number;
  until?: number;
}

export function begun(outages: readonly Outage[] = [], from: number): Outage[] {
  return isOut(outages, from) ? [...outages] : [...outages, { from }];
}

export function ended(outages: readonly Outage[] = [], until: number): Outage[] {
  return outages.map((outage) => (outage.until === undefined ? { ...outage, until } : outage));
}

export function isOut(outages: readonly Outage[] | undefined, at: number): boolean {
  return outages?.some(({ from, until = Number.POSITIVE_INFINITY }) => from <= at && at < until) ?? false;
}

/** The part of a stretch of time in which it works. */
export function workingShare(outages: readonly Outage[] | undefined, start: number, end: number): number {
  if (!outages || outages.length === 0) return 1;
  const out = outages.reduce((sum, { from, until = Number.POSITIVE_INFINITY }) => {
    return sum + Math.max(0, Math.min(until, end) - Math.max(from, start));
  }, 0);
  return Math.max(0, 1 - out / (end - start));
}
