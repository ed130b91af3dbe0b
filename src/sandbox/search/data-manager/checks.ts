import { HOUR_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { type Entity, storeOf } from '../state.ts';
import type { Address, Destination, Event, IngestRequest, UserIdentifier } from './messages.ts';

const EVENTS_MAX = 2_000;
const DESTINATIONS_MAX = 10;
const IDENTIFIERS_MAX = 10;
/** The actions that take events from elsewhere than a tag, and those whose tag they complete. */
const TAKING = ['UPLOAD_CLICKS', 'WEBPAGE', 'STORE_SALES'];
/** Any currency there is, also those in which no account can be. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const HEARD_OF_MS = 6 * HOUR_MS;

export interface Violation {
  /** In the protocol's own snake_case: `events[0].transaction_id`. */
  field: string;
  description: string;
  reason: string;
}

type Complain = (field: string, reason: string, description: string) => void;

/** Everything that is wrong with a request; one bad event refuses all of it. */
export function violationsIn(world: World, request: IngestRequest): Violation[] {
  const found: Violation[] = [];
  const complain: Complain = (field, reason, description) => found.push({ field, description, reason });
  const { destinations = [], events = [] } = request;
  if (destinations.length === 0) complain('destinations', ...MISSING);
  if (destinations.length > DESTINATIONS_MAX)
    complain('destinations', 'TOO_MANY_DESTINATIONS', `At most ${DESTINATIONS_MAX} destinations.`);
  if (events.length === 0) complain('events', ...MISSING);
  if (events.length > EVENTS_MAX) complain('events', 'TOO_MANY_EVENTS', `At most ${EVENTS_MAX} events.`);
  for (const [at, destination] of destinations.entries())
    checkDestination(world, destination, `destinations[${at}]`, complain);
  const hasPeople = events.some(({ userData }) => userData?.userIdentifiers?.length);
  if (hasPeople && request.encoding === undefined) complain('encoding', ...MISSING);
  if (hasPeople && !acceptedTerms(world, destinations))
    complain(
      'destinations[0].operating_account',
      'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED',
      'The terms for customer data are not accepted.',
    );
  for (const [at, event] of events.slice(0, EVENTS_MAX).entries())
    checkEvent(world, event, `events[${at}]`, request, complain);
  return found;
}

const MISSING = ['REQUIRED_FIELD_MISSING', 'Required field is missing.'] as const;

/** The conversion action that a destination names, if the account has it. */
export function actionOf(world: World, { operatingAccount, productDestinationId }: Destination): Entity | undefined {
  return storeOf(world).find(operatingAccount?.accountId ?? '', 'conversion_action', productDestinationId ?? '');
}

function checkDestination(world: World, destination: Destination, path: string, complain: Complain): void {
  const { operatingAccount, productDestinationId: id } = destination;
  const { accountId, accountType = operatingAccount?.product } = operatingAccount ?? {};
  if (!accountId) complain(`${path}.operating_account.account_id`, ...MISSING);
  else if (accountType !== 'GOOGLE_ADS')
    complain(`${path}.operating_account.account_type`, 'INVALID_DESTINATION', 'Accounts of this type are not here.');
  const field = `${path}.product_destination_id`;
  if (!id) complain(field, ...MISSING);
  else if (!/^\d{1,19}$/.test(id)) complain(field, 'INVALID_NUMBER_FORMAT', 'It is no number.');
  else if (!isKnown(world, destination))
    complain(field, 'INVALID_CONVERSION_ACTION_ID', 'There is no such conversion action.');
  else if (!TAKING.includes(String(actionOf(world, destination)?.doc.type)))
    complain(field, 'INVALID_CONVERSION_ACTION_TYPE', 'Conversion actions of this type take no events.');
}

/** This interface hears of new conversion actions only after hours. */
function isKnown(world: World, destination: Destination): boolean {
  const action = actionOf(world, destination);
  const age = action ? world.now() - Number(action.doc.made_at ?? 0) : 0;
  return action !== undefined && action.doc.status !== 'REMOVED' && age >= HEARD_OF_MS;
}

function acceptedTerms(world: World, destinations: readonly Destination[]): boolean {
  return destinations.every(({ operatingAccount }) => {
    const id = operatingAccount?.accountId ?? '';
    const setting = storeOf(world).find(id, 'customer', id)?.doc.conversion_tracking_setting;
    return (setting as { accepted_customer_data_terms?: boolean } | undefined)?.accepted_customer_data_terms !== false;
  });
}

