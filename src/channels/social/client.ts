import { createHash, createHmac } from 'node:crypto';
import type { z } from 'zod';
import { Failure } from '../../errors.ts';
import { collect, type PlatformPage } from '../../tools/listing.ts';
import { unknownOutcome } from '../../upstream/failures.ts';
import { pathOf } from '../../upstream/path.ts';
import type { PlatformSession, UpstreamReply } from '../../upstream/session.ts';
import { type Attempted, errorIn, failureOf, isTooMuchData } from './errors.ts';
import { ACCOUNT_CURRENCY, type Kind } from './wire.ts';
import { Created, ListReply } from './wire-answers.ts';

/** The platform ends a version about a year after it came: this is the one place that names ours. */
export const API_VERSION = 'v26.0';

/** The platform's own default is 25; much larger pages are answered with "reduce the amount of data". */
const PAGE_MAX = 200;
const PAGE_MIN = 25;

export type Params = Readonly<Record<string, unknown>>;

interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Params;
  body?: Params;
  /** Set for changes. Without it the request changes nothing and may be sent again. */
  attempted?: Attempted;
  /** Whose allowance it uses. */
  account?: string | undefined;
}

/** How a list is asked for: our own two arguments, and what narrows it. */
export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  query?: Params;
  account?: string;
  pageMax?: number;
}

/** The only place that builds this platform's requests, with `client/` for its special corners. */
export class SocialClient {
  readonly session: PlatformSession;
  readonly #currencies = new Map<string, Promise<string>>();

  constructor(session: PlatformSession) {
    this.session = session;
  }

  /** One object by its id. */
  node<T>(kind: Kind<T>, id: string, account?: string): Promise<T> {
    const query = { fields: kind.fields.join() };
    return this.get(pathOf`/${API_VERSION}/${id}`, query, kind.schema, account);
  }

  account<T>(kind: Kind<T>, account: string): Promise<T> {
    return this.node(kind, accountNode(account), account);
  }

  /** What hangs on an object, page after page until there is enough. */
  list<T>(kind: Kind<T>, owner: string, { query, account, ...request }: ListQuery) {
    const path = pathOf`/${API_VERSION}/${owner}/${kind.edge}`;
    const asked = { fields: kind.fields.join(), ...query };
    return this.listAt(path, asked, kind.schema, { ...request, ...(account && { account }) });
  }

  listAt<T>(path: string, query: Params, schema: z.ZodType<T>, request: Omit<ListQuery, 'query'>) {
    const { limit, cursor, account, pageMax = PAGE_MAX } = request;
    return collect({ limit, cursor, scope: [path, query], pageMax }, (after, size) =>
      this.page(path, { ...query, limit: size, after }, schema, account),
    );
  }

  /** One page. `paging.next` only tells that there is more: it holds the token, so it is neither followed nor shown. */
  async page<T>(path: string, query: Params, schema: z.ZodType<T>, account?: string): Promise<PlatformPage<T>> {
    try {
      const { data, paging } = await this.get(path, query, ListReply, account);
      return { items: data.map((item) => read(schema, item)), next: paging?.next && paging.cursors?.after };
    } catch (error) {
      const size = Number(query.limit);
      if (!isTooMuchData(error) || !(size > PAGE_MIN)) throw error;
      return this.page(path, { ...query, limit: Math.floor(size / 2) }, schema, account);
    }
  }

  /** Every item of an edge, a page at a time, so that the caller can tell how far it is. */
  async *pages<T>(kind: Kind<T>, owner: string, query: Params, account: string, pageMax = PAGE_MAX) {
    const path = pathOf`/${API_VERSION}/${owner}/${kind.edge}`;
    let after: string | undefined;
    do {
      const asked = { fields: kind.fields.join(), ...query, limit: pageMax, after };
      const page: PlatformPage<T> = await this.page(path, asked, kind.schema, account);
      yield page.items;
      after = page.next === after ? undefined : page.next;
    } while (after !== undefined);
  }

  /** Makes an object on an account and returns its id. Never sent twice; `check` says how to look if it is unclear. */
  async create(account: string, edge: string, fields: Params, check: string): Promise<string> {
    const path = pathOf`/${API_VERSION}/${accountNode(account)}/${edge}`;
    return (await this.change(path, fields, Created, { repeatSafe: false, check }, account)).id;
  }

