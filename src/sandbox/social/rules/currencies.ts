/** Minor units as the platform counts them, which is not what ISO says. */
const OFFSET_ONE = new Set(['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']);

/** Rough worth of one US dollar, for the minimums the platform states in dollars. */
const PER_DOLLAR: Record<string, number> = {
  EUR: 0.9,
  GBP: 0.8,
  JPY: 150,
  CAD: 1.4,
  AUD: 1.5,
  CHF: 0.9,
  SEK: 10.5,
  KRW: 1400,
  TWD: 32,
  BRL: 5.4,
  MXN: 18,
  HUF: 360,
};

/** Where minimum budgets count double. */
const DEAR_COUNTRIES = new Set('AU AT BE CA DK FI FR DE GR HK IL IT JP NL NZ NO SG KR ES SE CH TW GB US'.split(' '));

export function offsetOf(currency: string): number {
  return OFFSET_ONE.has(currency) ? 1 : 100;
}

export function perDollar(currency: string): number {
  return PER_DOLLAR[currency] ?? 1;
}

/** `50.12`, or `5012` where there are no smaller units. */
export function majorText(minor: number, currency: string): string {
  return offsetOf(currency) === 1 ? String(minor) : (minor / 100).toFixed(2);
}

/** Texts for people tell an amount as they know it, not as the API counts. */
export function amountText(minor: number, currency: string): string {
  return `${majorText(minor, currency)} ${currency}`;
}

/** Minor units in one dollar. */
export function minorPerDollar(currency: string): number {
  return perDollar(currency) * offsetOf(currency);
}

export function minorFromDollars(dollars: number, currency: string): number {
  return Math.round(dollars * minorPerDollar(currency));
}

export interface Minimums {
  impressions: number;
  frequent: number;
  rare: number;
}

export function minimumsOf(currency: string, country: string): Minimums {
  const factor = DEAR_COUNTRIES.has(country) ? 2 : 1;
  return {
    impressions: minorFromDollars(0.5 * factor, currency),
    frequent: minorFromDollars(2.5 * factor, currency),
    rare: minorFromDollars(40, currency),
  };
}

export const NO_CAP = 922_337_203_685_478;

export function minimumSpendCap(currency: string): number {
  return minorFromDollars(100, currency);
}
