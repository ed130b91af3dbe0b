import { unit } from '../../chance.ts';
import { isObject } from '../../json.ts';
import { badParameter } from '../errors.ts';
import type { Json } from '../state/shapes.ts';
import { regionsOf } from '../targeting/locations.ts';
import { Totals, WHOLE_PLACE } from './measures.ts';
import type { MeasuredAd } from './scope.ts';

/** One slice of an ad's audience: its name and its share. */
export interface Cell {
  labels: Record<string, unknown>;
  weight: number;
}

type CellMaker = (measured: MeasuredAd, home: string) => Cell[];

const HOURLY = ['hourly_stats_aggregated_by_advertiser_time_zone', 'hourly_stats_aggregated_by_audience_time_zone'];
const ASSETS: Record<string, { list: string; value: (asset: Json) => Json }> = {
  body_asset: { list: 'bodies', value: ({ text }) => ({ text }) },
  title_asset: { list: 'titles', value: ({ text }) => ({ text }) },
  description_asset: { list: 'descriptions', value: ({ text }) => ({ text }) },
  image_asset: { list: 'images', value: ({ hash, url }) => ({ hash, url }) },
  video_asset: { list: 'videos', value: (video) => ({ video_id: video.video_id }) },
  link_url_asset: { list: 'link_urls', value: ({ website_url }) => ({ website_url }) },
  call_to_action_asset: { list: 'call_to_action_types', value: ({ name }) => ({ name }) },
};
/** Known to the platform, without data here: they answer with no rows. */
const EMPTY = [
  'product_id',
  'frequency_value',
  'place_page_id',
  'app_id',
  'skan_campaign_id',
  'skan_conversion_id',
  'media_type',
  'user_segment_key',
  'ad_format_asset',
];

/** Breakdowns that may be asked for together; each family has its smallest slices. */
const FAMILIES: { names: string[]; cells: CellMaker }[] = [
  { names: ['age', 'gender'], cells: people },
  { names: ['country'], cells: countries },
  { names: ['region'], cells: regions },
  { names: ['dma'], cells: markets },
  { names: ['publisher_platform', 'platform_position', 'impression_device', 'device_platform'], cells: placements },
  ...HOURLY.map((name) => ({ names: [name], cells: hours(name) })),
  ...Object.keys(ASSETS).map((name) => ({ names: [name], cells: assets(name) })),
  ...EMPTY.map((name) => ({ names: [name], cells: () => [] })),
];

export const BREAKDOWNS = FAMILIES.flatMap(({ names }) => names);

export interface Breakdown {
  names: string[];
  hourly: boolean;
  /** How many slices at most, for judging how big a report is. */
  fanOut: number;
  cellsOf(measured: MeasuredAd, home: string): Cell[];
}

export function readBreakdown(names: string[]): Breakdown {
  if (names.length === 0) return { names, hourly: false, fanOut: 1, cellsOf: () => [{ labels: {}, weight: 1 }] };
  const family = FAMILIES.find((candidate) => candidate.names.includes(names[0]!))!;
  const foreign = names.some((name) => !family.names.includes(name));
  const lonely = names.some((name) => NEEDS_PLATFORM.includes(name)) && !names.includes('publisher_platform');
  if (foreign || lonely)
    throw badParameter(
      `Current combination of data breakdown columns (${['action_type', ...names].join(', ')}) is invalid`,
      'breakdowns',
    );
  return {
    names,
    hourly: HOURLY.includes(names[0]!),
    fanOut: 12,
    cellsOf: (measured, home) => merged(family.cells(measured, home), names),
  };
}

const NEEDS_PLATFORM = ['platform_position', 'impression_device'];

/** Keeps the smallest slices in order, so that coarser breakdowns are exact sums of finer ones. */
function merged(cells: readonly Cell[], names: readonly string[]): Cell[] {
  return cells.map(({ labels, weight }) => ({
    weight,
    labels: Object.fromEntries(names.map((name) => [name, labels[name]])),
  }));
}

/**
 * Deals an ad's day out to its slices: every measure adds up exactly, and no slice has more clicks than impressions. `whose`
 * identifies ad and day: indivisible rests go to another slice each day, or one slice would seem to sell everything.
 */
export function deal(totals: Totals, cells: readonly Cell[], whose = ''): Totals[] {
  if (cells.length === 1) return [totals];
  const shares = cells.map(() => new Totals());
  const weights = new Float64Array(cells.length);
  for (let place = 0; place < WHOLE_PLACE.length; place++) {
    const total = totals.values[place]!;
    if (total === 0) continue;
    const whole = WHOLE_PLACE[place]!;
    for (let at = 0; at < weights.length; at++)
      weights[at] = whole < 0 ? cells[at]!.weight : shares[at]!.values[whole]!;
    dealOne(total, weights, place, shares, unit(whose, place));
  }
  return shares;
}

/** By running sums: each slice gets the whole numbers its stretch of the sum covers, so no slice exceeds the whole. */
function dealOne(total: number, weights: Float64Array, place: number, shares: readonly Totals[], phase: number): void {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at]!;
  let running = 0;
  let dealt = 0;
  for (let at = 0; at < weights.length; at++) {
    running += weights[at]!;
    const upTo = running === sum ? total : Math.min(total, Math.floor((total * running) / sum + phase));
    shares[at]!.values[place] = upTo - dealt;
    dealt = upTo;
  }
}

