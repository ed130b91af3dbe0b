import {
  ABSOLUTE_TOP,
  ACTIONS,
  CELL_SIZE,
  type Cell,
  CLICKS,
  CONTENT_CLICKS,
  CONTENT_MISSED,
  CONTENT_MISSED_FOR_BUDGET,
  CONTENT_UNCLICKED,
  CONVERSIONS,
  COST,
  INVALID_CLICKS,
  MISSED,
  MISSED_FOR_BUDGET,
  TOP,
  UNCLICKED,
  VALUES,
  VIEW_THROUGH,
} from './cells.ts';
import type { Wanted } from './splitter.ts';

/** Facts about the account that metrics need beside the numbers. */
export interface MeterContext {
  unitMicros: number;
  /** For each of the counted actions, whether `conversions` includes it. */
  primary: readonly boolean[];
}

export type Meter = (cell: Cell, context: MeterContext) => number | undefined;

const impressions: Meter = (cell) => cell[CLICKS]! + cell[UNCLICKED]!;
const clicks: Meter = (cell) => cell[CLICKS]!;
const costMicros: Meter = (cell, { unitMicros }) => cell[COST]! * unitMicros;
const zero: Meter = () => 0;

function actions(first: number, counted: (context: MeterContext, i: number) => boolean): Meter {
  return (cell, context) => {
    let hundredths = 0;
    for (let i = 0; i < ACTIONS; i += 1) if (counted(context, i)) hundredths += cell[first + i]!;
    return hundredths / 100;
  };
}

const conversions = actions(CONVERSIONS, (context, i) => context.primary[i] === true);
const conversionsValue = actions(VALUES, (context, i) => context.primary[i] === true);
const allConversions = actions(CONVERSIONS, () => true);
const allConversionsValue = actions(VALUES, () => true);

/** A ratio is made from sums, never from ratios; over nothing it is left out. */
function ratio(above: Meter, below: Meter, factor = 1): Meter {
  return (cell, context) => {
    const denominator = below(cell, context);
    return denominator ? (above(cell, context)! * factor) / denominator : undefined;
  };
}

const contentImpressions: Meter = (cell) => cell[CONTENT_CLICKS]! + cell[CONTENT_UNCLICKED]!;
const contentEligible: Meter = (cell) => cell[CONTENT_CLICKS]! + cell[CONTENT_UNCLICKED]! + cell[CONTENT_MISSED]!;
const contentMissedForRank: Meter = (cell) => cell[CONTENT_MISSED]! - cell[CONTENT_MISSED_FOR_BUDGET]!;
/** Search numbers are all numbers minus those of the content network. */
const minus =
  (all: Meter, content: Meter): Meter =>
  (cell, context) =>
    all(cell, context)! - content(cell, context)!;
const searchImpressions = minus(impressions, contentImpressions);
const searchClicks: Meter = (cell) => cell[CLICKS]! - cell[CONTENT_CLICKS]!;
const searchMissed: Meter = (cell) => cell[MISSED]! - cell[CONTENT_MISSED]!;
const searchMissedForBudget: Meter = (cell) => cell[MISSED_FOR_BUDGET]! - cell[CONTENT_MISSED_FOR_BUDGET]!;
const searchEligible: Meter = (cell, context) => searchImpressions(cell, context)! + searchMissed(cell, context)!;
const number =
  (index: number): Meter =>
  (cell) =>
    cell[index]!;

/** The platform shows shares below a tenth as 0.0999 and losses above nine tenths as 0.9001. */
function share(above: Meter, below: Meter): Meter {
  const exact = ratio(above, below);
  return (cell, context) => {
    const value = exact(cell, context);
    return value === undefined ? undefined : value < 0.1 ? 0.0999 : value;
  };
}

function loss(above: Meter, below: Meter): Meter {
  const exact = ratio(above, below);
  return (cell, context) => {
    const value = exact(cell, context);
    return value === undefined ? undefined : value > 0.9 ? 0.9001 : value;
  };
}

