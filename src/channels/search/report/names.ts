import type { SearchClient } from '../client.ts';
import { among, Literal } from '../gaql.ts';

/** Names of locations by their ids; one that is no more has none. */
export async function placeNames(
  client: SearchClient,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== '');
  if (wanted.length === 0) return new Map();
  const rows = await client.rows(account, {
    select: ['geo_target_constant.id', 'geo_target_constant.canonical_name'],
    from: 'geo_target_constant',
    where: [among('geo_target_constant.id', wanted.map(Literal.digits))],
  });
  return new Map(
    rows.map(({ geoTargetConstant: place }) => [place?.id ?? '', place?.canonicalName?.replaceAll(',', ', ') ?? '']),
  );
}

const HEADLINES_SHOWN = 3;

/** Responsive ads seldom have a name: people know them by how they begin. */
export async function adNames(
  client: SearchClient,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== '');
  if (wanted.length === 0) return new Map();
  const rows = await client.rows(account, {
    select: ['ad_group_ad.ad.id', 'ad_group_ad.ad.responsive_search_ad.headlines'],
    from: 'ad_group_ad',
    where: [among('ad_group_ad.ad.id', wanted.map(Literal.digits))],
  });
  return new Map(
    rows.map(({ adGroupAd }) => [
      adGroupAd?.ad?.id ?? '',
      (adGroupAd?.ad?.responsiveSearchAd?.headlines ?? [])
        .slice(0, HEADLINES_SHOWN)
        .map(({ text }) => text)
        .join(' | '),
    ]),
  );
}
