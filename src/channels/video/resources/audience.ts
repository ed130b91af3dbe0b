import { z } from 'zod';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { VideoClient } from '../client.ts';
import { AUDIENCES, type Audience as Wire } from '../wire.ts';
import { placeOf } from './account.ts';
import { isoTime } from './fields.ts';

export const Audience = z
  .looseObject({ id: z.string(), name: z.string(), usable: z.boolean() })
  .describe(
    'Also why_not_usable, kind, size, source_audience_id of a lookalike, identifier, expiring, created_time, expires_time',
  );

export const CUSTOMER_FILE = 'Customer File Audience';
/** The platform uses audiences of a thousand people and more. */
export const PEOPLE_MIN = 1000;

/** While people are being matched the platform says 0 for the size. That is left out here, as it is not the size. */
export function audienceOf(wire: Wire) {
  const size = wire.is_valid ? (wire.cover_num ?? 0) : undefined;
  const isTooSmall = size !== undefined && size < PEOPLE_MIN;
  return withoutUnset({
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

export async function existingAudience(client: VideoClient, account: string, id: string): Promise<Wire> {
  const found = await findAudience(client, account, id);
  if (!found) throw notFound({ what: 'audience', id, list: 'list_audiences', ...placeOf(account) });
  return found;
}

export async function findAudience(client: VideoClient, account: string, id: string): Promise<Wire | undefined> {
  return (await client.all(AUDIENCES, account)).find(({ audience_id }) => audience_id === id);
}
