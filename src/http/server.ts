import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Settings } from '../config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { clientAddress } from './client-address.ts';
import { Exchange } from './exchange.ts';
import { type Guard, inOrder } from './guards.ts';
import { type KeyGuard, keyGuard } from './key-guard.ts';
import { LoadGuard } from './load-guard.ts';
import { mcpRoute } from './mcp-route.ts';
import { originGuard } from './origin-guard.ts';
import { type Page, pageRoute } from './page.ts';
import { type RateGuard, rateGuard } from './rate-guard.ts';
import { noSuchAddress, refuse, refuseUnreadable, tooLarge, wrongMethod } from './refusals.ts';

export interface ServerParts {
  settings: Settings;
  endpoints: readonly Endpoint[];
  pages: readonly Page[];
  keys: Omit<KeyGuard, 'addressOf'>;
  rate: RateGuard;
  log: Log;
  metrics: Metrics;
  freshId(prefix: string): string;
}

export interface Server {
  readonly load: LoadGuard;
  listen(host: string, port: number): Promise<AddressInfo>;
  /** Ends every connection; what was under way should have had its time by then. */
  close(): Promise<void>;
}

interface Route {
  path: string;
  method: 'GET' | 'POST';
  run: Guard;
}

/** Assembles the edge. The order of checks is: address, method, size, origin, key, rate, then the body. */
export function createServer(parts: ServerParts): Server {
  const { settings, log, metrics } = parts;
  const load = new LoadGuard(settings.inFlightMax);
  const routes = mount(parts);
  const observe = observer(parts);
  const walk = inOrder(load.guard, (exchange) => routeOf(routes, exchange).run(exchange));

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = new Exchange(request, response, parts.freshId('req'));
    const failed = (error: unknown) => refuse(exchange, error, log);
    load.follow(response, () => observe(exchange));
    try {
      const waiting = walk(exchange);
      if (waiting) load.carry(waiting, failed);
    } catch (error) {
      failed(error);
    }
  };

  const server = createHttpServer(
    {
      // Node would refuse it without our words; the origin guard does it with them.
      requireHostHeader: false,
      requestTimeout: settings.requestTimeoutMs,
      headersTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(settings.requestTimeoutMs / 4),
      // One timeout guards a connection in all its states, below; a second one for the pauses costs two timers a request.
      keepAliveTimeout: 0,
      maxHeaderSize: 16_384,
    },
    receive,
  );
  server.setTimeout(settings.callDeadlineMs + settings.requestTimeoutMs);
  // An expectation we do not know changes nothing about the answer; Node would refuse it without our words.
  server.on('checkExpectation', receive);
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket as Socket, parts.freshId('req')));
  metrics.gauge('adhelm_requests_in_flight', 'Requests being worked on', () => load.inFlight);
  return {
    load,
    listen: (host, port) => listen(server, host, port),
    close: () => close(server),
  };
}

function routeOf(routes: ReadonlyMap<string, Route>, exchange: Exchange): Route {
  const route = routes.get(exchange.path);
  if (route === undefined) throw noSuchAddress();
  const { method = '' } = exchange.request;
  if (method !== route.method && !(method === 'HEAD' && route.method === 'GET'))
    throw wrongMethod(route.method === 'GET' ? 'GET, HEAD' : route.method);
  exchange.route = route.path;
  return route;
}

/** Every address there is, with what stands before it. */
function mount({ settings, endpoints, pages, keys, rate, log, freshId }: ServerParts): ReadonlyMap<string, Route> {
  const { bodyBytesMax } = settings;
  const shortest = String(bodyBytesMax).length;
  const sizeGuard: Guard = ({ headers }) => {
    const length = headers['content-length'] ?? '';
    // Most are too short to be too much, and then need not be read as a number.
    const announced = length.length < shortest ? 0 : Number(length);
    if (announced > bodyBytesMax) throw tooLarge(bodyBytesMax, announced);
  };
  const origin = originGuard(settings);
  const addressOf = clientAddress(settings.trustProxy === 'on');
  const guarded = inOrder(sizeGuard, origin, keyGuard({ ...keys, addressOf }), rateGuard(rate));
  const routes = new Map<string, Route>();
  const add = (segments: readonly string[], method: Route['method'], run: Guard) => {
    for (const name of namesOf(segments[0] ?? '', settings)) {
      const path = `/${[name, ...segments.slice(1)].join('/')}`;
      routes.set(path, { path, method, run });
    }
  };
  for (const endpoint of endpoints) {
    const route = mcpRoute(endpoint, { bodyBytesMax, rate, log, freshId: () => freshId('call') });
    add([endpoint.address, 'mcp'], 'POST', inOrder(guarded, route));
  }
  for (const page of pages)
    add(page.path.slice(1).split('/'), 'GET', inOrder(page.guarded ? guarded : origin, pageRoute(page)));
  return routes;
}

/** A channel's neutral word, and the names the operator gave it besides. */
function namesOf(segment: string, { pathNames }: Settings): readonly string[] {
  const others = pathNames.map((pair) => pair.split('=')).filter(([channel]) => channel === segment);
  return [...new Set([segment, ...others.map(([, name]) => name ?? segment)])];
}

function observer({ log, metrics }: ServerParts): (exchange: Exchange) => void {
  const requests = metrics.counter('adhelm_http_requests_total', 'Requests by route and status', ['route', 'status']);
  return ({ id, route, request, response, principal, startedAt }) => {
    requests.add(route, String(response.statusCode));
    log.write('info', 'request', {
      request_id: id,
      method: request.method,
      route,
      status: response.statusCode,
      duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
      key_id: principal?.keyId,
    });
  };
}

function listen(server: NodeServer, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function close(server: NodeServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
