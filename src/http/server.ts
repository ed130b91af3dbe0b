import { createServer as createHttpServer, type Server as NodeServer } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Settings } from '../config.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import { clientAddress } from './client-address.ts';
import { Connections } from './connections.ts';
import { isPreflight, preflight } from './cors.ts';
import { Exchange, pathIn } from './exchange.ts';
import { framingGuard } from './framing-guard.ts';
import { type Guard, inOrder } from './guards.ts';
import { authenticator, type KeyGuard, keyGuard } from './key-guard.ts';
import { LoadGuard } from './load-guard.ts';
import { mcpRoute } from './mcp-route.ts';
import type { HttpReply, HttpRequest } from './messages.ts';
import { originGuard } from './origin-guard.ts';
import { type Page, pageRoute } from './page.ts';
import { type PeopleApplication, type PeopleRoute, peopleRoute } from './people-route.ts';
import { PlainConnection } from './plain-connection.ts';
import type { PlainHead } from './plain-head.ts';
import { type RateGuard, rateGuard } from './rate-guard.ts';
import { CUT, LATE, noSuchAddress, refuse, refuseUnreadable, tooLarge, wrongMethod } from './refusals.ts';

export interface ServerParts {
  settings: Settings;
  endpoints: readonly Endpoint[];
  pages: readonly Page[];
  keys: Omit<KeyGuard, 'addressOf' | 'log'>;
  rate: RateGuard;
  /** Left out: nothing is served to people. */
  people?: () => Promise<PeopleApplication>;
  log: Log;
  metrics: Metrics;
  freshId(prefix: string): string;
}

export interface Server {
  readonly load: LoadGuard;
  /** Nothing is worked on, and everything that was answered has been taken. */
  readonly idle: boolean;
  listen(host: string, port: number): Promise<AddressInfo>;
  /**
   * Takes no new connections, and asks who has one to come back by another: nobody is refused anything. Resolves when all
   * have left, or after `patienceMs`.
   */
  retire(patienceMs: number): Promise<void>;
  /** Ends every connection; what was under way should have had its time by then. */
  close(): Promise<void>;
}

interface Route {
  path: string;
  method: 'GET' | 'POST';
  run: Guard;
  preflight: Guard;
  /** Answered whatever the load. */
  always: boolean;
}