  /** Changes an object. Doing it twice is the same as once. */
  async update(id: string, fields: Params, account?: string): Promise<void> {
    await this.#ask({
      method: 'POST',
      path: pathOf`/${API_VERSION}/${id}`,
      body: fields,
      attempted: { repeatSafe: true },
      account,
    });
  }

  /** Deletes an object. "Not found" after a lost first attempt means that the first one worked. */
  async remove(id: string, account?: string): Promise<void> {
    const path = pathOf`/${API_VERSION}/${id}`;
    const { reply, value } = await this.#send({ method: 'DELETE', path, attempted: { repeatSafe: true }, account });
    const error = errorIn(reply, value);
    if (!error) return;
    const failure = failureOf(error, reply, { repeatSafe: true });
    if (!(reply.mayBeSecond && failure.code === 'not_found')) throw failure;
  }

  async change<T>(
    path: string,
    body: Params,
    schema: z.ZodType<T>,
    attempted: Attempted,
    account?: string,
  ): Promise<T> {
    try {
      const parsed = schema.safeParse(await this.#ask({ method: 'POST', path, body, attempted, account }));
      if (parsed.success) return parsed.data;
      throw unknownOutcome({ ...attempted, seen: 'The social platform answered with something unexpected.' });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'outcome_unknown' || !attempted.check) throw error;
      throw new Failure({ ...error.details, nextStep: attempted.check });
    }
  }

  async get<T>(path: string, query: Params, schema: z.ZodType<T>, account?: string): Promise<T> {
    return read(schema, await this.#ask({ method: 'GET', path, query, account }));
  }

  /** A question that has to be asked by POST, such as for a report in the background: it changes nothing. */
  async ask<T>(path: string, body: Params, schema: z.ZodType<T>, account?: string): Promise<T> {
    return read(schema, await this.#ask({ method: 'POST', path, body, account }));
  }

  currency(account: string): Promise<string> {
    let known = this.#currencies.get(account);
    if (!known) {
      known = this.account(ACCOUNT_CURRENCY, account).then(({ currency }) => currency);
      this.#currencies.set(account, known);
    }
    return known;
  }

  async #ask(request: Request): Promise<unknown> {
    const { reply, value } = await this.#send(request);
    const error = errorIn(reply, value);
    if (error) throw failureOf(error, reply, request.attempted);
    return value;
  }

  /** The token travels in a header only. An answer that repeats a secret is cleaned before anything reads it. */
  async #send({ method, path, query = {}, body, attempted, account }: Request) {
    const { access_token, app_secret } = await this.session.credentials();
    if (!access_token) throw noToken();
    const url = new URL(this.session.hosts.api + path);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, text(value));
    if (app_secret) url.searchParams.set('appsecret_proof', proofOf(access_token, app_secret));
    const reply = await this.session.send({
      method,
      url: url.href,
      effect: attempted ? 'write' : 'read',
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      account: allowanceOf(access_token, account),
    });
    return { reply, value: jsonIn(reply, access_token, attempted) };
  }
}

export function accountNode(account: string): string {
  return `act_${bareAccount(account)}`;
}

/** The configured account of a connection may stand there with its prefix. */
export function bareAccount(account: string): string {
  return account.replace(/^act_/, '');
}

/** Shows the platform that the token is used by the app it was made for, and not by whoever found it. */
export function proofOf(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

/** Limits and breakers are kept by this. Where the account is not known yet, one connection must not slow another down. */
function allowanceOf(token: string, account: string | undefined): string {
  return account ? bareAccount(account) : createHash('sha256').update(token).digest('base64url').slice(0, 12);
}

/** Lists and objects travel as JSON text in a query. */
function text(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function jsonIn(reply: UpstreamReply, token: string, attempted: Attempted | undefined): unknown {
  const body = reply.body.toString('utf8');
  try {
    return JSON.parse(reply.status === 200 && !body.includes('"error"') ? body : body.replaceAll(token, '[token]'));
  } catch (cause) {
    if (reply.status !== 200) return undefined;
    const seen = 'The social platform answered with something that is not JSON.';
    if (attempted) throw unknownOutcome({ ...attempted, seen, cause });
    throw unreadable(seen, cause);
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw unreadable('The social platform answered in an unexpected shape.', parsed.error);
}

function unreadable(message: string, cause: unknown): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message,
    nextStep: 'Call again in a moment; if it stays, the platform has changed or has a fault.',
    retryable: true,
    internal: `${message} ${cause instanceof Error ? cause.message : ''}`,
    cause,
  });
}

function noToken(): Failure {
  return new Failure({
    code: 'token_expired',
    message: 'The social connection of this workspace holds no access token.',
    nextStep: 'Connect the social channel in the workspace settings.',
  });
}
