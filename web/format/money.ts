import { UNKNOWN } from './number.ts';

type Amount = number | string | null | undefined;

const writers = new Map<string, Intl.NumberFormat>();

function writer(currency: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${currency} ${JSON.stringify(options)}`;
  const known = writers.get(key) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency, ...options });
  writers.set(key, known);
  return known;
}

const toNumber = (amount: Amount): number | undefined => {
  if (amount === null || amount === undefined || amount === '') return undefined;
  const value = Number(amount);
  return Number.isFinite(value) ? value : undefined;
};

/** An amount with the symbol and decimals of its currency: `$26,088.80`, `¥1,849,067`. */
export function money(amount: Amount, currency: string): string {
  const value = toNumber(amount);
  return value === undefined ? UNKNOWN : writer(currency).format(value);
}

/** For key figures, where the exact amount stands in the tooltip. */
export function wholeMoney(amount: Amount, currency: string): string {
  const value = toNumber(amount);
  // Below a hundred the cents are the figure: a cost per conversion of $52.74.
  if (value === undefined || Math.abs(value) < 100) return money(amount, currency);
  return writer(currency, { maximumFractionDigits: 0 }).format(value);
}

/** For axes: `$2.5k`. */
export function shortMoney(amount: number, currency: string): string {
  const text = writer(currency, { notation: 'compact', maximumFractionDigits: 1 }).format(amount);
  return text.replace('K', 'k');
}

/** With its sign, for the difference between two amounts: `+ $180.00`. */
export function moneyDifference(amount: number | string, currency: string): string {
  const value = Number(amount);
  if (value === 0) return money(0, currency);
  return `${value > 0 ? '+' : '−'} ${money(Math.abs(value), currency)}`;
}

/** Digits after the point that the currency has. */
export const currencyDigits = (currency: string): number =>
  writer(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** What a person typed, for the service: `5,500.00` is 5500.00. A comma anywhere else may mean a decimal point, so it stays and is refused. */
export function plainAmount(text: string): string {
  const trimmed = text.trim();
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
}
