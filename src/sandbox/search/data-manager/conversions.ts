import type { Day } from '../metrics/calendar.ts';
import type { Doc, Entity, Store } from '../state.ts';

export interface NewConversion {
  /** The key by which it counts once: transaction or order id. */
  key: string;
  receivedAt: number;
  happenedAt: number;
  click?: string | undefined;
  /** Where and when the ad was clicked; left out where the platform does not know the person. */
  unit?: string | undefined;
  day?: Day | undefined;
  value?: number | undefined;
  currency?: string | undefined;
}

/** Reports count it after some hours: nothing that was computed before is stale. */
export function keepConversion(store: Store, action: Entity, made: NewConversion): void {
  const { value, currency } = worthOf(action, made);
  store
    .prepare('INSERT INTO search_conversions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)')
    .run(
      action.customer,
      action.key,
      made.key,
      made.receivedAt,
      made.happenedAt,
      made.click ?? null,
      made.unit ?? null,
      made.day ?? null,
      value ?? null,
      currency ?? null,
    );
}

type Worth = Pick<NewConversion, 'value' | 'currency'>;

/** The action's own value stands in for one that is not told, or for every one. */
function worthOf(action: Entity, { value, currency }: Worth): Worth {
  const { default_value: usual, default_currency_code: code } = (action.doc.value_settings ?? {}) as Doc;
  if (value !== undefined && !hasFixedWorth(action)) return { value, currency };
  return { value: Number(usual ?? 0), currency: code as string | undefined };
}

export function hasFixedWorth({ doc }: Entity): boolean {
  return (doc.value_settings as Doc | undefined)?.always_use_default_value === true;
}
