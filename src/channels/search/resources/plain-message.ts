import { moneyOf } from '../money.ts';

/**
 * Any message of the platform in the words of our results: names in snake_case, amounts in micros as money. Messages that
 * hold an amount and its currency become money by that currency.
 */
export function shownMessage(value: unknown, currency: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => shownMessage(item, currency));
  if (typeof value !== 'object' || value === null) return value;
  const { amountMicros, currencyCode } = value as { amountMicros?: unknown; currencyCode?: unknown };
  if (typeof amountMicros === 'string' && typeof currencyCode === 'string') return moneyOf(amountMicros, currencyCode);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const plain = snakeCase(name);
      if (!plain.endsWith('_micros') || typeof inner !== 'string') return [plain, shownMessage(inner, currency)];
      return [plain.slice(0, -'_micros'.length), moneyOf(inner, currency) ?? null];
    }),
  );
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
