import type { SearchClient } from '../client.ts';
import { equal, Literal } from './wire/gaql.ts';
import type { Kind } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

export const LABEL_FIELDS = ['id', 'name', 'status', 'text_label.description'].map((name) => `label.${name}`);

/** Kinds of object that can carry a label, by the argument that lists their ids. */
export const LABELLED = {
  campaign_ids: { kind: 'campaignLabel', owner: 'campaign', select: ['campaign.id'] },
  ad_group_ids: { kind: 'adGroupLabel', owner: 'ad_group', select: ['ad_group.id'] },
  ad_ids: { kind: 'adGroupAdLabel', owner: 'ad_group_ad', select: ['ad_group.id', 'ad_group_ad.ad.id'] },
  keyword_ids: {
    kind: 'adGroupCriterionLabel',
    owner: 'ad_group_criterion',
    select: ['ad_group.id', 'ad_group_criterion.criterion_id'],
  },
} as const satisfies Readonly<Record<string, { kind: Kind; owner: string; select: readonly string[] }>>;

export type Labelled = keyof typeof LABELLED;
export const LABELLED_LISTS = Object.keys(LABELLED) as Labelled[];

/** The id that callers use. Keywords include their ad group, because the same words have the same id in every ad group. */
function ownIdOf(list: Labelled, { campaign, adGroup, adGroupAd, adGroupCriterion }: Row): string {
  switch (list) {
    case 'campaign_ids':
      return campaign?.id ?? '';
    case 'ad_group_ids':
      return adGroup?.id ?? '';
    case 'ad_ids':
      return adGroupAd?.ad?.id ?? '';
    case 'keyword_ids':
      return `${adGroup?.id}~${adGroupCriterion?.criterionId}`;
  }
}

export function labelNamed(client: SearchClient, account: string, name: string): Promise<Row | undefined> {
  return client.row(account, {
    select: LABEL_FIELDS,
    from: 'label',
    where: [equal('label.name', Literal.quoted(name)), equal('label.status', Literal.word('ENABLED'))],
  });
}

export type Holders = Record<Labelled, string[]>;

/** What has a label, by its id. */
export async function holdersOf(client: SearchClient, account: string, labelId: string): Promise<Holders> {
  const read = async (list: Labelled): Promise<[Labelled, string[]]> => {
    const { owner, select } = LABELLED[list];
    const rows = await client.rows(account, {
      select: [...select, 'label.id'],
      from: `${owner}_label`,
      where: [equal('label.id', Literal.digits(labelId))],
    });
    return [list, rows.map((row) => ownIdOf(list, row)).sort()];
  };
  return Object.fromEntries(await Promise.all(LABELLED_LISTS.map(read))) as Holders;
}
