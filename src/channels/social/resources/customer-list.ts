import { z } from 'zod';
import { hashedPeople, phoneDigits } from '../../../tools/people.ts';
import { unusableIn } from '../../../tools/unusable-people.ts';
import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, type Params, type SocialClient } from '../client.ts';
import { plainEmail } from './person-keys.ts';

/** The platform takes so many rows in one request. */
export const PEOPLE_MAX = 10_000;

const People = z.array(z.string().max(320)).min(1).max(PEOPLE_MAX);

/** The people to add or remove. They are hashed before sending and not stored. */
export const peopleFields = {
  emails: People.optional().describe('Or their SHA-256'),
  phones: People.optional().describe('With country code: +49 30 123456; or SHA-256'),
};

interface Given {
  emails?: readonly string[] | undefined;
  phones?: readonly string[] | undefined;
}

/** Rows with one column for e-mail and one for phone; each row fills one of them. */
export async function payloadOf({ emails = [], phones = [] }: Given) {
  const hashes = { emails: await hashedPeople(emails, plainEmail), phones: await hashedPeople(phones, phoneDigits) };
  const rows = new Set([
    ...hashes.emails.flatMap((hash) => (hash ? [`${hash},`] : [])),
    ...hashes.phones.flatMap((hash) => (hash ? [`,${hash}`] : [])),
  ]);
  const unusable = (['emails', 'phones'] as const).flatMap((argument) => unusableIn(argument, hashes[argument]));
  const payload = { schema: ['EMAIL_SHA256', 'PHONE_SHA256'], data: [...rows].map((row) => row.split(',')) };
  return { payload, unusable };
}

const Numeric = z.union([z.string(), z.number()]).transform(Number);
const PeopleChanged = z.object({ num_received: Numeric, num_invalid_entries: Numeric.default(0) });

/**
 * Sends one batch of hashed rows. Removal is sent as POST with `method=DELETE`: some proxies drop the body of a DELETE.
 */
export function changePeople(
  client: SocialClient,
  audience: string,
  action: 'add' | 'remove',
  payload: { schema: readonly string[]; data: readonly (readonly string[])[] },
  now: number,
  account: string | undefined,
) {
  const session = { session_id: now, batch_seq: 1, last_batch_flag: true, estimated_num_total: payload.data.length };
  const body: Params = { payload, ...(action === 'add' ? { session } : { method: 'DELETE' }) };
  return client.change(pathOf`/${API_VERSION}/${audience}/users`, body, PeopleChanged, account);
}
