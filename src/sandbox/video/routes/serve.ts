import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../../emulator.ts';
import { isObject } from '../../json.ts';
import type { FilePart } from '../../multipart.ts';
import type { Token } from '../../oauth.ts';
import { bodyParameters, pathOf, queryOf } from '../../request-parts.ts';
import { openAdvertiser, openSession } from '../access.ts';
import { bad, Refusal } from '../errors.ts';
import { envelope } from '../format.ts';
import type { RateLimits } from '../rules/rate-limits.ts';
import { applyScheduledBudgets } from '../rules/scheduled-budgets.ts';
import { LoggedStore } from '../state/change-log.ts';
import type { Entity, Store } from '../state.ts';
import { Input } from './input.ts';

const BASE = '/open_api/v1.3';
const URL_CHARACTERS_MAX = 8192;

export interface Platform {
  world: World;
  store: Store;
  limits: RateLimits;
}

/** A request with a valid token. */
export interface Call extends Platform {
  input: Input;
  files: readonly FilePart[];
  headers: FastifyRequest['headers'];
  token: Token;
  now: number;
}

/** A request about one advertiser that the token may act for. */
export interface AdvertiserCall extends Call {
  advertiser: Entity<'Advertiser'>;
}

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  run(platform: Platform, request: FastifyRequest): unknown;
}

/** An answer without an envelope. */
export class FileAnswer {
  readonly body: string | Buffer;
  readonly type: string;

  constructor(body: string | Buffer, type = 'text/csv; charset=utf-8') {
    this.body = body;
    this.type = type;
  }
}

type Run<C> = (call: C) => unknown;

/** A call that needs no token, such as the one that gets it. */
export function open(method: Route['method'], path: string, run: Run<Platform & { input: Input }>): Route {
  return { method, path, run: (platform, request) => run({ ...platform, input: inputOf(request).input }) };
}

export function signed(method: Route['method'], path: string, run: Run<Call>): Route {
  return { method, path, run: (platform, request) => run(callOf(platform, path, request)) };
}

export function get(path: string, run: Run<AdvertiserCall>): Route {
  return signed('GET', path, (call) => run(ofAdvertiser(call, path)));
}

/** Runs a change in one transaction and records it in the change log. */
export function post(path: string, run: Run<AdvertiserCall>): Route {
  return signed('POST', path, (call) => {
    const known = ofAdvertiser(call, path);
    const maker = { operator: maskedMail(call.token.subject), app_id: call.token.clientId, now: call.now };
    return run({ ...known, store: new LoggedStore(call.store, maker) });
  });
}

/** Masks an e-mail address as the platform does. */
function maskedMail(user: string): string {
  return `u${'*'.repeat(8)}${user.slice(-1)}@acme.example`;
}

export function mountRoutes(app: FastifyInstance, platform: Platform, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `${BASE}/${route.path}/`,
      handler: (request, reply) => answer(platform, route, request, reply),
    });
  }
  const known = new Set(routes.map(({ path }) => `${BASE}/${path}/`));
  app.setNotFoundHandler((request, reply) =>
    known.has(pathOf(request))
      ? reply.code(405).type('text/plain').send('405 method not allowed')
      : reply.code(404).type('text/plain').send('404 page not found'),
  );
}

function answer(platform: Platform, route: Route, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url.length > URL_CHARACTERS_MAX) {
    return reply.code(400).type('text/html').send('<html><body>400 Bad Request</body></html>');
  }
  const now = platform.world.now();
  reply.type('application/json; charset=utf-8').header('x-tt-logid', request.id);
  try {
    const answered = route.run(platform, request);
    if (answered instanceof FileAnswer) return reply.type(answered.type).send(answered.body);
    return reply.send(envelope(0, 'OK', answered ?? {}, now));
  } catch (error) {
    if (error instanceof Refusal) return reply.code(error.status).send(envelope(error.code, error.message, {}, now));
    throw error;
  }
}

function callOf(platform: Platform, path: string, request: FastifyRequest): Call {
  const now = platform.world.now();
  const token = openSession(platform.store, request, now);
  platform.limits.count(token.clientId, path);
  applyScheduledBudgets(platform.world, platform.store, now);
  return { ...platform, ...inputOf(request), headers: request.headers, token, now };
}

export function ofAdvertiser(call: Call, path: string): AdvertiserCall {
  const advertiser = openAdvertiser(call.store, call.token, call.input.needId('advertiser_id'));
  call.limits.countAdvertiser(advertiser.id, path);
  return { ...call, advertiser };
}

function inputOf(request: FastifyRequest): { input: Input; files: readonly FilePart[] } {
  if (request.method === 'GET') return { input: new Input(Object.fromEntries(queryOf(request)), true), files: [] };
  const contentType = request.headers['content-type'] ?? '';
  const { values, files } = bodyParameters(request, (why) => bad(why));
  const isText = !contentType.startsWith('application/json');
  if (!isText && !isObject(jsonOf(request))) throw bad('The request body is not a JSON object.');
  return { input: new Input(Object.fromEntries(values), isText), files };
}

function jsonOf(request: FastifyRequest): unknown {
  const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  return text.trim() === '' ? {} : JSON.parse(text);
}
