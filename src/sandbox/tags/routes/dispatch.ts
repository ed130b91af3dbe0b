import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Effect, World } from '../../emulator.ts';
import { isObject } from '../../json.ts';
import { bodyJson, pathOf } from '../../request-parts.ts';
import { authenticate, type Caller, checkAdmin, checkScopes, openAccount, openContainer } from '../access.ts';
import { badRequest, quotaExceeded, TagsError } from '../errors.ts';
import { Quota } from '../rules/quota.ts';
import type { Container, Permission } from '../state/shapes.ts';
import { readSwitch } from '../state/switches.ts';
import { Store } from '../state.ts';
import { readQuery } from './query.ts';
import { type Call, NOTHING, type Route } from './route.ts';

export const PREFIX = '/tagmanager/v2/';

interface Matched {
  route: Route;
  params: Record<string, string>;
}

/** All calls go through one route, because their paths have verbs after a colon that the router takes for names. */
export function mountRoutes(
  app: FastifyInstance,
  world: World,
  routes: readonly Route[],
  absent: readonly { method: string; path: string }[],
): void {
  const match = matcher(routes);
  const isAbsent = matcher(absent.map((call) => ({ ...call, path: call.path.slice(PREFIX.length) })));
  const quota = new Quota();
  app.all(`${PREFIX}*`, (request, reply) => {
    const found = match(request);
    if (!found && isAbsent(request)) {
      throw new TagsError(
        501,
        'notImplemented',
        `The sandbox does not have ${request.method} ${pathOf(request)}. The platform does.`,
      );
    }
    if (!found) return reply.callNotFound();
    const caller = authenticate(world, request);
    const over = quota.take(caller, world.now());
    if (over) throw quotaExceeded(over, readSwitch(world.db, 'quota_status'));
    return answer(world, request, reply, found, caller);
  });
}

function answer(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  { route, params }: Matched,
  caller: Caller,
) {
  checkScopes(caller, route.scopes);
  const query = readQuery(request.url, route.query ?? []);
  const store = new Store(world);
  const opened = open(store, caller, route, params);
  const body = bodyJson(request, () => badRequest('Invalid JSON payload received. Parse error.'));
  if (!isObject(body)) throw badRequest('Invalid JSON payload received. The root of the payload must be an object.');
  const serve = (record: (effect: Effect) => void) =>
    route.serve({ world, store, caller, ...opened, params, query, body, record });
  const served = route.changes ? world.change(serve) : serve(() => {});
  if (served === NOTHING) {
    const status = route.method === 'DELETE' ? Number(readSwitch(world.db, 'delete_answer')) : 204;
    return reply.code(status).send();
  }
  const indent = query.get('prettyPrint') === 'false' ? 0 : 2;
  return reply.type('application/json; charset=UTF-8').send(JSON.stringify(served, null, indent));
}

function open(
  store: Store,
  caller: Caller,
  route: Route,
  params: Record<string, string>,
): Pick<Call, 'place' | 'permission' | 'container'> {
  const { account = '', container = '', workspace } = params;
  const place = { account, container, ...(workspace !== undefined && { workspace }) };
  const none = { place, permission: undefined as unknown as Permission, container: undefined as unknown as Container };
  if (!account) return none;
  const permission = openAccount(store, caller, account);
  if (!container) {
    if (route.right === 'admin') checkAdmin(permission);
    return { ...none, permission };
  }
  const needed = route.right === 'admin' || route.right === 'none' ? 'read' : route.right;
  const opened = openContainer(store, permission, place, needed);
  if (route.right === 'admin') checkAdmin(permission);
  if (route.features?.some((feature) => !opened.features[feature])) {
    throw badRequest('This operation is not supported for this type of container.');
  }
  return { place, permission, container: opened };
}

function matcher<R extends { method: string; path: string }>(routes: readonly R[]) {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return (request: FastifyRequest): { route: R; params: Record<string, string> } | undefined => {
    const path = decodeURIComponent(pathOf(request).slice(PREFIX.length));
    for (const { route, pattern } of patterns) {
      const groups = route.method === request.method ? pattern.exec(path) : null;
      if (groups) return { route, params: { ...groups.groups } };
    }
    return undefined;
  };
}

/** `accounts/{account}:verb` as the paths it stands for. */
function patternOf(path: string): RegExp {
  const source = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)');
  return new RegExp(`^${source}$`);
}
