import { adsError } from '../errors.ts';
import { type Day, dayOf, dayText, type LocalTime } from '../metrics/calendar.ts';
import { duringRange, type Range, readDate } from './dates.ts';
import type { Query } from './parse.ts';
import { queryError } from './tokens.ts';

/** A query with the days that its filters leave. */
interface Asked {
  query: Query;
  range: Range;
  now: LocalTime;
}

type Check = (asked: Asked) => void;

/** What some resources demand of a query before they answer it. */
const CHECKS: Readonly<Record<string, Check>> = {
  change_event: changes('changeEventError', 'change_event.change_date_time', 30),
  change_status: changes('changeStatusError', 'change_status.last_change_date_time', 90),
  click_view: checkClicks,
  campaign_search_term_insight: insights('campaign_search_term_insight', 'campaign_search_term_insight.campaign_id'),
  customer_search_term_insight: insights('customer_search_term_insight', undefined),
  shopping_product: checkProducts,
};

export function checkRequiredFilters(from: string, asked: Asked): void {
  CHECKS[from]?.(asked);
  checkPeople(asked);
}

const fault = (code: `${string}.${string}`, message: string) => adsError(code, message, { path: 'query' });

const CHANGES_MAX = 10_000;

/** Changes must be asked for a bounded time and number of rows. */
function changes(family: string, moment: string, daysKept: number): Check {
  return ({ query, now }) => {
    const { low, high, begin } = momentsOf(query, moment, now);
    if (!Number.isFinite(low) || !Number.isFinite(high))
      throw fault(`${family}.CHANGE_DATE_RANGE_INFINITE`, `The range of ${moment} must be bounded on both sides.`);
    if (low > high)
      throw fault(`${family}.CHANGE_DATE_RANGE_NEGATIVE`, `The range of ${moment} ends before it begins.`);
    if (begin < dayText(now.day - daysKept) + now.text.slice(10))
      throw fault(`${family}.START_DATE_TOO_OLD`, `The change history reaches back ${daysKept} days.`);
    if (query.limit === undefined) throw fault(`${family}.LIMIT_NOT_SPECIFIED`, 'A LIMIT clause is required.');
    if (query.limit > CHANGES_MAX)
      throw fault(`${family}.INVALID_LIMIT_CLAUSE`, `LIMIT must be at most ${CHANGES_MAX}.`);
  };
}

/** The days that conditions on a field with a time leave, and the moment at which they begin. */
function momentsOf(query: Query, moment: string, now: LocalTime): Range & { begin: string } {
  let begin = '';
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  const narrow = (from: Day, to: Day, time = ' 00:00:00') => {
    if (Number.isFinite(from) && dayText(from) + time > begin) begin = dayText(from) + time;
    low = Math.max(low, from);
    high = Math.min(high, to);
  };
  for (const { field, operator, values } of query.conditions) {
    if (field !== moment) continue;
    if (operator === 'DURING') {
      const range = duringRange(values[0]!.text, now.day)!;
      narrow(range.low, range.high);
      continue;
    }
    const [first, second] = values.map(({ text }) => dayOf(readDate(text.slice(0, 10)))) as [Day, Day];
    const time = values[0]!.text.slice(10) || undefined;
    if (operator === 'BETWEEN') narrow(first, second, time);
    if (operator === '=') narrow(first, first, time);
    if (operator.startsWith('>')) narrow(first, high, time);
    if (operator.startsWith('<')) high = Math.min(high, first);
  }
  return { low, high, begin };
}

const CLICK_DAYS_KEPT = 90;

function checkClicks({ range, now }: Asked): void {
  if (range.low !== range.high)
    throw fault('clickViewError.EXPECTED_FILTER_ON_A_SINGLE_DAY', 'Clicks are asked for one day at a time.');
  if (range.low < now.day - CLICK_DAYS_KEPT)
    throw fault('clickViewError.DATE_TOO_OLD', `Clicks are kept for ${CLICK_DAYS_KEPT} days.`);
}

const INSIGHT_SEGMENTS = ['segments.search_subcategory', 'segments.search_term'];

/** One campaign at a time, and what is in a category only for one category, whole and in the platform's order. */
function insights(from: string, scope: string | undefined): Check {
  return ({ query }) => {
    const isOne = (name: string) =>
      query.conditions.some(
        ({ field, operator, values }) =>
          field === name && (operator === '=' || (operator === 'IN' && values.length === 1)),
      );
    const bad = (code: string, message: string) => fault(`searchTermInsightError.${code}`, message);
    const isSegmented = query.fields.some((field) => INSIGHT_SEGMENTS.includes(field));
    for (const name of [...(scope === undefined ? [] : [scope]), ...(isSegmented ? [`${from}.id`] : [])])
      if (!isOne(name)) throw bad('REQUIRES_FILTER_BY_SINGLE_RESOURCE', `The query must name one ${name}.`);
    if (!isSegmented) return;
    if (query.limit !== undefined) throw bad('LIMIT_NOT_ALLOWED_WITH_SEGMENTS', 'No LIMIT with these segments.');
    if (query.orders.length > 0) throw bad('SORTING_NOT_ALLOWED_WITH_SEGMENTS', 'No ORDER BY with these segments.');
    if (query.conditions.some(({ field }) => field.startsWith('metrics.')))
      throw bad('FILTERING_NOT_ALLOWED_WITH_SEGMENTS', 'No metrics in WHERE with these segments.');
  };
}

/** Products are counted over all days, and at the level of a campaign or an ad group only for one of them. */
function checkProducts({ query }: Asked): void {
  const bad = (code: string, message: string) => fault(`shoppingProductError.${code}`, message);
  const dated = query.fields.find((field) => field.startsWith('segments.'));
  if (dated) throw bad('UNSUPPORTED_DATE_SEGMENTATION', `Products cannot be divided by ${dated}.`);
  const uses = (owner: string) =>
    query.fields.some((field) => field.startsWith(`${owner}.`) || field === `shopping_product.${owner}`);
  const isPinned = (owner: string) =>
    query.conditions.some(
      ({ field, operator }) => operator === '=' && [`${owner}.id`, `shopping_product.${owner}`].includes(field),
    );
  if ((uses('campaign') || uses('ad_group')) && !isPinned('campaign'))
    throw bad('MISSING_CAMPAIGN_FILTER', 'The query must name one campaign.');
  if (uses('ad_group') && !isPinned('ad_group'))
    throw bad('MISSING_AD_GROUP_FILTER', 'The query must name one ad group.');
}

const PEOPLE_DAYS: readonly (readonly [metrics: RegExp, daysMax: number])[] = [
  [/^metrics\.(unique_users|average_impression_frequency_per_user)$/, 92],
  [/^metrics\.unique_users_\w+_plus$/, 31],
];

/** People are counted once in a stretch of days, and only in short ones. */
function checkPeople({ query, range }: Asked): void {
  const used = [...query.fields, ...query.conditions.map(({ field }) => field)];
  for (const [metrics, daysMax] of PEOPLE_DAYS) {
    const metric = used.find((field) => metrics.test(field));
    if (metric && range.high - range.low + 1 > daysMax)
      throw queryError('DATE_RANGE_TOO_WIDE', `'${metric}' is counted over at most ${daysMax} days.`, metric);
  }
}
