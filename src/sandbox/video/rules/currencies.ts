import { bad } from '../errors.ts';

/** Every minimum, maximum and highest bid is a base amount times the ratio of the currency. */
const RATIOS: readonly (readonly [number, string])[] = [
  [1, 'USD EUR GBP MYR AED SAR HUF AUD CAD NZD SGD CHF ARS BRL ILS PEN QAR RON'],
  [4, 'PLN'],
  [10, 'HKD ZAR DKK SEK NOK TRY MXN THB CNY BOB CZK EGP GTQ HNL MOP TWD NIO UAH UYU'],
  [50, 'PHP'],
  [100, 'JPY RUB DZD BDT ISK INR KES NGN PKR'],
  [1_000, 'KRW CLP COP CRC'],
  [10_000, 'IDR PYG VND'],
  [100_000, 'VEF'],
];

const WHOLE_ONLY = 'CLP HUF IDR ISK JPY KRW PYG TWD VND'.split(' ');

export function ratioOf(currency: string): number {
  return RATIOS.find(([, currencies]) => currencies.split(' ').includes(currency))?.[0] ?? 1;
}

export function digitsOf(currency: string): number {
  return WHOLE_ONLY.includes(currency) ? 0 : 2;
}

/** `$50.00`, `¥5,000`: as the platform's messages show amounts. */
export function shown(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digitsOf(currency),
    maximumFractionDigits: digitsOf(currency),
  }).format(amount);
}

export function checkPrecision(field: string, amount: number, currency: string): void {
  const scaled = amount * 10 ** digitsOf(currency);
  if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return;
  throw bad(`${field}: ${currency} amounts have at most ${digitsOf(currency)} decimals.`);
}
