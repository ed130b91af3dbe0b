import type { ConversionEvent } from '../../../tools/conversions/event.ts';
import { addressOnly, countryCode, HASH, hashedOnce, isNothing, phoneDigits } from '../../../tools/people.ts';

type Person = NonNullable<ConversionEvent['person']>;

/** A person as the platform takes them: hashed by the documented rules, from which the platform's own SDKs differ. */
export function personKeys(person: Person): { keys: Record<string, string> } | { field: keyof Person } {
  const isAmerican = person.country === undefined || /^\s*us\s*$/i.test(person.country);
  const written: Record<keyof Person, { key: string; plainOf: (value: string) => string | undefined }> = {
    email: { key: 'em', plainOf: plainEmail },
    phone: { key: 'ph', plainOf: phoneDigits },
    first_name: { key: 'fn', plainOf: plainName },
    last_name: { key: 'ln', plainOf: plainName },
    city: { key: 'ct', plainOf: lettersOnly },
    region: { key: 'st', plainOf: (value) => plainRegion(value, isAmerican) },
    postal_code: { key: 'zp', plainOf: (value) => plainPostalCode(value, isAmerican) },
    country: { key: 'country', plainOf: (value) => countryCode(value)?.toLowerCase() },
    external_id: { key: 'external_id', plainOf: (value) => value.trim() },
  };
  const keys: Record<string, string> = {};
  for (const [field, value] of Object.entries(person) as [keyof Person, string | undefined][]) {
    // An empty value is dropped: its hash would stand for everybody without one.
    if (value === undefined || isNothing(value)) continue;
    const hash = markedHash(value) ?? hashedOnce(value, written[field].plainOf);
    if (hash === undefined) return { field };
    keys[written[field].key] = hash;
  }
  return { keys };
}

/** The mark of the platform's own parameter builder behind a hash stays: the platform takes both as they are. */
function markedHash(value: string): string | undefined {
  const { hash, mark } = HASH.exec(value)?.groups ?? {};
  return hash && mark && `${hash.toLowerCase()}${mark}`;
}

/** What each field has to look like, for the refusal: it never repeats the value. */
export const LOOKS: Readonly<Record<keyof Person, string>> = {
  email: 'must be an e-mail address or its SHA-256',
  phone: 'must be a phone number with its country code, such as +49 30 123456, or its SHA-256',
  first_name: 'must have letters',
  last_name: 'must have letters',
  city: 'must have letters',
  region: 'must have letters',
  postal_code: 'must have letters or digits',
  country: 'must be a country code of two letters, such as DE',
  external_id: 'must not be empty',
};

export function plainEmail(given: string): string | undefined {
  return addressOnly(given.trim().toLowerCase());
}

const PUNCTUATION = /[\p{P}\p{S}\p{C}]/gu;

/** Accents stay; the space between two names too. */
function plainName(given: string): string {
  return given.normalize('NFC').toLowerCase().replace(PUNCTUATION, '').replace(/\s+/g, ' ').trim();
}

function lettersOnly(given: string): string {
  return plainName(given).replaceAll(' ', '');
}

function plainRegion(given: string, isAmerican: boolean): string {
  const plain = lettersOnly(given);
  return (isAmerican && STATES.get(plain)) || plain;
}

/** Of an American code only the first five digits are taken. */
function plainPostalCode(given: string, isAmerican: boolean): string {
  const plain = lettersOnly(given);
  return isAmerican && /^\d{9}$/.test(plain) ? plain.slice(0, 5) : plain;
}

/** States of the United States are taken by their two letters. */
const STATES: ReadonlyMap<string, string> = new Map(
  [
    'alabama al alaska ak arizona az arkansas ar california ca colorado co connecticut ct delaware de',
    'districtofcolumbia dc florida fl georgia ga hawaii hi idaho id illinois il indiana in iowa ia kansas ks kentucky ky',
    'louisiana la maine me maryland md massachusetts ma michigan mi minnesota mn mississippi ms missouri mo montana mt',
    'nebraska ne nevada nv newhampshire nh newjersey nj newmexico nm newyork ny northcarolina nc northdakota nd ohio oh',
    'oklahoma ok oregon or pennsylvania pa rhodeisland ri southcarolina sc southdakota sd tennessee tn texas tx utah ut',
    'vermont vt virginia va washington wa westvirginia wv wisconsin wi wyoming wy',
  ].flatMap((line) => [...line.matchAll(/(\S+) (\S+)/g)].map(([, name = '', code = '']) => [name, code] as const)),
);
