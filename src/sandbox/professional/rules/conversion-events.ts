import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../ambient.ts';
import { isObject } from '../../json.ts';
import { RestliError } from '../errors.ts';
import { conversionIdIn } from '../format.ts';
import type { Row } from '../restli/resource.ts';
import { array, type Fields, faultsOfNew, long, money, record, symbol, type Type, text, urnOf } from './schema.ts';

const ID_TYPES = [
  'SHA256_EMAIL',
  'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID',
  'ACXIOM_ID',
  'PLAINTEXT_IP_ADDRESS',
  'SHA256_IP_ADDRESS',
  'GOOGLE_AID',
];
const HASHED = ['SHA256_EMAIL', 'SHA256_IP_ADDRESS'];
/** From this version on names may come hashed. */
const HASHED_NAMES = 202609;
const AGE_MAX_MS = 90 * DAY_MS;

const ruleUrn: Type = {
  check: (value, path) =>
    conversionIdIn(value) === undefined ? [`${path} :: Invalid Urn format. Invalid prefix.`] : [],
};

function eventFields(version: number): Fields {
  const hashedNames: Fields = { hashedFirstName: { type: text }, hashedLastName: { type: text } };
  const userInfo = record({
    firstName: { type: text },
    lastName: { type: text },
    companyName: { type: text },
    title: { type: text },
    countryCode: { type: text },
    ...(version >= HASHED_NAMES && hashedNames),
  });
  const userIds = array(
    record({ idType: { type: symbol(...ID_TYPES), required: true }, idValue: { type: text, required: true } }),
  );
  const user = record({
    userIds: { type: userIds, required: true },
    userInfo: { type: userInfo },
    externalIds: { type: array(text) },
    lead: { type: urnOf('leadGenFormResponse') },
  });
  return {
    conversion: { type: ruleUrn, required: true },
    conversionHappenedAt: { type: long, required: true },
    conversionValue: { type: money },
    eventId: { type: text },
    user: { type: user, required: true },
  };
}

/** An event whose shape was found right. */
export interface SentEvent {
  conversion: string;
  conversionHappenedAt: number;
  conversionValue?: { amount: string; currencyCode: string };
  eventId?: string;
  user: {
    userIds: { idType: string; idValue: string }[];
    userInfo?: Record<string, string>;
    externalIds?: string[];
    lead?: string;
  };
}

/** Every fault of every event in one refusal; a batch with one bad event is refused whole. */
export function checkedEvents(elements: readonly Row[], version: number, isBatch: boolean): SentEvent[] {
  const fields = eventFields(version);
  const lines = elements.flatMap((element, index) =>
    [...faultsOfNew(element, fields), ...nameFaults(element)].map(
      (fault) => `${isBatch ? `Index: ${index}, ` : ''}ERROR :: ${fault}\n`,
    ),
  );
  if (lines.length > 0) throw new RestliError(422, { message: lines.join('') });
  return elements as unknown as SentEvent[];
}

/** A person named by name has a first and a last one. */
function nameFaults({ user }: Row): string[] {
  if (!isObject(user) || !isObject(user.userInfo)) return [];
  const info = user.userInfo;
  const has = (name: string) => info[`${name}Name`] !== undefined || info[`hashed${capital(name)}Name`] !== undefined;
  return ['first', 'last']
    .filter((name) => !has(name))
    .map((name) => `/user/userInfo/${name}Name :: field is required but not found and has no default value`);
}

function capital(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

/** What the schema cannot see. Values are not repeated: they name people. */
export function checkContent(events: readonly SentEvent[], now: number): void {
  refuseAt(
    events,
    ({ conversionHappenedAt: at }) => at > now || at < now - AGE_MAX_MS,
    'Conversion time should be within 90 days and not exceed current time',
  );
  refuseAt(
    events,
    ({ user }) => user.userIds.some(({ idType, idValue }) => HASHED.includes(idType) && !isHash(idValue)),
    'User ids of hashed types should be SHA256 hashes',
  );
  refuseAt(events, ({ user }) => (user.externalIds?.length ?? 0) > 1, 'At most one external id is allowed');
  refuseAt(events, (event) => personIn(event) === '', 'At least one user identifier is required');
}

function refuseAt(events: readonly SentEvent[], isBad: (event: SentEvent) => boolean, words: string): void {
  const indices = events.flatMap((event, index) => (isBad(event) ? [index] : []));
  if (indices.length > 0)
    throw new RestliError(400, { message: `${words}, indices [${indices.join(', ')}] (0-indexed).` });
}

function isHash(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value);
}

/** A hash by which the same person is known again; empty where the event names no person. */
export function personIn({ user }: SentEvent): string {
  const { userIds, userInfo, externalIds = [], lead } = user;
  const names = userInfo && [
    userInfo.firstName ?? userInfo.hashedFirstName,
    userInfo.lastName ?? userInfo.hashedLastName,
  ];
  const first = userIds[0]?.idValue ?? lead ?? names?.join(' ') ?? externalIds[0];
  return first ? createHash('sha256').update(first).digest('hex') : '';
}
