import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { VideoClient } from './client.ts';
import { isoTime, known } from './fields.ts';
import { AUDIENCES, type Audience as Wire } from './wire.ts';

export const Audience = z
  .looseObject({ id: z.string(), name: z.string(), usable: z.boolean() })
  .describe('Also kind, size, identifier, expiring, created_time, expires_time');

/** The platform uses audiences of a thousand people and more. */
const PEOPLE_MIN = 1000;

export function audienceOf(wire: Wire) {
  return known({
    id: wire.audience_id,
    name: wire.name,
    kind: wire.audience_type,
    usable: wire.is_valid === true && (wire.cover_num ?? 0) >= PEOPLE_MIN,
    size: wire.cover_num,
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
export function hashed(kind: 'emails' | 'phones', value: string): string {
  const plain = kind === 'emails' ? value.trim().toLowerCase() : value.replace(/[\s().-]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}

/** A file of hashes on its way to an audience. It is nothing by itself, so sending it again does no harm. */
export async function uploadHashes(
  client: VideoClient,
  account: string,
  hashes: readonly string[],
  type: string,
): Promise<string> {
  const bytes = Buffer.from(hashes.join('\n'));
  const form = new FormData();
  form.set('calculate_type', type);
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
