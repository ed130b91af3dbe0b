import { z } from 'zod';
import { text } from '../../tools/fields.ts';
import type { Params, SocialClient } from './client.ts';
import { accountNode } from './client.ts';
import type { Kind } from './wire.ts';

/** Statuses a list can be narrowed to. Deleted objects are never listed: the platform refuses to. */
export const LISTED_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'ARCHIVED',
  'CAMPAIGN_PAUSED',
  'ADSET_PAUSED',
  'PENDING_REVIEW',
  'DISAPPROVED',
  'IN_PROCESS',
  'WITH_ISSUES',
] as const;

/** The arguments that narrow a list of campaigns, ad sets or ads. */
export const narrowing = {
  effective_status: z.array(z.enum(LISTED_STATUSES)).min(1).optional().describe('All but ARCHIVED when left out'),
  name_contains: text(200).optional().describe('Part of the name'),
};

interface Asked {
  limit: number;
  cursor?: string | undefined;
  effective_status?: readonly string[] | undefined;
  name_contains?: string | undefined;
}

/** Objects by their ids, or those on an account or a parent, narrowed and paged. */
export async function listObjects<T>(
  client: SocialClient,
  kind: Kind<T>,
  where: { account: string; ids?: readonly string[] | undefined; parent?: string | undefined },
  { limit, cursor, effective_status, name_contains }: Asked,
): Promise<{ items: T[]; next_cursor?: string }> {
  const { account, ids, parent } = where;
  if (ids) return { items: await Promise.all([...new Set(ids)].map((id) => client.node(kind, id, account))) };
  const query: Params = {
    effective_status,
    ...(name_contains && { filtering: [{ field: 'name', operator: 'CONTAIN', value: name_contains }] }),
  };
  return client.list(kind, parent ?? accountNode(account), { limit, cursor, query, account });
}
