import { currencyDigits, money } from '../format/money.ts';
import type { Mode } from '../parts/mode-tag.tsx';

export interface DayAmount {
  mode: Mode;
  currency: string;
  /** Decimal text, major units. */
  amount: string;
}

export interface DaySum {
  mode: Mode;
  currency: string;
  amount: number;
}

/** One sum for each currency, added in its smallest unit; sandbox and live stay apart. */
export function daySums(amounts: readonly DayAmount[]): DaySum[] {
  return [...Map.groupBy(amounts, ({ mode, currency }) => `${mode} ${currency}`).values()].map((some) => {
    const { mode, currency } = some[0]!;
    const scale = 10 ** currencyDigits(currency);
    const units = some.reduce((sum, { amount }) => sum + Math.round(Number(amount) * scale), 0);
    return { mode, currency, amount: units / scale };
  });
}

/** `$5,560.00`, with the word sandbox where live sums stand beside it. */
export const daySumTexts = (sums: readonly DaySum[]): string[] =>
  sums.map(({ mode, currency, amount }) => {
    const isMixed = sums.some((other) => other.mode !== mode);
    return money(amount, currency) + (isMixed && mode === 'sandbox' ? ' sandbox' : '');
  });
