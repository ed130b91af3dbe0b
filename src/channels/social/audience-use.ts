import { accountNode, type SocialClient } from './client.ts';
import { audiencesIn } from './resources/targeting.ts';
import { AD_SET_TARGETING } from './wire.ts';

export interface AudienceUser {
  id: string;
  name: string;
  effective_status: string;
}

/** The ad sets of an account that include or exclude each of the audiences, by its id. */
export async function adSetsByAudience(
  client: SocialClient,
  account: string,
): Promise<ReadonlyMap<string, AudienceUser[]>> {
  const users = new Map<string, AudienceUser[]>();
  for await (const adSets of client.pages(AD_SET_TARGETING, accountNode(account), {}, account)) {
    for (const { targeting, ...adSet } of adSets)
      for (const id of audiencesIn(targeting)) users.set(id, [...(users.get(id) ?? []), adSet]);
  }
  return users;
}
