import type { World } from '../../emulator.ts';
import { isObject } from '../../json.ts';
import { canSee, checkScope, openSession, type Session } from '../access.ts';
import { GraphError, missingObject, sandboxLacks, unknownPath } from '../errors.ts';
import { checkAccountActive } from '../rules/account-rules.ts';
import { isHandedOut } from '../rules/lead-access.ts';
import type { Usage } from '../rules/rate-limits.ts';
import { type GraphNode, isKind, type Store } from '../state.ts';
import type { Ctx, ListOperation, ReadOperation, WriteOperation } from './operation.ts';
import { isPlatformEdge } from './platform-names.ts';
import { readEdge, readNode } from './read.ts';
import { findOperation } from './registry.ts';
import type { GraphRequest } from './request.ts';
import { placeOf } from './served-paths.ts';

const NEWEST = 'v26.0';
const LIVE = new Set(['v25.0', NEWEST]);
/** Past their end for ads: calls are answered by the oldest living version, with a warning header. */
const UPGRADED = new Set(['v21.0', 'v22.0', 'v23.0', 'v24.0']);

export interface Graph {
  world: World;
  store: Store;
  usage: Usage;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Answers one call; every refusal is thrown as a GraphError. */
export function dispatch(graph: Graph, request: GraphRequest): Reply {
  const headers = versionHeaders(request.version);
  refuseRemovedProtocol(request);
  const path = request.segments.join('/');
  const open = { ...graph, params: request.params, files: request.files, version: request.version ?? NEWEST };
  const root = findOperation('Root', path, request.method);
  if (root && 'open' in root) return { status: 200, headers, body: root.open(open) };

  const ctx: Ctx = { ...open, session: caller(graph, request) };
  const { session } = ctx;
  if (root) {
    Object.assign(headers, graph.usage.count(session.app.id, undefined, path, request.method));
    return { status: 200, headers, body: run(ctx, root, session.app, path) };
  }

  const { node, operation } = target(ctx, request);
  const account = node.kind === 'AdAccount' ? node.id : node.links.account;
  Object.assign(headers, graph.usage.count(session.app.id, account, request.segments[1], request.method));
  checkScope(session, operation?.scopes ?? usualScopes(node, request.method));
  if (operation && 'write' in operation && operation.edge !== 'insights') checkAccountActive(graph.store, account);
  return { status: 200, headers, body: operation ? run(ctx, operation, node, path) : readNode(ctx, node) };
}

function caller(graph: Graph, request: GraphRequest): Session {
  if (request.token === undefined && request.segments[0] === 'me') {
    throw new GraphError(2500, 'An active access token must be used to query information about the current user.');
  }
  return openSession(graph.store, request.token, request.params, graph.world.now());
}

function versionHeaders(version: string | undefined): Record<string, string> {
  if (version === undefined || LIVE.has(version)) return { 'facebook-api-version': version ?? NEWEST };
  if (UPGRADED.has(version)) {
    return {
      'facebook-api-version': 'v25.0',
      'x-ad-api-version-warning': `The call has been auto-upgraded to v25.0 as ${version} has been deprecated.`,
    };
  }
  const number = Number(version.slice(1));
  if (number > 26) throw unknownPath(version);
  throw new GraphError(
    2635,
    `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: ${NEWEST}.`,
  );
}

function refuseRemovedProtocol({ segments, params }: GraphRequest): void {
  if (segments.length === 0 && params.has('ids'))
    throw new GraphError(100, '(#100) The parameter ids is no longer supported');
  if (params.has('date_format')) throw new GraphError(100, '(#100) The parameter date_format is no longer supported');
}

type NodeOperation = ListOperation | ReadOperation | WriteOperation;

const VERBS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

function target(
  ctx: Ctx,
  { segments, method }: GraphRequest,
): { node: GraphNode; operation: NodeOperation | undefined } {
  const [id, edge, ...rest] = segments;
  if (id === undefined)
    throw new GraphError(100, `Unsupported ${VERBS[method]} request.`, { type: 'GraphMethodException' });
  const node = ctx.store.find(id === 'me' ? ctx.session.token.subject : id);
  if (!node || !canSee(ctx.session, node) || isGone(ctx, node)) throw missingObject(id, VERBS[method]);
  const path = [edge, ...rest].filter((part) => part !== undefined).join('/');
  const operation = findOperation(node.kind, path, method) as NodeOperation | undefined;
  if (operation || (path === '' && method === 'GET')) return { node, operation };
  if (isPlatformEdge(node.kind, method, path)) throw sandboxLacks(`${method} ${placeOf(node.kind, path)}`);
  if (path === '') throw missingObject(id, VERBS[method]);
  throw unknownPath(path);
}

/** Campaigns, ad sets, ads and creatives can be read after their deletion; these cannot. */
function isGone(ctx: Ctx, node: GraphNode): boolean {
  if (isKind(node, 'CustomAudience') || isKind(node, 'CustomConversion')) return node.data.deleted === true;
  if (isKind(node, 'Lead')) return !isHandedOut(ctx, node.data);
  return (isKind(node, 'AdVideo') || isKind(node, 'AdImage')) && node.data.status === 'DELETED';
}

function usualScopes(node: GraphNode, method: GraphRequest['method']): string[] {
  if (node.kind === 'Business' || node.kind === 'SystemUser') return method === 'GET' ? [] : ['business_management'];
  if (node.kind === 'Lead') return ['leads_retrieval'];
  if (node.kind !== 'AdAccount' && node.links.account === undefined) return [];
  return method === 'GET' ? ['ads_read', 'ads_management'] : ['ads_management'];
}

function run(ctx: Ctx, operation: NodeOperation, node: GraphNode, path: string): unknown {
  if ('list' in operation) return readEdge(ctx, node, operation, path);
  if ('read' in operation) return operation.read(ctx, node);
  return write(ctx, operation, node);
}

class ValidatedOnly extends Error {}

/** Validation and writing are one path: validate-only does the whole work and then takes it back. */
function write(ctx: Ctx, operation: WriteOperation, node: GraphNode): unknown {
  const validateOnly = ctx.params.words('execution_options')?.includes('validate_only') ?? false;
  try {
    const answer = ctx.world.change((record) => {
      const result = operation.write(ctx, node, record);
      if (validateOnly) throw new ValidatedOnly();
      return result;
    });
    return readAfterWrite(ctx, operation, node, answer);
  } catch (error) {
    if (error instanceof ValidatedOnly) return { success: true };
    throw error;
  }
}

/** `fields` on a write gives the written node back; on other calls, such as starting a report, it means something else. */
function readAfterWrite(ctx: Ctx, operation: WriteOperation, node: GraphNode, answer: unknown): unknown {
  if (!ctx.params.has('fields') || !isObject(answer)) return answer;
  const id = typeof answer.id === 'string' ? answer.id : operation.edge === undefined ? node.id : undefined;
  const written = id === undefined ? undefined : ctx.store.find(id);
  return written ? { ...answer, ...readNode(ctx, written) } : answer;
}
