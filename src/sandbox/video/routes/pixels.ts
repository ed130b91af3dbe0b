import { randomBytes } from 'node:crypto';
import { bad } from '../errors.ts';
import { platformTime } from '../format.ts';
import { STANDARD_EVENTS } from '../rules/event-rules.ts';
import { checkName } from '../rules/names.ts';
import { pixelEventId, pixelEvents } from '../rules/pixel-events.ts';
import type { PixelEvent } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import type { Input } from './input.ts';
import { pageOf } from './listing.ts';
import { get, post, type Route } from './serve.ts';

const EVENT_TYPES = new Set(STANDARD_EVENTS.values());
/** The currencies that an event's value can have. */
const CURRENCIES = ['INR', 'JPY', 'USD'];

/** Pixels and their events. */
export const pixelRoutes: readonly Route[] = [
  get('pixel/list', ({ store, input, advertiser, now }) => {
    const id = input.id('pixel_id');
    const found = store.all('Pixel', { advertiser: advertiser.id }).filter((pixel) => !id || pixel.id === id);
    const { items, page_info } = pageOf(input, found, { usual: 10, max: 20 });
    return { pixels: items.map((pixel) => pixelView(pixel, pixelEvents(store, pixel, now))), page_info };
  }),
  post('pixel/create', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser, now } = call;
      const pixel_name = input.text('pixel_name') ?? '';
      if (pixel_name === '') throw bad('pixel_name cannot be empty.');
      checkName('pixel_name', pixel_name, 40);
      const pixel_code = `C${randomBytes(10).toString('hex').toUpperCase()}`;
      const data = { pixel_name, pixel_code, events: [], created: now };
      const { id } = store.insert('Pixel', { advertiser: advertiser.id }, data);
      record({ kind: 'create', resource: 'pixel', id, account: advertiser.id, detail: { pixel_name } });
      return { pixel_id: id, pixel_code };
    }),
  ),
  post('pixel/event/create', ({ world, store, input, advertiser }) =>
    world.change((record) => {
      const pixel = store.find('Pixel', input.needId('pixel_id'));
      if (pixel?.links.advertiser !== advertiser.id) throw bad('pixel_id: the pixel does not exist.');
      const given = input.objects('pixel_events');
      if (!given?.length) throw input.missing('pixel_events');
      for (const one of given) {
        const event = eventIn(pixel, one);
        pixel.data = { ...pixel.data, events: [...pixel.data.events, event] };
        record({ kind: 'create', resource: 'pixel_event', id: event.event_id, account: advertiser.id });
      }
      store.save(pixel);
    }),
  ),
  post('pixel/event/update', ({ world, store, input, advertiser, now }) =>
    world.change((record) => {
      const { pixel, event } = ownEvent(store, advertiser.id, input.needId('event_id'), now);
      const name = input.text('event_name');
      if (name !== undefined) checkName('event_name', name, 40);
      const after = { ...event, ...(name !== undefined && { name }), ...valueIn(input) };
      const others = pixel.data.events.filter(({ event_id }) => event_id !== event.event_id);
      pixel.data = { ...pixel.data, events: [...others, after] };
      store.save(pixel);
      record({ kind: 'update', resource: 'pixel_event', id: event.event_id, account: advertiser.id });
    }),
  ),
];

function eventIn({ id, data: { events } }: Entity<'Pixel'>, input: Input): PixelEvent {
  const event_type = input.needText('event_type');
  if (!EVENT_TYPES.has(event_type)) throw bad('event_type: custom events are not made here, they are sent.');
  const name = input.text('event_name') ?? event_type;
  checkName('event_name', name, 40);
  const statistic_type = input.choice('statistic_type', ['EVERY_TIME', 'ONCE']) ?? 'EVERY_TIME';
  return { event_id: pixelEventId(id, events.length), event_type, name, statistic_type, ...valueIn(input) };
}

function valueIn(input: Input): Pick<PixelEvent, 'currency' | 'currency_value'> {
  const currency_value = input.text('currency_value');
  if (currency_value === undefined) return {};
  if (!/^\d+(\.\d{1,2})?$/.test(currency_value)) throw bad('currency_value: Not a valid number.');
  return { currency: input.choice('currency', CURRENCIES) ?? 'USD', currency_value };
}

function ownEvent(store: Store, advertiser: string, id: string, now: number) {
  for (const pixel of store.all('Pixel', { advertiser })) {
    const event = pixelEvents(store, pixel, now).find(({ event_id }) => event_id === id);
    if (event) return { pixel, event };
  }
  throw bad(`event_id: the event ${id} does not exist.`);
}

function pixelView({ id, data }: Entity<'Pixel'>, events: readonly PixelEvent[]): Record<string, unknown> {
  const { created, events: _, ...facts } = data;
  return {
    pixel_id: id,
    ...facts,
    pixel_category: 'ONLINE_STORE',
    pixel_setup_mode: 'STANDARD',
    pixel_script: null,
    partner_name: null,
    create_time: platformTime(created),
    events: events.map((event) => ({ ...event, optimization_event: event.event_type, deprecated: false })),
  };
}
