import type { VideoClient } from '../client.ts';
import { AD_GROUPS, AudienceDetails, type Audience as Wire } from '../wire.ts';
import { statusOf } from './fields.ts';

const IDS_PER_CALL = 100;
const LOOKALIKE = 'Lookalike Audience';

/** The sources of the lookalikes among some audiences, by the lookalike's id. Only the details of an audience tell its source. */
export async function sourcesOf(
  client: VideoClient,
  account: string,
  audiences: readonly Wire[],
): Promise<Map<string, string>> {
  const ids = audiences
    .filter(({ audience_type }) => audience_type === LOOKALIKE)
    .map(({ audience_id }) => audience_id);
  const calls = Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, call) => {
    const custom_audience_ids = ids.slice(call * IDS_PER_CALL, (call + 1) * IDS_PER_CALL);
    return client.get('dmp/custom_audience/get', { custom_audience_ids }, AudienceDetails, account);
  });
  const details = (await Promise.all(calls)).flatMap(({ list }) => list);
  return new Map(
    details.flatMap(({ audience_details: { audience_id, lookalike_spec } }) =>
      lookalike_spec?.source_audience_id ? [[audience_id, lookalike_spec.source_audience_id]] : [],
    ),
  );
}

/** The living ad groups that target or exclude each audience, by the audience's id. */
export async function adGroupsByAudience(client: VideoClient, account: string) {
  const groups = await client.all(AD_GROUPS, account, { primary_status: 'STATUS_NOT_DELETE' });
  const users = new Map<string, { id: string; name: string; status: string }[]>();
  for (const group of groups) {
    const used = new Set([...(group.audience_ids ?? []), ...(group.excluded_audience_ids ?? [])]);
    const user = { id: group.adgroup_id, name: group.adgroup_name, status: statusOf(group) };
    for (const id of used) users.set(id, [...(users.get(id) ?? []), user]);
  }
  return users;
}

/** The lookalikes that were made from an audience. */
export function lookalikesFrom(id: string, audiences: readonly Wire[], sources: ReadonlyMap<string, string>) {
  return audiences
    .filter(({ audience_id }) => sources.get(audience_id) === id)
    .map(({ audience_id, name }) => ({ id: audience_id, name }));
}