function checkEvent(world: World, event: Event, path: string, request: IngestRequest, complain: Complain): void {
  if (!event.transactionId) complain(`${path}.transaction_id`, ...MISSING);
  checkTime(world, event.eventTimestamp, `${path}.event_timestamp`, complain);
  const known = new Set(request.destinations?.map(({ reference }) => reference));
  for (const [at, reference] of (event.destinationReferences ?? []).entries())
    if (!known.has(reference))
      complain(`${path}.destination_references[${at}]`, 'INVALID_DESTINATION', 'No destination has this reference.');
  const types = (request.destinations ?? []).map((destination) => actionOf(world, destination)?.doc.type);
  if (event.eventSource === undefined) complain(`${path}.event_source`, ...MISSING);
  else if (types.includes('WEBPAGE') && event.eventSource !== 'WEB')
    complain(
      `${path}.event_source`,
      'EVENT_SOURCE_AND_DESTINATION_MISMATCH',
      'The destination takes events of websites.',
    );
  if (event.currency !== undefined && !CURRENCIES.has(event.currency))
    complain(`${path}.currency`, 'INVALID_CURRENCY_CODE', 'There is no such currency.');
  checkIdentifiers(event, path, request.encoding, complain);
}

const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function checkTime(world: World, text: string | undefined, path: string, complain: Complain): void {
  if (text === undefined) complain(path, ...MISSING);
  else if (!WRITTEN.test(text) || Number.isNaN(Date.parse(text)))
    complain(path, 'INVALID_FORMAT', 'It is no timestamp.');
  else if (Date.parse(text) > world.now()) complain(path, 'EVENT_TIME_INVALID', 'The event is in the future.');
}

function checkIdentifiers(event: Event, path: string, encoding: string | undefined, complain: Complain): void {
  const { adIdentifiers: ids, userData, eventDeviceInfo } = event;
  const people = userData?.userIdentifiers ?? [];
  const clicks = [ids?.gclid, ids?.gbraid, ids?.wbraid, ids?.sessionAttributes, ids?.landingPageDeviceInfo?.ipAddress];
  if (people.length === 0 && [...clicks, eventDeviceInfo?.ipAddress].every((id) => !id))
    complain(path, 'NO_IDENTIFIERS_PROVIDED', 'The event has no identifier.');
  if (people.length > IDENTIFIERS_MAX)
    complain(
      `${path}.user_data.user_identifiers`,
      'TOO_MANY_USER_IDENTIFIERS',
      `At most ${IDENTIFIERS_MAX} identifiers.`,
    );
  for (const [at, person] of people.entries())
    checkPerson(person, `${path}.user_data.user_identifiers[${at}]`, encoding, complain);
}

function checkPerson(person: UserIdentifier, path: string, encoding: string | undefined, complain: Complain): void {
  if (Object.keys(person).length !== 1) complain(path, 'INVALID_FORMAT', 'It has one attribute.');
  const hash = (value: string | undefined, field: string) => checkHash(value, `${path}.${field}`, encoding, complain);
  if (person.emailAddress !== undefined) hash(person.emailAddress, 'email_address');
  if (person.phoneNumber !== undefined) hash(person.phoneNumber, 'phone_number');
  if (person.address) checkAddress(person.address, `${path}.address`, encoding, complain);
}

function checkAddress(address: Address, path: string, encoding: string | undefined, complain: Complain): void {
  const fields = { given_name: address.givenName, family_name: address.familyName };
  for (const [field, value] of Object.entries(fields)) {
    if (!value) complain(`${path}.${field}`, ...MISSING);
    else checkHash(value, `${path}.${field}`, encoding, complain);
  }
  if (!address.postalCode) complain(`${path}.postal_code`, ...MISSING);
  if (!address.regionCode) complain(`${path}.region_code`, ...MISSING);
  else if (!/^[A-Za-z]{2}$/.test(address.regionCode))
    complain(`${path}.region_code`, 'INVALID_COUNTRY_CODE', 'It is no country code.');
}

function checkHash(value: string | undefined, path: string, encoding: string | undefined, complain: Complain): void {
  const isBase64 = encoding === 'BASE64';
  const isEncoded = (isBase64 ? /^[A-Za-z0-9+/]+={0,2}$/ : /^[0-9a-f]+$/i).test(value ?? '');
  if (!isEncoded)
    complain(path, isBase64 ? 'INVALID_BASE64_ENCODING' : 'INVALID_HEX_ENCODING', 'It is not encoded as said.');
  else if (Buffer.from(value!, isBase64 ? 'base64' : 'hex').length !== 32)
    complain(path, 'INVALID_SHA256_FORMAT', 'It is no SHA-256.');
}
