import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { pathOf } from '../../upstream/path.ts';
import type { ProfessionalClient } from './client.ts';
import { known, urnOf } from './fields.ts';
import { WireList } from './wire.ts';

/** Lists of people or companies that the advertiser brings along. */

/** The longest list of arguments this service takes; the platform takes 5,000 members in one request. */
export const MEMBERS_MAX = 1000;
/** Members that come sooner than this after the list itself are lost. */
export const SETTLE_MS = 5000;

export const ListShown = z
  .looseObject({ audience_id: z.string(), name: z.string() })
  .describe('With kind, urn for targeting, status, given, matched, size, large_enough');

const SIZE_MIN = 300;

export function listOf({ id, name, type, inputCount, destinations: [place = {}] }: WireList) {
  return known({
    audience_id: id,
    name,
    kind: type,
    urn: place.destinationSegmentId,
    status: place.status,
    given: inputCount,
    matched: place.matchedCount,
    size: place.audienceSize,
    large_enough: place.audienceSize === undefined ? undefined : place.audienceSize >= SIZE_MIN,
  });
}

export function readList(client: ProfessionalClient, account: string, id: string): Promise<WireList> {
  return client.get(pathOf`/dmpSegments/${id}`, WireList, {}, account);
}

/** Lists are kept apart by whom they came through, and the platform gives each app a name for it. */
export function sourcePlatform(client: ProfessionalClient): string {
  const { source_platform } = client.session.options;
  if (source_platform) return source_platform;
  throw new Failure({
    code: 'unsupported',
    message: 'The connection names no source_platform, without which the platform takes no lists.',
    nextStep:
      'Ask the platform for access to its audience programme; it then gives the app that name. Add it to the connection (adhelm connect professional).',
  });
}

export async function listsOf(client: ProfessionalClient, account: string): Promise<WireList[]> {
  const source = sourcePlatform(client);
  const params = { q: 'account', account: urnOf('sponsoredAccount', account), sourcePlatform: source };
  return client.every('/dmpSegments', WireList, params, account);
}

/** Small letters and no space anywhere, as the platform hashes its own. */
export function hashedAddress(address: string): string {
  return createHash('sha256').update(address.toLowerCase().replace(/\s+/g, '')).digest('hex');
}
