import { z } from 'zod';
import { Id } from '../../../tools/fields.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { among, equal, Literal, type Query, unequal } from './wire/gaql.ts';
import { idOf } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

/** Our names for the platform's kinds of audience. */
const KINDS: Readonly<Record<string, string>> = {
  RULE_BASED: 'WEBSITE',
  REMARKETING: 'CONVERSIONS',
  CRM_BASED: 'CUSTOMER_LIST',
  LOGICAL: 'COMBINED',
};
/** The platform's number for an unlimited membership. */
export const WITHOUT_END_DAYS = 10_000;

export const AUDIENCE_FIELDS = [
  ...['id', 'name', 'description', 'type', 'membership_status', 'membership_life_span'],
  ...['size_for_search', 'size_for_display', 'logical_user_list.rules', 'lookalike_user_list.seed_user_list_ids'],
].map((name) => `user_list.${name}`);

const User = z.object({ id: Id, name: z.string(), excluded: z.boolean() });

export const AudienceOutput = z.object({
  id: Id,
  name: z.string(),
  description: z.string().optional(),
  kind: z.string(),
  status: z.string().describe('CLOSED: gets no new people and cannot be used'),
  membership_days: z.number().nullable().describe('How long people stay in it; null: for good'),
  size_search: z.number(),
  size_display: z.number(),
  sources: z
    .array(z.object({ id: Id, excluded: z.boolean() }))
    .optional()
    .describe('Audiences it is made of'),
  used_by: z.object({ campaigns: z.array(User), ad_groups: z.array(User), audiences: z.array(User) }),
});
type Audience = z.infer<typeof AudienceOutput>;
type Uses = Audience['used_by'];

/** Audiences with the campaigns and ad groups that are aimed at them or keep from them, and the audiences made of them. */
export async function shownAudiences(client: SearchClient, account: string, rows: readonly Row[]): Promise<Audience[]> {
  if (rows.length === 0) return [];
  const uses = await usesOf(client, account);
  return rows.map(({ userList: list }) => {
    const days = Number(list?.membershipLifeSpan ?? 0);
    return {
      id: list?.id ?? '',
      name: list?.name ?? '',
      description: list?.description,
      kind: KINDS[list?.type ?? ''] ?? list?.type ?? 'UNKNOWN',
      status: list?.membershipStatus ?? 'UNKNOWN',
      membership_days: days === WITHOUT_END_DAYS ? null : days,
      size_search: Number(list?.sizeForSearch ?? 0),
      size_display: Number(list?.sizeForDisplay ?? 0),
      ...(sourcesOf(list).length > 0 && { sources: sourcesOf(list) }),
      used_by: uses.get(list?.id ?? '') ?? unused(),
    };
  });
}

const unused = (): Uses => ({ campaigns: [], ad_groups: [], audiences: [] });

/** The audiences that a combined or similar audience is made of. */
function sourcesOf(list: Row['userList']): NonNullable<Audience['sources']> {
  const rules = (list?.logicalUserList?.rules ?? []).flatMap(({ operator, ruleOperands }) =>
    ruleOperands.map(({ userList }) => ({ id: idOf(userList), excluded: operator === 'NONE' })),
  );
  const seeds = (list?.lookalikeUserList?.seedUserListIds ?? []).map((id) => ({ id, excluded: false }));
  return [...rules, ...seeds];
}

async function usesOf(client: SearchClient, account: string): Promise<Map<string, Uses>> {
  const query = (criterion: string, owner: string): Query => ({
    select: [`${owner}.id`, `${owner}.name`, `${criterion}.negative`, `${criterion}.user_list.user_list`],
    from: criterion,
    where: [
      equal(`${criterion}.type`, Literal.word('USER_LIST')),
      unequal(`${criterion}.status`, Literal.word('REMOVED')),
      unequal('campaign.status', Literal.word('REMOVED')),
      ...(owner === 'ad_group' ? [unequal('ad_group.status', Literal.word('REMOVED'))] : []),
    ],
  });
  const [campaigns, groups, made] = await Promise.all([
    client.rows(account, query('campaign_criterion', 'campaign')),
    client.rows(account, query('ad_group_criterion', 'ad_group')),
    client.rows(account, {
      select: AUDIENCE_FIELDS,
      from: 'user_list',
      where: [among('user_list.type', ['LOGICAL', 'LOOKALIKE'].map(Literal.word))],
    }),
  ]);
  const uses = new Map<string, Uses>();
  type Owner = { id?: string | undefined; name?: string | undefined };
  const note = (list: keyof Uses, id: string, owner: Owner = {}, excluded = false) => {
    const found = uses.get(id) ?? unused();
    found[list].push({ id: owner.id ?? '', name: owner.name ?? '', excluded });
    uses.set(id, found);
  };
  for (const { campaign, campaignCriterion: each } of campaigns)
    note('campaigns', idOf(each?.userList?.userList), campaign, each?.negative);
  for (const { adGroup, adGroupCriterion: each } of groups)
    note('ad_groups', idOf(each?.userList?.userList), adGroup, each?.negative);
  for (const { userList } of made)
    for (const { id, excluded } of sourcesOf(userList)) note('audiences', id, userList, excluded);
  return uses;
}

export async function audienceOf(client: SearchClient, account: string, id: string): Promise<Audience | undefined> {
  const rows = await client.rows(account, {
    select: AUDIENCE_FIELDS,
    from: 'user_list',
    where: [equal('user_list.id', Literal.digits(id))],
  });
  return (await shownAudiences(client, account, rows))[0];
}

export async function existingAudience(client: SearchClient, account: string, id: string): Promise<Audience> {
  const found = await audienceOf(client, account, id);
  if (!found) throw notFound({ what: 'audience', id, list: 'list_audiences', accountArgument: 'customer_id' });
  return found;
}

export function listName(account: string, id: string): string {
  return `customers/${account}/userLists/${id}`;
}

/** Names of audiences, by their ids. */
export async function audienceNames(client: SearchClient, account: string, lists: readonly string[]) {
  if (lists.length === 0) return {};
  const rows = await client.rows(account, {
    select: ['user_list.id', 'user_list.name'],
    from: 'user_list',
    where: [
      among(
        'user_list.id',
        lists.map((list) => Literal.digits(idOf(list))),
      ),
    ],
  });
  return Object.fromEntries(rows.flatMap(({ userList: list }) => (list?.id ? [[list.id, list.name ?? '']] : [])));
}
