import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { among, equal, Literal, unequal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

/** How many assets of each kind an asset group takes. */
const COUNTS = {
  HEADLINE: [3, 15],
  LONG_HEADLINE: [1, 5],
  DESCRIPTION: [2, 5],
  MARKETING_IMAGE: [1, 20],
  SQUARE_MARKETING_IMAGE: [1, 20],
  PORTRAIT_MARKETING_IMAGE: [0, 20],
  BUSINESS_NAME: [1, 1],
  LOGO: [1, 5],
  LANDSCAPE_LOGO: [0, 20],
  YOUTUBE_VIDEO: [0, 5],
  CALL_TO_ACTION_SELECTION: [0, 1],
  MEDIA_BUNDLE: [0, 1],
} as const satisfies Record<string, readonly [number, number]>;

export type FieldType = keyof typeof COUNTS;
export const FIELD_TYPES = Object.keys(COUNTS) as [FieldType, ...FieldType[]];

/** With brand guidelines these belong to the campaign, without them to each asset group. */
const BRAND: readonly FieldType[] = ['BUSINESS_NAME', 'LOGO'];

/** All counts that are too low or too high at once, so that one call can correct them. */
export function assetProblems(assets: readonly { field_type: FieldType }[], brandGuidelines: boolean): Problem[] {
  return FIELD_TYPES.flatMap((type) => {
    const given = assets.filter(({ field_type }) => field_type === type);
    const [min, max] = COUNTS[type];
    if (brandGuidelines && BRAND.includes(type)) {
      const message = `${type} belongs to the campaign, because it has brand guidelines`;
      return given.length > 0 ? [{ field: 'assets', message }] : [];
    }
    if (given.length < min) {
      return [{ field: 'assets', message: `${type}: at least ${min} needed, ${given.length} given` }];
    }
    if (given.length > max) return [{ field: 'assets', message: `${type}: at most ${max} fit, ${given.length} given` }];
    return [];
  });
}

export const ASSET_GROUP_FIELDS = [
  'asset_group.id',
  'asset_group.name',
  'asset_group.status',
  'asset_group.primary_status',
  'asset_group.ad_strength',
  'asset_group.final_urls',
  'asset_group.path1',
  'asset_group.path2',
  'campaign.id',
  'campaign.brand_guidelines_enabled',
];

export const AssetGroupOutput = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  primary_status: z.string().optional(),
  ad_strength: z.string().optional(),
  campaign_id: z.string(),
  final_urls: z.array(z.string()),
  path1: z.string().optional(),
  path2: z.string().optional(),
  assets: z.array(z.object({ asset_id: z.string(), field_type: z.string() })),
});

type Assets = ReadonlyMap<string, { asset_id: string; field_type: string }[]>;

/** The assets of each group, by the group's id. */
export async function assetsOf(client: SearchClient, account: string, groupIds: readonly string[]): Promise<Assets> {
  const assets = new Map<string, { asset_id: string; field_type: string }[]>(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return assets;
  const links = await client.rows(account, {
    select: ['asset.id', 'asset_group.id', 'asset_group_asset.field_type'],
    from: 'asset_group_asset',
    where: [
      among('asset_group.id', groupIds.map(Literal.digits)),
      unequal('asset_group_asset.status', Literal.word('REMOVED')),
    ],
  });
  for (const { asset, assetGroup, assetGroupAsset } of links) {
    const link = { asset_id: asset?.id ?? '', field_type: assetGroupAsset?.fieldType ?? 'UNKNOWN' };
    assets.get(assetGroup?.id ?? '')?.push(link);
  }
  return assets;
}

export function shownAssetGroup({ assetGroup, campaign }: Row, assets: Assets): z.infer<typeof AssetGroupOutput> {
  const id = assetGroup?.id ?? '';
  return {
    id,
    name: assetGroup?.name ?? '',
    status: assetGroup?.status ?? 'UNKNOWN',
    primary_status: assetGroup?.primaryStatus,
    ad_strength: assetGroup?.adStrength,
    campaign_id: campaign?.id ?? '',
    final_urls: assetGroup?.finalUrls ?? [],
    path1: assetGroup?.path1 || undefined,
    path2: assetGroup?.path2 || undefined,
    assets: assets.get(id) ?? [],
  };
}

export async function assetGroupAsShown(client: SearchClient, account: string, id: string) {
  const [row, assets] = await Promise.all([
    client.row(account, {
      select: ASSET_GROUP_FIELDS,
      from: 'asset_group',
      where: [equal('asset_group.id', Literal.digits(id))],
    }),
    assetsOf(client, account, [id]),
  ]);
  return row && { row, shown: shownAssetGroup(row, assets) };
}

export async function existingAssetGroup(client: SearchClient, account: string, id: string) {
  const found = await assetGroupAsShown(client, account, id);
  if (!found) throw notFound({ what: 'asset group', id, list: 'list_asset_groups', accountArgument: 'customer_id' });
  return found;
}
