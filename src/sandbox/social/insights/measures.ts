/** Everything counted for one ad on one day. All of it adds up; reach, which does not, is worked out from the sums. */

export const CONVERSIONS = [
  'view_content',
  'add_to_cart',
  'initiate_checkout',
  'purchase',
  'lead',
  'app_install',
  'conversation',
  'purchase_value',
] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** Ordered so that each measure follows those it is computed from. */
const COUNTED = [
  'impressions',
  'spend',
  'clicks',
  'link_click',
  'landing_page_view',
  'post_reaction',
  'comment',
  'post',
  'like',
  'video_view',
  'p25',
  'thruplay',
  'p50',
  'p75',
  'p95',
  'p100',
  ...CONVERSIONS,
] as const;

type Counted = (typeof COUNTED)[number];
/** Of a conversion: what a view earned, what came within a day of a click, what came later than the default window. */
type Windowed = `${Conversion}.view` | `${Conversion}.day` | `${Conversion}.late`;
export type Measure = Counted | Windowed;

export const MEASURES: readonly Measure[] = [
  ...COUNTED,
  ...CONVERSIONS.flatMap((name): Windowed[] => [`${name}.view`, `${name}.day`, `${name}.late`]),
];

/** Where each measure stands in the numbers; reports count millions, so they go by place and not by name. */
export const PLACE = Object.fromEntries(MEASURES.map((name, place) => [name, place])) as Record<Measure, number>;

export class Totals {
  readonly values: Float64Array;

  constructor(values: Float64Array = new Float64Array(MEASURES.length)) {
    this.values = values;
  }

  get(name: Measure): number {
    return this.values[PLACE[name]]!;
  }

  add(other: Totals): void {
    for (let at = 0; at < this.values.length; at++) this.values[at]! += other.values[at]!;
  }
}

/** What a measure is counted from: of things, a part can never be more than its whole. */
const WHOLE: Partial<Record<Measure, Measure>> = {
  spend: 'impressions',
  clicks: 'impressions',
  link_click: 'clicks',
  landing_page_view: 'link_click',
  post_reaction: 'impressions',
  comment: 'impressions',
  post: 'impressions',
  like: 'impressions',
  video_view: 'impressions',
  p25: 'video_view',
  p50: 'p25',
  p75: 'p50',
  p95: 'p75',
  p100: 'p95',
  thruplay: 'p25',
  view_content: 'landing_page_view',
  add_to_cart: 'view_content',
  initiate_checkout: 'add_to_cart',
  purchase: 'initiate_checkout',
  purchase_value: 'purchase',
  lead: 'link_click',
  app_install: 'link_click',
  conversation: 'link_click',
};

export function wholeOf(name: Measure): Measure | undefined {
  const window = name.lastIndexOf('.');
  return window < 0 ? WHOLE[name] : (name.slice(0, window) as Conversion);
}

/** The same by place; −1 where there is no whole. */
export const WHOLE_PLACE: readonly number[] = MEASURES.map((name) => {
  const whole = wholeOf(name);
  return whole === undefined ? -1 : PLACE[whole];
});

/** A conversion and its windows. */
export const WINDOW_PLACES = CONVERSIONS.map((name) => ({
  all: PLACE[name],
  view: PLACE[`${name}.view`],
  day: PLACE[`${name}.day`],
  late: PLACE[`${name}.late`],
}));
