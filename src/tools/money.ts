import { z } from 'zod';

/** Money as every result shows it: major units, whatever the platform counts in. */
export const Money = z.object({ amount: z.string(), currency: z.string() });
export type Money = z.infer<typeof Money>;

const DECIMAL = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,9})?$/;

/** An amount a caller gives, in major units of the account's currency; handed on as decimal text. */
export const Amount = z
  .union([z.string(), z.number()], 'must be a decimal number such as "12.50"')
  .transform(String)
  .refine((text) => DECIMAL.test(text) && Number(text) > 0, 'must be a positive decimal number such as "12.50"');

/** Decimal text counted in units of 10^-digits, exactly; undefined when it is finer than one unit. */
export function unitsOf(amount: string, digits: number): bigint | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) return undefined;
  const [, sign, whole = '', decimals = ''] = match;
  const significant = decimals.replace(/0+$/, '');
  if (significant.length > digits) return undefined;
  const units = BigInt(whole + significant.padEnd(digits, '0'));
  return sign ? -units : units;
}

/** Units of 10^-digits as decimal text: 1234n with two digits is `12.34`. */
export function decimalOf(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
