import type { Settings } from '../config.ts';
import { type AuthorizationRoute, authorizationRoute } from './authorization-route.ts';
import { clientAddress } from './client-address.ts';
import { isPreflight, preflight } from './cors.ts';
import type { Exchange } from './exchange.ts';
import { framingGuard } from './framing-guard.ts';
import { type Guard, inOrder } from './guards.ts';
import { authenticator, keyGuard } from './key-guard.ts';
import { leadPushRoute } from './lead-push-route.ts';
import type { LoadGuard } from './load-guard.ts';
import { mcpRoute } from './mcp-route.ts';
import { hostGuard, originGuard } from './origin-guard.ts';
import { pageRoute } from './page.ts';
import { resourceDocument, serverDocument } from './pages/sign-in-documents.ts';
import { type PeopleRoute, peopleRoute } from './people-route.ts';
import { rateGuard } from './rate-guard.ts';
import { noSuchAddress, tooLarge, wrongMethod } from './refusals.ts';
import type { ServerParts } from './server-parts.ts';
import type { SignInPlaces } from './sign-in-places.ts';

interface Route {
  path: string;
  method: 'GET' | 'POST';
  run: Guard;
  preflight: Guard;
  /** Answered even when the service is at its limit of requests. */
  always: boolean;
}

/** Answers every request. The order of checks is: framing, load, address, method, size, origin, key, rate, then the body. */
export function router(parts: ServerParts, load: LoadGuard): Guard {
  const { settings } = parts;
  const addressOf = clientAddress(settings.trustProxy);
  const people = parts.people && peopleRoute(parts.people, originGuard(settings), addressOf);
  const signIn = parts.signIn && authorizationRoute(parts.signIn, hostGuard(settings), addressOf);
  const pushes = parts.leadPushes && leadPushRoute(parts.leadPushes, hostGuard(settings), addressOf);
  const routes = routesOf(parts, load);
  return inOrder(framingGuard, (exchange) => routeOf(routes, [signIn, pushes, people], load, exchange)(exchange));
}

function routeOf(
  routes: ReadonlyMap<string, Route>,
  others: readonly (PeopleRoute | AuthorizationRoute | undefined)[],
  load: LoadGuard,
  exchange: Exchange,
): Guard {
  const route = routes.get(exchange.path);
  load.closingGuard(exchange);
  if (route?.always !== true) load.limitGuard(exchange);
  if (route === undefined) {
    const other = others.find((one) => one?.concerns(exchange));
    if (other) return other.run;
    throw noSuchAddress();
  }
  const { method = '' } = exchange.request;
  exchange.route = route.path;
  if (method === route.method || (method === 'HEAD' && route.method === 'GET')) return route.run;
  if (isPreflight(exchange)) return route.preflight;
  throw wrongMethod(route.method === 'GET' ? 'GET, HEAD' : route.method);
}

/** Every address for programs, with its guards. */
function routesOf(parts: ServerParts, load: LoadGuard): ReadonlyMap<string, Route> {
  const { settings, endpoints, pages, keys, rate, log, freshId } = parts;
  const places = parts.signIn?.places;
  const { bodyBytesMax } = settings;
  const origin = originGuard(settings);
  const addressOf = clientAddress(settings.trustProxy);
  const key = keyGuard({ ...keys, places, addressOf, log });
  const known = inOrder(sizeGuard(bodyBytesMax), origin, key, load.keyGuard);
  const guarded = inOrder(known, rateGuard(rate));
  const routes = new Map<string, Route>();
  const add = (segments: readonly string[], route: Omit<Route, 'path' | 'preflight'>) => {
    for (const name of namesOf(segments[0] ?? '', settings)) {
      const path = `/${[name, ...segments.slice(1)].join('/')}`;
      routes.set(path, { ...route, path, preflight: preflight(origin, route.method) });
    }
  };
  const authenticate = authenticator({ ...keys, places });
  for (const endpoint of endpoints) {
    const run = mcpRoute(endpoint, { bodyBytesMax, rate, log, authenticate, freshId: () => freshId('call') });
    add(endpoint.address === '' ? ['mcp'] : [endpoint.address, 'mcp'], {
      method: 'POST',
      run: inOrder(known, run),
      always: false,
    });
  }
  for (const page of pages) {
    const run = inOrder(page.guarded ? guarded : origin, pageRoute(page));
    add(page.path.slice(1).split('/'), { method: 'GET', run, always: page.always ?? false });
  }
  if (places) addDocuments(routes, places, hostGuard(settings));
  return routes;
}

/** What clients read before they sign in, from any site: of the server, of the service as a whole, and of each tool address. */
function addDocuments(routes: Map<string, Route>, places: SignInPlaces, host: Guard): void {
  const protectedPaths = [
    '',
    ...[...routes.values()].filter(({ method }) => method === 'POST').map(({ path }) => path),
  ];
  for (const page of [serverDocument(places), ...protectedPaths.map((path) => resourceDocument(places, path))]) {
    const run = inOrder(host, pageRoute(page));
    const answerPreflight = preflight(host, 'GET', '*');
    routes.set(page.path, { path: page.path, method: 'GET', run, always: false, preflight: answerPreflight });
  }
}

function sizeGuard(bodyBytesMax: number): Guard {
  return ({ headers }) => {
    const announced = Number(headers['content-length'] ?? 0);
    if (announced > bodyBytesMax) throw tooLarge(bodyBytesMax, announced);
  };
}

/** A channel's neutral word, and the further names that the operator gave it. */
function namesOf(segment: string, { pathNames }: Settings): readonly string[] {
  const others = pathNames.map((pair) => pair.split('=')).filter(([channel]) => channel === segment);
  return [...new Set([segment, ...others.map(([, name]) => name ?? segment)])];
}
