import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type { Batch, Conversions, Destination, EventAnswer, Prepared } from '../../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../../tools/conversions/event.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import { pathOf } from '../../upstream/path.ts';
import { API_VERSION, type SocialClient } from './client.ts';
import { destinationsOf, qualityOf } from './resources/dataset.ts';
import { platformName } from './resources/event-name.ts';
import { LOOKS, personKeys } from './resources/person-keys.ts';

const SOURCES = { web: 'website', store: 'physical_store', crm: 'system_generated' } as const;
const DAYS_MAX = { web: 7, store: 62, crm: 7 } as const;
/** Clocks of shops run ahead a little. */
const AHEAD_MAX_MS = 5 * MINUTE_MS;

/** Ids of leads here; those of other platforms have letters or more digits. */
const LEAD = /^\d{1,18}$/;

/** Both cookies: `fb.1.1763197200000.abc`, to which the platform's own library may add a mark. */
const COOKIE = /^fb\.\d\.\d+\.\S+$/;
const cookieWords = (name: string) => `must be the whole cookie ${name}, such as fb.1.1763197200000.abc`;

export const conversions: Conversions<SocialClient> = {
  batchMax: 1000,
  testMode: { kind: 'code', counts: true },
  resend: {
    safe: true,
    because: 'the platform drops a second event of the same dataset, name and event_id within 48 hours',
    withinMs: 48 * HOUR_MS,
  },
  truths: [
    'Test events are shown on the test page of the dataset and count like all others: they reach reports and bidding.',
    'An event may be 7 days old at most, one in a store 62 days.',
    'One bad event makes the platform refuse its whole request, without saying which it was.',
    'A second event of the same name and event_id within 48 hours is dropped, also one from the pixel on the page.',
    'Web events need url and browser.user_agent.',
    'Accepted means received: whether a person was found is told by get_conversion_quality a day later, and only for web events.',
  ],
  destinations: destinationsOf,
  prepare,
  send,
  quality: qualityOf,
};

function prepare(given: ConversionEvent, _destination: Destination, now: number): Prepared {
  const event = { ...given, source: sourceOf(given) };
  if (event.source === 'app')
    return { skipped: 'the platform takes app events only with facts about the device that its own app library tells' };
  if (event.lead !== undefined && !LEAD.test(event.lead)) return { skipped: 'the lead is of another platform' };
  const wrong = wrongTime(event, event.source, now) ?? missing(event);
  if (wrong) return { refused: wrong };
  const person = personKeys(event.person ?? {});
  if ('field' in person) return { refused: { field: `person.${person.field}`, message: LOOKS[person.field] } };
  const { fbc, fbp } = event.click ?? {};
  if (fbp !== undefined && !COOKIE.test(fbp)) return { refused: { field: 'click.fbp', message: cookieWords('_fbp') } };
  if (fbc?.startsWith('fb.') && !COOKIE.test(fbc))
    return { refused: { field: 'click.fbc', message: `${cookieWords('_fbc')}, or fbclid from an address` } };
  const at = Date.parse(event.happened_at);
  const user_data = withoutUnset({
    ...person.keys,
    fbc: fbc === undefined ? undefined : clickCookie(fbc, at),
    fbp,
    lead_id: event.lead,
    client_ip_address: event.browser?.ip,
    client_user_agent: event.browser?.user_agent,
  });
  if (isInsufficient(Object.keys(user_data)))
    return {
      skipped: 'nothing in it tells the platform a person: it needs person.email, person.phone, click.fbc or the like',
    };
  return { body: bodyOf(event, event.source, at, user_data) };
}

type Source = keyof typeof SOURCES;

/** An event that names a lead and no page comes from a customer system, though `web` is what is meant by saying nothing. */
function sourceOf({ source, lead, url }: ConversionEvent): ConversionEvent['source'] {
  return source === 'web' && lead !== undefined && url === undefined ? 'crm' : source;
}

function bodyOf(event: ConversionEvent, source: Source, at: number, user_data: object): object {
  const custom_data = withoutUnset({
    value: event.value && Number(event.value.amount),
    currency: event.value?.currency,
    // Marks a later stage of a lead from a form, by which the platform finds better leads.
    ...(source === 'crm' && event.lead !== undefined && { event_source: 'crm', lead_event_source: 'CRM' }),
  });
  return withoutUnset({
    event_name: platformName(event.event),
    event_time: Math.floor(at / SECOND_MS),
    event_id: event.event_id,
    action_source: SOURCES[source],
    event_source_url: event.url,
    user_data,
    custom_data: Object.keys(custom_data).length > 0 ? custom_data : undefined,
  });
}

function wrongTime({ happened_at }: ConversionEvent, source: Source, now: number) {
  const at = Date.parse(happened_at);
  const days = DAYS_MAX[source];
  if (at > now + AHEAD_MAX_MS) return { field: 'happened_at', message: 'lies in the future' };
  if (now - at <= days * DAY_MS) return undefined;
  return { field: 'happened_at', message: `is too old: the platform takes ${source} events of the last ${days} days` };
}

const ELSEWHERE = 'for an event that happened elsewhere, set source to crm or store';

function missing({ event, source, url, browser, value }: ConversionEvent) {
  if (source === 'web' && url === undefined) return { field: 'url', message: `is needed for web events; ${ELSEWHERE}` };
  if (source === 'web' && !browser?.user_agent)
    return { field: 'browser.user_agent', message: `is needed for web events; ${ELSEWHERE}` };
  if (platformName(event) === 'Purchase' && value === undefined)
    return { field: 'value', message: 'is needed for a purchase' };
  return undefined;
}

/** The cookie `_fbc` as it is, or one made of the bare click id (`fbclid`) of an address. */
function clickCookie(click: string, at: number): string {
  return click.startsWith('fb.') ? click : `fb.1.${at}.${click}`;
}

/** Keys that tell no person apart, however many of them there are: the platform refuses an event with nothing more. */
const INSUFFICIENT = [['ct', 'country', 'st', 'zp', 'client_user_agent'], ['fn'], ['ln']];

function isInsufficient(keys: readonly string[]): boolean {
  return INSUFFICIENT.some((set) => keys.every((key) => set.includes(key)));
}

const Received = z.object({ events_received: z.number(), fbtrace_id: z.string().optional() });

/** The platform answers for the request as a whole: all events were received, or none. */
async function send(client: SocialClient, batch: Batch): Promise<readonly EventAnswer[]> {
  const { account, destination, bodies, testCode } = batch;
  const body = { data: bodies, ...(testCode && { test_event_code: testCode }) };
  const path = pathOf`/${API_VERSION}/${destination.id}/events`;
  const { events_received, fbtrace_id: reference } = await client.change(path, body, Received, account);
  if (events_received !== bodies.length) throw receivedOthers(bodies.length, events_received);
  return bodies.map(() => ({ outcome: 'sent' as const, ...(reference && { reference }) }));
}

function receivedOthers(sent: number, received: number): Failure {
  return new Failure({
    code: 'outcome_unknown',
    message: `The platform received ${received} of ${sent} events and does not say which.`,
    nextStep:
      'Send the same events again with the same event_id: those that were received are dropped by the platform.',
    outcome: 'unknown',
  });
}
