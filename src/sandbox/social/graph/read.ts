import { isObject } from '../../json.ts';
import { count, filtered, openCursor, readPage, type Source, sealCursor } from '../../paging.ts';
import { canSee } from '../access.ts';
import { badParameter, GraphError, sandboxLacks } from '../errors.ts';
import { GraphNode } from '../state.ts';
import { parseFields, type Selected } from './field-selection.ts';
import type { Ctx, ListOperation, NodeType, Row } from './operation.ts';
import { own, Params } from './params.ts';
import { isPlatformEdge, isPlatformField } from './platform-names.ts';
import { listOperation, nodeTypes } from './registry.ts';

/** An edge may add fields that the nodes on it do not have by themselves. */
export function readNode(ctx: Ctx, node: GraphNode, fields = fieldText(ctx), onEdge?: Partial<NodeType>): Row {
  const defaults = onEdge?.defaults ?? nodeTypes[node.kind].defaults;
  const selected = fields === undefined ? defaults.map(plainField) : parseFields(fields);
  const answer: Row = {};
  for (const field of selected) {
    const added = own(onEdge?.fields ?? {}, field.name);
    const value = added ? shape(ctx, added(ctx, node), field) : readField(ctx, node, field);
    if (value !== undefined) answer[field.key] = value;
  }
  return { ...answer, id: node.id };
}

const plainField = (name: string): Selected => ({ name, key: name, modifiers: {}, inner: undefined });

/** A comma list, or a JSON array of the same. */
function fieldText(ctx: Ctx): string | undefined {
  const text = ctx.params.text('fields');
  return text?.trimStart().startsWith('[') ? ctx.params.words('fields')?.join(',') : text || undefined;
}

function readField(ctx: Ctx, node: GraphNode, field: Selected): unknown {
  if (field.name === 'id') return node.id;
  const resolve = own(nodeTypes[node.kind].fields, field.name);
  if (resolve) return shape(ctx, resolve(ctx, node), field);
  const edge = listOperation(node.kind, field.name);
  if (edge) return readNestedEdge(ctx, node, edge, field);
  if (isPlatformField(node.kind, field.name) || isPlatformEdge(node.kind, 'GET', field.name))
    throw sandboxLacks(`the field ${field.name} of ${node.kind}`);
  throw badParameter(`Tried accessing nonexisting field (${field.name}) on node type (${node.kind})`);
}

/** A node or a plain object can be narrowed by `{…}`. */
function shape(ctx: Ctx, value: unknown, field: Selected): unknown {
  if (value instanceof GraphNode) return readNode(ctx, value, field.inner ?? 'id');
  if (field.inner === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => shape(ctx, item, field));
  if (!isObject(value)) return value;
  const kept = parseFields(field.inner).filter(({ name }) => Object.hasOwn(value, name));
  return Object.fromEntries(kept.map((inner) => [inner.key, shape(ctx, value[inner.name], inner)]));
}

function readNestedEdge(ctx: Ctx, node: GraphNode, edge: ListOperation, field: Selected): Row | undefined {
  const fields: [string, unknown][] = field.inner === undefined ? [] : [['fields', field.inner]];
  const params = new Params([...Object.entries(field.modifiers), ...fields]);
  const answer = readEdge({ ...ctx, params }, node, edge, `${node.id}/${edge.edge}`);
  return (answer.data as unknown[]).length === 0 ? undefined : answer;
}

/** `listing` is the path the caller used: page links lead back to it. */
export function readEdge(ctx: Ctx, node: GraphNode, edge: ListOperation, listing: string): Row {
  const { usual, most } = edge.limit ?? { usual: 25, most: 1000 };
  const limit = ctx.params.integer('limit') ?? usual;
  if (limit < 1) throw badParameter('Param limit must be greater than 0', 'limit');
  if (limit > most)
    throw new GraphError(1, "Please reduce the amount of data you're asking for, then retry your request", {
      status: 500,
    });
  const source = visible(ctx, edge.list(ctx, node));
  const after = readCursor(ctx.params.text('after'), listing);
  const before = readCursor(ctx.params.text('before'), listing);
  const page = readPage(source, limit, after, before);
  return {
    data: page.items.map((item) =>
      item instanceof GraphNode ? readNode(ctx, item, fieldText(ctx), edge.nodes) : item,
    ),
    ...(page.first !== undefined && { paging: pagingOf(ctx, listing, page) }),
    ...(ctx.params.has('summary') && { summary: edge.summary?.(ctx, node) ?? { total_count: count(source) } }),
  };
}

function readCursor(cursor: string | undefined, listing: string): number | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const place = openCursor(cursor, listing);
  if (place !== undefined) return Number(place);
  throw new GraphError(
    listing.endsWith('/insights') ? 2642 : 100,
    '(#100) Invalid cursor. The cursor does not belong to this query.',
  );
}

/** A list never shows what the caller could not read by id. */
function visible(ctx: Ctx, source: Source<GraphNode | Row>): Source<GraphNode | Row> {
  return filtered(source, (item) => !(item instanceof GraphNode) || canSee(ctx.session, item));
}

function pagingOf(
  ctx: Ctx,
  listing: string,
  page: { first: number | undefined; last: number | undefined; hasNext: boolean; hasPrevious: boolean },
): Row {
  const before = sealCursor(String(page.first), listing);
  const after = sealCursor(String(page.last), listing);
  return {
    cursors: { before, after },
    ...(page.hasNext && { next: pageLink(ctx, listing, { after }) }),
    ...(page.hasPrevious && { previous: pageLink(ctx, listing, { before }) }),
  };
}

/** Absolute, with the caller's parameters and token, as the platform does it. */
function pageLink(ctx: Ctx, listing: string, cursor: Record<string, string>): string {
  const query = new URLSearchParams();
  query.set('access_token', ctx.session.token.token);
  for (const [name, value] of ctx.params.entries()) {
    if (name === 'after' || name === 'before' || name === 'method' || name === 'access_token') continue;
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, value] of Object.entries(cursor)) query.set(name, value);
  return `${ctx.world.origin('social')}/${ctx.version}/${listing}?${query}`;
}
