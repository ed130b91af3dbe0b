import { invalidArguments } from '../../errors.ts';
import { changedUnits, decimalOf, exactUnits, isCurrency, type Money } from '../../tools/money.ts';

/** The platform counts every currency in millionths of its major unit, the yen as well as the dollar. */
const MICRO_DIGITS = 6;

/**
 * A caller's amount in micros. An amount finer than the currency's smallest coin cannot be billed, and one in a currency
 * unknown to us could be off by any factor: both are refused. Coarser billing units are checked by the platform.
 */
export function microsOf(field: string, amount: string, currency: string | undefined): string {
  if (!isCurrency(currency)) {
    throw invalidArguments([{ field, message: `cannot be given: the account's currency (${currency}) is not known` }]);
  }
  const digits = coinDigits(currency);
  return String(exactUnits(field, amount, currency, digits) * 10n ** BigInt(MICRO_DIGITS - digits));
}

/** Micros as money; undefined stays undefined. Decimals beyond the smallest coin are shown only where there are any. */
export function moneyOf(micros: string | number | undefined, currency: string | undefined): Money | undefined {
  if (micros === undefined || currency === undefined) return undefined;
  const whole = typeof micros === 'string' ? BigInt(micros) : BigInt(Math.round(micros));
  const [integer = '0', decimals = ''] = decimalOf(whole, MICRO_DIGITS).split('.');
  const shown = decimals.replace(/0+$/, '').padEnd(coinDigits(currency), '0');
  return { amount: shown === '' ? integer : `${integer}.${shown}`, currency };
}

/** A value the platform gives in major units, as a floating-point number. */
export function moneyOfMajor(value: number, currency: string | undefined): Money | undefined {
  return moneyOf(value * 10 ** MICRO_DIGITS, currency);
}

/** An amount so many percent larger, rounded to the currency's smallest coin. */
export function changedBy(micros: string, percent: number, currency = ''): string {
  const coin = 10n ** BigInt(MICRO_DIGITS - coinDigits(currency));
  return String(changedUnits(BigInt(micros), percent, coin));
}

/** The least amount in whole coins that is not below a platform's estimate, which may be finer than any coin. */
export function wholeCoins(micros: string | undefined, currency = ''): string {
  const coin = 10 ** (MICRO_DIGITS - coinDigits(currency));
  return String(Math.ceil(Number(micros ?? 0) / coin) * coin);
}

const knownDigits = new Map<string, number>();

/** Kept, because `Intl.NumberFormat` is too slow for a report of a thousand amounts. */
export function coinDigits(currency: string): number {
  if (!isCurrency(currency)) return 2;
  const format = () => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const digits = knownDigits.get(currency) ?? format().maximumFractionDigits ?? 2;
  knownDigits.set(currency, digits);
  return digits;
}
