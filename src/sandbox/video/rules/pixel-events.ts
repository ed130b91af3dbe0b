import { HOUR_MS } from '../../../ambient.ts';
import type { PixelEvent } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { STANDARD_EVENTS } from './event-rules.ts';

/** The platform shows a kind of event that a pixel received, and lets ad groups strive for it, after some hours. */
const SHOWN_AFTER_MS = 2 * HOUR_MS;
const KINDS = [...new Set(STANDARD_EVENTS.values())];
/** Above those of events that were made. */
const FIRST_RECEIVED = 500;

/** The events that were made for a pixel, and the kinds of standard events that it has received. */
export function pixelEvents(store: Store, { id, links, data }: Entity<'Pixel'>, now: number): PixelEvent[] {
  const isMade = (kind: string) => data.events.some(({ event_type }) => event_type === kind);
  const received = store.events
    .of(links.advertiser!)
    .filter((event) => event.source_id === data.pixel_code && event.received <= now - SHOWN_AFTER_MS)
    .flatMap(({ event }) => STANDARD_EVENTS.get(event) ?? [])
    .filter((kind) => !isMade(kind));
  const shown = [...new Set(received)].map((event_type) => ({
    event_id: pixelEventId(id, FIRST_RECEIVED + KINDS.indexOf(event_type)),
    event_type,
    name: event_type,
    statistic_type: 'EVERY_TIME',
  }));
  return [...data.events, ...shown];
}

/** Pixels' ids differ by more than a thousand. */
export function pixelEventId(pixel: string, place: number): string {
  return `${pixel.slice(0, -3)}${String(place).padStart(3, '0')}`;
}
