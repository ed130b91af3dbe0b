import { createHash } from 'node:crypto';
import { z } from 'zod';
import { known } from '../../../tools/known.ts';
import { hashedPeople } from '../../../tools/people.ts';
import type { VideoClient } from '../client.ts';
import { isoTime } from './fields.ts';
import { AUDIENCES, type Audience as Wire } from '../wire.ts';

export const Audience = z
  .looseObject({ id: z.string(), name: z.string(), usable: z.boolean() })
  .describe('Also why_not_usable, kind, size, identifier, expiring, created_time, expires_time');

export const CUSTOMER_FILE = 'Customer File Audience';
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

/** The platform uses audiences of a thousand people and more. */
export const PEOPLE_MIN = 1000;

/** The size is told as none while people are matched: that is not shown, as it would be taken for a size. */
export function audienceOf(wire: Wire) {
  const size = wire.is_valid ? (wire.cover_num ?? 0) : undefined;
  const isTooSmall = size !== undefined && size < PEOPLE_MIN;
  return known({
    id: wire.audience_id,
    name: wire.name,
    kind: wire.audience_type,
    usable: size !== undefined && !isTooSmall,
    size,
    why_not_usable:
      size === undefined
        ? 'It is being matched, for up to 48 hours, or nobody was found'
        : isTooSmall
          ? `It has fewer than ${PEOPLE_MIN} people`
          : undefined,
    identifier: wire.calculate_type,
    expiring: wire.is_expiring,
    created_time: isoTime(wire.create_time),
    expires_time: isoTime(wire.expired_time),
  });
}

export async function findAudience(client: VideoClient, account: string, id: string): Promise<Wire | undefined> {
  return (await client.all(AUDIENCES, account)).find(({ audience_id }) => audience_id === id);
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
