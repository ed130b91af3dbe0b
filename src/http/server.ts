import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Principal } from '../auth/key-records.ts';
import type { Settings } from '../config.ts';
import { HttpError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Face } from '../tools/face.ts';
import { type Guard, inOrder } from './guards.ts';
import { type KeyGuard, keyGuard } from './key-guard.ts';
import { LoadGuard } from './load-guard.ts';
import { mcpRoute } from './mcp-route.ts';
import { originGuard } from './origin-guard.ts';
import { type RateGuard, rateGuard } from './rate-guard.ts';
import { errorHandler, sendHttpError, tooLarge } from './replies.ts';

/** An address besides the tool calls: a page, a document, a REST read. */
export interface Page {
  path: string;
  /** Needs an API key and pays for itself like a tool call. */
  guarded?: boolean;
  handler(request: PageRequest): PageReply | Promise<PageReply>;
}

export interface PageRequest {
  query: Readonly<Record<string, string | string[] | undefined>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  principal: Principal | undefined;
  requestId: string;
}

export interface PageReply {
  status?: number;
  type: string;
  body: string | AsyncIterable<string>;
  headers?: Readonly<Record<string, string>>;
}

export interface ServerParts {
  settings: Settings;
  faces: readonly Face[];
  pages: readonly Page[];
  keys: KeyGuard;
  rate: RateGuard;
  log: Log;
  metrics: Metrics;
  freshId(prefix: string): string;
}

export interface Server {
  app: FastifyInstance;
  load: LoadGuard;
}

/** Assembles the edge. The order of checks is: address, method, size, origin, key, rate, then the body. */
export function createServer(parts: ServerParts): Server {
  const { settings, log } = parts;
  const load = new LoadGuard(settings.inFlightMax);
  const app = Fastify({
    bodyLimit: settings.bodyBytesMax,
    requestTimeout: settings.requestTimeoutMs,
    connectionTimeout: settings.callDeadlineMs + settings.requestTimeoutMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: settings.trustProxy === 'on' ? 'loopback' : false,
    genReqId: () => parts.freshId('req'),
    http: {
      // Node would refuse it without our words; the origin guard does it with them.
      requireHostHeader: false,
      headersTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(settings.requestTimeoutMs / 4),
      maxHeaderSize: 16_384,
    },
    frameworkErrors: (_error, request, reply) =>
      sendHttpError(reply.header('X-Request-Id', request.id), noSuchAddress()),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, parts.freshId('req')),
  });
  // An expectation we do not know changes nothing about the answer; Node would refuse it without our words.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.decorateRequest('principal', undefined);

  observe(app, parts);
  app.addHook('onRequest', inOrder(nameRequest, load.guard));
  const methods = mount(app, parts, load);
  app.setErrorHandler(errorHandler(log, settings));
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.get(request.url.split('?', 1)[0] ?? '');
    return sendHttpError(reply, allowed ? wrongMethod(allowed) : noSuchAddress());
  });
  parts.metrics.gauge('adhelm_requests_in_flight', 'Requests being worked on', () => load.inFlight);
  return { app, load };
}

/** Registers every address and returns which method each one takes. */
function mount(app: FastifyInstance, parts: ServerParts, load: LoadGuard): ReadonlyMap<string, string> {
  const { settings } = parts;
  const sizeGuard: Guard = ({ headers }) => {
    const announced = Number(headers['content-length'] ?? 0);
    if (announced > settings.bodyBytesMax) throw tooLarge(settings.bodyBytesMax, announced);
  };
  const origin = originGuard(settings);
  const guarded = { onRequest: inOrder(sizeGuard, origin, keyGuard(parts.keys), rateGuard(parts.rate)) };
  const open = { onRequest: inOrder(origin) };
  const methods = new Map<string, string>();
  for (const face of parts.faces) {
    const { rate, log } = parts;
    const handler = load.counted(mcpRoute(face, { rate, log, freshId: () => parts.freshId('call') }));
    for (const name of namesOf(face.address, settings)) {
      app.post(`/${name}/mcp`, guarded, handler);
      methods.set(`/${name}/mcp`, 'POST');
    }
  }
  for (const page of parts.pages) {
    const [first = '', ...rest] = page.path.slice(1).split('/');
    for (const name of namesOf(first, settings)) {
      const path = `/${[name, ...rest].join('/')}`;
      app.get(path, page.guarded ? guarded : open, pageRoute(page));
      methods.set(path, 'GET, HEAD');
    }
  }
  return methods;
}

function pageRoute(page: Page): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const { query, headers, principal, id } = request;
    const answer = await page.handler({ query: query as PageRequest['query'], headers, principal, requestId: id });
    reply
      .code(answer.status ?? 200)
      .type(answer.type)
      .headers(answer.headers ?? {});
    return reply.send(typeof answer.body === 'string' ? answer.body : Readable.from(answer.body));
  };
}

/** A channel's neutral word, and the names the operator gave it besides. */
function namesOf(segment: string, { pathNames }: Settings): readonly string[] {
  const others = pathNames.map((pair) => pair.split('=')).filter(([channel]) => channel === segment);
  return [...new Set([segment, ...others.map(([, name]) => name ?? segment)])];
}

function observe(app: FastifyInstance, { log, metrics }: ServerParts): void {
  const requests = metrics.counter('adhelm_http_requests_total', 'Requests by route and status', ['route', 'status']);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.add(route, String(reply.statusCode));
    log.write('info', 'request', {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 1000) / 1000,
      key_id: request.principal?.keyId,
    });
    done();
  });
}

const nameRequest: Guard = (request, reply) => {
  reply.header('X-Request-Id', request.id);
};

function noSuchAddress(): HttpError {
  return new HttpError(
    404,
    'NOT_FOUND',
    'There is nothing at this address. /openapi.json lists every address there is.',
  );
}

function wrongMethod(allowed: string): HttpError {
  return new HttpError(405, 'BAD_REQUEST', `This address takes ${allowed} only.`, { Allow: allowed });
}

/** What is not HTTP, or did not arrive in time, gets a short answer and a closed connection. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request did not arrive in time.']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The headers are too large.']
        : ['400 Bad Request', 'The request is not readable HTTP.'];
  const body = JSON.stringify({ error: message, code: 'BAD_REQUEST' });
  const head = [
    `HTTP/1.1 ${status}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
