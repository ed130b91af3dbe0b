import { DAY_MS } from '../../../ambient.ts';
import { openAdvertiser } from '../access.ts';
import { bad, Refusal } from '../errors.ts';
import { Attribution } from '../rules/attribution.ts';
import { type EventSource, eventsOf, keptEvent, STANDARD_EVENTS, sourceOf } from '../rules/event-rules.ts';
import { checkName } from '../rules/names.ts';
import type { KeptEvent } from '../state/event-log.ts';
import type { Entity } from '../state.ts';
import type { Input } from './input.ts';
import { type AdvertiserCall, type Call, get, post, type Route, signed } from './serve.ts';

const SETS_MAX = 50;

/** Events of websites, shops and customer systems, and the sets that the latter two are sent to. */
export const eventRoutes: readonly Route[] = [
  signed('POST', 'event/track', (call) => {
    const from = sourceOf(call.store, call.input);
    openAdvertiser(call.store, call.token, from.advertiser);
    const events = eventsOf(call.input, from);
    // Test events are shown in the platform's own page and counted nowhere.
    if (!call.input.text('test_event_code')) count(call, from, events);
    return {};
  }),
  get('pixel/event/stats', (call) => {
    const ids = call.input.ids('pixel_ids', 10);
    if (!ids?.length) throw call.input.missing('pixel_ids');
    const range = call.input.object('date_range');
    if (!range) throw call.input.missing('date_range');
    const [first, last] = [range.needText('start_date'), range.needText('end_date')];
    if (Date.parse(last) - Date.parse(first) > 30 * DAY_MS) throw bad('date_range: at most 30 days.');
    return { list: ids.map((id) => ({ pixel_id: id, statistics: statistics(call, id, first, last) })) };
  }),
  get('offline/get', (call) => {
    const { items } = wanted(call, 'offline');
    const list = items.map(({ id, data: { name, description, auto_tracking } }) => ({
      event_set_id: id,
      name,
      description,
      auto_tracking,
    }));
    return { list, page_info: { page: 1, page_size: list.length, total_number: list.length, total_page: 1 } };
  }),
  get('crm/list', (call) => {
    const { items } = wanted(call, 'crm');
    const create_time = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
    return {
      crm_event_sets: items.map(({ id, data: { name, created } }) => ({
        event_set_id: id,
        name,
        create_time: create_time(created),
      })),
    };
  }),
  post('offline/create', (call) =>
    call.world.change((record) => {
      const { store, input, advertiser, now } = call;
      const name = input.needText('name');
      checkName('name', name, 40);
      const data = {
        source: 'offline' as const,
        name,
        description: input.needText('description'),
        auto_tracking: input.flag('auto_tracking') ?? false,
        created: now,
      };
      if (wanted(call, 'offline').all.length >= SETS_MAX) throw new Refusal(40502, 'Too many event sets.');
      const { id } = store.insert('EventSet', { advertiser: advertiser.id }, data);
      record({ kind: 'create', resource: 'event_set', id, account: advertiser.id, detail: { name } });
      return { event_set_id: id };
    }),
  ),
];

function count(call: Call, from: EventSource, events: readonly Input[]): void {
  const { world, store, now } = call;
  const attribution = new Attribution(store, from);
  world.change((record) => {
    const counted = events.filter((event) => {
      const kept = keptEvent(event, from, now);
      return store.events.take({ ...kept, credit: attribution.creditOf(event, kept.happened, now) }) === 'counted';
    }).length;
    // Repeats change nothing that anybody counts.
    if (counted > 0)
      record({ kind: 'create', resource: 'event', id: from.id, account: from.advertiser, detail: { counted } });
  });
}

function wanted({ store, input, advertiser }: AdvertiserCall, source: 'offline' | 'crm') {
  const ids = input.ids('event_set_ids', SETS_MAX);
  const name = input.text('name');
  const all = store
    .all('EventSet', { advertiser: advertiser.id })
    .filter(({ data }) => data.source === source && !data.deleted);
  const fits = ({ id, data }: Entity<'EventSet'>) =>
    (!ids || ids.includes(id)) && (name === undefined || data.name === name);
  return { all, items: all.filter(fits) };
}

/** By kind of event, for whole days of UTC. */
function statistics({ store, advertiser }: AdvertiserCall, id: string, first: string, last: string) {
  const pixel = store.find('Pixel', id);
  if (pixel?.links.advertiser !== advertiser.id) throw bad(`pixel_ids: the pixel ${id} does not exist.`);
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const isWithin = ({ source_id, received }: KeptEvent) =>
    source_id === pixel.data.pixel_code && dayOf(received) >= first && dayOf(received) <= last;
  const byEvent = Map.groupBy(store.events.of(advertiser.id).filter(isWithin), ({ event }) => event);
  return [...byEvent].map(([event, received]) => ({
    ...(STANDARD_EVENTS.get(event) ? { pixel_event_type: STANDARD_EVENTS.get(event) } : { custom_event_type: event }),
    attributed_count: received.filter(({ credit }) => credit).length,
    preview_count: 0,
    total_count: received.length,
    browser_event_total_count: 0,
    server_event_total_count: received.length,
  }));
}
