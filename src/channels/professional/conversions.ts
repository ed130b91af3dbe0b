import { DAY_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import type { Conversions, Destination, EventAnswer, Prepared } from '../../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../../tools/conversions/event.ts';
import { addressOnly, countryCode, hashedOnce, isNothing } from '../../tools/people.ts';
import { withoutUnset } from '../../tools/set-fields.ts';
import type { ProfessionalClient } from './client.ts';
import { argumentOf } from './errors.ts';
import { conversionRules, conversionUrn, eventsOf, statusOf } from './resources/conversion.ts';
import { isoTime, urnOf } from './resources/fields.ts';
import type { WireConversion } from './wire.ts';

const BATCH_MAX = 5000;
const AGE_MAX_DAYS = 90;
const NO_CAMPAIGN =
  'No campaign counts this rule: the platform receives the event and never attributes it (attach_conversion changes that)';

export const conversions: Conversions<ProfessionalClient> = {
  batchMax: BATCH_MAX,
  testMode: { kind: 'none' },
  resend: {
    safe: false,
    because:
      'the platform drops an event only when its own tag on a page sent the same event_id; two events from here may both count, purchases and carts surely',
  },
  truths: [
    `An event may be ${AGE_MAX_DAYS} days old and never lie in the future.`,
    'There is no test mode: every event that is sent counts.',
    'A rule that no campaign counts receives events and never attributes them; attach_conversion joins it to a campaign.',
    'Of most kinds one event a person and window counts; purchases and carts count every time.',
    'Reports show a conversion up to 72 hours later.',
    'An external_id alone is matched only if it came with another identifier within the last year.',
    'Phone numbers and addresses are not taken; names only with first and last name.',
  ],
  async destinations(client, account) {
    return (await conversionRules(client, account)).map(destinationOf);
  },
  prepare,
  async send(client, { account, bodies }) {
    try {
      const made = await client.createEach('/conversionEvents', bodies, account);
      const open = made.find((one) => one instanceof Failure && one.outcome === 'unknown');
      if (open) throw open;
      return made.map(answerOf);
    } catch (error) {
      if (!(error instanceof Failure) || error.outcome !== 'not_applied') throw error;
      const bad = namedBad(error);
      if (bad.size === 0) throw withoutValues(error);
      return bodies.map((_, at) => bad.get(at) ?? { outcome: 'not_sent' });
    }
  },
};

/** Methods by which a tag on a page fills a rule, naming the rule's id. */
const ON_PAGES = ['INSIGHT_TAG', 'IMAGE_PIXEL'];

function destinationOf(rule: WireConversion): Destination {
  const { id, name, enabled, conversionMethod: method, latestFirstPartyCallbackAt, associatedCampaigns } = rule;
  return withoutUnset({
    id,
    name,
    kind: 'conversion_rule',
    status: statusOf(rule),
    events: eventsOf(rule),
    closed: closedBecause(method, enabled),
    tag: ON_PAGES.includes(method ?? '') ? { id, ...partnerOf(rule), awaited: enabled !== false } : undefined,
    last_received: isoTime(latestFirstPartyCallbackAt),
    quality: { campaigns: associatedCampaigns.length, ...(associatedCampaigns.length === 0 && { note: NO_CAMPAIGN }) },
    wire: { attributes: associatedCampaigns.length > 0 },
  });
}

/** No call of the platform names the partner of an Insight Tag; the picture that a rule offers has it in its address. */
function partnerOf({ imagePixelTag = '' }: WireConversion): { partner?: string } {
  const partner = /[?&;]pid=(\d{2,15})(?!\d)/.exec(imagePixelTag)?.[1];
  return partner === undefined ? {} : { partner };
}

function closedBecause(method: string | undefined, enabled: boolean | undefined): string | undefined {
  if (method !== 'CONVERSIONS_API')
    return `it is filled by ${method ?? 'another method'}, on your pages; a rule of the method CONVERSIONS_API takes events from here (create_conversion_action)`;
  return enabled === false
    ? 'it is switched off, and the platform refuses events for it (update_conversion_action)'
    : undefined;
}

function prepare(event: ConversionEvent, { id, wire }: Destination, now: number): Prepared {
  const happenedAt = Date.parse(event.happened_at);
  if (happenedAt > now) return refused('happened_at', 'must not lie in the future: the platform refuses that');
  if (happenedAt < now - AGE_MAX_DAYS * DAY_MS)
    return refused('happened_at', `must not be older than ${AGE_MAX_DAYS} days: the platform refuses that`);
  if (event.lead !== undefined && leadUrn(event.lead) === undefined)
    return { skipped: 'the lead is of another platform' };
  const user = userOf(event);
  if (hasNoAddress(event, user)) return refused('person.email', 'must be an e-mail address or its SHA-256');
  if (!isNothing(event.person?.country) && !countryCode(event.person?.country ?? ''))
    return refused('person.country', 'must be a country code of two letters, such as DE');
  if (isNobody(user))
    return { skipped: 'nothing names the person: email, li_fat_id, lead, external_id, both names or an IPv4 address' };
  const onlyExternal = user.externalIds && user.userIds.length === 0 && !user.userInfo && !user.lead;
  const { attributes } = wire as { attributes: boolean };
  const notes = [
    ...(attributes ? [] : [NO_CAMPAIGN]),
    ...(onlyExternal ? ['external_id alone is matched only if it came with another identifier before'] : []),
  ];
  const body = withoutUnset({
    conversion: conversionUrn(id),
    conversionHappenedAt: happenedAt,
    eventId: event.event_id,
    // The platform refuses an amount that is a number.
    conversionValue: event.value && { currencyCode: event.value.currency, amount: event.value.amount },
    user,
  });
  return notes.length > 0 ? { body, notes } : { body };
}

function refused(field: string, message: string): Prepared {
  return { refused: { field, message } };
}

interface User {
  /** Always there, empty when something else names the person. */
  userIds: { idType: string; idValue: string }[];
  userInfo?: Record<string, string> | undefined;
  externalIds?: string[] | undefined;
  lead?: string | undefined;
}

function userOf({ person = {}, click = {}, browser = {}, lead }: ConversionEvent): User {
  const ids = [
    ['SHA256_EMAIL', hashedOnce(person.email, plainEmail)],
    ['LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', click.li_fat_id],
    ['SHA256_IP_ADDRESS', hashedOnce(browser.ip, (ip) => (ip.includes(':') ? undefined : ip))],
  ] as const;
  const [first, last] = [hashedOnce(person.first_name, plainName), hashedOnce(person.last_name, plainName)];
  const country = countryCode(person.country ?? '');
  const external = person.external_id?.trim();
  return withoutUnset({
    userIds: ids.flatMap(([idType, idValue]) => (idValue ? [{ idType, idValue }] : [])),
    userInfo:
      first && last
        ? {
            hashedFirstName: first,
            hashedLastName: last,
            ...(country && { countryCode: country }),
          }
        : undefined,
    externalIds: external ? [external] : undefined,
    lead: lead && leadUrn(lead),
  });
}

function hasNoAddress({ person }: ConversionEvent, { userIds }: User): boolean {
  return !isNothing(person?.email) && !userIds.some(({ idType }) => idType === 'SHA256_EMAIL');
}

function isNobody({ userIds, userInfo, externalIds, lead }: User): boolean {
  return userIds.length === 0 && !userInfo && !externalIds && !lead;
}

function plainEmail(text: string): string | undefined {
  return addressOnly(text.replace(/\s/g, '').toLowerCase());
}

function plainName(text: string): string {
  return text.toLowerCase().replace(/[\s\p{P}]/gu, '');
}

/** Ids of leads look like no other platform's: a UUID with a number behind it. */
function leadUrn(lead: string): string | undefined {
  const id = lead.replace(/^urn:li:leadGenFormResponse:/, '');
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d+)?$/i.test(id) ? urnOf('leadGenFormResponse', id) : undefined;
}

