import { Failure } from '../../errors.ts';
import { decimalOf, exactUnits, type Money, unitsOf } from '../../tools/money.ts';

/** The platform's own table, which is not ISO 4217: HUF and TWD have no decimals here, KWD has two. */
const WHOLE_UNITS = new Set('CLP COP CRC HUF ISK IDR JPY KRW PYG TWD VND'.split(' '));
const HUNDREDTHS = new Set(
  (
    'DZD ARS AUD BHD BDT BOB BGN BRL GBP CAD CNY HRK CZK DKK EGP EUR GTQ HNL HKD INR ILS JOD KES KWD LVL LTL MOP MYR ' +
    'MXN NZD NIO NGN NOK PKR PEN PHP PLN QAR RON RUB SAR RSD SGD SKK ZAR SEK CHF THB TRY AED UAH USD UYU VEF VES FBZ'
  ).split(' '),
);

export function isKnown(currency: string): boolean {
  return WHOLE_UNITS.has(currency) || HUNDREDTHS.has(currency);
}

/** How many decimals the platform counts a currency in. An unknown one is refused: a guess would be off a hundredfold. */
export function digitsOf(currency: string): number {
  if (WHOLE_UNITS.has(currency)) return 0;
  if (HUNDREDTHS.has(currency)) return 2;
  throw new Failure({
    code: 'unsupported',
    message: `The social platform's table of currencies has no ${currency}, so no amount can be converted safely.`,
    nextStep: 'Use an account in another currency, or have the currency added to the service.',
  });
}

/** An amount on an object, which the platform counts in minor units. */
export function moneyOf(minorUnits: string | number, currency: string): Money {
  return { amount: decimalOf(BigInt(minorUnits), digitsOf(currency)), currency };
}

/** As `moneyOf`, for results: an amount in an unknown currency is left out, so that the object can still be read and paused. */
export function shownMoney(minorUnits: string | number, currency: string): Money | undefined {
  return isKnown(currency) ? moneyOf(minorUnits, currency) : undefined;
}

/** An amount in a report, which the platform gives in major units. */
export function reportedMoney(amount: string, currency: string): Money {
  const digits = digitsOf(currency);
  const units = unitsOf(amount, digits);
  return { amount: units === undefined ? amount : decimalOf(units, digits), currency };
}

/** Objects with their amounts in the currency of the account each belongs to. */
export function inOwnCurrency<T extends { account_id: string }, Shown>(
  client: { currency(account: string): Promise<string> },
  items: readonly T[],
  show: (item: T, currency: string) => Shown,
): Promise<Shown[]> {
  return Promise.all(items.map(async (item) => show(item, await client.currency(item.account_id))));
}

/** A caller's amount in the platform's minor units. */
export function minorUnits(field: string, amount: string, currency: string): number {
  return Number(exactUnits(field, amount, currency, digitsOf(currency)));
}
