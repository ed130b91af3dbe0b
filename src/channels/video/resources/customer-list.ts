import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hashedPeople } from '../../../tools/people.ts';
import type { VideoClient } from '../client.ts';
import { plainEmail, plainPhone } from './event-user.ts';

const PEOPLE_MAX = 20_000;

function people(isPlain: (given: string) => boolean, message: string) {
  const isGood = (given: string) => isPlain(given.trim()) || /^[0-9a-f]{64}$/i.test(given.trim());
  return z.array(z.string().max(320).refine(isGood, message)).min(1).max(PEOPLE_MAX);
}

/** E-mail addresses and phone numbers are hashed before anything is sent, and not stored. */
export const peopleFields = {
  emails: people((given) => z.email().safeParse(given).success, 'must be an e-mail address or its SHA-256')
    .optional()
    .describe('E-mail addresses of customers, or SHA-256 of them'),
  phones: people(
    (given) => /^\+[\d\s().-]{6,25}$/.test(given),
    'must begin with + and the country code, or be the SHA-256 of that',
  )
    .optional()
    .describe('Phone numbers of customers, such as +4930123456, or SHA-256 of them'),
};

interface People {
  emails?: string[] | undefined;
  phones?: string[] | undefined;
}

/** The platform's name for the kind of identifier. */
export function identifierOf({ emails }: People): string {
  return emails ? 'EMAIL_SHA256' : 'PHONE_SHA256';
}

/** Uploads a file of hashes for an audience. The file has no effect by itself, so it may be sent again. */
export async function uploadPeople(client: VideoClient, account: string, people: People): Promise<string> {
  const { emails, phones } = people;
  const hashes = await hashedPeople(emails ?? phones ?? [], emails ? plainEmail : plainPhone);
  const bytes = Buffer.from([...new Set(hashes.filter((hash) => hash !== undefined))].join('\n'));
  const form = new FormData();
  form.set('calculate_type', identifierOf(people));
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
