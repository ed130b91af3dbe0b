import { DAY_MS } from '../../ambient.ts';
import { decimalOf, type Money } from '../../tools/money.ts';
import type { Currency } from '../../tools/report/metrics.ts';
import { moneyOfQuantity, numberOf, type Quantity } from '../../tools/report/quantity.ts';
import type { DayNumber } from './known-days.ts';

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const QUANTITY_DIGITS = 6;

/** Money for a sentence, rounded to the smallest coin: `$1,412.00`, `¥1,200`, `CHF 80.50`. */
export function moneyWords(quantity: Quantity, { code, digits }: Currency): string {
  const amount = grouped(decimalOf(rounded(quantity, digits), digits));
  const symbol = SYMBOLS[code];
  if (symbol === undefined) return `${code} ${amount}`;
  return amount.startsWith('-') ? `-${symbol}${amount.slice(1)}` : `${symbol}${amount}`;
}

/** Money for programs, to the smallest coin. */
export function moneyOf(quantity: Quantity, { code, digits }: Currency): Money {
  const coin = 10n ** BigInt(QUANTITY_DIGITS - digits);
  return moneyOfQuantity(rounded(quantity, digits) * coin, code, digits);
}

function rounded(quantity: Quantity, digits: number): bigint {
  const coin = 10n ** BigInt(QUANTITY_DIGITS - digits);
  const half = coin / 2n;
  return (quantity + (quantity < 0n ? -half : half)) / coin;
}

function grouped(decimal: string): string {
  const [whole = '', decimals] = decimal.split('.');
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? withCommas : `${withCommas}.${decimals}`;
}

/** A count; at most one decimal, because platforms share conversions out. */
export function countWords(quantity: Quantity): string {
  return grouped(String(Math.round(numberOf(quantity) * 10) / 10));
}

export function timesWords(times: number): string {
  return `${times >= 10 ? Math.round(times) : Math.round(times * 100) / 100} ×`;
}

export function percentWords(share: number): string {
  const percent = share * 100;
  return `${Math.abs(percent) >= 10 ? Math.round(percent) : Number(percent.toFixed(2))} %`;
}

export function weekdayOf(day: DayNumber): string {
  return WEEKDAYS[new Date(day * DAY_MS).getUTCDay()]!;
}

/** `Wed 11 Nov`. */
export function dayWords(day: DayNumber): string {
  const date = new Date(day * DAY_MS);
  return `${weekdayOf(day).slice(0, 3)} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
