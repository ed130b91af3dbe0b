import { changedUnits, decimalOf, exactUnits, type Money, unitsOf } from '../../tools/money.ts';

/** The platform's own list of currencies without decimals; all others have two. */
const WHOLE_UNITS = new Set('CLP HUF IDR ISK JPY KRW PYG TWD VND'.split(' '));

/** Minimum budgets are a base amount times this ratio. */
const RATIOS: Readonly<Record<number, string>> = {
  4: 'PLN',
  10: 'HKD ZAR DKK SEK NOK TRY MXN THB CNY BOB CZK EGP GTQ HNL MOP TWD NIO UAH UYU',
  50: 'PHP',
  100: 'JPY RUB DZD BDT ISK INR KES NGN PKR',
  1000: 'KRW CLP COP CRC',
  10000: 'IDR PYG VND',
  100000: 'VEF',
};
const RATIO_OF = new Map(
  Object.entries(RATIOS).flatMap(([ratio, currencies]) =>
    currencies.split(' ').map((one) => [one, Number(ratio)] as const),
  ),
);

export function digitsOf(currency: string): number {
  return WHOLE_UNITS.has(currency) ? 0 : 2;
}

export function ratioOf(currency: string): number {
  return RATIO_OF.get(currency) ?? 1;
}

/** The platform's amounts are JSON numbers in major units. */
export function moneyOf(amount: number, currency: string): Money {
  const digits = digitsOf(currency);
  return { amount: decimalOf(unitsOf(amount.toFixed(digits), digits) ?? 0n, digits), currency };
}

/** A caller's amount as a JSON number. More decimals than the currency has are refused. */
export function platformAmount(field: string, amount: string, currency: string): number {
  const digits = digitsOf(currency);
  return Number(decimalOf(exactUnits(field, amount, currency, digits), digits));
}

/** An amount changed by a percentage, rounded to the currency's smallest coin. */
export function changedByPercent(amount: number, percent: number, currency: string): string {
  const digits = digitsOf(currency);
  const units = unitsOf(amount.toFixed(digits), digits) ?? 0n;
  return decimalOf(changedUnits(units, percent), digits);
}
