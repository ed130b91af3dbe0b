import { money } from './money.ts';

/** A value of a record in a few words: money as its currency writes it, lists by their length, the rest as it stands. */
export function shortValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (Array.isArray(value) && value.length === 0) return 'none';
  if (Array.isArray(value)) return value.length <= 2 ? value.map(shortValue).join(', ') : `${value.length} entries`;
  if (typeof value !== 'object') return String(value);
  if (isMoney(value)) return money(value.amount, value.currency);
  if ('withheld' in value) return value.withheld === 1 ? 'not recorded' : `${value.withheld}, not recorded`;
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}

function isMoney(value: object): value is { amount: string; currency: string } {
  return 'amount' in value && 'currency' in value && typeof value.currency === 'string';
}
