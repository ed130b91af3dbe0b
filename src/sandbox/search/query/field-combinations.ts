import { resourceNamed } from '../catalogue/facts.ts';
import type { QueryField } from '../catalogue/fields.ts';
import { goTogether, splitsMetric } from '../catalogue/pairs.ts';
import { CORE_DATES } from './dates.ts';
import { queryError } from './tokens.ts';

/** Segments that mean something only beside others, and the metrics that need segments. */
const NEEDED: readonly { field: string; others: readonly string[] }[] = [
  { field: 'segments.ad_sub_network_type', others: ['segments.ad_network_type'] },
  { field: 'segments.adjusted_age_range', others: ['segments.adjusted_gender'] },
  { field: 'segments.adjusted_gender', others: ['segments.adjusted_age_range'] },
  { field: 'metrics.coviewed_impressions', others: ['segments.adjusted_age_range', 'segments.adjusted_gender'] },
  { field: 'metrics.primary_impressions', others: ['segments.adjusted_age_range', 'segments.adjusted_gender'] },
];

/** Checks combinations: filtered but unselected fields, segments with metrics, segments with segments. */
export function checkCombinations(from: string, select: readonly QueryField[], filtered: readonly QueryField[]): void {
  const selected = new Set(select.map(({ path }) => path));
  const { segmenting } = resourceNamed(from)!;
  for (const field of filtered) {
    const splits = (field.category === 'SEGMENT' && !(field.path in CORE_DATES)) || segmenting.includes(field.owner);
    if (splits && !selected.has(field.path)) throw notSelected(field.path, 'WHERE');
  }
  const segments = select.filter(({ category }) => category === 'SEGMENT');
  const metrics = [...select, ...filtered].filter(({ category }) => category === 'METRIC');
  for (const segment of segments) checkSegment(segment, segments, metrics);
  for (const { field, others } of NEEDED) {
    const missing = selected.has(field) ? others.find((other) => !selected.has(other)) : undefined;
    if (missing)
      throw queryError(
        'REQUIRED_SEGMENT_FIELD_MISSING',
        `'${field}' must be selected together with '${missing}'.`,
        field,
      );
  }
}

const nameOf = ({ steps }: QueryField): string => steps.join('.');

function checkSegment(segment: QueryField, segments: readonly QueryField[], metrics: readonly QueryField[]): void {
  const metric = metrics.find((each) => !splitsMetric(nameOf(segment), nameOf(each)));
  if (metric) {
    throw queryError(
      'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      `segment '${segment.path}' cannot be combined with metric '${metric.path}'.`,
      segment.path,
    );
  }
  const other = segments.find((each) => each !== segment && !goTogether(nameOf(segment), nameOf(each)));
  if (other) {
    throw queryError(
      'PROHIBITED_FIELD_COMBINATION_IN_SELECT_CLAUSE',
      `segment '${segment.path}' cannot be combined with segment '${other.path}'.`,
      segment.path,
    );
  }
}

export function notSelected(path: string, clause: string): Error {
  return queryError(
    'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    `field '${path}' is used in the ${clause} clause and must be present in SELECT clause.`,
    path,
  );
}
