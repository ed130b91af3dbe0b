import { z } from 'zod';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { keywordRow, spaced } from './keyword.ts';
import { among, type Condition, equal, Literal, unequal } from './wire/gaql.ts';
import { creating, type Operation } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

export const LIST_FIELDS = ['id', 'name', 'status', 'member_count', 'reference_count'].map(
  (name) => `shared_set.${name}`,
);
export const isKeywordList: Condition = equal('shared_set.type', Literal.word('NEGATIVE_KEYWORDS'));

export const ListKeywords = z.array(z.strictObject(keywordRow)).min(1).max(5000);
type Keyword = z.output<typeof ListKeywords>[number];

export const NegativeListOutput = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  keyword_count: z.number(),
  campaign_ids: z.array(z.string()),
});

/** Lists with the campaigns they are linked to. */
export async function shownLists(client: SearchClient, account: string, rows: readonly Row[]) {
  const links =
    rows.length === 0
      ? []
      : await linksOf(
          client,
          account,
          rows.map(({ sharedSet }) => sharedSet?.id ?? ''),
        );
  return rows.map(({ sharedSet: set }) => ({
    id: set?.id ?? '',
    name: set?.name ?? '',
    status: set?.status ?? 'UNKNOWN',
    keyword_count: Number(set?.memberCount ?? 0),
    campaign_ids: links.flatMap(({ sharedSet, campaign }) => (sharedSet?.id === set?.id ? (campaign?.id ?? []) : [])),
  }));
}

function linksOf(client: SearchClient, account: string, ids: readonly string[]): Promise<Row[]> {
  return client.rows(account, {
    select: ['campaign.id', 'shared_set.id'],
    from: 'campaign_shared_set',
    where: [
      among('shared_set.id', ids.map(Literal.digits)),
      unequal('campaign_shared_set.status', Literal.word('REMOVED')),
    ],
    orderBy: [{ field: 'campaign.id' }],
  });
}

export async function negativeList(client: SearchClient, account: string, id: string) {
  const row = await client.row(account, {
    select: LIST_FIELDS,
    from: 'shared_set',
    where: [equal('shared_set.id', Literal.digits(id)), isKeywordList],
  });
  return row && (await shownLists(client, account, [row]))[0];
}

export async function existingList(client: SearchClient, account: string, id: string) {
  const found = await negativeList(client, account, id);
  if (!found) throw notFound({ what: 'list', id, list: 'list_negative_lists', accountArgument: 'customer_id' });
  return found;
}

export async function keywordsOfList(client: SearchClient, account: string, id: string) {
  const rows = await client.rows(account, {
    select: ['keyword.text', 'keyword.match_type', 'criterion_id'].map((name) => `shared_criterion.${name}`),
    from: 'shared_criterion',
    where: [equal('shared_set.id', Literal.digits(id)), equal('shared_criterion.type', Literal.word('KEYWORD'))],
    orderBy: [{ field: 'shared_criterion.criterion_id' }],
  });
  return rows.map(({ sharedCriterion }) => ({
    resourceName: sharedCriterion?.resourceName ?? '',
    text: sharedCriterion?.keyword?.text ?? '',
    match_type: sharedCriterion?.keyword?.matchType ?? 'UNKNOWN',
  }));
}

/** Tells which items need no operation. They are skipped here and not before, so that errors keep the caller's indexes. */
type Skipped<T> = (item: T, at: number) => boolean;

export function addingKeywords(
  sharedSet: string,
  keywords: readonly Keyword[],
  argument: string,
  isThere: Skipped<Keyword> = () => false,
): Operation[] {
  return keywords.flatMap((given, at) => {
    const keyword = { text: spaced(given.text), matchType: given.match_type };
    return isThere(given, at) ? [] : [creating('sharedCriterion', { sharedSet, keyword }, `${argument}.${at}`)];
  });
}

export function linkingCampaigns(
  sharedSet: string,
  account: string,
  ids: readonly string[],
  argument: string,
  isLinked: Skipped<string> = () => false,
): Operation[] {
  return ids.flatMap((id, at) => {
    const campaign = `customers/${account}/campaigns/${id}`;
    if (isLinked(id, at) || ids.indexOf(id) !== at) return [];
    return [creating('campaignSharedSet', { sharedSet, campaign }, `${argument}.${at}`)];
  });
}
