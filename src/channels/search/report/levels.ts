import { idOf } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';
import { fieldFacts } from './field-facts.ts';

type Found = { id?: string | undefined; name?: string | undefined; status?: string | undefined };

interface ReportLevel {
  /** The resource rows are asked from. */
  from: string;
  /** The fields that identify a row. */
  ids: readonly string[];
  fields: readonly string[];
  /** The field that the argument `status` filters. */
  status?: string;
  /** The object a row is about. */
  subject(row: Partial<Row>): Found & Record<string, unknown>;
}

const CAMPAIGN = ['campaign.id', 'campaign.name', 'campaign.status'];
const AD_GROUP = ['ad_group.id', 'ad_group.name', 'ad_group.status'];
const GROUPED = [...AD_GROUP, ...CAMPAIGN];
const PLACE = 'segments.geo_target_most_specific_location';

/** Genders or age ranges. Every ad group has rows for them, also without a criterion of its own. */
function people(kind: 'gender' | 'age_range', read: 'gender' | 'ageRange') {
  return {
    from: `${kind}_view`,
    ids: ['ad_group.id', 'ad_group_criterion.criterion_id'],
    fields: ['ad_group_criterion.criterion_id', `ad_group_criterion.${kind}.type`, ...GROUPED],
    subject: ({ adGroupCriterion: of }: Partial<Row>) => ({
      id: of?.criterionId,
      name: of?.[read]?.type?.replace('AGE_RANGE_', ''),
    }),
  };
}

