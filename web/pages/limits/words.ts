import type { MoneyKind } from './gauges.ts';

const month = new Intl.DateTimeFormat('en-GB', { month: 'long' });

/** The month of the accounts, as far as this browser's clock can tell. */
export function kindName(kind: MoneyKind, now: number): string {
  if (kind === 'month') return month.format(now);
  return { daily: 'A day', worst_day: 'Worst day', single: 'Largest budget' }[kind];
}

export const percent = (amount: string | undefined): string => (amount === undefined ? 'no limit' : `+ ${amount} %`);
