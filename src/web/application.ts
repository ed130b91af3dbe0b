import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Failure, HttpError } from '../errors.ts';
import { compress, encodingFor } from '../text/compression.ts';
import { type Api, api } from './api/router.ts';
import { createAuth } from './auth.ts';
import type { Context } from './context.ts';
import { currentSession } from './current-session.ts';
import { serveFiles } from './file-routes.ts';
import { KnownDevices } from './known-devices.ts';
import { serveOAuthCallback } from './oauth-callback.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { servePages } from './pages.ts';
import { PendingConnections } from './pending-connections.ts';
import { People } from './people.ts';
import { factsOf, noteFacts, type RequestFacts } from './request-facts.ts';
import { SignInAttempts } from './sign-in-attempts.ts';
import { addCookies, headersOf, serveSignIn } from './sign-in-routes.ts';
import type { WebOptions, WebParts } from './web-parts.ts';

export interface WebApplication {
  handle(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): void;
  /** All registered routes, for the test that compares them with the table of routes and roles. */
  readonly routes: readonly { method: string; url: string }[];
  close(): Promise<void>;
}

const JSON_BYTES_MAX = 1_048_576;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The web application, on Fastify. It opens no port: the HTTP edge passes on requests that are not for its own routes. */
export async function createWebApplication(options: WebOptions): Promise<WebApplication> {
  const parts = partsOf(options);
  const { log } = parts;
  const attempts = new SignInAttempts(parts.limited);
  const app = Fastify({
    genReqId: (request) => factsOf(request).requestId,
    bodyLimit: JSON_BYTES_MAX,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 5_000 },
  });
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  addSecurityHeaders(app);
  compressReplies(app);
  requireOwnOrigin(app, parts.publicUrl);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const answer = httpErrorOf(error, request.id);
    // A client that disconnects while sending also ends up here as a 500; that is no fault to log.
    if (answer.status >= 500 && !factsOf(request).gone().aborted)
      log.write('error', 'request_failed', { request_id: request.id, detail: error.stack ?? error.message });
    return reply.code(answer.status).headers(answer.headers).send({ error: answer.message, code: answer.code });
  });
  serveSignIn(app, { auth: parts.auth, attempts, devices: parts.devices });
  await app.register(fastifyTRPCPlugin, {
    prefix: '/api/trpc',
    trpcOptions: {
      router: api,
      async createContext({ req, res, info }): Promise<Context> {
        const { requestId, address, gone } = factsOf(req);
        return {
          parts,
          ...(await currentSession(parts, req, res)),
          requestId,
          address,
          ownUrl: ownUrlOf(parts, req),
          gone,
          takesStream: info.accept === 'application/jsonl',
          headers: headersOf(req),
          attempts,
          addCookies: (headers) => addCookies(res, headers),
        };
      },
    },
  } satisfies FastifyTRPCPluginOptions<Api>);
  serveOAuthCallback(app, parts);
  await serveFiles(app, parts);
  await servePages(app, parts.ambient);
  await app.ready();
  return {
    routes,
    handle(request, response, facts) {
      noteFacts(request, facts);
      app.routing(request, response);
    },
    close: () => app.close(),
  };
}

function partsOf(options: WebOptions): WebParts {
  const { settings, home, ambient, log } = options;
  const publicUrl = () => settings.publicUrl || options.localUrl();
  const isSecure = !LOOPBACK.test(new URL(publicUrl()).hostname);
  const key = home.webKey;
  return {
    ...options,
    publicUrl,
    auth: createAuth({ store: home.store, key, ambient, log, baseUrl: publicUrl(), isSecure }),
    devices: new KnownDevices({ key, ambient, isSecure }),
    people: new People(home.store, home.directory),
    pending: new PendingConnections(ambient),
  };
}

/** On loopback the host of the request (`localhost`, `127.0.0.1`), as cookies are bound to it; otherwise the public URL. */
function ownUrlOf({ settings, publicUrl }: WebParts, { headers: { host } }: FastifyRequest): string {
  const named = `http://${host}`;
  const isLocal = URL.canParse(named) && LOOPBACK.test(new URL(named).hostname);
  return settings.publicUrl === '' && isLocal ? named : publicUrl();
}

function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'X-Request-Id': request.id,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    });
  });
}

/** Replies of the API and pages. The built files were compressed when they were built, and are streams here. */
function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const accepted = request.headers['accept-encoding'];
    if (payload instanceof Response) return compressedResponse(payload, accepted);
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    reply.header('Vary', 'Accept-Encoding');
    const type = String(reply.getHeader('content-type'));
    const encoding = encodingFor(accepted, type, Buffer.byteLength(payload));
    if (!encoding || reply.hasHeader('content-encoding') || holdsSessions(request)) return payload;
    reply.header('Content-Encoding', encoding).removeHeader('content-length');
    return compress(payload, encoding);
  });
}

/** The length of a compressed reply tells how much of a secret in it equals text that somebody else could place there. */
const holdsSessions = ({ url }: FastifyRequest) => url.startsWith('/api/auth/');

/** What tRPC answers with. A streamed answer is passed on piece by piece. */
async function compressedResponse(given: Response, accepted: string | undefined): Promise<Response> {
  const { status, headers } = given;
  if (!given.body || headers.has('transfer-encoding')) return given;
  const body = Buffer.from(await given.arrayBuffer());
  headers.append('Vary', 'Accept-Encoding');
  const encoding = encodingFor(accepted, headers.get('content-type') ?? undefined, body.length);
  const sent = encoding ? await compress(body, encoding) : body;
  if (encoding) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(sent.length));
  return new Response(new Uint8Array(sent), { status, headers });
}

function httpErrorOf(error: Error & { statusCode?: number }, requestId: string): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof Failure && error.code === 'upstream_unavailable') {
    const { message, nextStep, retryAfterS = 5 } = error.details;
    return new HttpError(503, 'INTERNAL_ERROR', `${message} ${nextStep}`, { 'Retry-After': String(retryAfterS) });
  }
  const status = error.statusCode ?? 500;
  if (status === 404) return new HttpError(404, 'NOT_FOUND', 'There is nothing at this address.');
  if (status < 500) return new HttpError(status, 'BAD_REQUEST', error.message);
  const message = `Something failed inside the service. The request id ${requestId} ties it to the log.`;
  return new HttpError(500, 'INTERNAL_ERROR', message);
}