/** Assembles the edge. The order of checks is: address, method, size, origin, key, rate, then the body. */
export function createServer(parts: ServerParts): Server {
  const { settings, log, metrics } = parts;
  const load = new LoadGuard(settings.inFlightMax);
  const idleMs = settings.callDeadlineMs + settings.requestTimeoutMs;
  const connections = new Connections({
    openMax: settings.connectionsMax,
    bodyMs: settings.requestTimeoutMs,
    refuseLate: (socket) => refuseUnreadable(LATE, socket, parts.freshId('req')),
    idleMs,
    unreadMs: settings.requestTimeoutMs,
    unreadMsMax: settings.callDeadlineMs,
  });
  const routes = mount(parts, load);
  const observe = observer(parts);
  const people =
    parts.people && peopleRoute(parts.people, originGuard(settings), clientAddress(settings.trustProxy === 'on'));
  const walk = inOrder(framingGuard, (exchange) => routeOf(routes, people, load, exchange)(exchange));

  const ended = (exchange: Exchange) => {
    exchange.ended();
    load.ended(exchange);
    observe(exchange);
    exchange.connection.ended();
  };
  const failed = (exchange: Exchange, error: unknown) => {
    refuse(exchange, error, log);
    ended(exchange);
  };
  const begin = (exchange: Exchange) => {
    exchange.connection.begun();
    load.begun();
    try {
      const waiting = walk(exchange);
      if (waiting) {
        waiting.then(
          () => ended(exchange),
          (error) => failed(exchange, error),
        );
      } else ended(exchange);
    } catch (error) {
      failed(exchange, error);
    }
  };
  let retired = false;
  const receive = (request: HttpRequest, response: HttpReply) => {
    if (retired) response.shouldKeepAlive = false;
    const connection = connections.of(request.socket);
    if (!connection) return;
    const exchange = new Exchange(request, response, parts.freshId('req'), connection);
    connection.receiving(request, exchange.startedAt);
    if (connection.isBusy) connection.later(() => begin(exchange));
    else begin(exchange);
  };

  const server = createHttpServer(
    {
      // Node would refuse it without our words; the origin guard does it with them.
      requireHostHeader: false,
      // Bodies have their time from `Connections`: how long depends on what it is, which Node cannot know.
      requestTimeout: 0,
      headersTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(settings.requestTimeoutMs / 4),
      // One timeout guards a connection in all its states, below; a second one for the pauses costs two timers a request.
      keepAliveTimeout: 0,
      maxHeaderSize: 16_384,
    },
    receive,
  );
  server.setTimeout(idleMs);
  const [toNode] = server.listeners('connection');
  server.removeAllListeners('connection');
  const plain = {
    idleMs,
    takes: ({ url, bodyBytes }: PlainHead) =>
      routes.get(pathIn(url))?.method === 'POST' && bodyBytes <= settings.bodyBytesMax,
    receive,
    refuseCut: (socket: Socket) => refuseUnreadable(CUT, socket, parts.freshId('req')),
    handOver: (socket: Socket) => void toNode?.call(server, socket),
  };
  server.on('connection', (socket: Socket) => {
    connections.opened(socket);
    if (!socket.destroyed) new PlainConnection(socket, plain);
  });
  // A body is asked for by who is going to read it, and not before it is known whose it is.
  server.on('checkContinue', receive);
  // An expectation we do not know changes nothing about the answer; Node would refuse it without our words.
  server.on('checkExpectation', receive);
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket as Socket, parts.freshId('req')));
  metrics.gauge('adhelm_requests_in_flight', 'Requests being worked on', () => load.inFlight);
  return {
    load,
    get idle() {
      return load.idle && connections.settled;
    },
    listen: (host, port) => listen(server, host, port),
    async retire(patienceMs) {
      retired = true;
      // HTTP's own `close` ends idle connections at once, and one of them may just be sending a call.
      const left = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
    },
    close() {
      connections.close();
      return close(server);
    },
  };
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

/** Every address there is, with what stands before it. */
function mount(parts: ServerParts, load: LoadGuard): ReadonlyMap<string, Route> {
  const { settings, endpoints, pages, keys, rate, log, freshId } = parts;
  const { bodyBytesMax } = settings;
  const origin = originGuard(settings);
  const addressOf = clientAddress(settings.trustProxy === 'on');
  const key = keyGuard({ ...keys, addressOf, log });
  const guarded = inOrder(sizeGuard(bodyBytesMax), origin, key, load.keyGuard, rateGuard(rate));
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
    add([endpoint.address, 'mcp'], { method: 'POST', run: inOrder(guarded, run), always: false });
  }
  for (const page of pages) {
    const run = inOrder(page.guarded ? guarded : origin, pageRoute(page));
    add(page.path.slice(1).split('/'), { method: 'GET', run, always: page.always ?? false });
  }
  return routes;
}

function sizeGuard(bodyBytesMax: number): Guard {
  const shortest = String(bodyBytesMax).length;
  return ({ headers }) => {
    const length = headers['content-length'] ?? '';
    // Most are too short to be too much, and then need not be read as a number.
    const announced = length.length < shortest ? 0 : Number(length);
    if (announced > bodyBytesMax) throw tooLarge(bodyBytesMax, announced);
  };
}

/** A channel's neutral word, and the names the operator gave it besides. */
function namesOf(segment: string, { pathNames }: Settings): readonly string[] {
  const others = pathNames.map((pair) => pair.split('=')).filter(([channel]) => channel === segment);
  return [...new Set([segment, ...others.map(([, name]) => name ?? segment)])];
}

/** In the log, as other servers write it: the client left before there was anything to say. */
const UNANSWERED = 499;

function observer({ log, metrics }: ServerParts): (exchange: Exchange) => void {
  const requests = metrics.counter('adhelm_http_requests_total', 'Requests by route and status', ['route', 'status']);
  return ({ id, route, request, response, principal, startedAt }) => {
    const status = response.headersSent ? response.statusCode : UNANSWERED;
    requests.add(1, route, String(status));
    log.write('info', 'request', {
      request_id: id,
      method: request.method,
      route,
      status,
      duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
      key_id: principal?.id,
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
