import { z } from 'zod';
import { Day, text } from '../../../tools/fields.ts';
import { collectHeld, listedByName } from '../../../tools/listing.ts';
import { searchText } from '../../../tools/lookup-text.ts';
import { accountNode, type Params, type SocialClient } from '../client.ts';
import type { Kind } from '../wire.ts';

/** Statuses a list can be filtered by, for each level. The platform never lists deleted objects. */
export const CAMPAIGN_STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'] as const;
export const AD_SET_STATUSES = [...CAMPAIGN_STATUSES, 'CAMPAIGN_PAUSED'] as const;
export const AD_STATUSES = [
  ...AD_SET_STATUSES,
  'ADSET_PAUSED',
  'PENDING_REVIEW',
  'DISAPPROVED',
  'PREAPPROVED',
  'PENDING_BILLING_INFO',
] as const;

/** The filter arguments of a list of campaigns, ad sets or ads. */
export function narrowing<Statuses extends readonly [string, ...string[]]>(statuses: Statuses) {
  return {
    effective_status: z
      .array(z.enum(statuses).meta({ enum: undefined }))
      .min(1)
      .optional()
      .describe('ACTIVE, PAUSED …; default: all but ARCHIVED'),
    name_contains: text(200).optional().describe('Part of the name'),
  };
}

/** Of ad sets, which alone have an end; in days of the account, since the platform writes times in its zone. */
export const ending = {
  ends_from: Day.optional().describe('Ends on this day or later'),
  ends_to: Day.optional().describe('Ends on this day or before'),
};

interface Asked {
  limit: number;
  cursor?: string | undefined;
  effective_status?: readonly string[] | undefined;
  name_contains?: string | undefined;
  ends_from?: string | undefined;
  ends_to?: string | undefined;
}

interface Listed {
  id: string;
  name?: string | undefined;
  account_id?: string | undefined;
  campaign_id?: string | undefined;
  adset_id?: string | undefined;
  effective_status?: string | undefined;
  end_time?: string | undefined;
}

interface Where {
  account: string;
  /** Whether the caller named the account: objects of other accounts are then left out. */
  accountNamed: boolean;
  ids?: readonly string[] | undefined;
  campaign_id?: string | undefined;
  ad_set_id?: string | undefined;
}

/** Objects that match all filters: ids, account, parents, status and name. */
export function listObjects<T extends Listed>(
  client: SocialClient,
  kind: Kind<T>,
  where: Where,
  asked: Asked,
): Promise<{ items: T[]; next_cursor?: string }> {
  const { limit, cursor, ...narrowed } = asked;
  const { account, ids, campaign_id, ad_set_id } = where;
  if (ids) {
    const read = (id: string) => client.node(kind, id);
    return pageOfIds([...new Set(ids)], { limit, cursor }, read, (item) => fits(item, where, narrowed));
  }
  return listedByName({
    limit,
    cursor,
    name: narrowed.name_contains,
    scope: [account, campaign_id, ad_set_id, narrowed],
    list: (name, page) => listNamed(client, kind, where, { ...narrowed, ...page, name_contains: name }),
    nameOf: ({ name }) => name,
  });
}

/** Names as the platform compares them. */
async function listNamed<T extends Listed>(
  client: SocialClient,
  kind: Kind<T>,
  where: Where,
  { limit, cursor, ...narrowed }: Asked,
): Promise<{ items: T[]; next_cursor?: string }> {
  const { account, campaign_id, ad_set_id } = where;
  const { effective_status, name_contains, ends_from, ends_to } = narrowed;
  const filters = [
    ...(name_contains ? [{ field: 'name', operator: 'CONTAIN', value: name_contains }] : []),
    ...(campaign_id && ad_set_id ? [{ field: 'campaign.id', operator: 'EQUAL', value: campaign_id }] : []),
  ];
  const query: Params = { effective_status, ...(filters.length > 0 && { filtering: filters }) };
  const parent = ad_set_id ?? campaign_id;
  const owner = parent ?? accountNode(account);
  const isWanted = (item: T) => fits(item, where, { ends_from, ends_to });
  if (ends_from ?? ends_to)
    return collectHeld({ limit, cursor, scope: [owner, narrowed] }, async () =>
      (await everyOne(client, kind, owner, query, account)).filter(isWanted),
    );
  const page = await client.list(kind, owner, { limit, cursor, query, account });
  if (parent) for (const item of page.items) client.refuseForeign(item, parent);
  return { ...page, items: page.items.filter(isWanted) };
}

/** The platform filters by no end, so all are read. */
async function everyOne<T>(client: SocialClient, kind: Kind<T>, owner: string, query: Params, account: string) {
  const found: T[] = [];
  for await (const items of client.pages(kind, owner, query, account)) found.push(...items);
  for (const item of found) client.refuseForeign(item, owner);
  return found;
}

/** Objects named one by one, as a page of a list. */
export function pageOfIds<T>(
  ids: readonly string[],
  { limit, cursor }: Pick<Asked, 'limit' | 'cursor'>,
  read: (id: string) => Promise<T>,
  isWanted: (item: T) => boolean = () => true,
): Promise<{ items: T[]; next_cursor?: string }> {
  return collectHeld({ limit, cursor, scope: ids }, async () => (await Promise.all(ids.map(read))).filter(isWanted));
}

function fits(
  item: Listed,
  where: Where,
  { effective_status, name_contains, ends_from, ends_to }: Omit<Asked, 'limit' | 'cursor'>,
): boolean {
  const { account, accountNamed, campaign_id, ad_set_id } = where;
  const lastDay = item.end_time?.slice(0, 10);
  return (
    (ends_from === undefined || (lastDay !== undefined && lastDay >= ends_from)) &&
    (ends_to === undefined || (lastDay !== undefined && lastDay <= ends_to)) &&
    (!accountNamed || item.account_id === undefined || item.account_id === account) &&
    (campaign_id === undefined || item.campaign_id === campaign_id) &&
    (ad_set_id === undefined || item.adset_id === ad_set_id) &&
    (effective_status === undefined || effective_status.includes(item.effective_status ?? '')) &&
    (name_contains === undefined || searchText(item.name ?? '').includes(searchText(name_contains)))
  );
}
