import type { SearchClient } from '../client.ts';
import { among, Literal } from '../resources/wire/gaql.ts';
import type { Row } from '../resources/wire/row.ts';

type NamesOf = (client: SearchClient, account: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Names of locations; a location the platform has retired has none. */
export const placeNames = namesIn(
  'geo_target_constant',
  'geo_target_constant.id',
  ['geo_target_constant.canonical_name'],
  ({ geoTargetConstant: place }) => [place?.id, place?.canonicalName?.replaceAll(',', ', ')],
);

const HEADLINES_SHOWN = 3;

/** Ads seldom have a name, so their first headlines stand in for it, or else the ad group and the campaign they are in. */
export const adNames = namesIn(
  'ad_group_ad',
  'ad_group_ad.ad.id',
  ['ad_group_ad.ad.responsive_search_ad.headlines', 'ad_group.name', 'campaign.name'],
  ({ adGroupAd: { ad } = {}, adGroup, campaign }) => {
    const headlines = ad?.responsiveSearchAd?.headlines?.slice(0, HEADLINES_SHOWN).map(({ text }) => text) ?? [];
    const place = [adGroup?.name, campaign?.name].filter(Boolean).join(', ');
    return [ad?.id, headlines.join(' | ') || place];
  },
);

function namesIn(
  from: string,
  idField: string,
  nameFields: readonly string[],
  entryOf: (row: Row) => [id: string | undefined, name: string | undefined],
): NamesOf {
  return async (client, account, ids) => {
    const wanted = [...new Set(ids)].filter((id) => id !== '');
    if (wanted.length === 0) return new Map();
    const where = [among(idField, wanted.map(Literal.digits))];
    const rows = await client.rows(account, { select: [idField, ...nameFields], from, where });
    return new Map(rows.map(entryOf).map(([id = '', name = '']) => [id, name]));
  };
}