function people({ ad, adSet }: MeasuredAd): Cell[] {
  const { age_min: min = 18, age_max: max = 65, genders } = adSet.data.targeting;
  const ages: [string, number, number][] = [
    ['18-24', 18, 0.16],
    ['25-34', 25, 0.27],
    ['35-44', 35, 0.22],
    ['45-54', 45, 0.16],
    ['55-64', 55, 0.11],
    ['65+', 65, 0.08],
  ];
  const chosen = ages.filter(([, from], index) => from <= Number(max) && (ages[index + 1]?.[1] ?? 99) > Number(min));
  const all: [string, number, number][] = [
    ['female', 2, 0.53],
    ['male', 1, 0.45],
    ['unknown', 0, 0.02],
  ];
  const sexes = all.filter(([, code]) => !Array.isArray(genders) || genders.length === 0 || genders.includes(code));
  return chosen.flatMap(([age, , share]) =>
    sexes.map(([gender, , part]) => ({
      labels: { age, gender },
      weight: share * part * (0.7 + 0.6 * unit(ad.id, age, gender)),
    })),
  );
}

function countryCodes({ adSet }: MeasuredAd, home: string): string[] {
  const places = adSet.data.targeting.geo_locations;
  if (!isObject(places)) return [home];
  const named = Array.isArray(places.countries) ? places.countries.map(String) : [];
  return named.length > 0 ? [...new Set(named)] : [home];
}

function countries(measured: MeasuredAd, home: string): Cell[] {
  return countryCodes(measured, home).map((country) => ({
    labels: { country },
    weight: country === home ? 1 : 0.2 + 0.3 * unit(measured.ad.id, country),
  }));
}

function regions(measured: MeasuredAd, home: string): Cell[] {
  return countryCodes(measured, home).flatMap((country) =>
    regionsOf(country).map((region) => ({ labels: { region }, weight: 0.1 + unit(measured.ad.id, region) })),
  );
}

function markets(measured: MeasuredAd, home: string): Cell[] {
  const dmas = countryCodes(measured, home).includes('US')
    ? ['New York', 'Los Angeles', 'Chicago', 'Dallas-Ft. Worth', 'San Francisco-Oakland-San Jose']
    : ['Unknown'];
  return dmas.map((dma) => ({ labels: { dma }, weight: 0.2 + unit(measured.ad.id, dma) }));
}

const PLACES: [string, string, number][] = [
  ['facebook', 'feed', 0.3],
  ['facebook', 'facebook_reels', 0.12],
  ['facebook', 'facebook_stories', 0.06],
  ['facebook', 'marketplace', 0.03],
  ['facebook', 'right_hand_column', 0.02],
  ['instagram', 'feed', 0.18],
  ['instagram', 'instagram_stories', 0.12],
  ['instagram', 'instagram_reels', 0.11],
  ['instagram', 'instagram_explore_grid_home', 0.02],
  ['audience_network', 'an_classic', 0.03],
  ['messenger', 'messenger_inbox', 0.01],
];
const DEVICES: [string, string, number][] = [
  ['iphone', 'mobile_app', 0.46],
  ['android_smartphone', 'mobile_app', 0.4],
  ['ipad', 'mobile_app', 0.03],
  ['desktop', 'desktop', 0.11],
];

function placements({ ad, adSet }: MeasuredAd): Cell[] {
  const wanted = adSet.data.targeting.publisher_platforms;
  const places = PLACES.filter(
    ([platform]) => !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(platform),
  );
  return places.flatMap(([publisher_platform, platform_position, share]) =>
    DEVICES.filter(([device]) => platform_position !== 'right_hand_column' || device === 'desktop').map(
      ([impression_device, device_platform, part]) => ({
        labels: { publisher_platform, platform_position, impression_device, device_platform },
        weight: share * part * (0.7 + 0.6 * unit(ad.id, publisher_platform, platform_position, impression_device)),
      }),
    ),
  );
}

function hours(name: string): CellMaker {
  return () =>
    Array.from({ length: 24 }, (_, hour) => {
      const at = String(hour).padStart(2, '0');
      return {
        labels: { [name]: `${at}:00:00 - ${at}:59:59` },
        weight: 1.15 - Math.cos(((hour - 4) / 24) * 2 * Math.PI),
      };
    });
}

/** Only creatives with several assets are reported by asset. */
function assets(name: string): CellMaker {
  const { list, value } = ASSETS[name]!;
  return ({ ad, creative }) => {
    const feed = creative.data.content.asset_feed_spec;
    const entries = isObject(feed) && Array.isArray(feed[list]) ? feed[list] : [];
    return entries.map((entry, index) => {
      const shown = value(isObject(entry) ? entry : { name: entry });
      return { labels: { [name]: { ...shown, id: `${creative.id}${index}` } }, weight: 0.3 + unit(ad.id, name, index) };
    });
  };
}
