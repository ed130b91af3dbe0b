import { filtered, type Source } from '../../paging.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { type Delivering, effectiveStatus } from '../rules/derived-status.ts';
import type { GraphNode, Links } from '../state.ts';
import { type Filter, passes, readFilters } from './filtering.ts';
import type { Ctx, Row } from './operation.ts';

export const ADS_LIMIT = { usual: 25, most: 500 };

const STATUSES =
  'ACTIVE PAUSED DELETED PENDING_REVIEW DISAPPROVED PREAPPROVED PENDING_BILLING_INFO CAMPAIGN_PAUSED ARCHIVED ADSET_PAUSED IN_PROCESS WITH_ISSUES'.split(
    ' ',
  );

/** Campaigns, ad sets or ads under a parent, as filters ask; archived ones only on demand, deleted ones never. */
export function listDelivering(ctx: Ctx, kind: 'Campaign' | 'AdSet' | 'Ad', links: Links): Source<GraphNode> {
  const filters = readFilters(ctx.params).map((filter) => checked(kind, filter));
  const statuses = ctx.params.wordsOf('effective_status', STATUSES) ?? statusFilter(kind, filters);
  if (statuses?.includes('DELETED') || filters.some(asksForDeleted)) throw deletedAsked();
  const since = ctx.params.time('updated_since');
  const keep = (node: Delivering) => {
    const status = effectiveStatus(ctx, node);
    if (statuses ? !statuses.includes(status) : status === 'DELETED' || status === 'ARCHIVED') return false;
    if (since !== undefined && node.data.updated < since) return false;
    return filters.every((filter) => passes(filter, filterValue(ctx, node, filter.field)));
  };
  return filtered(ctx.store.list(kind, links) as Source<Delivering>, keep) as Source<GraphNode>;
}

export function deletedAsked() {
  return ruleBroken(
    1815001,
    'Deleted Objects Cannot Be Listed',
    'Objects with the DELETED status cannot be queried through an edge.',
  );
}

function isOfStatus({ field, operator }: Filter): boolean {
  return field.endsWith('effective_status') && (operator === 'IN' || operator === 'EQUAL');
}

function asksForDeleted(filter: Filter): boolean {
  return isOfStatus(filter) && [filter.value].flat().includes('DELETED');
}

/** The statuses that a filter asks of the listed objects themselves; one about their parents says nothing of them. */
function statusFilter(kind: string, filters: readonly Filter[]): string[] | undefined {
  const filter = filters.find((one) => {
    const [level] = split(one.field);
    return isOfStatus(one) && (level === undefined || LEVELS[level as keyof typeof LEVELS] === kind);
  });
  return filter && [filter.value].flat().map(String);
}

const FILTERABLE = new Set(
  'id name status configured_status effective_status objective buying_type daily_budget lifetime_budget spend_cap optimization_goal billing_event bid_strategy created_time updated_time start_time end_time is_dynamic_creative'.split(
    ' ',
  ),
);
const LEVELS = { campaign: 'Campaign', adset: 'AdSet', ad: 'Ad' } as const;

function checked(kind: string, filter: Filter): Filter {
  const [level, name] = split(filter.field);
  if (FILTERABLE.has(name) && (level === undefined || Object.hasOwn(LEVELS, level))) return filter;
  throw badParameter(
    `Filtering field '${filter.field}' with operation '${filter.operator.toLowerCase()}' is not supported on ${kind}`,
    'filtering',
  );
}

function split(field: string): [string | undefined, string] {
  const at = field.indexOf('.');
  return at < 0 ? [undefined, field] : [field.slice(0, at), field.slice(at + 1)];
}

function filterValue(ctx: Ctx, node: Delivering, field: string): unknown {
  const [level, name] = split(field);
  const kind = level === undefined ? node.kind : LEVELS[level as keyof typeof LEVELS];
  const owner = kind === node.kind ? node : parent(ctx, node, kind);
  if (!owner) return undefined;
  if (name === 'id') return owner.id;
  if (name === 'effective_status') return effectiveStatus(ctx, owner);
  const data = owner.data as unknown as Row;
  if (name === 'configured_status') return data.status;
  if (name.endsWith('_time'))
    return seconds(data[name === 'created_time' || name === 'updated_time' ? name.slice(0, -5) : name]);
  return data[name];
}

function parent(ctx: Ctx, { links }: Delivering, kind: 'Campaign' | 'AdSet' | 'Ad'): Delivering | undefined {
  if (kind === 'Campaign' && links.campaign !== undefined) return ctx.store.need(kind, links.campaign);
  return kind === 'AdSet' && links.adset !== undefined ? ctx.store.need(kind, links.adset) : undefined;
}

function seconds(ms: unknown): number | undefined {
  return typeof ms === 'number' ? Math.floor(ms / 1000) : undefined;
}
