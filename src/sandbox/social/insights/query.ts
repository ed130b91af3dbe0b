import { dayIn } from '../../calendar.ts';
import { badParameter, GraphError } from '../errors.ts';
import { type Filter, readFilters } from '../graph/filtering.ts';
import { deletedAsked } from '../graph/listing.ts';
import type { Params } from '../graph/params.ts';
import type { GraphNode } from '../state.ts';
import { WINDOWS } from './actions.ts';
import { BREAKDOWNS, type Breakdown, readBreakdown } from './breakdowns.ts';
import { checkColumns, isColumn, LEVELS, type Level } from './columns.ts';
import { type DateRange, readPeriods } from './dates.ts';

export interface InsightsQuery {
  level: Level;
  /** The node's own level: below it, rows of deleted and archived objects are hidden. */
  own: Level;
  runs: DateRange[][];
  fields: string[];
  breakdown: Breakdown;
  windows: string[];
  filters: Filter[];
  sort: { column: string; action: string | undefined; descending: boolean } | undefined;
  today: string;
}

const OWN_LEVEL: Record<string, Level> = { AdAccount: 'account', Campaign: 'campaign', AdSet: 'adset', Ad: 'ad' };
const ACTION_BREAKDOWNS =
  'action_type action_device action_destination action_target_id action_reaction action_video_sound action_video_type action_carousel_card_id action_carousel_card_name action_canvas_component_name conversion_destination'.split(
    ' ',
  );

export function readQuery(params: Params, node: GraphNode, zone: string, now: number): InsightsQuery {
  const own = OWN_LEVEL[node.kind]!;
  const level = params.oneOf('level', LEVELS) ?? own;
  if (LEVELS.indexOf(level) < LEVELS.indexOf(own))
    throw new GraphError(1, 'An unknown error occurred', { subcode: 99 });
  params.wordsOf('action_breakdowns', ACTION_BREAKDOWNS);
  const fields = params.words('fields') ?? defaultFields(level);
  checkColumns(fields);
  const breakdown = readBreakdown(params.wordsOf('breakdowns', BREAKDOWNS) ?? []);
  if (breakdown.hourly) refuseByHour(fields);
  const today = dayIn(now, zone);
  return {
    level,
    own,
    runs: readPeriods(params, today),
    fields,
    breakdown,
    windows: params.wordsOf('action_attribution_windows', WINDOWS) ?? [],
    filters: checkedFilters(params),
    sort: readSort(params),
    today,
  };
}

function checkedFilters(params: Params): Filter[] {
  const filters = readFilters(params);
  if (filters.some(({ field, value }) => field.endsWith('effective_status') && [value].flat().includes('DELETED')))
    throw deletedAsked();
  return filters;
}

function defaultFields(level: Level): string[] {
  return ['account_id', ...(level === 'account' ? [] : [`${level}_id`]), 'impressions', 'spend'];
}

function refuseByHour(fields: readonly string[]): void {
  const odd = fields.find((name) => name.startsWith('unique_') || name.startsWith('video_'));
  if (odd !== undefined) throw badParameter(`${odd} cannot be used with hourly breakdowns`, 'fields');
}

function readSort(params: Params): InsightsQuery['sort'] {
  const wanted = params.words('sort')?.[0];
  if (wanted === undefined) return undefined;
  const [, column, action, direction] = /^([a-z_0-9]+?)(?::([\w.]+?))?_(ascending|descending)$/.exec(wanted) ?? [];
  if (column === undefined || !(isColumn(column) || column.startsWith('date_')))
    throw badParameter(`Param sort: ${wanted} is not sortable`, 'sort');
  return { column, action, descending: direction === 'descending' };
}
