import type { SearchClient } from '../client.ts';
import { TRACKING } from '../resources/tracking.ts';
import { among, type Condition, equal, Literal, unequal } from '../resources/wire/gaql.ts';
import { creating, type Kind, type Operation } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

/** Ad groups with their ads, keywords and extensions, as read for a copy. */
export interface AdGroupParts {
  adGroups: readonly Row[];
  ads: readonly Row[];
  /** Keywords, and audiences that an ad group is aimed at. */
  keywords: readonly Row[];
  groupLinks: readonly Row[];
}

export interface CampaignParts extends AdGroupParts {
  criteria: readonly Row[];
  links: readonly Row[];
  /** Only of PERFORMANCE_MAX campaigns, as are the next two. */
  assetGroups: readonly Row[];
  assets: readonly Row[];
  signals: readonly Row[];
}

const AD = 'ad_group_ad.ad';
const TYPES = [
  ...['KEYWORD', 'LOCATION', 'LANGUAGE', 'DEVICE', 'PLACEMENT', 'MOBILE_APPLICATION', 'AD_SCHEDULE'],
  ...['AGE_RANGE', 'GENDER', 'USER_LIST'],
];

const own = (from: string, names: readonly string[]) => names.map((name) => `${from}.${name}`);

type Read = (from: string, fields: readonly string[], more?: readonly Condition[]) => Promise<Row[]>;

/** Reads the rows of one campaign or ad group, without removed ones. */
function readerOf(client: SearchClient, account: string, whose: Condition): Read {
  return (from, fields, more = []) =>
    client.rows(account, {
      select: fields,
      from,
      where: [
        whose,
        unequal(`${from === 'asset_group_signal' ? 'asset_group' : from}.status`, Literal.word('REMOVED')),
        ...more,
      ],
    });
}

export async function adGroupPartsOf(
  client: SearchClient,
  account: string,
  whose: { field: 'campaign.id' | 'ad_group.id'; id: string },
): Promise<AdGroupParts> {
  const read = readerOf(client, account, equal(whose.field, Literal.digits(whose.id)));
  const [adGroups, ads, keywords, groupLinks] = await Promise.all([
    read(
      'ad_group',
      own('ad_group', ['id', 'name', 'status', 'type', 'cpc_bid_micros', 'target_cpa_micros', ...TRACKING]),
    ),
    read(
      'ad_group_ad',
      [
        ...['ad_group.id', 'ad_group_ad.status', ...own(AD, ['final_urls', ...TRACKING])],
        ...['headlines', 'descriptions', 'path1', 'path2'].map((part) => `${AD}.responsive_search_ad.${part}`),
      ],
      [equal(`${AD}.type`, Literal.word('RESPONSIVE_SEARCH_AD'))],
    ),
    read(
      'ad_group_criterion',
      [
        'ad_group.id',
        ...own('ad_group_criterion', ['status', 'negative', 'keyword.text', 'keyword.match_type']),
        ...own('ad_group_criterion', ['cpc_bid_micros', 'final_urls', 'user_list.user_list', ...TRACKING]),
      ],
      [among('ad_group_criterion.type', ['KEYWORD', 'USER_LIST'].map(Literal.word))],
    ),
    read('ad_group_asset', [
      'campaign.id',
      'ad_group.id',
      'asset.id',
      ...own('ad_group_asset', ['field_type', 'status']),
    ]),
  ]);
  return { adGroups, ads, keywords, groupLinks };
}

export async function partsOf(client: SearchClient, account: string, campaignId: string): Promise<CampaignParts> {
  const read = readerOf(client, account, equal('campaign.id', Literal.digits(campaignId)));
  const [groups, criteria, links, assetGroups, assets, signals] = await Promise.all([
    adGroupPartsOf(client, account, { field: 'campaign.id', id: campaignId }),
    read(
      'campaign_criterion',
      own('campaign_criterion', [
        ...['negative', 'type', 'bid_modifier', 'keyword.text', 'keyword.match_type', 'location.geo_target_constant'],
        ...['language.language_constant', 'device.type', 'placement.url', 'mobile_application.app_id'],
        ...['age_range.type', 'gender.type', 'user_list.user_list'],
        ...['day_of_week', 'start_hour', 'start_minute', 'end_hour', 'end_minute'].map((part) => `ad_schedule.${part}`),
      ]),
      [among('campaign_criterion.type', TYPES.map(Literal.word))],
    ),
    read('campaign_asset', ['campaign.id', 'asset.id', 'campaign_asset.field_type', 'campaign_asset.status']),
    read('asset_group', own('asset_group', ['id', 'name', 'status', 'final_urls', 'path1', 'path2'])),
    read('asset_group_asset', ['asset_group.id', 'asset.id', ...own('asset_group_asset', ['field_type', 'status'])]),
    read('asset_group_signal', [
      'asset_group.id',
      ...own('asset_group_signal', ['search_theme.text', 'audience.audience']),
    ]),
  ]);
  return { ...groups, criteria, links, assetGroups, assets, signals };
}

