import { hashedPeople } from '../../../tools/people.ts';

interface Given {
  emails?: readonly string[] | undefined;
  phones?: readonly string[] | undefined;
}

/** The place of an argument that is no usable e-mail address or phone number. */
export type Unusable = { argument: keyof Given; position: number };

/** Hashed identifiers without duplicates, and the places of unusable entries. */
export async function identifiersOf({ emails = [], phones = [] }: Given) {
  const hashes = { emails: await hashedPeople(emails, plainEmail), phones: await hashedPeople(phones, plainPhone) };
  const unusable = (['emails', 'phones'] as const).flatMap((argument) =>
    hashes[argument].flatMap((hash, position): Unusable[] => (hash ? [] : [{ argument, position }])),
  );
  const known = (list: readonly (string | undefined)[]) => [...new Set(list.filter((hash) => hash !== undefined))];
  return {
    identifiers: [
      ...known(hashes.emails).map((hashedEmail) => ({ hashedEmail })),
      ...known(hashes.phones).map((hashedPhoneNumber) => ({ hashedPhoneNumber })),
    ],
    unusable,
  };
}

/** Gmail ignores dots in the name, so the platform wants them left out before hashing. */
function plainEmail(given: string): string | undefined {
  const plain = given.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain)) return undefined;
  const [name = '', domain = ''] = plain.split('@');
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@${domain}` : plain;
}

/** E.164. A number that begins with 0 lacks the country code, which cannot be guessed. */
function plainPhone(given: string): string | undefined {
  const digits = given.replace(/[\s().\-/]/g, '').replace(/^(\+|00)/, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}
