/** What the published metadata says of a query, read here a second time: the emulator's reading is held against it. */
import { readFileSync } from 'node:fs';

interface Published {
  fields: Record<string, string>;
  resources: Record<
    string,
    { with?: string[]; metrics?: string[]; segments?: string[]; segmentingResources?: string[] }
  >;
  segmentMetrics: { segments: string[]; metrics: string[] }[];
  segmentSegments: Record<string, string[]>;
  noPairData: { metrics: string[]; segments: string[] };
}

const published: Published = JSON.parse(
  readFileSync(new URL('../../src/facts/search-fields.json', import.meta.url), 'utf8'),
);

export const EVERY_FIELD = Object.keys(published.fields);

export const flagsOf = (path: string): string => published.fields[path]?.split(' ')[1] ?? '';

const partsOf = (path: string) => {
  const dot = path.indexOf('.');
  return { owner: path.slice(0, dot), name: path.slice(dot + 1) };
};

/** Whether a resource offers a field. */
export function isOffered(from: string, path: string): boolean {
  const { owner, name } = partsOf(path);
  const { metrics = [], segments = [], with: attributed = [] } = published.resources[from]!;
  if (owner === 'metrics') return metrics.includes(name);
  if (owner === 'segments') return segments.includes(name);
  return owner === from || attributed.includes(owner);
}

/** Whether two fields can be selected together: attributes with anything, metrics with each other. */
export function standTogether(a: string, b: string): boolean {
  const [first, second] = [partsOf(a), partsOf(b)];
  if (first.owner === 'segments' && second.owner === 'segments')
    return (
      a === b ||
      ((published.segmentSegments[first.name]?.includes(second.name) ?? true) &&
        (published.segmentSegments[second.name]?.includes(first.name) ?? true))
    );
  const segment = [first, second].find(({ owner }) => owner === 'segments')?.name;
  const metric = [first, second].find(({ owner }) => owner === 'metrics')?.name;
  if (segment === undefined || metric === undefined) return true;
  const untold = published.noPairData;
  if (untold.metrics.includes(metric) || untold.segments.includes(segment)) return true;
  return published.segmentMetrics.some((group) => group.segments.includes(segment) && group.metrics.includes(metric));
}

interface Asked {
  from: string;
  select: string[];
  where: string[];
  orderBy: string[];
}

const CORE = ['date', 'week', 'month', 'quarter', 'year'].map((name) => `segments.${name}`);

/** Every reason to refuse a query; the platform tells one of them. */
export function reasonsAgainst({ from, select, where, orderBy }: Asked): Set<string> {
  const reasons = new Set<string>();
  const foreign = (path: string, clause: string) => {
    const { owner } = partsOf(path);
    if (owner === 'metrics') return 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE';
    if (owner === 'segments') return 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE';
    return `PROHIBITED_RESOURCE_TYPE_IN_${clause}_CLAUSE`;
  };
  for (const path of [...select, ...orderBy]) if (!isOffered(from, path)) reasons.add(foreign(path, 'SELECT'));
  for (const path of where) {
    if (!isOffered(from, path)) reasons.add(foreign(path, 'WHERE'));
    if (!flagsOf(path).includes('f')) reasons.add('PROHIBITED_FIELD_IN_WHERE_CLAUSE');
    const splits = path.startsWith('segments.') && !CORE.includes(path);
    const segmenting = published.resources[from]!.segmentingResources ?? [];
    if ((splits || segmenting.includes(partsOf(path).owner)) && !select.includes(path))
      reasons.add('EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE');
  }
  for (const path of orderBy) if (!flagsOf(path).includes('o')) reasons.add('PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE');
  const segments = select.filter((path) => path.startsWith('segments.'));
  for (const segment of segments) {
    if (segments.some((other) => !standTogether(segment, other)))
      reasons.add('PROHIBITED_FIELD_COMBINATION_IN_SELECT_CLAUSE');
    if ([...select, ...where].some((path) => path.startsWith('metrics.') && !standTogether(segment, path)))
      reasons.add('PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE');
  }
  for (const reason of incomplete(select, where)) reasons.add(reason);
  return reasons;
}

function incomplete(select: readonly string[], where: readonly string[]): string[] {
  const has = (path: string) => select.includes(path);
  // Days are asked for as a week or not at all.
  const people =
    !where.includes('segments.date') &&
    [...select, ...where].some((path) => /unique_users|frequency_per_user/.test(path));
  const alone =
    (has('segments.ad_sub_network_type') && !has('segments.ad_network_type')) ||
    has('segments.adjusted_age_range') !== has('segments.adjusted_gender') ||
    ((has('metrics.coviewed_impressions') || has('metrics.primary_impressions')) && !has('segments.adjusted_gender'));
  return [...(alone ? ['REQUIRED_SEGMENT_FIELD_MISSING'] : []), ...(people ? ['DATE_RANGE_TOO_WIDE'] : [])];
}
