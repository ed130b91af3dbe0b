import { DAY_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type {
  Batch,
  Conversions,
  Destination,
  EventAnswer,
  FieldProblem,
  Prepared,
} from '../../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../../tools/conversions/event.ts';
import { countryCode, hashedOnce, isNothing } from '../../tools/people.ts';
import type { SearchClient } from './client.ts';
import { ACTION_FIELDS, eventsOf, ownerOf, tagOf } from './resources/conversion-action.ts';
import { quality } from './resources/conversion-quality.ts';
import { plainEmail, plainName, plainPhone } from './resources/person.ts';
import { Literal, unequal } from './resources/wire/gaql.ts';
import type { Row } from './resources/wire/row.ts';

/** The platform attributes nothing to a click that is older. */
const AGE_DAYS_MAX = 90;
const IDENTIFIERS_MAX = 10;

const SOURCES = { web: 'WEB', app: 'APP', store: 'IN_STORE', crm: 'OTHER' } as const;

/** The countries whose people have to agree before their data may be used for ads: EEA, United Kingdom, Switzerland. */
const CONSENT_NEEDED = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** The account that owns a conversion action: events go there. */
interface Wire {
  owner: string;
}

export const conversions: Conversions<SearchClient> = {
  batchMax: 2000,
  testMode: { kind: 'checked' },
  resend: {
    safe: true,
    because: 'the platform keeps one conversion for a conversion action and event_id (its transactionId)',
  },
  truths: [
    'sent means that the platform took the event, not that it counts: a wrong click id is found only hours later (get_conversion_quality).',
    'Reports count it on the day of the click, some hours after it was sent.',
    `The click may be as old as the action's click window allows, at most ${AGE_DAYS_MAX} days.`,
    'A conversion action takes nothing for about six hours after it was made.',
    'The same event_id sent again with another value changes the value of the conversion.',
    'People in the EEA, the United Kingdom and Switzerland count only with consent.',
    'A test event is checked and not kept.',
  ],
  destinations,
  prepare,
  send,
  quality,
};

async function destinations(client: SearchClient, account: string): Promise<Destination[]> {
  const rows = await client.rows(account, {
    select: [...ACTION_FIELDS, 'conversion_action.owner_customer', 'conversion_action.tag_snippets'],
    from: 'conversion_action',
    where: [unequal('conversion_action.status', Literal.word('REMOVED'))],
    orderBy: [{ field: 'conversion_action.id' }],
  });
  return rows.map((row) => destinationOf(row, account));
}

function destinationOf({ conversionAction: action }: Row, account: string): Destination {
  const { id = '', name = '', status = 'UNKNOWN', type = 'UNKNOWN', category } = action ?? {};
  const closed =
    type !== 'UPLOAD_CLICKS'
      ? `is of type ${type} and filled by the platform itself or a tag on a page; create_conversion_action makes one for events from here`
      : status !== 'ENABLED'
        ? `has status ${status}`
        : undefined;
  const wire: Wire = { owner: ownerOf(action, account) };
  const tag = tagOf(action);
  return {
    ...{ id, name, kind: 'conversion action', status, events: eventsOf(category, name), wire },
    ...(tag && { tag }),
    ...(closed && { closed }),
  };
}

function prepare(event: ConversionEvent, _destination: Destination, now: number): Prepared {
  const { value, click = {}, consent } = event;
  const refused = timeProblem(event, now) ?? consentProblem(event);
  if (refused) return { refused };
  const people = identifiersOf(event);
  if ('field' in people) return { refused: people };
  const adIdentifiers = clickIn(click);
  if (!adIdentifiers && people.identifiers.length === 0)
    return {
      skipped:
        event.lead === undefined
          ? 'search needs a click id (gclid, gbraid, wbraid), or the e-mail address or phone number of the person'
          : 'search knows a lead by its click: pass the gclid that list_leads shows',
    };
  const agreed = { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' };
  return {
    body: {
      transactionId: event.event_id,
      eventTimestamp: new Date(event.happened_at).toISOString(),
      eventSource: SOURCES[event.source],
      ...(adIdentifiers && { adIdentifiers }),
      ...(people.identifiers.length > 0 && { userData: { userIdentifiers: people.identifiers } }),
      ...(value && { conversionValue: Number(value.amount), currency: value.currency }),
      ...(consent && { consent: agreed }),
    },
    ...(people.notes.length > 0 && { notes: people.notes }),
  };
}

function timeProblem({ happened_at }: ConversionEvent, now: number): FieldProblem | undefined {
  const age = now - Date.parse(happened_at);
  const field = 'happened_at';
  if (age < 0) return { field, message: 'is in the future' };
  if (age > AGE_DAYS_MAX * DAY_MS)
    return { field, message: `is more than ${AGE_DAYS_MAX} days ago: the platform no longer counts it` };
  return undefined;
}

function consentProblem({ consent, person }: ConversionEvent): FieldProblem | undefined {
  const country = countryCode(person?.country ?? '');
  if (consent !== undefined || !country || !CONSENT_NEEDED.has(country)) return undefined;
  return { field: 'consent', message: `must be given for people in ${country}: true if they agreed` };
}

/** Ids of one click exclude each other; the plain one says most. */
function clickIn({ gclid, gbraid, wbraid }: NonNullable<ConversionEvent['click']>) {
  if (gclid) return { gclid };
  if (gbraid) return { gbraid };
  return wbraid ? { wbraid } : undefined;
}

/** Hashed as this platform writes them. An address counts only whole: both names, country and postal code. */
function identifiersOf({ person = {} }: ConversionEvent): FieldProblem | { identifiers: object[]; notes: string[] } {
  const emailAddress = hashedOnce(person.email, plainEmail);
  if (!isNothing(person.email) && !emailAddress) return { field: 'person.email', message: 'must be an e-mail address' };
  const phoneNumber = hashedOnce(person.phone, plainPhone);
  if (!isNothing(person.phone) && !phoneNumber)
    return { field: 'person.phone', message: 'must be a phone number with its country code, such as +49 30 123456' };
  const country = countryCode(person.country ?? '');
  if (!isNothing(person.country) && !country)
    return { field: 'person.country', message: 'must be a country code of two letters, such as DE' };
  const [givenName, familyName] = [hashedOnce(person.first_name, plainName), hashedOnce(person.last_name, plainName)];
  const postalCode = person.postal_code?.trim();
  const address = { givenName, familyName, regionCode: country, postalCode };
  const isWhole = Object.values(address).every(Boolean);
  const isBegun = Boolean(givenName || familyName);
  return {
    identifiers: [
      ...(emailAddress ? [{ emailAddress }] : []),
      ...(phoneNumber ? [{ phoneNumber }] : []),
      ...(isWhole ? [{ address }] : []),
    ].slice(0, IDENTIFIERS_MAX),
    notes:
      isBegun && !isWhole
        ? ['The name was left out: search takes it only with first_name, last_name, country and postal_code.']
        : [],
  };
}

async function send(client: SearchClient, batch: Batch): Promise<EventAnswer[]> {
  const { account, destination, bodies, testCode } = batch;
  const { owner } = destination.wire as Wire;
  try {
    const reference = await client.ingest({
      owner,
      login: client.loginCustomerId ?? account,
      action: destination.id,
      events: bodies,
      isCheck: testCode !== undefined,
      argumentOf: fieldOf,
    });
    return bodies.map(() => ({ outcome: 'sent', reference }));
  } catch (error) {
    if (!(error instanceof Failure) || error.outcome !== 'not_applied') throw error;
    if (isTooNew(error)) return bodies.map(() => ({ outcome: 'refused', why: TOO_NEW, later: true }));
    const bad = problemsByEvent(error);
    if (bad.size === 0) throw error;
    return bodies.map((_, at) => bad.get(at) ?? { outcome: 'not_sent' });
  }
}

const TOO_NEW = 'the platform does not know this conversion action yet: a new one takes nothing for about six hours';

/** The action was just read from the account, so that an unknown one is too new. */
function isTooNew({ details }: Failure): boolean {
  return details.upstream?.subcode === 'INVALID_CONVERSION_ACTION_ID';
}

/** The platform refuses a whole request for one bad event and names each of them. */
function problemsByEvent({ details }: Failure): Map<number, EventAnswer> {
  const bad = new Map<number, EventAnswer>();
  for (const { field, message } of details.problems ?? []) {
    const [, at, own] = /^events\.(\d+)\.(.+)$/.exec(field) ?? [];
    if (own === undefined || bad.has(Number(at))) continue;
    // The platform may repeat a value in its words, and those of people go into no answer.
    const why = own.startsWith('person.') ? 'is not in a form that the platform takes' : message;
    bad.set(Number(at), { outcome: 'refused', field: own, why });
  }
  return bad;
}

/** The platform's names of what an event consists of, and ours. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^transaction_id/, 'event_id'],
  [/^event_timestamp/, 'happened_at'],
  [/^event_source/, 'source'],
  [/^ad_identifiers\.(gclid|gbraid|wbraid)/, 'click.$1'],
  [/^conversion_value/, 'value.amount'],
  [/^currency/, 'value.currency'],
  [/^consent/, 'consent'],
  [/email_address$/, 'person.email'],
  [/phone_number$/, 'person.phone'],
  [/given_name$/, 'person.first_name'],
  [/family_name$/, 'person.last_name'],
  [/region_code$/, 'person.country'],
  [/postal_code$/, 'person.postal_code'],
];

/** `events.2.transaction_id` is the third event's `event_id`. */
function fieldOf(path: string): string | undefined {
  const [, at, rest = ''] = /^events\.(\d+)\.?(.*)$/.exec(path) ?? [];
  if (at === undefined) return undefined;
  const known = FIELDS.find(([pattern]) => pattern.test(rest));
  const field = known ? (known[0].exec(rest)?.[0] ?? '').replace(known[0], known[1]) : 'person';
  return `events.${at}.${field}`;
}
