import { decimalOf, type Money } from '../money.ts';

/** A number of a report, counted in millionths: sums are exact in any order. */
export type Quantity = bigint;

const DIGITS = 6;
const ONE = 1_000_000n;

/** A platform's number, as it wrote it. Finer than a millionth is rounded. */
export function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value === 'bigint') return value * ONE;
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value !== 'string') return undefined;
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === undefined) return value.trim() === '' ? undefined : ofNumber(Number(value));
  const kept = BigInt(whole + decimals.slice(0, DIGITS).padEnd(DIGITS, '0'));
  const rounded = decimals.charAt(DIGITS) >= '5' ? kept + 1n : kept;
  return sign ? -rounded : rounded;
}

function ofNumber(value: number): Quantity | undefined {
  if (Number.isSafeInteger(value)) return BigInt(value) * ONE;
  return Number.isFinite(value) ? BigInt(Math.round(value * Number(ONE))) : undefined;
}

/** Money that a platform counts in millionths already. */
export function quantityOfMicros(micros: unknown): Quantity | undefined {
  if (typeof micros === 'string' && /^-?\d+$/.test(micros)) return BigInt(micros);
  return typeof micros === 'number' && Number.isFinite(micros) ? BigInt(Math.round(micros)) : undefined;
}

export function numberOf(quantity: Quantity): number {
  return Number(quantity) / Number(ONE);
}

/** In major units. Decimals beyond the smallest coin are shown only where there are any: a click may cost a third of a cent. */
export function moneyOfQuantity(quantity: Quantity, currency: string, coinDigits: number): Money {
  const [whole = '0', decimals = ''] = decimalOf(quantity, DIGITS).split('.');
  const shown = decimals.replace(/0+$/, '').padEnd(coinDigits, '0');
  return { amount: shown === '' ? whole : `${whole}.${shown}`, currency };
}

/** `of` divided by `to`, to six digits; undefined when there is nothing to divide by. */
export function ratioOf(of: Quantity, to: Quantity, times = 1): number | undefined {
  return to === 0n ? undefined : Number(((Number(of) * times) / Number(to)).toPrecision(6));
}

/** The same for money, exact to the millionth. */
export function priceOf(of: Quantity, to: Quantity, times = 1): Quantity | undefined {
  if (to === 0n) return undefined;
  const [above, below] = to < 0n ? [-of, -to] : [of, to];
  const doubled = above * BigInt(times) * ONE * 2n;
  return (doubled + (above < 0n ? -below : below)) / (below * 2n);
}
