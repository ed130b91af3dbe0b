import { phoneDigits } from '../../../tools/people.ts';

/** How this platform writes what people are known by before it is hashed. Undefined: nothing that can be one. */

/** Gmail ignores dots and what follows a plus in the name, so the platform wants both left out. */
export function plainEmail(given: string): string | undefined {
  const plain = given.replace(/\s/g, '').toLowerCase();
  if (!/^[^@]+@[^@]+\.[^@]+$/.test(plain)) return undefined;
  const [name = '', domain = ''] = plain.split('@');
  if (!/^(gmail|googlemail)\.com$/.test(domain)) return plain;
  const own = name.replace(/\+.*$/, '').replaceAll('.', '');
  return own === '' ? undefined : `${own}@${domain}`;
}

/** E.164. */
export function plainPhone(given: string): string | undefined {
  const digits = phoneDigits(given);
  return digits && `+${digits}`;
}

const TITLES = /^(?:(?:mr|mrs|ms|miss|dr|prof)\s+)+|(?:\s+(?:jr|sr|ii|iii|iv))+$/g;

/** Accents stay, in the one way to write them that the platform's own libraries use. */
export function plainName(given: string): string | undefined {
  const words = given.normalize('NFC').toLowerCase().replace(/\p{P}/gu, '').trim().replace(/\s+/g, ' ');
  return words.replace(TITLES, '') || undefined;
}
