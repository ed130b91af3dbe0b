import type { HeldBudget, Holding, Holdings } from './exposure.ts';

export function daily(amount: string, more: Partial<HeldBudget> = {}): HeldBudget {
  return { kind: 'daily', amount, worstDay: 1, ...more };
}

/** An object that is on and has nothing else. */
export function holding(level: string, id: string, more: Partial<Holding> = {}): Holding {
  return { id, level, name: id, on: true, ...more };
}

export function holdingsOf(...objects: Holding[]): Holdings {
  return { account: '1', currency: 'EUR', timeZone: 'UTC', objects };
}
