import type { Account } from '../access.ts';
import { facts, resourceNamed } from '../catalogue/facts.ts';
import { fieldNamed, fitOf, type QueryField } from '../catalogue/fields.ts';
import { adsError } from '../errors.ts';
import { type Day, dayOf, dayText, type LocalTime } from '../metrics/calendar.ts';
import { checkHeld } from './absent-data.ts';
import { compileCondition, type Test } from './conditions.ts';
import { CORE_DATES, outerRange, type Range } from './dates.ts';
import { checkCombinations, notSelected } from './field-combinations.ts';
import type { Condition, Query } from './parse.ts';
import { checkRequiredFilters } from './required-filters.ts';
import { queryError } from './tokens.ts';

interface Filter {
  field: QueryField;
  test: Test;
}

/** A checked query, ready to run. */
export interface Plan {
  from: string;
  select: QueryField[];
  attributeFilters: Filter[];
  segmentFilters: Filter[];
  metricFilters: Filter[];
  segments: QueryField[];
  metrics: QueryField[];
  range: Range;
  /** Date conditions that a range cannot express; they are tested on each day of it. */
  dayFilters: { field: string; test: Test }[];
  orders: { field: QueryField; descending: boolean }[];
  limit?: number;
  omitResourceNames: boolean;
  /** Resources whose selection multiplies the rows. */
  splitBy: string[];
}

type Clause = 'SELECT' | 'WHERE' | 'ORDER_BY';

const GRANULAR = ['segments.date', 'segments.week', 'segments.hour'];
const MONTHS_KEPT = 37;

export function planQuery(query: Query, account: Account, now: LocalTime): Plan {
  const from = checkFrom(query);
  const select = [...new Set(query.fields)].map((path) => resolve(path, from, 'SELECT'));
  const filters = query.conditions.map((condition) => ({ condition, field: filterField(condition.field, from) }));
  checkCombinations(
    from,
    select,
    filters.map(({ field }) => field),
  );
  const compiled = filters.map(({ condition, field }) => ({
    condition,
    field,
    test: compileCondition(condition, field, now.day),
  }));
  const orders = query.orders.map(({ field, descending }) => ({ field: orderField(field, from, select), descending }));
  const used = [...select, ...filters.map(({ field }) => field)];
  checkMetricsAllowed(used, account);
  const range = dateRange(query.conditions, select, now.day);
  checkRequiredFilters(from, { query, range, now });
  checkHeld(from, select);
  const ofKind = (wanted: QueryField['category']) => compiled.filter(({ field }) => field.category === wanted);
  const isCore = ({ field }: Filter) => field.path in CORE_DATES;
  return {
    from,
    select,
    attributeFilters: ofKind('ATTRIBUTE'),
    metricFilters: ofKind('METRIC'),
    segmentFilters: ofKind('SEGMENT').filter((filter) => !isCore(filter)),
    dayFilters: ofKind('SEGMENT')
      .filter(isCore)
      .map(({ field, test }) => ({ field: field.path, test })),
    segments: select.filter(({ category }) => category === 'SEGMENT'),
    metrics: select.filter(({ category }) => category === 'METRIC'),
    range,
    orders,
    ...(query.limit !== undefined && { limit: query.limit }),
    omitResourceNames: readParameters(query.parameters),
    splitBy: resourceNamed(from)!.segmenting.filter((resource) => select.some(({ owner }) => owner === resource)),
  };
}

function checkFrom(query: Query): string {
  if (query.from === undefined) throw queryError('EXPECTED_FROM', 'FROM expected.');
  if (!resourceNamed(query.from))
    throw queryError(
      'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE',
      `invalid resource '${query.from}' in FROM clause.`,
      query.from,
    );
  return query.from;
}

function resolve(path: string, from: string, clause: Clause): QueryField {
  const field = fieldNamed(path);
  if (!field) throw unknownField(path, clause);
  switch (fitOf(field, from)) {
    case 'foreign_metric':
      throw queryError(
        'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
        `cannot use metric '${path}' with resource '${from}'.`,
        path,
      );
    case 'foreign_segment':
      throw queryError(
        'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE',
        `cannot use segment '${path}' with resource '${from}'.`,
        path,
      );
    case 'foreign_resource':
      throw queryError(
        `PROHIBITED_RESOURCE_TYPE_IN_${clause === 'WHERE' ? 'WHERE' : 'SELECT'}_CLAUSE`,
        `resource '${field.owner}' cannot be used with resource '${from}' in FROM clause.`,
        path,
      );
    default:
      return field;
  }
}

