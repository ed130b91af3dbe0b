import { chance, textHash } from '../../chance.ts';
import type { Account } from '../access.ts';
import { type Unit, WASTED } from '../metrics/facts.ts';
import type { Division } from '../metrics/splitter.ts';
import type { Doc, Entity } from '../state.ts';
import { placementsOf } from './placements.ts';
import { productsOf } from './products.ts';
import type { Place } from './segments.ts';
import { visitorsOf } from './visitors.ts';

/** An ad group or an asset group with what it stands in: what every view shows parts of. */
export interface Earner {
  entity: Entity;
  campaign: Entity;
  unit: Unit;
  account: Account;
  /** Its ads, or none. */
  ads: readonly Entity[];
  /** The locations that its campaign is shown in. */
  locations: readonly Entity[];
}

/** What one row of a view shows of one earner. */
interface Piece {
  /** Rows of the same key are one row. */
  key: string;
  docs: Record<string, Doc>;
  part?: Division;
  /** The ad whose traffic it is, where it is not all of the group's. */
  ad?: Entity;
  place?: Place;
  product?: Doc;
}

type View = (earner: Earner) => Iterable<Piece>;

const isAdGroup = ({ entity }: Earner) => entity.kind === 'ad_group';

export const VIEWS: Readonly<Record<string, View>> = {
  geographic_view: (earner) =>
    places(
      earner,
      ({ country, isAbroad }) => ({
        // People abroad who are interested in the targeted place.
        country_criterion_id: isAbroad ? homeOf(earner) : country,
        location_type: isAbroad ? 'AREA_OF_INTEREST' : 'LOCATION_OF_PRESENCE',
      }),
      'geographic_view',
    ),
  user_location_view: (earner) =>
    places(
      earner,
      ({ country, isAbroad }) => ({ country_criterion_id: country, targeting_location: !isAbroad }),
      'user_location_view',
    ),
  *location_view(earner) {
    for (const [index, { doc, key }] of earner.locations.entries()) {
      const weights = earner.locations.map(({ rowid }) => 0.2 + chance(rowid, 0, 50));
      const view = { resource_name: named(earner, 'locationViews', key) };
      yield {
        key,
        docs: { location_view: view, campaign_criterion: doc },
        part: { weights, worths: weights.map(() => 1), index },
      };
    }
  },
  landing_page_view: (earner) => pages(earner),
  expanded_landing_page_view: (earner) => pages(earner),
  *detail_placement_view(earner) {
    if (earner.unit.channel !== 'DISPLAY') return;
    for (const { part, ...placement } of placementsOf(earner.unit.id)) {
      const { group, ...shown } = placement;
      const key = `${earner.entity.key}~${base64(shown.placement)}`;
      const view = {
        resource_name: named(earner, 'detailPlacementViews', key),
        ...shown,
        group_placement_target_url: group,
      };
      yield { key, docs: { detail_placement_view: view }, part };
    }
  },
  *group_placement_view(earner) {
    if (earner.unit.channel !== 'DISPLAY') return;
    for (const { part, group, placement_type } of placementsOf(earner.unit.id)) {
      const key = `${earner.entity.key}~${base64(group)}`;
      const view = {
        resource_name: named(earner, 'groupPlacementViews', key),
        placement: group,
        display_name: group,
        target_url: group,
        placement_type,
      };
      yield { key, docs: { group_placement_view: view }, part };
    }
  },
  gender_view: (earner) => people(earner, 'gender', GENDERS),
  age_range_view: (earner) => people(earner, 'age_range', AGES),
  *shopping_performance_view(earner) {
    const merchant = (earner.campaign.doc.shopping_setting as Doc | undefined)?.merchant_id;
    if (typeof merchant !== 'number') return;
    const view = { resource_name: `customers/${earner.account.id}/shoppingPerformanceView` };
    for (const { product, part } of productsOf(merchant, earner.unit.id))
      yield { key: '', docs: { shopping_performance_view: view }, product, part };
  },
  *ad_group_ad_asset_view(earner) {
    for (const ad of earner.ads) yield* assetsOf(earner, ad);
  },
  *asset_field_type_view(earner) {
    for (const ad of earner.ads.filter(({ doc }) => (doc.ad as Doc).responsive_search_ad !== undefined))
      for (const field of Object.values(FIELDS)) {
        const view = { resource_name: named(earner, 'assetFieldTypeViews', field), field_type: field };
        yield { key: field, docs: { asset_field_type_view: view }, ad };
      }
  },
};

function named({ account }: Earner, collection: string, key: string): string {
  return `customers/${account.id}/${collection}/${key}`;
}

const base64 = (text: string) => Buffer.from(text).toString('base64url');

function homeOf({ locations, account }: Earner): number {
  return visitorsOf({ locations, account, id: 0 })[0]!.place.country;
}

function* places(
  earner: Earner,
  describe: (place: Place & { isAbroad: boolean }) => Doc,
  resource: string,
): Generator<Piece> {
  const { locations, account, unit } = earner;
  for (const { place, isAbroad, part } of visitorsOf({ locations, account, id: unit.id })) {
    const view = describe({ ...place, isAbroad });
    const key = Object.values(view).join('~');
    const collection = resource === 'geographic_view' ? 'geographicViews' : 'userLocationViews';
    yield { key, docs: { [resource]: { resource_name: named(earner, collection, key), ...view } }, part, place };
  }
}