function answerOf(answer: string | Failure): EventAnswer {
  if (typeof answer === 'string') return { outcome: 'sent' };
  const { details, retryable } = withoutValues(answer);
  const [problem] = details.problems ?? [];
  return {
    outcome: 'refused',
    why: details.message,
    ...(problem && { field: problem.field }),
    ...(retryable && { later: true }),
  };
}

/** The events of a batch that the platform names when it refuses all, by place: `Index: 1, ERROR :: /user …`, `indices [1, 4]`. */
function namedBad({ details: { upstream } }: Failure): Map<number, EventAnswer> {
  const said = upstream?.message ?? '';
  const bad = new Map<number, EventAnswer>();
  for (const [, at, path = ''] of said.matchAll(/Index: (\d+), ERROR :: (\/\S+)/g))
    if (!bad.has(Number(at))) bad.set(Number(at), refusal(argumentOf(path)));
  const [, places = ''] = /\bindices \[([\d, ]+)\]/.exec(said) ?? [];
  const field = /^Conversion time\b/.test(said) ? 'happened_at' : undefined;
  for (const at of places.match(/\d+/g) ?? []) bad.set(Number(at), refusal(field));
  return bad;
}

function refusal(field: string | undefined): EventAnswer {
  return {
    outcome: 'refused',
    why: `the platform does not take ${field ?? 'the event'} as it is`,
    ...(field && { field }),
  };
}

/** The platform repeats refused values, which can name people: of its words only the fields are kept. */
function withoutValues(failure: Failure): Failure {
  const { problems, upstream } = failure.details;
  if (!problems || problems.length === 0) return failure;
  const fields = [...new Set(problems.map(({ field }) => field))];
  return new Failure({
    ...failure.details,
    message: `The professional platform refused: ${fields.join(', ')}`,
    problems: fields.map((field) => ({ field, message: 'is not as the platform wants it' })),
    ...(upstream && { upstream: { ...upstream, message: `refused: ${fields.join(', ')}` } }),
  });
}