/** A resource or message name is refused with another code than an unknown field. */
function unknownField(path: string, clause: Clause): Error {
  const isPart = resourceNamed(path) !== undefined || isPrefix(path);
  return isPart
    ? queryError(`PROHIBITED_FIELD_IN_${clause}_CLAUSE`, `field '${path}' cannot be used by itself.`, path)
    : queryError('UNRECOGNIZED_FIELD', `unrecognized field '${path}'.`, path);
}

function isPrefix(path: string): boolean {
  return Object.keys(facts().fields).some((field) => field.startsWith(`${path}.`));
}

function filterField(path: string, from: string): QueryField {
  const field = resolve(path, from, 'WHERE');
  if (!field.filterable)
    throw queryError('PROHIBITED_FIELD_IN_WHERE_CLAUSE', `cannot filter by field '${path}'.`, path);
  return field;
}

/** Rows are ordered by what is selected: an attribute of FROM itself may be left out of SELECT, nothing else may. */
function orderField(path: string, from: string, select: QueryField[]): QueryField {
  const field = resolve(path, from, 'ORDER_BY');
  if (!field.sortable)
    throw queryError('PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE', `cannot order by field '${path}'.`, path);
  const visible =
    field.category === 'ATTRIBUTE'
      ? field.owner === from || select.some(({ owner }) => owner === field.owner)
      : select.some((selected) => selected.path === path);
  if (!visible) throw notSelected(path, 'ORDER BY');
  return field;
}

function checkMetricsAllowed(used: QueryField[], account: Account): void {
  const metric = used.find(({ category }) => category === 'METRIC');
  if (metric && account.manager)
    throw queryError(
      'REQUESTED_METRICS_FOR_MANAGER',
      'metrics cannot be requested for a manager account.',
      metric.path,
    );
}

/** A selected date needs a filter that bounds it, and daily data reaches back only so far. */
function dateRange(conditions: Condition[], select: QueryField[], today: Day): Range {
  const core = conditions.filter(({ field, operator }) => field in CORE_DATES && !operator.startsWith('IS'));
  const ranges = core.map((condition) => outerRange(condition, today));
  const low = Math.max(Number.NEGATIVE_INFINITY, ...ranges.map((range) => range.low));
  const high = Math.min(Number.POSITIVE_INFINITY, ...ranges.map((range) => range.high));
  if (low > high) throw queryError('DATE_RANGE_TOO_NARROW', 'no day satisfies all the date conditions.');
  const dated = select.find(({ path }) => path in CORE_DATES);
  if (dated && !(Number.isFinite(low) && Number.isFinite(high))) {
    throw queryError(
      'EXPECTED_FILTERS_ON_DATE_RANGE',
      `'${dated.path}' is selected: a finite date range is required in the WHERE clause.`,
      dated.path,
    );
  }
  if (low < oldestKept(today) && select.some(({ path }) => GRANULAR.includes(path))) {
    throw adsError(
      'dateRangeError.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED',
      `Data by day, week or hour reaches back ${MONTHS_KEPT} months.`,
      { path: 'query' },
    );
  }
  return { low, high };
}

function oldestKept(today: Day): Day {
  const [year, month, date] = dayText(today).split('-').map(Number) as [number, number, number];
  const months = year * 12 + (month - 1) - MONTHS_KEPT;
  const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  return dayOf(first) + Math.min(date, 28) - 1;
}

function readParameters(parameters: ReadonlyMap<string, string>): boolean {
  for (const [name, value] of parameters) {
    if (name !== 'include_drafts' && name !== 'omit_unselected_resource_names')
      throw queryError('BAD_PARAMETER_NAME', `invalid parameter '${name}'.`, name);
    if (!/^(true|false)$/i.test(value))
      throw queryError('BAD_PARAMETER_VALUE', `invalid value '${value}' for '${name}'.`, value);
  }
  return parameters.get('omit_unselected_resource_names')?.toLowerCase() === 'true';
}
