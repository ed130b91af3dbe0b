import { HOUR_MS } from '../../../ambient.ts';
import type { ReceivedEvent } from '../rules/event-rules.ts';
import type { Store } from '../state.ts';

/** A second event of the same name and id within this time is dropped. */
const REPEAT_MS = 48 * HOUR_MS;

/** An event as it is kept; those that repeat another are kept too, marked as dropped, for the statistics. */
export interface KeptEvent {
  name: string;
  at: number;
  received: number;
  source: string;
  keys: string[];
  value: number | null;
  currency: string | null;
  url: string | null;
  ad: string | null;
  /** When the click or form that led to it was. */
  clicked: number | null;
  isDropped: boolean;
}

interface Arrival {
  dataset: string;
  received: number;
  /** The ad that led to it, and when it was clicked. */
  led: { ad: string; clicked: number } | undefined;
  testCode: string | undefined;
}

/** Whether it was new; a repeat counts nowhere but in the statistics of repeats. */
export function keepEvent(store: Store, event: ReceivedEvent, { dataset, received, led, testCode }: Arrival): boolean {
  const isNew = event.eventId === undefined || !isRepeat(store, dataset, event, received);
  store.run(
    `INSERT INTO social_events (dataset, name, event_id, at, received, source, keys, value, currency, url, ad, clicked, test, dropped)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    dataset,
    event.name,
    event.eventId ?? null,
    event.at,
    received,
    event.source,
    event.keys.join(),
    event.value ?? null,
    event.currency ?? null,
    event.url ?? null,
    led?.ad ?? null,
    led?.clicked ?? null,
    testCode ?? null,
    isNew ? 0 : 1,
  );
  return isNew;
}

function isRepeat(store: Store, dataset: string, { name, eventId = '' }: ReceivedEvent, now: number): boolean {
  const repeated = store.row(
    'SELECT 1 FROM social_events WHERE dataset = ? AND name = ? AND event_id = ? AND received > ? AND dropped = 0 LIMIT 1',
    dataset,
    name,
    eventId,
    now - REPEAT_MS,
  );
  return repeated !== undefined;
}

/** The events of a dataset that were received in a stretch of time. */
export function eventsOf(store: Store, dataset: string, from: number, until: number): KeptEvent[] {
  return store
    .rows(
      'SELECT * FROM social_events WHERE dataset = ? AND received >= ? AND received < ? ORDER BY seq',
      dataset,
      from,
      until,
    )
    .map(toEvent);
}

/** The events that an ad led to, without repeats. */
export function eventsOfAd(store: Store, ad: string): KeptEvent[] {
  return store.rows('SELECT * FROM social_events WHERE ad = ? AND dropped = 0 ORDER BY seq', ad).map(toEvent);
}

/** Whether any ad led to any event. */
export function hasAttributed(store: Store): boolean {
  return store.row('SELECT 1 FROM social_events WHERE ad IS NOT NULL LIMIT 1') !== undefined;
}

function toEvent({ keys, dropped, ...row }: Record<string, unknown>): KeptEvent {
  return { ...(row as unknown as KeptEvent), keys: String(keys).split(','), isDropped: dropped === 1 };
}
