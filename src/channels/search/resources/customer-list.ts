import { hashedPeople } from '../../../tools/people.ts';
import { unusableIn } from '../../../tools/unusable-people.ts';
import { plainEmail, plainPhone } from './person.ts';

interface Given {
  emails?: readonly string[] | undefined;
  phones?: readonly string[] | undefined;
}

/** Hashed identifiers without duplicates, and the places of unusable entries. */
export async function identifiersOf({ emails = [], phones = [] }: Given) {
  const hashes = { emails: await hashedPeople(emails, plainEmail), phones: await hashedPeople(phones, plainPhone) };
  const unusable = (['emails', 'phones'] as const).flatMap((argument) => unusableIn(argument, hashes[argument]));
  const known = (list: readonly (string | undefined)[]) => [...new Set(list.filter((hash) => hash !== undefined))];
  return {
    identifiers: [
      ...known(hashes.emails).map((hashedEmail) => ({ hashedEmail })),
      ...known(hashes.phones).map((hashedPhoneNumber) => ({ hashedPhoneNumber })),
    ],
    unusable,
  };
}
