import { DAY_MS, SECOND_MS } from '../../../ambient.ts';
import { isObject } from '../../json.ts';
import { badParameter, type GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { Json } from '../state/shapes.ts';

/** An event of a request as far as it is kept: which keys of the person were filled, never their values. */
export interface ReceivedEvent {
  name: string;
  /** The caller's own key, by which repeats are dropped. */
  eventId: string | undefined;
  at: number;
  source: string;
  keys: readonly string[];
  value: number | undefined;
  currency: string | undefined;
  url: string | undefined;
  /** The platform's own id of a lead, and of a click (`fb.1.{ms}.{id}`). */
  lead: string | undefined;
  click: string | undefined;
}

const EVENTS_MAX = 1000;
const AGE_MAX_MS = 7 * DAY_MS;
const STORE_AGE_MAX_MS = 62 * DAY_MS;
const SOURCES = 'website app email phone_call chat physical_store system_generated business_messaging other'.split(' ');
const HASHED = 'em ph fn ln db ge ct st zp country'.split(' ');
/** The platform's own library appends a mark to its hashes. */
const HASH = /^[0-9a-f]{64}(\.[\w-]{2}|\.[\w-]{8})?$/i;
/** Sets of keys that tell no person apart: an event with nothing more is refused. */
const INSUFFICIENT = [
  ['ct', 'country', 'st', 'zp', 'ge', 'client_user_agent'],
  ['db', 'client_user_agent'],
  ['fn', 'ge'],
  ['ln', 'ge'],
];

/** The events of a request. One bad event refuses them all, and the refusal does not say which it was. */
export function readEvents(ctx: Ctx): ReceivedEvent[] {
  const events = ctx.params.array('data');
  if (events === undefined || events.length === 0) throw badParameter('The parameter data is required', 'data');
  if (events.length > EVENTS_MAX) throw badParameter(`Param data may hold ${EVENTS_MAX} events`, 'data');
  checkAgent(ctx.params.text('partner_agent'));
  return events.map((event) => {
    if (!isObject(event)) throw badParameter('Param data must be a list of objects', 'data');
    return readEvent(event, ctx.world.now());
  });
}

function checkAgent(agent: string | undefined): void {
  if (agent === undefined || agent === '') return;
  if (agent.length >= 23 || (agent.match(/[a-z]/gi) ?? []).length < 2)
    throw badParameter('Param partner_agent must be shorter than 23 characters and have two letters', 'partner_agent');
}

function readEvent(event: Json, now: number): ReceivedEvent {
  const name = textOf(event, 'event_name');
  if (name === undefined) throw badParameter('The parameter event_name is required', 'event_name');
  const source = textOf(event, 'action_source');
  if (source === undefined || !SOURCES.includes(source))
    throw badParameter(`Param action_source must be one of {${SOURCES.join(', ')}}`, 'action_source');
  const at = timeOf(event, source, now);
  const person = isObject(event.user_data) ? event.user_data : {};
  const keys = Object.keys(person).filter((key) => isFilled(person[key]));
  checkHashes(person, keys);
  checkIdentifiers(keys);
  const url = textOf(event, 'event_source_url');
  if (source === 'website') checkWebsite(url, keys);
  return {
    name,
    eventId: textOf(event, 'event_id'),
    at,
    source,
    keys,
    ...worth(event, name),
    url,
    lead: textOf(person, 'lead_id'),
    click: textOf(person, 'fbc'),
  };
}

function timeOf(event: Json, source: string, now: number): number {
  const seconds = Number(event.event_time);
  if (event.event_time === undefined || !Number.isInteger(seconds) || seconds <= 0)
    throw badParameter('Param event_time must be a UNIX timestamp in seconds', 'event_time');
  const at = seconds * SECOND_MS;
  const oldest = now - (source === 'physical_store' ? STORE_AGE_MAX_MS : AGE_MAX_MS);
  if (at < oldest)
    throw ruleBroken(
      2804003,
      'Event Timestamp Too Old',
      `The timestamp for this event is too far in the past. Events can be up to ${source === 'physical_store' ? 62 : 7} days old.`,
    );
  return at;
}

function checkHashes(person: Json, keys: readonly string[]): void {
  const plain = keys.find(
    (key) => HASHED.includes(key) && ![person[key]].flat().every((value) => HASH.test(String(value))),
  );
  if (plain !== undefined)
    throw ruleBroken(
      2804016,
      'User Parameter Not Hashed',
      `The user_data parameter ${plain} must be hashed with SHA256.`,
    );
}

function checkIdentifiers(keys: readonly string[]): void {
  if (keys.length > 0 && !INSUFFICIENT.some((set) => keys.every((key) => set.includes(key)))) return;
  throw ruleBroken(
    2804050,
    'Too Little Customer Information',
    'The user_data of an event does not have enough customer information parameters to match a person.',
  );
}

function checkWebsite(url: string | undefined, keys: readonly string[]): void {
  if (url === undefined) throw missingForWebsite('event_source_url');
  if (!keys.includes('client_user_agent')) throw missingForWebsite('client_user_agent');
}

function missingForWebsite(name: string): GraphError {
  return ruleBroken(
    undefined,
    'Website Event Incomplete',
    `${name} is required for events with action_source website.`,
  );
}

function worth(event: Json, name: string): { value: number | undefined; currency: string | undefined } {
  const custom = isObject(event.custom_data) ? event.custom_data : {};
  const value = custom.value === undefined || custom.value === null ? undefined : Number(custom.value);
  if (name === 'Purchase' && value === undefined)
    throw ruleBroken(2804009, 'Missing Value for Purchase Event', 'A Purchase event needs custom_data.value.');
  if (value !== undefined && !Number.isFinite(value))
    throw badParameter('Param custom_data[value] must be a number', 'custom_data');
  const currency = textOf(custom, 'currency')?.toUpperCase();
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    throw badParameter('Param custom_data[currency] must be a currency code', 'custom_data');
  return { value, currency };
}

function isFilled(value: unknown): boolean {
  return [value].flat().some((one) => one !== undefined && one !== null && one !== '');
}

function textOf(object: Json, key: string): string | undefined {
  const value = object[key];
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
}
