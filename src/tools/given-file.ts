import { z } from 'zod';
import { invalidArguments } from '../errors.ts';
import type { PlatformSession } from '../upstream/session.ts';

/** A file as text. Its pattern is long and tells a reader nothing, so it stands in no tool list. */
export const Base64 = z
  .string()
  .refine((text) => text !== '' && z.base64().safeParse(text).success, 'must be the file in base64')
  .meta({ contentEncoding: 'base64' });

/** The file itself (`image_base64`), or what stands at its address (`image_url`); `field` is what was given. */
export async function givenFile(
  session: PlatformSession,
  argument: string,
  { url, base64 = '' }: { url?: string | undefined; base64?: string | undefined },
  bytesMax: number,
): Promise<{ bytes: Buffer; field: string }> {
  if (url === undefined) {
    const [bytes, field] = [Buffer.from(base64, 'base64'), `${argument}_base64`];
    if (bytes.length <= bytesMax) return { bytes, field };
    throw invalidArguments([{ field, message: `holds more than ${bytesMax / 1024 ** 2} MB` }]);
  }
  const field = `${argument}_url`;
  const { status, body } = await session.fetchPublic(url, { bytesMax, field });
  if (status === 200) return { bytes: body, field };
  throw invalidArguments([{ field, message: `answered HTTP ${status} instead of a file` }]);
}

const SIGNATURES = { 'image/jpeg': 'ffd8ff', 'image/png': '89504e470d0a1a0a', 'image/gif': '47494638' };

/** By what the file begins with: its name and what a server calls it say nothing. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 8).toString('hex');
  return Object.entries(SIGNATURES).find(([, signature]) => start.startsWith(signature))?.[0];
}
