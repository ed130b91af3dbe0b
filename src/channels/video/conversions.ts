import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type {
  Batch,
  ConversionQuality,
  Conversions,
  Destination,
  EventAnswer,
  Prepared,
} from '../../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../../tools/conversions/event.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import type { VideoClient } from './client.ts';
import { pixelEventName, STANDARD_EVENTS, standardName } from './resources/event-names.ts';
import { type EventSource, userOf } from './resources/event-user.ts';
import { type PixelStatistics, pixelStatistics } from './resources/pixel-statistics.ts';
import { PIXELS } from './wire.ts';

const BATCH_MAX = 1000;
/** Offline events older than this are credited to no ad. */
const OFFLINE_DAYS = 28;
/** Clocks of shops run ahead a little. */
const AHEAD_MAX_MS = 5 * MINUTE_MS;
/** How far back status and quality of a pixel look. */
const STATISTICS_DAYS = 7;

interface Wire {
  source: EventSource;
  /** The pixel's code, not its id, or the id of an event set. */
  id: string;
}

export const conversions: Conversions<VideoClient> = {
  batchMax: BATCH_MAX,
  testMode: { kind: 'code', counts: false },
  resend: {
    safe: true,
    because: 'the platform drops a second event of the same source, name and event_id within 48 hours',
    withinMs: 48 * HOUR_MS,
  },
  truths: [
    'A website’s events go to a pixel, a shop’s to an offline event set, those with a lead to a CRM event set.',
    'An event counts once by its source, name and event_id within 48 hours; the pixel in the browser has to send the same event_id.',
    'The platform answers that it took events, not that it matched them; misspelt or useless values are accepted in silence.',
    'Test events (test_event_code of Events Manager) are shown there and not counted.',
    `Events of shops are credited to ads for ${OFFLINE_DAYS} days; other age limits are not published.`,
    'Conversions count on the day of the impression or click, real_time_conversion on the day they happened.',
  ],
  destinations,
  prepare,
  send,
  quality,
};

async function destinations(client: VideoClient, account: string): Promise<Destination[]> {
  const [pixels, offline, crm] = await Promise.all([
    pixelDestinations(client, account),
    eventSets(client, account, 'offline'),
    eventSets(client, account, 'crm'),
  ]);
  return [...pixels, ...offline, ...crm];
}

async function pixelDestinations(client: VideoClient, account: string): Promise<Destination[]> {
  const pixels = await client.all(PIXELS, account);
  const ids = pixels.map(({ pixel_id }) => pixel_id);
  // Events can be sent by apps that may not read statistics.
  const statistics = await unlessShut(pixelStatistics(client, account, ids, STATISTICS_DAYS));
  return pixels.map(({ pixel_id, pixel_code, pixel_name }) => {
    const seen = statistics?.get(pixel_id);
    const wire: Wire = { source: 'web', id: pixel_code ?? '' };
    return {
      id: pixel_id,
      name: pixel_name,
      kind: 'pixel',
      status: statistics ? statusOf(seen) : 'UNKNOWN',
      sources: ['web'],
      ...(pixel_code && { tag: { id: pixel_code, awaited: true } }),
      ...(!pixel_code && { closed: 'the platform shows no code of this pixel, and events are sent by the code' }),
      ...(statistics && { quality: { days: STATISTICS_DAYS, ...seen?.total } }),
      wire,
    };
  });
}

/** Pixels have no status of their own; what came in lately says more. */
function statusOf(seen: PixelStatistics | undefined): string {
  return (seen?.total.events ?? 0) > 0 ? 'RECEIVING' : 'NO_RECENT_EVENTS';
}

/** Sets of offline events. The key of the list is not documented alike everywhere. */
const EventSet = z.object({ event_set_id: z.string(), name: z.string().nullish() });
const OfflineSets = z
  .object({ list: z.array(EventSet).nullish(), event_sets: z.array(EventSet).nullish() })
  .transform(({ list, event_sets }) => list ?? event_sets ?? []);
const CrmSets = z
  .object({ crm_event_sets: z.array(EventSet).nullish() })
  .transform(({ crm_event_sets }) => crm_event_sets ?? []);

const SETS = {
  offline: { kind: 'offline_event_set', path: 'offline/get', sets: OfflineSets, from: 'store' },
  crm: { kind: 'crm_event_set', path: 'crm/list', sets: CrmSets, from: 'crm' },
} as const;

/** Event sets have a permission of their own, and not every app has their calls; a closed destination then says so. */
async function eventSets(client: VideoClient, account: string, source: 'offline' | 'crm'): Promise<Destination[]> {
  const { kind, path, sets, from } = SETS[source];
  const found = await unlessShut(client.get(path, {}, sets, account));
  const closed = 'the platform does not let the connected app read these sets: it lacks the permission';
  if (!found) return [{ id: kind, name: kind, kind, status: 'NOT_READABLE', closed }];
  return found.map(({ event_set_id, name }) => ({
    id: event_set_id,
    name: name ?? event_set_id,
    kind,
    status: 'AVAILABLE',
    sources: [from],
    wire: { source, id: event_set_id } satisfies Wire,
  }));
}

