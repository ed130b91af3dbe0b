import { nearest } from '../../../tools/did-you-mean.ts';
import { fieldFacts } from './field-facts.ts';
import type { AskedCondition, AskedQuery } from './query-parser.ts';

/** The platform's named date ranges. */
export const DATE_WORDS = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_14_DAYS',
  'LAST_30_DAYS',
  'THIS_WEEK_SUN_TODAY',
  'THIS_WEEK_MON_TODAY',
  'LAST_WEEK_SUN_SAT',
  'LAST_WEEK_MON_SUN',
  'LAST_BUSINESS_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
] as const;

const CORE_DATES = ['date', 'week', 'month', 'quarter', 'year'].map((name) => `segments.${name}`);

/** Date segments may stand in WHERE without being selected. */
export function isCoreDate(field: string): boolean {
  return CORE_DATES.includes(field);
}

/** Conditions that some fields and resources require in WHERE and LIMIT, and values that no field has. */
export function filterProblems(asked: AskedQuery): string[] {
  return [
    ...asked.conditions.flatMap(valueProblems),
    ...dateProblems(asked),
    ...partnerProblems(asked),
    ...(DEMANDS[asked.from]?.(asked) ?? []),
  ];
}

function valueProblems({ field, operator, values }: AskedCondition): string[] {
  if (operator === 'DURING') {
    const word = values[0]?.toUpperCase() ?? '';
    if (DATE_WORDS.some((known) => known === word)) return [];
    return [`WHERE ${field} DURING ${word}: is none of ${DATE_WORDS.join(', ')}; for other days use BETWEEN`];
  }
  const [type, , name = ''] = fieldFacts().fields.get(field)?.split(' ') ?? [];
  const known = fieldFacts().enums.get(name);
  if (type !== 'ENUM' || !known) return [];
  const wrong = values.filter((value) => ![...known, 'UNSPECIFIED', 'UNKNOWN'].includes(value.toUpperCase()));
  return wrong.slice(0, 3).map((value) => {
    const meant = nearest(value, known);
    return `WHERE ${field}: ${value} is no value of it; ${meant ? `did you mean ${meant}?` : known.slice(0, 30).join(', ')}`;
  });
}

/** Which sides of a range a condition closes. */
function closes({ operator, values }: AskedCondition): { low: boolean; high: boolean } {
  const both = ['=', 'BETWEEN', 'DURING', 'IN'].includes(operator) && values.length > 0;
  return { low: both || operator.startsWith('>'), high: both || operator.startsWith('<') };
}

function isBounded(conditions: readonly AskedCondition[]): boolean {
  return conditions.some((one) => closes(one).low) && conditions.some((one) => closes(one).high);
}

function dateProblems({ fields, conditions }: AskedQuery): string[] {
  const dated = fields.find(isCoreDate);
  if (dated === undefined || isBounded(conditions.filter(({ field }) => isCoreDate(field)))) return [];
  return [`${dated} is selected: WHERE has to bound the days, such as segments.date DURING LAST_30_DAYS`];
}

/** Segments that must be selected together with another one. */
const NEEDS: readonly (readonly [field: string, needed: string])[] = [
  ['segments.ad_sub_network_type', 'segments.ad_network_type'],
  ['segments.adjusted_age_range', 'segments.adjusted_gender'],
  ['segments.adjusted_gender', 'segments.adjusted_age_range'],
];

function partnerProblems({ fields }: AskedQuery): string[] {
  return NEEDS.filter(([field, needed]) => fields.includes(field) && !fields.includes(needed)).map(
    ([field, needed]) => `${field} can only be selected together with ${needed}`,
  );
}

type Demand = (asked: AskedQuery) => string[];

const DEMANDS: Readonly<Record<string, Demand>> = {
  click_view: oneDay,
  change_event: changes('change_event.change_date_time', 30),
  change_status: changes('change_status.last_change_date_time', 90),
  campaign_search_term_insight: insights('campaign_search_term_insight', ['campaign_search_term_insight.campaign_id']),
  customer_search_term_insight: insights('customer_search_term_insight', []),
};

/** Two open conditions may still meet in one day: the platform judges those. */
function oneDay({ conditions }: AskedQuery): string[] {
  const days = conditions.filter(({ field }) => field === 'segments.date');
  const isOne = days.some(
    ({ operator, values: [first = '', second] }) =>
      operator === '=' ||
      (operator === 'IN' && second === undefined) ||
      (operator === 'BETWEEN' && first === second) ||
      (operator === 'DURING' && /^(?:TODAY|YESTERDAY)$/i.test(first)),
  );
  if (isOne || days.filter(({ operator }) => /^[<>]/.test(operator)).length > 1) return [];
  return ["FROM click_view needs exactly one day in WHERE, such as segments.date = '2026-01-31', at most 90 days back"];
}

const CHANGES_MAX = 10_000;

function changes(moment: string, days: number): Demand {
  return ({ from, conditions, limit }) => [
    ...(isBounded(conditions.filter(({ field }) => field === moment))
      ? []
      : [`FROM ${from} needs ${moment} bounded on both sides in WHERE, beginning at most ${days} days back`]),
    ...(limit === undefined || limit > CHANGES_MAX ? [`FROM ${from} needs LIMIT 1 to ${CHANGES_MAX}`] : []),
  ];
}

/** Search term insights are read for one campaign, and their terms for one category at a time. */
function insights(from: string, scope: readonly string[]): Demand {
  return ({ fields, conditions, orders, limit }) => {
    const opened = fields.some((field) => /^segments\.search_(?:subcategory|term)$/.test(field));
    const needed = [...scope, ...(opened ? [`${from}.id`] : [])];
    const isOne = (name: string) =>
      conditions.some(
        ({ field, operator, values }) => field === name && /^(?:=|IN)$/.test(operator) && values.length === 1,
      );
    const isCut =
      opened &&
      (limit !== undefined || orders.length > 0 || conditions.some(({ field }) => field.startsWith('metrics.')));
    return [
      ...needed.filter((name) => !isOne(name)).map((name) => `FROM ${from} needs one ${name} in WHERE`),
      ...(isCut ? [`FROM ${from} split by search terms takes no LIMIT, no ORDER BY and no metrics in WHERE`] : []),
    ];
  };
}