/** The levels of a report: the resource to select from, and the fields that identify the object of a row. */
export const LEVELS = {
  account: { from: 'customer', ids: [], fields: [], subject: () => ({}) },
  campaign: {
    from: 'campaign',
    ids: ['campaign.id'],
    fields: CAMPAIGN,
    status: 'campaign.status',
    subject: ({ campaign }) => told(campaign),
  },
  ad_group: {
    from: 'ad_group',
    ids: ['ad_group.id'],
    fields: GROUPED,
    status: 'ad_group.status',
    subject: ({ adGroup }) => told(adGroup),
  },
  ad: {
    from: 'ad_group_ad',
    ids: ['ad_group_ad.ad.id'],
    fields: ['ad_group_ad.ad.id', 'ad_group_ad.ad.name', 'ad_group_ad.status', ...GROUPED],
    status: 'ad_group_ad.status',
    subject: ({ adGroupAd }) => told({ ...adGroupAd?.ad, status: adGroupAd?.status }),
  },
  keyword: {
    from: 'keyword_view',
    ids: ['ad_group.id', 'ad_group_criterion.criterion_id'],
    fields: [
      ...['criterion_id', 'keyword.text', 'keyword.match_type', 'status'].map((field) => `ad_group_criterion.${field}`),
      ...GROUPED,
    ],
    status: 'ad_group_criterion.status',
    subject: ({ adGroupCriterion: of }) => ({
      ...told({ id: of?.criterionId, name: of?.keyword?.text, status: of?.status }),
      match_type: of?.keyword?.matchType,
    }),
  },
  search_term: {
    from: 'search_term_view',
    ids: ['ad_group.id', 'search_term_view.search_term'],
    fields: ['search_term_view.search_term', 'search_term_view.status', ...GROUPED],
    status: 'campaign.status',
    subject: ({ searchTermView: of }) => told({ id: of?.searchTerm, name: of?.searchTerm, status: of?.status }),
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
    subject: ({ asset, assetGroupAsset: link }) => ({
      ...told({ id: asset?.id, name: asset?.textAsset?.text ?? asset?.name, status: link?.status }),
      field_type: link?.fieldType,
    }),
  },
  ad_asset: {
    from: 'ad_group_ad_asset_view',
    ids: ['ad_group_ad.ad.id', 'asset.id', 'ad_group_ad_asset_view.field_type'],
    fields: [
      ...['asset.id', 'asset.name', 'asset.text_asset.text', 'ad_group_ad.ad.id', 'ad_group_ad.status'],
      ...['field_type', 'performance_label', 'enabled'].map((field) => `ad_group_ad_asset_view.${field}`),
      ...GROUPED,
    ],
    status: 'ad_group_ad.status',
    subject: ({ asset, adGroupAd, adGroupAdAssetView: view }) => ({
      id: asset?.id,
      name: asset?.textAsset?.text ?? asset?.name,
      field_type: view?.fieldType,
      performance_label: view?.performanceLabel,
      ad_id: adGroupAd?.ad?.id,
    }),
  },
  location: {
    from: 'user_location_view',
    ids: ['campaign.id', 'user_location_view.country_criterion_id', 'user_location_view.targeting_location', PLACE],
    fields: ['user_location_view.country_criterion_id', 'user_location_view.targeting_location', PLACE, ...CAMPAIGN],
    status: 'campaign.status',
    subject: ({ userLocationView: view, segments }) => ({
      id: idOf(segments?.geoTargetMostSpecificLocation as string | undefined) || view?.countryCriterionId,
      country_id: view?.countryCriterionId,
      targeted: view?.targetingLocation ?? false,
    }),
  },
  targeted_location: {
    from: 'location_view',
    ids: ['campaign.id', 'campaign_criterion.criterion_id'],
    fields: [
      ...['criterion_id', 'location.geo_target_constant', 'bid_modifier'].map((field) => `campaign_criterion.${field}`),
      ...CAMPAIGN,
    ],
    status: 'campaign.status',
    subject: ({ campaignCriterion: of }) => ({
      id: idOf(of?.location?.geoTargetConstant) || of?.criterionId,
      bid_modifier: of?.bidModifier || 1,
    }),
  },
  landing_page: {
    from: 'landing_page_view',
    ids: ['campaign.id', 'landing_page_view.unexpanded_final_url'],
    fields: ['landing_page_view.unexpanded_final_url', ...CAMPAIGN],
    status: 'campaign.status',
    subject: ({ landingPageView: view }) => ({ id: view?.unexpandedFinalUrl, name: view?.unexpandedFinalUrl }),
  },
  placement: {
    from: 'detail_placement_view',
    ids: ['ad_group.id', 'detail_placement_view.placement'],
    fields: [
      ...['placement', 'display_name', 'target_url', 'placement_type'].map((name) => `detail_placement_view.${name}`),
      ...GROUPED,
    ],
    status: 'campaign.status',
    subject: ({ detailPlacementView: view }) => ({
      // As the exclusions of update_campaign_targeting take it.
      id: view?.placement?.replace(/^mobileapp::/, ''),
      name: view?.displayName,
      type: view?.placementType,
    }),
  },
  product: {
    from: 'shopping_performance_view',
    ids: ['campaign.id', 'segments.product_item_id'],
    fields: ['segments.product_item_id', 'segments.product_title', 'segments.product_brand', ...CAMPAIGN],
    status: 'campaign.status',
    subject: ({ segments }) => ({
      id: segments?.productItemId as string | undefined,
      name: segments?.productTitle as string | undefined,
      brand: segments?.productBrand,
    }),
  },
  gender: people('gender', 'gender'),
  age_range: people('age_range', 'ageRange'),
} as const satisfies Readonly<Record<string, ReportLevel>>;
export type Level = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as [Level, ...Level[]];

export function levelOf(level: Level = 'campaign'): ReportLevel {
  return LEVELS[level];
}

/** Levels whose rows hold location ids, for which names have to be looked up. */
export function isAboutPlaces(level: Level): boolean {
  return level === 'location' || level === 'targeted_location';
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

function told(found: Found | undefined) {
  return { id: found?.id ?? '', name: found?.name ?? '', status: found?.status ?? 'UNKNOWN' };
}

/** The object of a row, with its ad group, asset group and campaign. */
export function subjectsOf(
  level: Level,
  row: Partial<Row>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  if (level === 'account') return {};
  const { adGroup, assetGroup, campaign } = row;
  const subject = levelOf(level).subject(row);
  const name = names.get(subject.id ?? '') ?? subject.name ?? '';
  return {
    [level]: { ...subject, id: subject.id ?? '', name },
    ...(adGroup && level !== 'ad_group' && { ad_group: told(adGroup) }),
    ...(assetGroup && { asset_group: told(assetGroup) }),
    ...(campaign && level !== 'campaign' && { campaign: told(campaign) }),
  };
}
