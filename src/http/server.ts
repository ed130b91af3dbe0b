import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { Connections } from './connections.ts';
import { LoadGuard } from './load-guard.ts';
import { LATE, refuseUnreadable } from './refusals.ts';
import { RequestHandler } from './request-handler.ts';
import type { ServerParts } from './server-parts.ts';

export interface Server {
  readonly load: LoadGuard;
  /** No request is worked on, and every reply has been handed to the system. */
  readonly idle: boolean;
  listen(host: string, port: number): Promise<AddressInfo>;
  /**
   * Takes no new connections and answers the open ones with `Connection: close`; no request is refused. Resolves when all
   * connections are closed, or after `patienceMs`.
   */
  retire(patienceMs: number): Promise<void>;
  /** Ends every connection at once, requests under way included. */
  close(): Promise<void>;
}

/** The HTTP edge: Node's own server, with our limits on connections, bodies, unread replies and work. */
export function createServer(parts: ServerParts): Server {
  const { settings, metrics } = parts;
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
  const handler = new RequestHandler(parts, load, connections);
  const server = httpServer(parts, handler, connections);
  server.setTimeout(idleMs);
  metrics.gauge('adhelm_requests_in_flight', 'Requests being worked on', () => load.inFlight);
  return {
    load,
    get idle() {
      return load.idle && connections.settled;
    },
    listen: (host, port) => listen(server, host, port),
    async retire(patienceMs) {
      handler.retire();
      // The HTTP server's own `close` would also cut idle connections, and a client may just be sending a call on one.
      const left = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
    },
    close() {
      connections.close();
      return close(server);
    },
  };
}

function httpServer({ settings, freshId }: ServerParts, handler: RequestHandler, connections: Connections): HttpServer {
  const server = createHttpServer({
    // The origin guard refuses a missing Host with our error body; Node's refusal has none.
    requireHostHeader: false,
    // Node has one time for all bodies. `Connections` gives files longer than calls.
    requestTimeout: 0,
    headersTimeout: settings.requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(settings.requestTimeoutMs / 4),
    // The socket timeout covers pauses between requests too.
    keepAliveTimeout: 0,
    maxHeaderSize: 16_384,
  });
  server.on('connection', (socket: Socket) => connections.opened(socket));
  server.on('request', handler.receive);
  // `100 Continue` is sent by the route that reads the body, after the key was checked.
  server.on('checkContinue', handler.receive);
  // Other expectations are ignored; Node would answer 417 without our error body.
  server.on('checkExpectation', handler.receive);
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket as Socket, freshId('req')));
  return server;
}

function listen(server: HttpServer, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function close(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
