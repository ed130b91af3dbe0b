import { filtered } from '../../paging.ts';
import { GraphError } from '../errors.ts';
import { createNode, saveNode } from '../graph/changes.ts';
import { passes, readFilters } from '../graph/filtering.ts';
import { type Ctx, type Operation, ofKind, type Recorder, stored } from '../graph/operation.ts';
import { own } from '../graph/params.ts';
import { audienceChanges, newAudience } from '../rules/audience-rules.ts';
import { changePeople } from '../rules/customer-list-rules.ts';
import { replan } from '../rules/delivery.ts';
import { audiencesOf } from '../rules/derived-status.ts';
import type { GraphNode } from '../state.ts';

const audience = ofKind('CustomAudience');
const account = ofKind('AdAccount');
const READY = { code: 200, description: 'This audience is ready for use.' };

export const audienceType = audience.type([], {
  ...stored(
    'name',
    'description',
    'subtype',
    'customer_file_source',
    'retention_days',
    'pixel_id',
    'is_value_based',
    'opt_out_link',
  ),
  account_id: (_, { links }) => links.account!.slice('act_'.length),
  rule: (_, { data }) => (data.rule === undefined ? undefined : JSON.stringify(data.rule)),
  lookalike_spec: (ctx, node) => lookalikeAsRead(ctx, node),
  lookalike_audience_ids: (ctx, node) => lookalikesOf(ctx, node).map(({ id }) => id),
  approximate_count_lower_bound: (ctx, node) => bounds(ctx, node)[0],
  approximate_count_upper_bound: (ctx, node) => bounds(ctx, node)[1],
  data_source: (_, { data }) => dataSource(data.subtype),
  delivery_status: (ctx, node) => deliveryStatus(ctx, node),
  operation_status: (ctx, node) => operationStatus(ctx, node),
  permission_for_actions: () => ({
    can_edit: true,
    can_see_insight: true,
    can_share: true,
    subtype_supports_lookalike: true,
    supports_recipient_lookalike: false,
  }),
  time_created: (_, { data }) => Math.floor(data.created / 1000),
  time_updated: (_, { data }) => Math.floor(data.updated / 1000),
  time_content_updated: (_, { data }) => Math.floor(data.populated / 1000),
  delete_time: () => 0,
});

function lookalikeAsRead(ctx: Ctx, { data }: GraphNode<'CustomAudience'>): unknown {
  if (!data.lookalike_spec) return undefined;
  const seed = data.origin === undefined ? undefined : ctx.store.need('CustomAudience', data.origin);
  const origin = seed && [
    { id: seed.id, name: seed.data.name, type: 'custom_audience', ...(seed.data.deleted && { deleted: true }) },
  ];
  return { ...data.lookalike_spec, ...(origin && { origin }) };
}

function lookalikesOf(ctx: Ctx, node: GraphNode<'CustomAudience'>): GraphNode<'CustomAudience'>[] {
  return ctx.store
    .all('CustomAudience', { account: node.links.account! })
    .filter(({ data }) => data.origin === node.id && !data.deleted);
}

function populating(ctx: Ctx, { data }: GraphNode<'CustomAudience'>): boolean {
  return ctx.world.now() < data.populated;
}

/** Rounded bounds; small audiences say 1000, unknown ones −1. */
function bounds(ctx: Ctx, node: GraphNode<'CustomAudience'>): [number, number] {
  if (populating(ctx, node)) return [-1, -1];
  const lower = Math.max(1000, roundedDown(node.data.people));
  return node.data.people < 1000 ? [1000, 1000] : [lower, roundedDown(Math.ceil(lower * 1.176))];
}

export function roundedDown(people: number): number {
  const step = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(1, people))) - 1);
  return Math.floor(people / step) * step;
}

function dataSource(subtype: string): { type: string; sub_type: string } {
  if (subtype === 'WEBSITE') return { type: 'EVENT_BASED', sub_type: 'WEB_PIXEL_COMBINATION_EVENTS' };
  if (subtype === 'LOOKALIKE') return { type: 'THIRD_PARTY_IMPORTED', sub_type: 'ANYTHING' };
  return subtype === 'CUSTOM'
    ? { type: 'FILE_IMPORTED', sub_type: 'HASHES' }
    : { type: 'EVENT_BASED', sub_type: 'ENGAGEMENT_EVENT_USERS' };
}

function deliveryStatus(ctx: Ctx, node: GraphNode<'CustomAudience'>): unknown {
  if (populating(ctx, node))
    return { code: 200, description: 'This audience is being populated and can already be used.' };
  return node.data.people < 100
    ? { code: 300, description: 'Audience too small: an audience needs at least 100 people.' }
    : READY;
}

function operationStatus(ctx: Ctx, node: GraphNode<'CustomAudience'>): unknown {
  if (populating(ctx, node)) return { code: 441, description: 'The audience is being populated.' };
  if (node.data.subtype === 'CUSTOM' && node.data.people === 0)
    return { code: 410, description: 'No uploads were made to this audience.' };
  return { code: 200, description: 'Normal' };
}

function remove(ctx: Ctx, node: GraphNode<'CustomAudience'>, record: Recorder): unknown {
  const lookalikes = lookalikesOf(ctx, node);
  if (lookalikes.length > 0) {
    const ids = lookalikes.map(({ id }) => id).join(', ');
    throw new GraphError(2656, `(#2656) The audience has lookalikes and cannot be deleted: ${ids}`, { status: 400 });
  }
  node.data = { ...node.data, deleted: true, updated: ctx.world.now() };
  saveNode(ctx, record, node, { deleted: true }, 'delete');
  for (const campaign of new Set(usersOf(ctx, node).map(({ links }) => links.campaign!)))
    replan(ctx.store, campaign, ctx.world.now());
  return { success: true };
}

function usersOf(ctx: Ctx, node: GraphNode<'CustomAudience'>): GraphNode<'AdSet'>[] {
  return ctx.store
    .all('AdSet', { account: node.links.account! })
    .filter((adSet) => adSet.data.status !== 'DELETED' && audiencesOf(adSet).includes(node.id));
}

export const operations: Operation[] = [
  account.list('customaudiences', (ctx, node) => {
    const filters = readFilters(ctx.params);
    return filtered(ctx.store.list('CustomAudience', { account: node.id }), ({ id, data }) => {
      const values: Record<string, unknown> = { ...data, id };
      return !data.deleted && filters.every((filter) => passes(filter, own(values, filter.field)));
    });
  }),
  account.create('customaudiences', (ctx, node, record) => ({
    id: createNode(ctx, record, 'CustomAudience', { account: node.id }, newAudience(ctx, node)).id,
  })),
  audience.update((ctx, node, record) => {
    const changes = audienceChanges(ctx, node);
    node.data = { ...node.data, ...changes, updated: ctx.world.now() };
    saveNode(ctx, record, node, changes);
    return { success: true };
  }),
  audience.remove(remove),
  audience.create('users', (ctx, node, record) => changePeople(ctx, node, record, 'add')),
  audience.remove((ctx, node, record) => changePeople(ctx, node, record, 'remove'), 'users'),
  audience.list('ads', (ctx, node) => {
    const adSets = new Set(usersOf(ctx, node).map(({ id }) => id));
    return filtered(
      ctx.store.list('Ad', { account: node.links.account! }),
      ({ data, links }) => data.status !== 'DELETED' && adSets.has(links.adset!),
    );
  }),
  audience.list('adaccounts', (ctx, node) =>
    filtered(ctx.store.list('AdAccount'), ({ id }) => id === node.links.account),
  ),
];
