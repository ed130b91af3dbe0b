import type { FastifyRequest } from 'fastify';
import { badRequest, StatusError } from '../../google/status.ts';
import { isObject } from '../../json.ts';
import { bodyJson } from '../../request-parts.ts';
import { camelCase, snakeCase } from '../catalogue/messages.ts';

/** The messages of the second protocol, a field a word: `*` repeated, `#` an enum, `any` left unread. */
const MESSAGES: Readonly<Record<string, string>> = {
  IngestEventsRequest:
    'destinations:*Destination events:*Event consent:Consent validateOnly:bool encoding:#Encoding encryptionInfo:any',
  Destination:
    'reference:string loginAccount:ProductAccount linkedAccount:ProductAccount operatingAccount:ProductAccount productDestinationId:string',
  ProductAccount: 'product:#AccountType accountType:#AccountType accountId:string',
  Event:
    'destinationReferences:*string transactionId:string eventTimestamp:string lastUpdatedTimestamp:string userData:UserData consent:Consent adIdentifiers:AdIdentifiers currency:string conversionValue:double eventSource:#EventSource eventDeviceInfo:DeviceInfo cartData:any customVariables:any experimentalFields:any userProperties:any eventName:string clientId:string userId:string additionalEventParameters:any thirdPartyUserData:any eventLocation:any appInstanceId:string',
  AdIdentifiers:
    'sessionAttributes:string gclid:string gbraid:string wbraid:string landingPageDeviceInfo:DeviceInfo mobileDeviceId:string',
  DeviceInfo:
    'userAgent:string ipAddress:string category:string languageCode:string screenHeight:any screenWidth:any operatingSystem:string operatingSystemVersion:string model:string brand:string browser:string browserVersion:string',
  UserData: 'userIdentifiers:*UserIdentifier',
  UserIdentifier: 'emailAddress:string phoneNumber:string address:AddressInfo',
  AddressInfo: 'givenName:string familyName:string regionCode:string postalCode:string',
  Consent: 'adUserData:#ConsentStatus adPersonalization:#ConsentStatus',
};

/** Names by number: the official client sends numbers, documents show names. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  Encoding: ['ENCODING_UNSPECIFIED', 'HEX', 'BASE64'],
  AccountType: [
    'ACCOUNT_TYPE_UNSPECIFIED',
    'GOOGLE_ADS',
    'DISPLAY_VIDEO_PARTNER',
    'DISPLAY_VIDEO_ADVERTISER',
    'DATA_PARTNER',
    'GOOGLE_ANALYTICS_PROPERTY',
    'GOOGLE_AD_MANAGER_AUDIENCE_LINK',
  ],
  EventSource: ['EVENT_SOURCE_UNSPECIFIED', 'WEB', 'APP', 'IN_STORE', 'PHONE', 'OTHER', 'MESSAGE'],
  ConsentStatus: ['CONSENT_STATUS_UNSPECIFIED', 'CONSENT_GRANTED', 'CONSENT_DENIED'],
};

interface ProductAccount {
  accountType?: string;
  product?: string;
  accountId?: string;
}
export interface Destination {
  reference?: string;
  loginAccount?: ProductAccount;
  operatingAccount?: ProductAccount;
  productDestinationId?: string;
}
export interface Address {
  givenName?: string;
  familyName?: string;
  regionCode?: string;
  postalCode?: string;
}
export interface UserIdentifier {
  emailAddress?: string;
  phoneNumber?: string;
  address?: Address;
}
export interface Consent {
  adUserData?: string;
  adPersonalization?: string;
}
interface AdIdentifiers {
  sessionAttributes?: string;
  gclid?: string;
  gbraid?: string;
  wbraid?: string;
  landingPageDeviceInfo?: { ipAddress?: string };
}
export interface Event {
  destinationReferences?: string[];
  transactionId?: string;
  eventTimestamp?: string;
  userData?: { userIdentifiers?: UserIdentifier[] };
  consent?: Consent;
  adIdentifiers?: AdIdentifiers;
  eventDeviceInfo?: { ipAddress?: string };
  currency?: string;
  conversionValue?: number;
  eventSource?: string;
}
export interface IngestRequest {
  destinations?: Destination[];
  events?: Event[];
  consent?: Consent;
  validateOnly?: boolean;
  encoding?: string;
}

interface Unread {
  field: string;
  description: string;
}

/** Parsed as Google's front end does, which refuses unknown names; values never stand in what it says. */
export function readIngest(request: FastifyRequest): IngestRequest {
  const json = bodyJson(request, () => new StatusError(400, 'Invalid JSON payload received. Unexpected token.'));
  const unread: Unread[] = [];
  const read = readMessage('IngestEventsRequest', json, '', unread);
  if (unread.length === 0) return read;
  throw new StatusError(400, unread.map(({ description }) => description).join('\n'), [badRequest(unread)]);
}

function readMessage(name: string, json: unknown, path: string, unread: Unread[]): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  if (!isObject(json)) {
    unread.push({ field: path, description: `Invalid value at '${path}' (${name}).` });
    return message;
  }
  const types = new Map(MESSAGES[name]!.split(' ').map((word) => word.split(':') as [string, string]));
  for (const [key, value] of Object.entries(json)) {
    const field = camelCase(key);
    const type = types.get(field);
    const at = path === '' ? snakeCase(field) : `${path}.${snakeCase(field)}`;
    if (type === undefined)
      unread.push({
        field: path,
        description: `Invalid JSON payload received. Unknown name "${key}"${path && ` at '${path}'`}: Cannot find field.`,
      });
    else if (value !== null) message[field] = readField(type, value, at, unread);
  }
  return message;
}

function readField(type: string, json: unknown, path: string, unread: Unread[]): unknown {
  if (!type.startsWith('*')) return readSingle(type, json, path, unread);
  if (Array.isArray(json)) return json.map((item, at) => readSingle(type.slice(1), item, `${path}[${at}]`, unread));
  unread.push({ field: path, description: `Invalid value at '${path}' (repeated).` });
  return [];
}

function readSingle(type: string, json: unknown, path: string, unread: Unread[]): unknown {
  if (type in MESSAGES) return readMessage(type, json, path, unread);
  const value = type.startsWith('#') ? enumName(ENUMS[type.slice(1)]!, json) : readScalar(type, json);
  if (value === undefined) unread.push({ field: path, description: `Invalid value at '${path}' (${type}).` });
  return value;
}

function enumName(names: readonly string[], json: unknown): string | undefined {
  return typeof json === 'number' ? names[json] : names.find((name) => name === json);
}

function readScalar(type: string, json: unknown): unknown {
  if (type === 'any') return json;
  const number = type === 'double' && typeof json === 'string' && json.trim() !== '' ? Number(json) : json;
  if (type === 'double') return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  return typeof json === (type === 'bool' ? 'boolean' : 'string') ? json : undefined;
}
