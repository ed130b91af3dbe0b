import type { Settings } from '../config.ts';
import { clientAddress } from './client-address.ts';
import { isPreflight, preflight } from './cors.ts';
import type { Exchange } from './exchange.ts';
import { framingGuard } from './framing-guard.ts';
import { type Guard, inOrder } from './guards.ts';
import { authenticator, keyGuard } from './key-guard.ts';
import type { LoadGuard } from './load-guard.ts';
import { mcpRoute } from './mcp-route.ts';
import { originGuard } from './origin-guard.ts';
import { pageRoute } from './page.ts';
import { type PeopleRoute, peopleRoute } from './people-route.ts';
import { rateGuard } from './rate-guard.ts';
import { noSuchAddress, tooLarge, wrongMethod } from './refusals.ts';
import type { ServerParts } from './server-parts.ts';

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
  const routes = routesOf(parts, load);
  return inOrder(framingGuard, (exchange) => routeOf(routes, people, load, exchange)(exchange));
}

function routeOf(
  routes: ReadonlyMap<string, Route>,
  people: PeopleRoute | undefined,
  load: LoadGuard,
  exchange: Exchange,
): Guard {
  const route = routes.get(exchange.path);
  load.closingGuard(exchange);
  if (route?.always !== true) load.limitGuard(exchange);
  if (route === undefined) {
    if (people?.concerns(exchange)) return people.run;
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
  const { bodyBytesMax } = settings;
  const origin = originGuard(settings);
  const addressOf = clientAddress(settings.trustProxy);
  const key = keyGuard({ ...keys, addressOf, log });
  const known = inOrder(sizeGuard(bodyBytesMax), origin, key, load.keyGuard);
  const guarded = inOrder(known, rateGuard(rate));
  const routes = new Map<string, Route>();
  const add = (segments: readonly string[], route: Omit<Route, 'path' | 'preflight'>) => {
    for (const name of namesOf(segments[0] ?? '', settings)) {
      const path = `/${[name, ...segments.slice(1)].join('/')}`;
      routes.set(path, { ...route, path, preflight: preflight(origin, route.method) });
    }
  };
  const authenticate = authenticator(keys);
  for (const endpoint of endpoints) {
    const run = mcpRoute(endpoint, { bodyBytesMax, rate, log, authenticate, freshId: () => freshId('call') });
    add([endpoint.address, 'mcp'], { method: 'POST', run: inOrder(known, run), always: false });
  }
  for (const page of pages) {
    const run = inOrder(page.guarded ? guarded : origin, pageRoute(page));
    add(page.path.slice(1).split('/'), { method: 'GET', run, always: page.always ?? false });
  }
  return routes;
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