const costUnits: Meter = (cell, context) => costMicros(cell, context)! / 1_000_000;
const searchMissedForRank = minus(searchMissed, searchMissedForBudget);

export const METERS: ReadonlyMap<string, Meter> = new Map(
  Object.entries({
    impressions,
    clicks,
    interactions: clicks,
    engagements: zero,
    video_trueview_views: zero,
    phone_calls: zero,
    phone_impressions: zero,
    invalid_clicks: number(INVALID_CLICKS),
    view_through_conversions: number(VIEW_THROUGH),
    cost_micros: costMicros,
    conversions,
    conversions_by_conversion_date: conversions,
    all_conversions: allConversions,
    all_conversions_by_conversion_date: allConversions,
    conversions_value: conversionsValue,
    conversions_value_by_conversion_date: conversionsValue,
    all_conversions_value: allConversionsValue,
    all_conversions_value_by_conversion_date: allConversionsValue,
    cross_device_conversions: zero,
    ctr: ratio(clicks, impressions),
    interaction_rate: ratio(clicks, impressions),
    engagement_rate: ratio(zero, impressions),
    video_trueview_view_rate: ratio(zero, impressions),
    invalid_click_rate: ratio(number(INVALID_CLICKS), (cell) => cell[INVALID_CLICKS]! + cell[CLICKS]!),
    average_cpc: ratio(costMicros, clicks),
    average_cost: ratio(costMicros, clicks),
    average_cpm: ratio(costMicros, impressions, 1000),
    cost_per_conversion: ratio(costMicros, conversions),
    cost_per_all_conversions: ratio(costMicros, allConversions),
    conversions_from_interactions_rate: ratio(conversions, clicks),
    all_conversions_from_interactions_rate: ratio(allConversions, clicks),
    value_per_conversion: ratio(conversionsValue, conversions),
    value_per_all_conversions: ratio(allConversionsValue, allConversions),
    conversions_value_per_cost: ratio(conversionsValue, costUnits),
    all_conversions_value_per_cost: ratio(allConversionsValue, costUnits),
    top_impression_percentage: ratio(number(TOP), searchImpressions),
    absolute_top_impression_percentage: ratio(number(ABSOLUTE_TOP), searchImpressions),
    search_impression_share: share(searchImpressions, searchEligible),
    search_top_impression_share: share(number(TOP), searchEligible),
    search_absolute_top_impression_share: share(number(ABSOLUTE_TOP), searchEligible),
    search_click_share: share(
      searchClicks,
      (cell, context) => searchClicks(cell, context)! + searchMissed(cell, context)! / 20,
    ),
    search_budget_lost_impression_share: loss(searchMissedForBudget, searchEligible),
    search_rank_lost_impression_share: loss(searchMissedForRank, searchEligible),
    content_impression_share: share(contentImpressions, contentEligible),
    content_budget_lost_impression_share: loss(number(CONTENT_MISSED_FOR_BUDGET), contentEligible),
    content_rank_lost_impression_share: loss(contentMissedForRank, contentEligible),
  } satisfies Record<string, Meter>),
);

/** The numbers of a cell that these metrics read, recorded by computing them once on a sample cell. */
export function wantedFor(metrics: readonly string[], context: MeterContext): Wanted {
  const wanted = new Array<boolean>(CELL_SIZE).fill(false);
  // Sample values without equal sums, so that no branch of a metric is skipped.
  const distinct = Array.from({ length: CELL_SIZE }, (_, i) => 2 ** (CELL_SIZE - i));
  const watched = new Proxy<Cell>(distinct, {
    get(cell, name) {
      wanted[Number(name)] = true;
      return Reflect.get(cell, name);
    },
  });
  for (const name of metrics) METERS.get(name)?.(watched, context);
  return wanted;
}
