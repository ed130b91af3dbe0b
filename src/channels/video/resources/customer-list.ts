import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hashedPeople } from '../../../tools/people.ts';
import type { VideoClient } from '../client.ts';

const PEOPLE_MAX = 20_000;

/** Who is meant. Hashed before anything is sent, and kept nowhere. */
export const peopleFields = {
  emails: z.array(z.email()).min(1).max(PEOPLE_MAX).optional().describe('E-mail addresses of customers'),
  phones: z
    .array(z.string().refine((phone) => /^\+[\d\s().-]{6,25}$/.test(phone), 'must begin with + and the country code'))
    .min(1)
    .max(PEOPLE_MAX)
    .optional()
    .describe('Phone numbers of customers, such as +4930123456'),
};

interface People {
  emails?: string[] | undefined;
  phones?: string[] | undefined;
}

/** The platform's word for what people are named by. */
export function identifierOf({ emails }: People): string {
  return emails ? 'EMAIL_SHA256' : 'PHONE_SHA256';
}

/** Lower case without space around; phone numbers with their plus and digits alone. */
const plainEmail = (value: string) => value.trim().toLowerCase();
const plainPhone = (value: string) => value.replace(/[\s().-]/g, '');

/** A file of hashes on its way to an audience. It is nothing by itself, so sending it again does no harm. */
export async function uploadPeople(client: VideoClient, account: string, people: People): Promise<string> {
  const { emails, phones } = people;
  const hashes = await hashedPeople(emails ?? phones ?? [], emails ? plainEmail : plainPhone);
  const bytes = Buffer.from([...new Set(hashes)].join('\n'));
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
