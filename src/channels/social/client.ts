import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { collect, type PlatformPage } from '../../tools/listing.ts';
import { pathOf } from '../../upstream/path.ts';
import { readEach } from '../../upstream/reading.ts';
import type { Credentials, PlatformRequest, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { isOtherKind, isTooMuchData } from './errors.ts';
import { ACCOUNT_CURRENCY, Created, type Kind, ListReply, OWNED } from './wire.ts';

/** The platform ends a version about a year after its release. Ours is named only here. */
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
  /** The account whose quota the call uses. */
  account?: string | undefined;
  isCheckable?: boolean;
}

/** `query` holds the platform's own filters. */
export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  query?: Params;
  account?: string;
  pageMax?: number;
}

/** Builds and sends every request to this platform. */
export class SocialClient {
  readonly session: PlatformSession;
  readonly #currencies = new Map<string, Promise<string>>();
  readonly #token: string | undefined;

  constructor(session: PlatformSession, token?: string) {
    this.session = session;
    this.#token = token;
  }

  /** The same connection with a page's token: a page's posts and forms can be read with nothing else. */
  as(pageToken: string | undefined): SocialClient {
    if (pageToken === undefined) throw noPageRole();
    return new SocialClient(this.session, pageToken);
  }

  /** One object by its id. */
  async node<T>(kind: Kind<T>, id: string, account?: string): Promise<T> {
    const query = { fields: kind.fields.join() };
    const found = await this.get(pathOf`/${API_VERSION}/${id}`, query, kind.schema, account).catch((error) => {
      throw isOtherKind(error) ? naming(id, error) : error;
    });
    this.refuseForeign(found, id);
    return found;
  }

  refuseForeign(found: unknown, id: string): void {
    const refusal = this.foreignTo(found, id);
    if (refusal) throw refusal;
  }

  /** A token may reach more accounts than the workspace may use: the refusal of an object of another account. */
  foreignTo(found: unknown, id: string): Failure | undefined {
    const { accounts } = this.session;
    const { account_id } = found as { account_id?: string };
    if (!accounts || account_id === undefined || accounts.map(bareAccount).includes(account_id)) return undefined;
    return foreignObject(id);
  }

  /** For ids whose objects the call does not read otherwise. */
  async refuseForeignIds(ids: readonly (string | undefined)[]): Promise<void> {
    if (this.session.accounts) await Promise.all(ids.map((id) => id && this.node(OWNED, id)));
  }

  account<T>(kind: Kind<T>, account: string): Promise<T> {
    return this.node(kind, accountNode(account), account);
  }

