import { coinDigits, decimalOf, type Money, unitsOf } from '../../tools/money.ts';

/** Amounts of one check in the smallest coins of their currencies. Kept by currency, because Intl is slow to ask. */
export class Coins {
  readonly #digits = new Map<string, number>();
  readonly #formats = new Map<string, Intl.NumberFormat>();

  digits(currency: string): number {
    let digits = this.#digits.get(currency);
    if (digits === undefined) {
      digits = coinDigits(currency);
      this.#digits.set(currency, digits);
    }
    return digits;
  }

  /** Undefined where it is finer than the currency's smallest coin. */
  units({ amount, currency }: Money): bigint | undefined {
    return unitsOf(amount, this.digits(currency));
  }

  money(units: bigint, currency: string): Money {
    return { amount: decimalOf(units, this.digits(currency)), currency };
  }

  /** As people write it: `$26,088.80`, `¥1,849,067`. */
  words(units: bigint, currency: string): string {
    let format = this.#formats.get(currency);
    if (!format) {
      format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
      this.#formats.set(currency, format);
    }
    return format.format(decimalOf(units, this.digits(currency)) as Intl.StringNumericLiteral);
  }
}
