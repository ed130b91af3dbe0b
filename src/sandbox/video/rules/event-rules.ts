import { SECOND_MS } from '../../../ambient.ts';
import { isObject } from '../../json.ts';
import { bad, Refusal } from '../errors.ts';
import type { Input } from '../routes/input.ts';
import type { KeptEvent } from '../state/event-log.ts';
import type { Entity, Store } from '../state.ts';

const EVENTS_MAX = 1000;
const SOURCES = ['web', 'app', 'offline', 'crm'];

/** Each standard event, and the event of a pixel that ad groups strive for by it. */
export const STANDARD_EVENTS: ReadonlyMap<string, string | undefined> = new Map(
  Object.entries({
    AddPaymentInfo: 'ADD_BILLING',
    AddToCart: 'ON_WEB_CART',
    AddToWishlist: 'ON_WEB_ADD_TO_WISHLIST',
    ClickButton: 'BUTTON',
    CompletePayment: 'SHOPPING',
    CompleteRegistration: 'ON_WEB_REGISTER',
    Contact: 'CONSULT',
    CustomizeProduct: undefined,
    Download: 'DOWNLOAD_START',
    FindLocation: undefined,
    InitiateCheckout: 'INITIATE_ORDER',
    Lead: 'FORM',
    PlaceAnOrder: 'ON_WEB_ORDER',
    Purchase: 'SHOPPING',
    Schedule: undefined,
    Search: 'ON_WEB_SEARCH',
    StartTrial: undefined,
    SubmitApplication: undefined,
    SubmitForm: 'FORM',
    Subscribe: 'ON_WEB_SUBSCRIBE',
    ViewContent: 'ON_WEB_DETAIL',
  }),
);

/** A place that takes events, with the advertiser it belongs to. */
export interface EventSource {
  source: string;
  id: string;
  advertiser: string;
  /** The pixel behind a code. */
  pixel?: Entity<'Pixel'>;
}

/** The source that a request names. An id of another kind of source is refused as if it were no text at all. */
export function sourceOf(store: Store, input: Input): EventSource {
  const source = input.needChoice('event_source', SOURCES);
  const id = input.needText('event_source_id');
  const found = foundSource(store, source, id);
  if (!found) throw bad('Invalid value for event_source_id: not a valid string.');
  return { source, id, ...found };
}

function foundSource(store: Store, source: string, id: string): Omit<EventSource, 'source' | 'id'> | undefined {
  if (source === 'web') {
    const pixel = store.all('Pixel').find(({ data }) => data.pixel_code === id);
    return pixel && { advertiser: pixel.links.advertiser!, pixel };
  }
  const set = store.find('EventSet', id);
  return set?.data.source === source && !set.data.deleted ? { advertiser: set.links.advertiser! } : undefined;
}

/** The events of a request, all of them checked before any is kept. */
export function eventsOf(input: Input, { source }: EventSource): Input[] {
  const events = input.objects('data');
  if (!events?.length) throw input.missing('data');
  if (events.length > EVENTS_MAX) throw bad(`data: Longer than maximum length ${EVENTS_MAX}.`);
  for (const [place, event] of events.entries()) checkEvent(event, source, place);
  return events;
}

function checkEvent(event: Input, source: string, place: number): void {
  const name = event.needText('event');
  const isStandard = STANDARD_EVENTS.has(name);
  if (source === 'offline' && !isStandard) throw bad(`data.${place}.event: Offline events must be standard events.`);
  if (source === 'crm' && isStandard) throw bad(`data.${place}.event: CRM events must be custom events.`);
  if (event.integer('event_time', 0, 9_999_999_999) === undefined) throw event.missing('event_time');
  event.text('event_id');
  event.object('user');
  const properties = event.object('properties');
  properties?.number('value');
  properties?.text('currency');
  if (source === 'web') (event.object('page') ?? noPart(event, 'page')).needText('url');
  if (source === 'crm') (event.object('lead') ?? noPart(event, 'lead')).needText('lead_id');
}

function noPart(event: Input, name: string): never {
  throw event.missing(name);
}

/** What is kept of an event: the names of the user keys that have a value, known to the platform or not. */
export function keptEvent(event: Input, from: EventSource, received: number): Omit<KeptEvent, 'credit'> {
  const user = event.values.user;
  const properties = event.object('properties');
  return {
    advertiser: from.advertiser,
    source: from.source,
    source_id: from.id,
    event: event.needText('event'),
    event_id: event.text('event_id') ?? '',
    received,
    happened: event.number('event_time')! * SECOND_MS,
    keys: isObject(user) ? Object.keys(user).filter((key) => USER_KEYS.includes(key)) : [],
    value: properties?.number('value'),
    currency: properties?.text('currency'),
  };
}

const USER_KEYS =
  'email phone external_id ttclid ttp ip user_agent locale first_name last_name city state country zip_code idfa idfv gaid att_status'.split(
    ' ',
  );

/** Too many events are refused by HTTP too, which no other call of the platform does. */
export function tooManyEvents(): Refusal {
  return new Refusal(40100, 'Too many requests. Please retry in some time.', 401);
}
