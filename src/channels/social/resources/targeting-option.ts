import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, accountNode, type Params, type SocialClient } from '../client.ts';
import { boundOf } from './audience.ts';

/** A search result. The sizes are bounds; -1 means that the platform does not tell them. */
const FoundOption = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  path: z.array(z.string()).optional(),
  audience_size_lower_bound: z.number().optional(),
  audience_size_upper_bound: z.number().optional(),
});

const Location = z.object({
  key: z.union([z.string(), z.number()]).transform(String),
  name: z.string(),
  type: z.string(),
  country_code: z.string().optional(),
  country_name: z.string().optional(),
  region: z.string().optional(),
  region_id: z.union([z.string(), z.number()]).transform(String).optional(),
});

const ReachEstimate = z.object({
  data: z.object({
    users_lower_bound: z.number(),
    users_upper_bound: z.number(),
    estimate_ready: z.boolean().default(true),
  }),
});

/** A behaviour or an interest that can be put into `targeting.flexible_spec`. */
export const TargetingOption = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  path: z.array(z.string()),
  audience_size_lower_bound: z.number().optional(),
  audience_size_upper_bound: z.number().optional(),
});

export function targetingOptionOf(wire: z.infer<typeof FoundOption>): z.infer<typeof TargetingOption> {
  return withoutUnset({
    id: wire.id,
    name: wire.name,
    description: wire.description,
    path: wire.path ?? [],
    audience_size_lower_bound: boundOf(wire.audience_size_lower_bound),
    audience_size_upper_bound: boundOf(wire.audience_size_upper_bound),
  });
}

interface Paging {
  limit: number;
  cursor?: string | undefined;
}

export function searchBehaviors(client: SocialClient, paging: Paging) {
  return search(client, { type: 'adTargetingCategory', class: 'behaviors' }, FoundOption, paging);
}

export function searchInterests(client: SocialClient, q: string, paging: Paging) {
  return search(client, { type: 'adinterest', q }, FoundOption, paging);
}

/** Further interests of people with these interests, which are given by their exact names. */
export function suggestInterests(client: SocialClient, interest_list: readonly string[], paging: Paging) {
  return search(client, { type: 'adinterestsuggestion', interest_list }, FoundOption, paging);
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