/** Each ad leads to one page; a campaign over all channels has its pages at its asset groups. */
function* pages(earner: Earner): Generator<Piece> {
  const leads = isAdGroup(earner)
    ? earner.ads.map((ad) => ({ ad, urls: (ad.doc.ad as Doc).final_urls }))
    : [{ urls: earner.entity.doc.final_urls }];
  for (const { urls, ...of } of leads) {
    const [url] = (urls as string[] | undefined) ?? [];
    if (url === undefined) continue;
    const id = textHash(url);
    yield {
      key: url,
      docs: {
        landing_page_view: { resource_name: named(earner, 'landingPageViews', String(id)), unexpanded_final_url: url },
        expanded_landing_page_view: {
          resource_name: named(earner, 'expandedLandingPageViews', String(id)),
          expanded_final_url: url,
        },
      },
      ...of,
    };
  }
}

interface Kind {
  id: number;
  type: string;
  share: number;
  worth: number;
}

const GENDERS: readonly Kind[] = [
  { id: 10, type: 'MALE', share: 0.44, worth: 0.9 },
  { id: 11, type: 'FEMALE', share: 0.41, worth: 1 },
  { id: 20, type: 'UNDETERMINED', share: 0.15, worth: 0.6 },
];

const AGES: readonly Kind[] = [
  { id: 503_001, type: 'AGE_RANGE_18_24', share: 0.2, worth: WASTED },
  { id: 503_002, type: 'AGE_RANGE_25_34', share: 0.24, worth: 1 },
  { id: 503_003, type: 'AGE_RANGE_35_44', share: 0.2, worth: 1 },
  { id: 503_004, type: 'AGE_RANGE_45_54', share: 0.13, worth: 0.8 },
  { id: 503_005, type: 'AGE_RANGE_55_64', share: 0.07, worth: 0.7 },
  { id: 503_006, type: 'AGE_RANGE_65_UP', share: 0.04, worth: 0.5 },
  { id: 503_999, type: 'AGE_RANGE_UNDETERMINED', share: 0.12, worth: 0.6 },
];

/** Every ad group has rows for all of them, also without criteria of its own. */
function* people(earner: Earner, kind: 'gender' | 'age_range', kinds: readonly Kind[]): Generator<Piece> {
  if (!isAdGroup(earner)) return;
  const { key: group, doc } = earner.entity;
  const weights = kinds.map(({ id, share }) => share * (0.8 + 0.4 * chance(earner.unit.id, 0, id % 97)));
  const worths = kinds.map(({ worth }) => worth);
  for (const [index, { id, type }] of kinds.entries()) {
    const key = `${group}~${id}`;
    yield {
      key,
      docs: {
        [`${kind}_view`]: { resource_name: named(earner, kind === 'gender' ? 'genderViews' : 'ageRangeViews', key) },
        ad_group_criterion: {
          resource_name: named(earner, 'adGroupCriteria', key),
          ad_group: doc.resource_name,
          criterion_id: id,
          type: kind.toUpperCase(),
          display_name: type,
          status: 'ENABLED',
          negative: false,
          [kind]: { type },
        },
      },
      part: { weights, worths, index },
    };
  }
}

const FIELDS = { headlines: 'HEADLINE', descriptions: 'DESCRIPTION' } as const;

/** Of each ad, its texts: those of a kind share what the ad earned. */
function* assetsOf(earner: Earner, ad: Entity): Generator<Piece> {
  const content = (ad.doc.ad as Doc).responsive_search_ad as Record<string, Doc[] | undefined> | undefined;
  for (const [list, field] of Object.entries(FIELDS)) {
    const texts = content?.[list] ?? [];
    const ids = texts.map(({ text }) => 30_000_000_000 + textHash(String(text)));
    const weights = ids.map((id) => 0.2 + chance(id, 0, 60));
    // With too few texts the platform rates none.
    const worths = ids.map((id, at) => (at > 1 && chance(id, 0, 61) < 0.34 ? WASTED : 1));
    const best = weights.findIndex(
      (weight, at) => worths[at] === 1 && weight === Math.max(...weights.filter((_, i) => worths[i] === 1)),
    );
    for (const [index, { text, pinned_field }] of texts.entries()) {
      const asset = named(earner, 'assets', String(ids[index]));
      const key = `${ad.key}~${ids[index]}~${field}`;
      yield {
        key,
        docs: {
          ad_group_ad: ad.doc,
          asset: { resource_name: asset, id: ids[index]!, type: 'TEXT', text_asset: { text: String(text) } },
          ad_group_ad_asset_view: {
            resource_name: named(earner, 'adGroupAdAssetViews', key),
            ad_group_ad: ad.doc.resource_name,
            asset,
            field_type: field,
            enabled: true,
            source: 'ADVERTISER',
            performance_label:
              ad.delivery.length === 0
                ? 'PENDING'
                : worths[index] === WASTED
                  ? 'LOW'
                  : index === best
                    ? 'BEST'
                    : 'GOOD',
            ...(pinned_field !== undefined && { pinned_field }),
          },
        },
        ad,
        part: { weights, worths, index },
      };
    }
  }
}
