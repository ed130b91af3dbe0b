import { z } from 'zod';
import { invalidArguments } from '../errors.ts';
import { TWO_MEANINGS } from '../sheets/files/cell-typing.ts';

/** Money as every result shows it: major units, also where the platform counts in cents or micros. */
export const Money = z.object({ amount: z.string(), currency: z.string() });
export type Money = z.infer<typeof Money>;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export function isCurrency(code: string | undefined): code is string {
  return code !== undefined && CURRENCIES.has(code);
}

export const Currency = z
  .string()
  .toUpperCase()
  .refine(isCurrency, 'must be the ISO 4217 code of a currency, such as EUR');

const DECIMAL = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,9})?$/;

const Given = z
  .union([z.string(), z.number()], 'must be a decimal number such as "12.50"')
  .transform((given) => withoutEndingZeros(String(given)));
const isAmount = (text: string) => DECIMAL.test(text) && Number(text) > 0;
/** An amount in a currency that is named beside it. */
export const PositiveAmount = Given.refine(isAmount, 'must be a positive decimal number such as "12.50"');

/** The same, or nothing: what was given away has a value, too. */
export const AmountOrZero = Given.refine(
  (text) => DECIMAL.test(text),
  'must be a decimal number such as "12.50", or 0',
);

/** `30`, `"30"` and `"30.00"` are one amount, also to an idempotency key. */
function withoutEndingZeros(text: string): string {
  return DECIMAL.test(text) ? text.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1') : text;
}

const UNIT = "in major units of the account's currency";

/** An amount a caller gives, handed on as decimal text. Its description always has the unit: some platforms count in cents. */
export function amount(meaning: string) {
  return PositiveAmount.describe(`${meaning}, ${UNIT}`);
}

/** The same, or one word that stands for no amount. */
export function amountOr(word: string, meaning: string, means = 'none of its own') {
  return Given.refine(
    (text) => text === word || isAmount(text),
    `must be a positive decimal number such as "12.50", or "${word}"`,
  ).describe(`${meaning}, ${UNIT}; "${word}": ${means}`);
}

/** Decimals of a currency's smallest coin by ISO 4217: two for euros, none for yen. Some platforms count otherwise, by tables of their own. */
export function coinDigits(currency: string): number {
  const options = { style: 'currency', currency } as const;
  return new Intl.NumberFormat('en', options).resolvedOptions().maximumFractionDigits ?? 2;
}

/** What is wrong with an amount that a cell holds as text: `18.000` is eighteen or eighteen thousand, unless its currency has three decimals. */
export function twoAmountsIn(text: string, currency: string | undefined): string | undefined {
  if (!TWO_MEANINGS.test(text) || (isCurrency(currency) && coinDigits(currency) === 3)) return undefined;
  return `can mean two amounts: write ${text.replace('.', '')} or ${Number(text)}`;
}

/**
 * A caller's amount counted in units of 10^-digits, exactly. Finer than the currency is counted on the platform is
 * refused, never rounded.
 */
export function exactUnits(field: string, given: string, currency: string, digits: number): bigint {
  const units = unitsOf(given, digits);
  if (units !== undefined) return units;
  const step = decimalOf(1n, digits);
  throw invalidArguments([
    { field, message: `${given} has too many decimals: ${currency} is counted in steps of ${step}` },
  ]);
}

/** Decimal text counted in units of 10^-digits, exactly; undefined when it is finer than one unit. */
export function unitsOf(text: string, digits: number): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', decimals = ''] = match;
  const significant = decimals.replace(/0+$/, '');
  if (significant.length > digits) return undefined;
  const units = BigInt(whole + significant.padEnd(digits, '0'));
  return sign ? -units : units;
}

/** Units so many percent more, exactly, and then rounded once to a multiple of the step; half a step is rounded up. */
export function changedUnits(units: bigint, percent: number, step = 1n): bigint {
  const parts = unitsOf(percent.toFixed(PERCENT_DIGITS), PERCENT_DIGITS) ?? 0n;
  const whole = 100n * 10n ** BigInt(PERCENT_DIGITS);
  const divisor = whole * step;
  return ((2n * units * (whole + parts) + divisor) / (2n * divisor)) * step;
}

/** Finer percentages are not told apart. */
const PERCENT_DIGITS = 9;

/** Units of 10^-digits as decimal text: 1234n with two digits is `12.34`. */
export function decimalOf(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
