import { decimalOf } from '../tools/money.ts';

/** Amounts are counted in units of 10^-9, finer than any currency or platform counts. */
const DIGITS = 9;
const ONE = 10n ** BigInt(DIGITS);
/** Decimals that a sum is shown with. */
const SHOWN_DIGITS = 2;
const SHOWN_STEP = 10n ** BigInt(DIGITS - SHOWN_DIGITS);

/** Decimal text in units, rounded up where it is finer; undefined when it is no amount. */
export function amountOf(text: string): bigint | undefined {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const rest = /[1-9]/.test(decimals.slice(DIGITS)) ? 1n : 0n;
  return BigInt(whole + decimals.slice(0, DIGITS).padEnd(DIGITS, '0')) + rest;
}

/** A quotient of positive numbers, rounded up. */
export function dividedUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

/** Rounded up; a factor that is no decimal number counts as if it were not there. */
export function timesFactor(amount: bigint, factor: number): bigint {
  return dividedUp(amount * (amountOf(String(factor)) ?? ONE), ONE);
}

export function largest(first: bigint, ...others: readonly bigint[]): bigint {
  let most = first;
  for (const one of others) if (one > most) most = one;
  return most;
}

export function smallest(first: bigint, ...others: readonly bigint[]): bigint {
  let least = first;
  for (const one of others) if (one < least) least = one;
  return least;
}

/** As people read it: at most two decimals, never less than it is. */
export function shownUp(units: bigint): string {
  return trimmed(units / SHOWN_STEP + (units > 0n && units % SHOWN_STEP !== 0n ? 1n : 0n));
}

/** The same, never more than it is. */
export function shownDown(units: bigint): string {
  return trimmed(units / SHOWN_STEP - (units < 0n && units % SHOWN_STEP !== 0n ? 1n : 0n));
}

function trimmed(steps: bigint): string {
  return decimalOf(steps, SHOWN_DIGITS).replace(/\.00$/, '');
}
