import type { FieldProblem } from '../../../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../../../tools/conversions/event.ts';
import { addressOnly, countryCode, hashedOnce, isNothing, phoneDigits } from '../../../tools/people.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';

export type EventSource = 'web' | 'offline' | 'crm';

/** Keys of `user` that only some sources take; the others are taken by all. */
const ONLY_IN: Readonly<Record<string, readonly EventSource[]>> = {
  external_id: ['web', 'crm'],
  ttclid: ['web'],
  ip: ['web'],
  user_agent: ['web'],
};

/** Keys by which the platform finds a person; names and places only help. */
const FINDS = ['email', 'phone', 'external_id', 'ttclid', 'ip'];

export const plainEmail = (value: string) => addressOnly(value.trim().toLowerCase());

/** E.164 with its plus sign. Undefined where the country code is missing: the hash of such a number matches no person. */
export function plainPhone(value: string): string | undefined {
  const digits = /^[\s(\p{Cf}]*(?:\+|00)/u.test(value) ? phoneDigits(value) : undefined;
  return digits && `+${digits}`;
}

const plainName = (value: string) => value.toLowerCase().replace(/\s/g, '');
const listed = (hash: string | undefined) => (hash === undefined ? undefined : [hash]);
const place = (value: string | undefined) => (value === undefined ? undefined : plainName(value) || undefined);

export interface EventUser {
  user: Record<string, unknown>;
  /** Whether anything in it leads to a person. */
  isFindable: boolean;
  /** What is given and is none. */
  refused?: FieldProblem | undefined;
}

/** The person behind an event as the platform takes them: hashed here, except for places, click, address and browser. */
export function userOf({ person = {}, click = {}, browser = {} }: ConversionEvent, source: EventSource): EventUser {
  const email = hashedOnce(person.email, plainEmail);
  const phone = hashedOnce(person.phone, plainPhone);
  const all = withoutUnset({
    email: listed(email),
    phone: listed(phone),
    external_id: listed(hashedOnce(person.external_id, (value) => value.trim())),
    first_name: hashedOnce(person.first_name, plainName),
    last_name: hashedOnce(person.last_name, plainName),
    zip_code: hashedOnce(person.postal_code, plainName),
    city: place(person.city),
    state: place(person.region),
    country: place(countryCode(person.country ?? '')),
    ttclid: click.ttclid,
    ip: browser.ip,
    user_agent: browser.user_agent,
  });
  const taken = Object.entries(all).filter(([key]) => ONLY_IN[key]?.includes(source) ?? true);
  return {
    user: Object.fromEntries(taken),
    isFindable: taken.some(([key]) => FINDS.includes(key)),
    refused: problemOf(person, { email, phone }),
  };
}

function problemOf(
  { email, phone, country }: NonNullable<ConversionEvent['person']>,
  hashes: { email: string | undefined; phone: string | undefined },
): FieldProblem | undefined {
  if (!isNothing(email) && !hashes.email)
    return { field: 'person.email', message: 'must be an e-mail address or its SHA-256' };
  if (!isNothing(phone) && !hashes.phone)
    return {
      field: 'person.phone',
      message: 'must be a phone number with + and its country code, such as +49 30 123456',
    };
  if (!isNothing(country) && !countryCode(country ?? ''))
    return { field: 'person.country', message: 'must be a country code of two letters, such as DE' };
  return undefined;
}
