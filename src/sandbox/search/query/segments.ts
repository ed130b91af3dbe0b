import type { Corner } from '../metrics/behaviour.ts';
import {
  type Day,
  dayText,
  MONTHS,
  monthStart,
  quarterStart,
  weekday,
  weekStart,
  yearOf,
} from '../metrics/calendar.ts';
import type { Doc } from '../state.ts';

/** Where in time and place a piece of traffic was. */
export interface Spot {
  day: Day;
  corner?: Corner;
  hour?: number;
  /** The conversion action it is counted by. */
  action?: Doc;
  /** The keyword that a search term matched. */
  keyword?: Doc;
  /** Where the person was. */
  place?: Place;
  /** The product of a merchant feed that was shown. */
  product?: Doc;
}

/** Ids of locations. */
export interface Place {
  country: number;
  region?: number;
  city?: number;
}

type Reader = (spot: Spot) => string | number | undefined;

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

export const SEGMENT_READERS: Readonly<Record<string, Reader>> = {
  'segments.date': ({ day }) => dayText(day),
  'segments.week': ({ day }) => dayText(weekStart(day)),
  'segments.month': ({ day }) => dayText(monthStart(day)),
  'segments.quarter': ({ day }) => dayText(quarterStart(day)),
  'segments.year': ({ day }) => yearOf(day),
  'segments.day_of_week': ({ day }) => WEEKDAYS[weekday(day)],
  'segments.month_of_year': ({ day }) => MONTHS[Number(dayText(day).slice(5, 7)) - 1],
  'segments.hour': ({ hour }) => hour,
  'segments.device': ({ corner }) => corner?.device,
  'segments.ad_network_type': ({ corner }) => corner?.network,
  'segments.slot': ({ corner }) => corner?.slot,
  'segments.click_type': () => 'URL_CLICKS',
  'segments.keyword.ad_group_criterion': ({ keyword }) => keyword?.resource_name as string | undefined,
  'segments.keyword.info.text': (spot) => infoOf(spot)?.text as string | undefined,
  'segments.keyword.info.match_type': (spot) => infoOf(spot)?.match_type as string | undefined,
  'segments.search_term_match_type': (spot) => infoOf(spot)?.match_type as string | undefined,
  'segments.geo_target_city': ({ place }) => locationName(place?.city),
  'segments.geo_target_region': ({ place }) => locationName(place?.region),
  'segments.geo_target_most_specific_location': ({ place }) =>
    locationName(place?.city ?? place?.region ?? place?.country),
  ...Object.fromEntries(
    ['item_id', 'title', 'brand', 'type_l1', 'merchant_id', 'channel', 'condition'].map((part): [string, Reader] => [
      `segments.product_${part}`,
      ({ product }) => product?.[`product_${part}`] as string | number | undefined,
    ]),
  ),
  'segments.conversion_action': ({ action }) => action?.resource_name as string | undefined,
  'segments.conversion_action_name': ({ action }) => action?.name as string | undefined,
  'segments.conversion_action_category': ({ action }) => action?.category as string | undefined,
};

function locationName(id: number | undefined): string | undefined {
  return id === undefined ? undefined : `geoTargetConstants/${id}`;
}

function infoOf({ keyword }: Spot): Doc | undefined {
  return keyword?.keyword as Doc | undefined;
}

/** Segments that only the day decides. */
export const DAY_SEGMENTS = new Set(
  ['date', 'week', 'month', 'quarter', 'year', 'day_of_week', 'month_of_year'].map((name) => `segments.${name}`),
);

/** Segments that only the place decides: without them a day need not be divided. */
export const CORNER_SEGMENTS = new Set(['segments.device', 'segments.ad_network_type', 'segments.slot']);

export function isActionSegment(path: string): boolean {
  return path.startsWith('segments.conversion_action');
}
