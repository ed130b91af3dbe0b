import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { VideoClient } from '../client.ts';
import { type AdGroup, IDENTITIES, type Identity as Wire } from '../wire.ts';
import { placeOf } from './account.ts';
import { CUSTOM_IDENTITY } from './ad.ts';

export const Identity = z.object({
  id: z.string(),
  name: z.string().optional(),
  kind: z.string(),
  display_name: z.string().optional(),
  username: z.string().optional(),
  picture_url: z.string().optional(),
  usable: z.boolean(),
  status: z.string().optional(),
  usable_for: z.array(z.string()),
});

export function identityOf(wire: Wire): z.infer<typeof Identity> {
  return withoutUnset({
    id: wire.identity_id,
    name: wire.display_name ?? undefined,
    kind: wire.identity_type,
    display_name: wire.display_name ?? undefined,
    username: wire.username ?? undefined,
    picture_url: wire.profile_image ?? undefined,
    usable: isUsable(wire),
    status: wire.available_status ?? undefined,
    usable_for: isUsable(wire) ? usesOf(wire) : [],
  }) as z.infer<typeof Identity>;
}

function isUsable({ available_status }: Wire): boolean {
  return available_status === 'AVAILABLE' || available_status === null || available_status === undefined;
}

function usesOf(wire: Wire): string[] {
  if (wire.identity_type === CUSTOM_IDENTITY) return ['video and image ads outside of TikTok placements'];
  return [
    ...(wire.can_push_video ? ['video and carousel ads on TikTok (video_id, image_ids)'] : []),
    ...(wire.can_pull_video ? ['ads from an existing post (tiktok_item_id)'] : []),
  ];
}

/** An identity that can be used. Refused here where the platform would refuse the ad; `group` is that of a new ad. */
export async function usableIdentity(client: VideoClient, account: string, id: string, group?: AdGroup) {
  const identity = (await client.all(IDENTITIES, account)).find(({ identity_id }) => identity_id === id);
  const refuse = (message: string) =>
    invalidArguments([{ field: 'identity_id', message }], 'Choose one that get_identities shows as usable.');
  if (!identity) throw notFound({ what: 'identity', id, list: 'get_identities', ...placeOf(account) });
  if (!isUsable(identity)) throw refuse(`the identity cannot be used: ${identity.available_status}`);
  const isCustom = identity.identity_type === CUSTOM_IDENTITY;
  if (group && isCustom && isOnTikTok(group))
    throw refuse('a CUSTOMIZED_USER identity is no longer allowed in an ad group with PLACEMENT_TIKTOK');
  if (group && !isCustom && !isOnTikTok(group))
    throw refuse(`a ${identity.identity_type} identity is shown on PLACEMENT_TIKTOK only, which this ad group lacks`);
  return identity;
}

/** Without a list the platform chooses the placements, and TikTok is always among them. */
export function isOnTikTok({ placement_type, placements }: AdGroup): boolean {
  if (placement_type === 'PLACEMENT_TYPE_AUTOMATIC' || !placements?.length) return true;
  return placements.includes('PLACEMENT_TIKTOK');
}
