import { DAY_MS } from '../../../ambient.ts';
import { dayIn } from '../../calendar.ts';
import { offsetOf, perDollar } from '../rules/currencies.ts';
import { eventsOfAd, hasAttributed, type KeptEvent } from '../state/events.ts';
import type { AdAccountData } from '../state/shapes.ts';
import type { Store } from '../state.ts';
import type { Day } from './calendar.ts';
import { type Conversion, PLACE, Totals } from './measures.ts';

/** The events that reports count; others are kept and counted in the statistics of their dataset alone. */
const COUNTED: ReadonlyMap<string, Conversion> = new Map([
  ['ViewContent', 'view_content'],
  ['AddToCart', 'add_to_cart'],
  ['InitiateCheckout', 'initiate_checkout'],
  ['Purchase', 'purchase'],
  ['Lead', 'lead'],
]);

type Counted = { day: Day; totals: Totals };

/** Adds the events that servers sent to the days of an ad, on the day of the account on which each happened. */
export function sentEvents(
  store: Store,
  account: AdAccountData,
): (ad: string, days: Iterable<Counted>, all: readonly Day[]) => Iterable<Counted> {
  // Most sandboxes were sent none, and reports go over thousands of ads.
  if (!hasAttributed(store)) return (_, days) => days;
  return (ad, days, all) => {
    const events = Map.groupBy(eventsOfAd(store, ad), ({ at }) => dayIn(at, account.timezone));
    return events.size === 0 ? days : joined(days, all, events, account.currency);
  };
}

function* joined(
  days: Iterable<Counted>,
  all: readonly Day[],
  events: ReadonlyMap<string, readonly KeptEvent[]>,
  currency: string,
): Iterable<Counted> {
  const counted = new Map(Array.from(days, ({ day, totals }) => [day.date, totals]));
  for (const day of all) {
    const sent = events.get(day.date);
    const totals = counted.get(day.date);
    if (sent) yield { day, totals: withEvents(totals ?? new Totals(), sent, currency) };
    else if (totals) yield { day, totals };
  }
}

function withEvents(totals: Totals, events: readonly KeptEvent[], currency: string): Totals {
  for (const event of events) {
    const name = COUNTED.get(event.name);
    if (name === undefined) continue;
    add(totals, name, 1, event);
    if (name === 'purchase') add(totals, 'purchase_value', worthOf(event, currency), event);
  }
  return totals;
}

function add(totals: Totals, name: Conversion, amount: number, { at, clicked }: KeptEvent): void {
  totals.values[PLACE[name]]! += amount;
  if (clicked !== null && at - clicked <= DAY_MS) totals.values[PLACE[`${name}.day`]]! += amount;
}

/** In minor units of the account's currency. */
function worthOf({ value, currency }: KeptEvent, own: string): number {
  const dollars = (value ?? 0) / perDollar(currency ?? own);
  return Math.round(dollars * perDollar(own) * offsetOf(own));
}