const SHUT = ['permission_denied', 'unsupported', 'not_found'];

/** Undefined where the platform does not offer the call to this app. */
function unlessShut<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    if (error instanceof Failure && SHUT.includes(error.details.code)) return undefined;
    throw error;
  });
}

const SOURCES = { web: 'web', store: 'offline', crm: 'crm' } as const;

function prepare(event: ConversionEvent, destination: Destination, now: number): Prepared {
  const { source } = destination.wire as Wire;
  const away = elsewhere(event, source);
  if (away) return { skipped: away };
  const happened = Date.parse(event.happened_at);
  if (happened > now + AHEAD_MAX_MS) return { refused: { field: 'happened_at', message: 'lies in the future' } };
  if (source === 'web' && !event.url)
    return { refused: { field: 'url', message: 'is needed for events of a website: the address of the page' } };
  const named = nameFor(event.event, source);
  if ('skipped' in named || 'refused' in named) return named;
  const { user, isFindable, refused } = userOf(event, source);
  if (refused) return { refused };
  if (source !== 'crm' && !isFindable)
    return { skipped: 'nothing to find the person by: e-mail, phone, external_id, ttclid or IP address' };
  const isOld = source === 'offline' && now - happened > OFFLINE_DAYS * DAY_MS;
  const body = withoutUnset({
    event: named.name,
    event_time: Math.floor(happened / 1000),
    event_id: event.event_id,
    user,
    properties: propertiesOf(event),
    page: source === 'web' ? { url: event.url } : undefined,
    lead: source === 'crm' ? { lead_id: event.lead } : undefined,
  });
  const old = `It is older than ${OFFLINE_DAYS} days: the platform credits it to no ad.`;
  return { body, ...(isOld && { notes: [old] }) };
}

/** Why the event belongs to another destination. */
function elsewhere({ lead, source }: ConversionEvent, of: EventSource): string | undefined {
  if (lead === undefined && of === 'crm') return 'a CRM event set takes events with a lead of this platform only';
  if (lead !== undefined && of !== 'crm') return 'an event with a lead goes to the CRM event set';
  if (lead !== undefined) return /^\d{10,20}$/.test(lead) ? undefined : 'the lead is of another platform';
  if (source === 'app') return 'events of apps are open to chosen advertisers only and not sent from here';
  return SOURCES[source] === of ? undefined : `it happened in another place (source ${source})`;
}

function nameFor(event: string, source: EventSource): { name: string } | Exclude<Prepared, { body: unknown }> {
  const standard = standardName(event);
  if (source === 'offline' && standard === undefined)
    return { skipped: `offline event sets take standard events only: ${STANDARD_EVENTS.join(', ')}` };
  if (source !== 'crm') return { name: standard ?? pixelEventName(event) };
  // Stages of a lead are named freely, and by no standard event.
  if (STANDARD_EVENTS.includes(event))
    return { refused: { field: 'event', message: 'must not be a standard event of the platform for a CRM event set' } };
  return { name: event };
}

function propertiesOf({ value }: ConversionEvent): Record<string, unknown> | undefined {
  return value && { currency: value.currency, value: Number(value.amount) };
}

async function send(client: VideoClient, { destination, bodies, testCode }: Batch): Promise<EventAnswer[]> {
  const { source, id } = destination.wire as Wire;
  const request = { event_source: source, event_source_id: id, test_event_code: testCode || undefined, data: bodies };
  const reference = await client.track(withoutUnset(request));
  return bodies.map(() => ({ outcome: 'sent' as const, ...(reference && { reference }) }));
}

const NO_STATISTICS = 'The platform tells statistics of pixels only.';
const NOT_FINDABLE = 'no event was credited to an ad: check that events carry ttclid, e-mail or phone';

async function quality(
  client: VideoClient,
  { account, destination }: { account: string; destination: Destination },
): Promise<ConversionQuality> {
  if (destination.kind !== 'pixel') return { measures: [], diagnostics: [], notes: [NO_STATISTICS] };
  const found = await pixelStatistics(client, account, [destination.id], STATISTICS_DAYS);
  const { byEvent = [], total } = found.get(destination.id) ?? {};
  const measures = byEvent.flatMap(({ event, events, attributed, from_browser, from_server }) => [
    { name: 'attributed', value: attributed, of: events, event },
    { name: 'from_server', value: from_server, of: events, event },
    { name: 'from_browser', value: from_browser, of: events, event },
  ]);
  const isUncredited = total !== undefined && total.events > 0 && total.attributed === 0;
  return {
    measures,
    diagnostics: isUncredited ? [{ kind: 'NOTHING_ATTRIBUTED', count: total.events, meaning: NOT_FINDABLE }] : [],
    notes: ['Whole days of UTC. The platform tells neither a match rate nor how many repeats it dropped.'],
  };
}
