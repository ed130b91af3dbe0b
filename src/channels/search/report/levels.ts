import { fieldFacts } from '../field-facts.ts';
import type { Row } from '../wire.ts';

interface ReportLevel {
  /** The resource rows are asked from. */
  from: string;
  /** What tells two rows apart. */
  ids: readonly string[];
  fields: readonly string[];
  /** What `status` is about. */
  status?: string;
}

const CAMPAIGN = ['campaign.id', 'campaign.name', 'campaign.status'];
const AD_GROUP = ['ad_group.id', 'ad_group.name', 'ad_group.status'];

/** What rows can be about: the resource they are asked from, and the fields that tell which object one is of. */
export const LEVELS = {
  account: { from: 'customer', ids: [], fields: [] },
  campaign: { from: 'campaign', ids: ['campaign.id'], fields: CAMPAIGN, status: 'campaign.status' },
  ad_group: { from: 'ad_group', ids: ['ad_group.id'], fields: [...AD_GROUP, ...CAMPAIGN], status: 'ad_group.status' },
  ad: {
    from: 'ad_group_ad',
    ids: ['ad_group_ad.ad.id'],
    fields: ['ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group_ad.status', ...AD_GROUP, ...CAMPAIGN],
    status: 'ad_group_ad.status',
  },
  keyword: {
    from: 'keyword_view',
    ids: ['ad_group.id', 'ad_group_criterion.criterion_id'],
    fields: [
      ...['criterion_id', 'keyword.text', 'keyword.match_type', 'status'].map((field) => `ad_group_criterion.${field}`),
      ...AD_GROUP,
      ...CAMPAIGN,
    ],
    status: 'ad_group_criterion.status',
  },
  search_term: {
    from: 'search_term_view',
    ids: ['ad_group.id', 'search_term_view.search_term'],
    fields: ['search_term_view.search_term', 'search_term_view.status', ...AD_GROUP, ...CAMPAIGN],
    status: 'campaign.status',
  },
  asset: {
    from: 'asset_group_asset',
    ids: ['asset_group.id', 'asset.id', 'asset_group_asset.field_type'],
    fields: [
      ...[
        'asset.id',
        'asset.name',
        'asset.text_asset.text',
        'asset_group_asset.field_type',
        'asset_group_asset.status',
      ],
      ...['asset_group.id', 'asset_group.name', 'asset_group.status', ...CAMPAIGN],
    ],
    status: 'asset_group_asset.status',
  },
} as const satisfies Readonly<Record<string, ReportLevel>>;
export type Level = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as [Level, ...Level[]];

export function levelOf(level: Level = 'campaign'): ReportLevel {
  return LEVELS[level];
}

/** Whether the platform counts a metric, or splits by a segment, at this level. */
export function isOffered(level: Level | undefined, kind: 'metrics' | 'segments', name: string): boolean {
  const { from } = levelOf(level);
  return (
    fieldFacts()
      .resources.get(from)
      ?.[kind].includes(name.replace(/^(?:metrics|segments)\./, '')) ?? false
  );
}

export function subjectOf(level: Exclude<Level, 'account'>, row: Partial<Row>) {
  const { campaign, adGroup, adGroupAd, adGroupCriterion, searchTermView, asset, assetGroupAsset } = row;
  const found = {
    campaign,
    ad_group: adGroup,
    ad: { id: adGroupAd?.ad?.id, name: adGroupAd?.ad?.name, status: adGroupAd?.status },
    keyword: {
      id: adGroupCriterion?.criterionId,
      name: adGroupCriterion?.keyword?.text,
      status: adGroupCriterion?.status,
    },
    search_term: { id: searchTermView?.searchTerm, name: searchTermView?.searchTerm, status: searchTermView?.status },
    asset: { id: asset?.id, name: asset?.textAsset?.text ?? asset?.name, status: assetGroupAsset?.status },
  }[level];
  return { id: found?.id ?? '', name: found?.name ?? '', status: found?.status ?? 'UNKNOWN' };
}

/** What a row is about, with what it stands in. */
export function subjectsOf(level: Level, row: Partial<Row>): Record<string, unknown> {
  if (level === 'account') return {};
  const { adGroup, assetGroup, adGroupCriterion, assetGroupAsset } = row;
  const subject = (found: { id?: string | undefined; name?: string | undefined; status?: string | undefined }) => ({
    id: found.id ?? '',
    name: found.name ?? '',
    status: found.status ?? 'UNKNOWN',
  });
  return {
    [level]: {
      ...subjectOf(level, row),
      ...(adGroupCriterion && { match_type: adGroupCriterion.keyword?.matchType }),
      ...(assetGroupAsset && { field_type: assetGroupAsset.fieldType }),
    },
    ...(adGroup && level !== 'ad_group' && { ad_group: subject(adGroup) }),
    ...(assetGroup && { asset_group: subject(assetGroup) }),
    ...(row.campaign && level !== 'campaign' && { campaign: subject(row.campaign) }),
  };
}
