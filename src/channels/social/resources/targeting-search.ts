import type { z } from 'zod';
import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, accountNode, type Params, type SocialClient } from '../client.ts';
import { Location, ReachEstimate, TargetingOption } from '../wire.ts';

interface Paging {
  limit: number;
  cursor?: string | undefined;
}

export function searchBehaviors(client: SocialClient, paging: Paging) {
  return search(client, { type: 'adTargetingCategory', class: 'behaviors' }, TargetingOption, paging);
}

export function searchInterests(client: SocialClient, q: string, paging: Paging) {
  return search(client, { type: 'adinterest', q }, TargetingOption, paging);
}

/** What people care for who care for these, by their exact names. */
export function suggestInterests(client: SocialClient, interest_list: readonly string[], paging: Paging) {
  return search(client, { type: 'adinterestsuggestion', interest_list }, TargetingOption, paging);
}

export function searchLocations(
  client: SocialClient,
  query: { q: string; location_types?: readonly string[] | undefined; country_code?: string | undefined },
  paging: Paging,
) {
  return search(client, { type: 'adgeolocation', ...query }, Location, paging);
}

function search<T>(client: SocialClient, query: Params, schema: z.ZodType<T>, paging: Paging) {
  return client.listAt(pathOf`/${API_VERSION}/search`, query, schema, { ...paging, pageMax: 1000 });
}

/** How many people a targeting reaches, as bounds. */
export async function estimateReach(client: SocialClient, account: string, targeting: Params) {
  const path = pathOf`/${API_VERSION}/${accountNode(account)}/reachestimate`;
  return (await client.get(path, { targeting_spec: targeting }, ReachEstimate, account)).data;
}
