import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { HttpError } from '../errors.ts';
import type { Limiter } from '../limits/limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import type { ClientAddress } from './client-address.ts';
import { isPreflight, preflight } from './cors.ts';
import type { Exchange } from './exchange.ts';
import { type Guard, inOrder } from './guards.ts';
import { collected } from './receive-body.ts';
import { tooLarge, wrongMethod } from './refusals.ts';

/** The authorization server, as far as the edge knows it. */
interface AuthorizationServer {
  handle(
    received: { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer | undefined },
    response: ServerResponse,
  ): Promise<void>;
}

interface SignInLimit {
  limiter: Limiter;
  windowS: number;
}

export interface AuthorizationParts {
  /** Loads it once, with the first request. */
  load(): Promise<AuthorizationServer>;
  /** What one address, of IPv6 one network, may do in a window, by path. */
  limits: Readonly<Record<AuthorizationPath, SignInLimit>>;
}

const AUTHORIZATION_PATHS = ['/authorize', '/token', '/register', '/revoke'] as const;
type AuthorizationPath = (typeof AUTHORIZATION_PATHS)[number];

const BODY_BYTES_MAX = 32_768;

export interface AuthorizationRoute {
  concerns(exchange: Exchange): boolean;
  run: Guard;
}

/** The addresses of OAuth. Any site may call them: they take no cookie but that of the consent under way. */
export function authorizationRoute(
  { load, limits }: AuthorizationParts,
  host: Guard,
  addressOf: ClientAddress,
): AuthorizationRoute {
  const answerPreflight = preflight(host, 'POST', '*');
  return {
    concerns: ({ path }) => pathOf(path) !== undefined,
    run: inOrder(host, async (exchange) => {
      const path = pathOf(exchange.path)!;
      exchange.route = path;
      const { request, response } = exchange;
      const method = path === '/authorize' ? 'GET' : 'POST';
      if (method === 'POST' && isPreflight(exchange)) return answerPreflight(exchange);
      if (request.method !== method) throw wrongMethod(method);
      await limit(exchange, limits[path], addressOf(request));
      const body = method === 'POST' ? await bodyOf(exchange) : undefined;
      const server = await load();
      if (exchange.abandoned) return;
      response.setHeader('X-Request-Id', exchange.id);
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Referrer-Policy', 'no-referrer');
      if (method === 'POST') response.setHeader('Access-Control-Allow-Origin', '*');
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      await server.handle({ method, url: request.url ?? path, headers: request.headers, body }, response);
      await closed;
    }),
  };
}

/** The resume step is `/authorize/` with an id. */
function pathOf(path: string): AuthorizationPath | undefined {
  return /^\/authorize\/[\w-]+$/.test(path) ? '/authorize' : AUTHORIZATION_PATHS.find((one) => one === path);
}

async function limit(exchange: Exchange, { limiter, windowS }: SignInLimit, address: string): Promise<void> {
  const verdict = await limiter.take(networkOf(address), 1);
  if (verdict.allowed) return;
  exchange.rateLimit = { verdict, policy: 'sign-in', windowS };
  throw new HttpError(
    429,
    'RATE_LIMITED',
    `This address has used its ${verdict.limit} requests to ${exchange.route}. Wait ${verdict.retryAfterS ?? 1} seconds.`,
    { 'Access-Control-Allow-Origin': '*' },
  );
}

async function bodyOf(exchange: Exchange): Promise<Buffer> {
  const announced = Number(exchange.headers['content-length'] ?? 0);
  if (announced > BODY_BYTES_MAX) throw tooLarge(BODY_BYTES_MAX, announced);
  exchange.askForBody();
  return collected(exchange.request, BODY_BYTES_MAX);
}
