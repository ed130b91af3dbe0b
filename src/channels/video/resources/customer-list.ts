import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hashedPeople } from '../../../tools/people.ts';
import { refuseAllUnusable, unusableIn } from '../../../tools/unusable-people.ts';
import type { VideoClient } from '../client.ts';
import { plainEmail, plainPhone } from './event-user.ts';

const PEOPLE_MAX = 20_000;

const People = z.array(z.string().max(320)).min(1).max(PEOPLE_MAX).optional();

/** E-mail addresses and phone numbers are hashed before anything is sent, and not stored. */
export const peopleFields = {
  emails: People.describe('E-mail addresses of customers, or SHA-256 of them'),
  phones: People.describe('Phone numbers of customers with country code, such as +4930123456, or SHA-256 of them'),
};

interface People {
  emails?: string[] | undefined;
  phones?: string[] | undefined;
}

/** The platform's name for the kind of identifier. */
export function identifierOf({ emails }: People): string {
  return emails ? 'EMAIL_SHA256' : 'PHONE_SHA256';
}

/** The hashes of people without duplicates, and the places of entries that are no address or number. */
export async function hashesOf({ emails, phones = [] }: People) {
  const hashes = await hashedPeople(emails ?? phones, emails ? plainEmail : plainPhone);
  const known = [...new Set(hashes.filter((hash) => hash !== undefined))];
  const unusable = unusableIn(emails ? 'emails' : 'phones', hashes);
  if (unusable.length > 0 && known.length === 0) throw refuseAllUnusable(unusable);
  return { known, unusable };
}

/** Uploads a file of hashes for an audience. The file has no effect by itself, so it may be sent again. */
export async function uploadPeople(
  client: VideoClient,
  account: string,
  identifier: string,
  hashes: readonly string[],
): Promise<string> {
  const bytes = Buffer.from(hashes.join('\n'));
  const form = new FormData();
  form.set('calculate_type', identifier);
  form.set('file_signature', createHash('md5').update(bytes).digest('hex'));
  form.set('file', new Blob([bytes]), 'people.csv');
  const { file_path } = await client.upload(
    'dmp/custom_audience/file/upload',
    form,
    z.object({ file_path: z.string() }),
    account,
    'harmless',
  );
  return file_path;
}