  /** The objects on an edge of `owner`, page after page until `limit` is reached. */
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
      return { items: await readEach(schema, data, 'social'), next: paging?.next && paging.cursors?.after };
    } catch (error) {
      const size = Number(query.limit);
      if (!isTooMuchData(error) || !(size > PAGE_MIN)) throw error;
      return this.page(path, { ...query, limit: Math.floor(size / 2) }, schema, account);
    }
  }

  /** All objects on an edge, a page at a time, so that the caller can report progress. */
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

  /** Makes an object on an account and returns its id. */
  async create(account: string, edge: string, fields: Params): Promise<string> {
    const path = pathOf`/${API_VERSION}/${accountNode(account)}/${edge}`;
    const request = { method: 'POST' as const, path, body: fields, account, isCheckable: CHECKED_EDGES.has(edge) };
    return (await this.session.change(this.#at(request), Created)).id;
  }

  async update({ edge }: Pick<Kind<unknown>, 'edge'>, id: string, fields: Params, account?: string): Promise<void> {
    const path = pathOf`/${API_VERSION}/${id}`;
    const request = { method: 'POST' as const, path, body: fields, account, isCheckable: CHECKED_EDGES.has(edge) };
    await this.session.change(this.#at(request), z.unknown());
  }

  async remove(id: string, account?: string): Promise<void> {
    const request = this.#at({ method: 'DELETE', path: pathOf`/${API_VERSION}/${id}`, account });
    await this.session.change(request, z.unknown());
  }

  change<T>(path: string, body: Params, schema: z.ZodType<T>, account?: string): Promise<T> {
    return this.session.change(this.#at({ method: 'POST', path, body, account }), schema);
  }

  get<T>(path: string, query: Params, schema: z.ZodType<T>, account?: string): Promise<T> {
    return this.session.ask(this.#at({ method: 'GET', path, query, account }), schema);
  }

  /** A POST that changes nothing, such as ordering a report. */
  ask<T>(path: string, body: Params, schema: z.ZodType<T>, account?: string): Promise<T> {
    return this.session.ask(this.#at({ method: 'POST', path, body, account }), schema);
  }

  currency(account: string): Promise<string> {
    let known = this.#currencies.get(account);
    if (!known) {
      known = this.account(ACCOUNT_CURRENCY, account).then(({ currency }) => currency);
      this.#currencies.set(account, known);
    }
    return known;
  }

  #at({ method, path, query = {}, body, account, isCheckable }: Request): PlatformRequest {
    const url = new URL(this.session.hosts.api + path);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, text(value));
    const headers = this.#token && { headers: { authorization: `Bearer ${this.#token}` } };
    return {
      method,
      url: url.href,
      ...headers,
      ...(body && { json: body }),
      ...(account && { account: bareAccount(account) }),
      ...(isCheckable && { isCheckable }),
    };
  }
}

/** The token travels in a header only: an address ends up in logs. */
export function authorize(request: UpstreamRequest, { access_token, app_secret }: Credentials): UpstreamRequest {
  if (!access_token) throw noToken();
  const url = new URL(request.url);
  const { authorization = `Bearer ${access_token}` } = request.headers ?? {};
  const token = authorization.replace(/^Bearer /, '');
  if (app_secret) url.searchParams.set('appsecret_proof', proofOf(token, app_secret));
  return { ...request, url: url.href, headers: { ...request.headers, authorization } };
}

/** What the platform checks without making or changing it. Elsewhere the option may be ignored, and the change made. */
const CHECKED_EDGES: ReadonlySet<string> = new Set(['campaigns', 'adsets', 'ads']);

export function checkOnly(request: PlatformRequest): PlatformRequest | undefined {
  if (!request.isCheckable) return undefined;
  return { ...request, json: { ...(request.json as object), execution_options: ['validate_only'] } };
}

export function accountNode(account: string): string {
  return `act_${bareAccount(account)}`;
}

/** The account of a connection may be configured with or without its prefix. */
export function bareAccount(account: string): string {
  return account.replace(/^act_/, '');
}

/** Proves to the platform that the app itself uses the token: a stolen token alone is then worthless. */
function proofOf(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}

/** Lists and objects travel as JSON text in a query. */
function text(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The platform's error does not repeat the id, and a call may name several. */
function naming(id: string, { details }: Failure): Failure {
  return new Failure({ ...details, message: `${details.message} (id ${id})` });
}

function foreignObject(id: string): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `${id} belongs to no account of this workspace. Its connection is limited to chosen accounts.`,
    nextStep:
      'Nothing was changed. Name an object of these accounts (list_ad_accounts shows them), or the workspace it belongs to (list_workspaces shows them).',
  });
}

function noPageRole(): Failure {
  return new Failure({
    code: 'permission_denied',
    message: 'The connection has no role on this page, so its posts and lead forms cannot be read.',
    nextStep:
      "Have the connection's user or system user given a task on the page; a post can also be named by its post_id.",
  });
}

function noToken(): Failure {
  return new Failure({
    code: 'token_expired',
    message: 'The social connection of this workspace holds no access token.',
    nextStep: 'Reconnect the social channel (adhelm connect social).',
  });
}
