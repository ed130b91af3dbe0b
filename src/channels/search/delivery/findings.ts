import type { Finding } from '../../../tools/diagnosis.ts';
import type { Row } from '../resources/wire/row.ts';

export type Level = 'campaign' | 'ad_group' | 'ad' | 'keyword' | 'asset_group';

/** The object under diagnosis, with the ids of its parents. */
export interface Subject {
  level: Level;
  campaignId: string;
  adGroupId?: string | undefined;
  adId?: string | undefined;
  keywordId?: string | undefined;
  assetGroupId?: string | undefined;
}

/** All objects whose status decides whether the subject serves, without removed ones. */
export interface Surroundings {
  subject: Subject;
  campaign: Row | undefined;
  adGroups: readonly Row[];
  ads: readonly Row[];
  keywords: readonly Row[];
  assetGroups: readonly Row[];
}

type Mend = NonNullable<Finding['mend']>;

export function campaignGaps({ campaign: row }: Surroundings): Finding[] {
  const { campaign, customer } = row ?? {};
  const id = campaign?.id ?? '';
  const found = (about: Finding['about'], message: string, change?: object): Finding => ({
    about,
    level: 'campaign',
    id,
    stops: true,
    message,
    ...(change && { mend: { tool: 'update_campaign', arguments: { campaign_id: id, ...change } } }),
  });
  if (campaign?.status === 'REMOVED') return [found('status', 'The campaign is removed, which is final')];
  const start = campaign?.startDateTime?.slice(0, 10);
  const end = campaign?.endDateTime?.slice(0, 10);
  return [
    ...(customer?.status === undefined || customer.status === 'ENABLED'
      ? []
      : [{ ...found('billing', `The account is ${customer.status}: its owner has to settle that`), level: 'account' }]),
    // A campaign that has ended takes no other change before its end is moved.
    ...(campaign?.servingStatus === 'ENDED'
      ? [found('schedule', `Its last day was ${end}`, { end_date: 'none' })]
      : []),
    ...(campaign?.status === 'ENABLED' ? [] : [found('status', 'The campaign is paused', { status: 'ENABLED' })]),
    ...(campaign?.servingStatus === 'PENDING' ? [found('schedule', `It begins on ${start}`)] : []),
  ];
}

export function assetGroupGaps({ subject, assetGroups }: Surroundings): Finding[] {
  return gap({
    level: 'asset_group',
    subject,
    create: { tool: 'create_asset_group', arguments: { campaign_id: subject.campaignId } },
    rows: assetGroups,
    statusOf: ({ assetGroup }) => assetGroup?.status,
    enable: ([first]) => enabling('update_asset_group', { asset_group_id: first?.assetGroup?.id }),
  });
}

/** Rows of enabled ad groups only: ads in a paused group do not serve. All rows when no group is enabled. */
export function countedRows({ adGroups }: Surroundings, rows: readonly Row[]): readonly Row[] {
  const live = new Set(adGroups.flatMap(({ adGroup }) => (adGroup?.status === 'ENABLED' ? (adGroup.id ?? []) : [])));
  return live.size > 0 ? rows.filter((row) => live.has(row.adGroup?.id ?? '')) : rows;
}

export function adGroupGaps(around: Surroundings): Finding[] {
  const { subject, adGroups, ads, keywords } = around;
  const live = adGroups.find(({ adGroup }) => adGroup?.status === 'ENABLED') ?? adGroups[0];
  const inGroup = live?.adGroup?.id === undefined ? {} : { ad_group_id: live.adGroup.id };
  return [
    ...gap({
      level: 'ad_group',
      subject,
      create: { tool: 'create_ad_group', arguments: { campaign_id: subject.campaignId } },
      rows: adGroups,
      statusOf: ({ adGroup }) => adGroup?.status,
      enable: ([first]) => enabling('update_ad_group', { ad_group_id: first?.adGroup?.id }),
    }),
    ...gap({
      level: 'ad',
      subject,
      create: { tool: 'create_responsive_search_ad', arguments: inGroup },
      rows: countedRows(around, ads),
      statusOf: ({ adGroupAd }) => adGroupAd?.status,
      enable: ([first]) => enabling('update_ad', { ad_id: first?.adGroupAd?.ad?.id }),
    }),
    ...gap({
      level: 'keyword',
      subject,
      create: { tool: 'add_keywords', arguments: inGroup },
      rows: countedRows(around, keywords),
      statusOf: ({ adGroupCriterion }) => adGroupCriterion?.status,
      enable: enableKeywords,
    }),
  ];
}

function enableKeywords(rows: readonly Row[]): Mend {
  const ad_group_id = rows[0]?.adGroup?.id;
  const mates = rows.filter(({ adGroup }) => adGroup?.id === ad_group_id).slice(0, 50);
  const keyword_ids = mates.map(({ adGroupCriterion }) => adGroupCriterion?.criterionId);
  return enabling('update_keywords', { ad_group_id, keyword_ids });
}

function enabling(tool: string, which: Record<string, unknown>): Mend {
  return { tool, arguments: { ...which, status: 'ENABLED' } };
}

interface Gap {
  level: Level;
  subject: Surroundings['subject'];
  create: Mend;
  rows: readonly Row[];
  statusOf(row: Row): string | undefined;
  enable(rows: readonly Row[]): Mend;
}

function gap({ level, subject, create, rows, statusOf, enable }: Gap): Finding[] {
  if (rows.some((row) => statusOf(row) === 'ENABLED')) return [];
  const what = level.replace('_', ' ');
  const isItself = subject.level === level;
  if (rows.length === 0) {
    if (isItself)
      return [
        { about: 'status', level, id: ownId(subject), stops: true, message: `The ${what} is removed, which is final` },
      ];
    return [
      {
        about: 'parts',
        level: 'campaign',
        id: subject.campaignId,
        stops: true,
        message: `It has no ${what}`,
        mend: create,
      },
    ];
  }
  const isOne = isItself || rows.length === 1;
  return [
    {
      about: 'status',
      level: isOne ? level : 'campaign',
      id: isItself ? ownId(subject) : isOne ? idIn(level, rows[0]) : subject.campaignId,
      stops: true,
      message: isOne ? `The ${what} is paused` : `No ${what} is enabled`,
      mend: enable(rows),
    },
  ];
}

function idIn(level: Level, row: Row | undefined): string {
  const ids = {
    campaign: row?.campaign?.id,
    ad_group: row?.adGroup?.id,
    ad: row?.adGroupAd?.ad?.id,
    keyword: row?.adGroupCriterion?.criterionId,
    asset_group: row?.assetGroup?.id,
  };
  return ids[level] ?? '';
}

function ownId({ level, campaignId, adGroupId, adId, keywordId, assetGroupId }: Surroundings['subject']): string {
  const ids = { campaign: campaignId, ad_group: adGroupId, ad: adId, keyword: keywordId, asset_group: assetGroupId };
  return ids[level] ?? '';
}
