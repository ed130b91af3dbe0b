import { Failure } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';
import { TRACKING } from '../resources/tracking.ts';
import { type Condition, equal, Literal, unequal } from '../resources/wire/gaql.ts';
import { creating, type Kind, type Operation } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';
import { contentOf, criterionFieldNames, modifierOf } from './criteria.ts';

/** Ad groups with their ads, keywords and extensions, as read for a copy. */
export interface AdGroupParts {
  adGroups: readonly Row[];
  ads: readonly Row[];
  /** Keywords, and the people and places that an ad group is aimed at or kept from. */
  groupCriteria: readonly Row[];
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
  const [adGroups, ads, groupCriteria, groupLinks] = await Promise.all([
    read(
      'ad_group',
      own('ad_group', [
        ...['id', 'name', 'status', 'type', 'cpc_bid_micros', 'target_cpa_micros', 'target_roas'],
        ...['targeting_setting.target_restrictions', ...TRACKING],
      ]),
    ),
    read(
      'ad_group_ad',
      [
        ...['ad_group.id', 'ad_group_ad.status', ...own(AD, ['final_urls', ...TRACKING])],
        ...['headlines', 'descriptions', 'path1', 'path2'].map((part) => `${AD}.responsive_search_ad.${part}`),
      ],
      [equal(`${AD}.type`, Literal.word('RESPONSIVE_SEARCH_AD'))],
    ),
    read('ad_group_criterion', [
      'ad_group.id',
      ...criterionFieldNames('ad_group_criterion'),
      ...own('ad_group_criterion', ['status', 'cpc_bid_micros', 'final_urls', ...TRACKING]),
    ]),
    read('ad_group_asset', [
      'campaign.id',
      'ad_group.id',
      'asset.id',
      ...own('ad_group_asset', ['field_type', 'status']),
    ]),
  ]);
  return { adGroups, ads, groupCriteria, groupLinks };
}

export async function partsOf(client: SearchClient, account: string, campaignId: string): Promise<CampaignParts> {
  const read = readerOf(client, account, equal('campaign.id', Literal.digits(campaignId)));
  const [groups, criteria, links, assetGroups, assets, signals] = await Promise.all([
    adGroupPartsOf(client, account, { field: 'campaign.id', id: campaignId }),
    read('campaign_criterion', criterionFieldNames('campaign_criterion')),
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
    ...parts.criteria.flatMap(({ campaignCriterion: criterion }) => {
      const content = criterion && contentOf('campaign_criterion', criterion);
      if (!content) return [];
      const { negative } = criterion;
      const bid = negative ? { negative } : { bidModifier: modifierOf(criterion) };
      return [creating('campaignCriterion', { campaign, ...given({ ...bid, ...content }) })];
    }),
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
  const copied = parts.groupCriteria.filter(
    ({ adGroupCriterion: criterion }) => criterion && contentOf('ad_group_criterion', criterion),
  );
  return [
    ...parts.adGroups.map(({ adGroup }) => {
      const { id, name, status, type, cpcBidMicros, targetCpaMicros, targetRoas, targetingSetting } = adGroup ?? {};
      const fields = given({
        ...{ name, status, type, cpcBidMicros },
        targetCpaMicros: Number(targetCpaMicros ?? 0) > 0 ? targetCpaMicros : undefined,
        targetRoas: targetRoas || undefined,
        targetingSetting: targetingSetting?.targetRestrictions.length ? targetingSetting : undefined,
        ...trackingIn(adGroup),
      });
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
    ...inGroups(copied, 'adGroupCriterion', ({ adGroupCriterion: criterion }) => {
      const content = contentOf('ad_group_criterion', criterion!);
      if (criterion?.negative) return { negative: true, ...content };
      const { status, cpcBidMicros, finalUrls = [] } = criterion!;
      return {
        status,
        ...content,
        bidModifier: modifierOf(criterion!),
        cpcBidMicros: Number(cpcBidMicros ?? 0) > 0 ? cpcBidMicros : undefined,
        finalUrls: finalUrls.length > 0 ? finalUrls : undefined,
        ...trackingIn(criterion),
      };
    }),
    ...inGroups(parts.groupLinks, 'adGroupAsset', ({ asset, adGroupAsset: link }) => ({
      asset: `customers/${account}/assets/${asset?.id}`,
      fieldType: link?.fieldType,
      status: link?.status,
    })),
  ];
}

/** Tells which criteria the copy is without. */
export function leftOutNotes({
  adGroups,
  groupCriteria,
  criteria = [],
}: AdGroupParts & Partial<CampaignParts>): string[] {
  const groups = new Set(adGroups.map(({ adGroup }) => adGroup?.id));
  const left = [
    ...criteria.map(({ campaignCriterion: one }) => one && !contentOf('campaign_criterion', one) && one.type),
    ...groupCriteria.map(
      ({ adGroup, adGroupCriterion: one }) =>
        one && groups.has(adGroup?.id) && !contentOf('ad_group_criterion', one) && one.type,
    ),
  ];
  const types = [...new Set(left.flatMap((type) => type || []))];
  return types.length === 0 ? [] : [`The copy is without what the original has of the types ${types.join(', ')}.`];
}

/** Without a place that it is aimed at, a copy would show its ads everywhere. */
export function refuseUncopiedAims({ criteria }: Pick<CampaignParts, 'criteria'>): void {
  const aim = criteria.find(
    ({ campaignCriterion: one }) => one && !one.negative && !contentOf('campaign_criterion', one),
  )?.campaignCriterion?.type;
  if (aim) throw uncopied('campaign_id', `It is aimed by a criterion of type ${aim}, which cannot be copied.`);
}

export function uncopied(field: string, message: string): Failure {
  return new Failure({
    code: 'unsupported',
    message,
    problems: [{ field, message: 'cannot be copied as it is' }],
    nextStep: 'Nothing was made. Make it with create_campaign instead.',
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