/** The same parts for a campaign that is made in the same request; negative numbers stand for the new groups. */
export function copiesOf(account: string, campaign: string, parts: CampaignParts): Operation[] {
  const copies = [
    ...parts.criteria.map((row) => creating('campaignCriterion', { campaign, ...criterionFields(row) })),
    ...parts.links.map(({ asset, campaignAsset }) =>
      creating('campaignAsset', {
        campaign,
        asset: `customers/${account}/assets/${asset?.id}`,
        fieldType: campaignAsset?.fieldType,
        status: campaignAsset?.status,
      }),
    ),
    ...adGroupCopies(account, campaign, parts),
    ...assetGroupCopies(account, campaign, parts),
  ];
  return copies.map((copy) => ({ ...copy, argument: 'campaign_id', copied: true }));
}

function assetGroupCopies(account: string, campaign: string, parts: CampaignParts): Operation[] {
  const groups = new Map(
    parts.assetGroups.map(({ assetGroup }, at) => [assetGroup?.id, `customers/${account}/assetGroups/${-100 - at}`]),
  );
  return [
    ...parts.assetGroups.map(({ assetGroup }) => {
      const { id, name, status, finalUrls, path1, path2 } = assetGroup ?? {};
      const fields = given({ name, status, finalUrls, path1, path2 });
      return creating('assetGroup', { resourceName: groups.get(id), campaign, ...fields });
    }),
    ...parts.assets.flatMap(({ assetGroup: of, asset: { id } = {}, assetGroupAsset: link }) => {
      const assetGroup = groups.get(of?.id);
      const [asset, fieldType] = [`customers/${account}/assets/${id}`, link?.fieldType];
      return assetGroup ? [creating('assetGroupAsset', { assetGroup, asset, fieldType, status: link?.status })] : [];
    }),
    ...parts.signals.flatMap(({ assetGroup: of, assetGroupSignal: signal }) => {
      const assetGroup = groups.get(of?.id);
      const { searchTheme, audience } = signal ?? {};
      return assetGroup ? [creating('assetGroupSignal', { assetGroup, ...given({ searchTheme, audience }) })] : [];
    }),
  ];
}

export function adGroupCopies(account: string, campaign: string, parts: AdGroupParts): Operation[] {
  const groups = new Map(
    parts.adGroups.map(({ adGroup }, at) => [adGroup?.id, `customers/${account}/adGroups/${-100 - at}`]),
  );
  const inGroups = (rows: readonly Row[], kind: Kind, fieldsOf: (row: Row) => Record<string, unknown>) =>
    rows.flatMap((row) => {
      const adGroup = groups.get(row.adGroup?.id);
      return adGroup ? [creating(kind, { adGroup, ...given(fieldsOf(row)) })] : [];
    });
  return [
    ...parts.adGroups.map(({ adGroup }) => {
      const { id, name, status, type, cpcBidMicros, targetCpaMicros } = adGroup ?? {};
      const bids = { cpcBidMicros, targetCpaMicros: Number(targetCpaMicros ?? 0) > 0 ? targetCpaMicros : undefined };
      const fields = given({ name, status, type, ...bids, ...trackingIn(adGroup) });
      return creating('adGroup', { resourceName: groups.get(id), campaign, ...fields });
    }),
    ...inGroups(parts.ads, 'adGroupAd', ({ adGroupAd }) => ({
      status: adGroupAd?.status,
      ad: {
        finalUrls: adGroupAd?.ad?.finalUrls,
        responsiveSearchAd: given({ ...adGroupAd?.ad?.responsiveSearchAd }),
        ...trackingIn(adGroupAd?.ad),
      },
    })),
    ...inGroups(parts.keywords, 'adGroupCriterion', ({ adGroupCriterion: keyword }) =>
      keyword?.negative
        ? { negative: true, keyword: keyword.keyword, userList: keyword.userList }
        : {
            status: keyword?.status,
            keyword: keyword?.keyword,
            userList: keyword?.userList,
            cpcBidMicros: Number(keyword?.cpcBidMicros ?? 0) > 0 ? keyword?.cpcBidMicros : undefined,
            finalUrls: keyword?.finalUrls.length ? keyword.finalUrls : undefined,
            ...trackingIn(keyword),
          },
    ),
    ...inGroups(parts.groupLinks, 'adGroupAsset', ({ asset, adGroupAsset: link }) => ({
      asset: `customers/${account}/assets/${asset?.id}`,
      fieldType: link?.fieldType,
      status: link?.status,
    })),
  ];
}

function criterionFields({ campaignCriterion: criterion }: Row): Record<string, unknown> {
  const { keyword, location, language, device, placement, mobileApplication, adSchedule } = criterion ?? {};
  const { ageRange, gender, userList } = criterion ?? {};
  const { bidModifier, negative, type } = criterion ?? {};
  return given({
    // An unset modifier is shown as 0, which only a device can really have.
    ...(negative ? { negative } : { bidModifier: type === 'DEVICE' ? bidModifier : bidModifier || undefined }),
    ...given({
      keyword,
      location,
      language,
      device,
      placement,
      mobileApplication,
      adSchedule,
      ageRange,
      gender,
      userList,
    }),
  });
}

type Tracked = Pick<NonNullable<Row['campaign']>, 'trackingUrlTemplate' | 'finalUrlSuffix' | 'urlCustomParameters'>;

export function trackingIn(held: Tracked | undefined): Record<string, unknown> {
  const { trackingUrlTemplate, finalUrlSuffix, urlCustomParameters = [] } = held ?? {};
  return given({
    trackingUrlTemplate,
    finalUrlSuffix,
    urlCustomParameters: urlCustomParameters.length > 0 ? urlCustomParameters : undefined,
  });
}

/** The fields that have a value. */
function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
