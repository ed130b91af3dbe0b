import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { collect, gather, type PlatformPage } from '../../tools/listing.ts';
import { readAs } from '../../upstream/reading.ts';
import type { Credentials, PlatformRequest, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { encodeQuery, type Params } from './restli.ts';
import { CursorPage, IndexPage, WireAccount } from './wire.ts';

/** The platform ends a version on a fixed day about a year after it came, this one in September 2027. The only place that names ours. */
const API_VERSION = '202609';

/** Longer queries are refused, but may travel in the body. */
const QUERY_CHARACTERS_MAX = 4000;
const CURSOR_PAGE_MAX = 1000;

export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  params: Params;
  account?: string | undefined;
  pageMax?: number;
}

/** The only place that builds this platform's requests. */
export class ProfessionalClient {
  readonly session: PlatformSession;
  readonly #accounts = new Map<string, Promise<WireAccount>>();

  constructor(session: PlatformSession) {
    this.session = session;
  }

  get<T>(path: string, schema: z.ZodType<T>, params: Params = {}, account?: string): Promise<T> {
    const query = encodeQuery(params);
    const request: PlatformRequest =
      query.length > QUERY_CHARACTERS_MAX
        ? {
            method: 'POST',
            url: this.#url(path, ''),
            headers: { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' },
            body: query,
          }
        : { method: 'GET', url: this.#url(path, query) };
    return this.session.ask(this.#headed(request, account), schema);
  }

  /** A finder that answers with everything at once. */
  async found<T>(path: string, schema: z.ZodType<T>, params: Params, account?: string): Promise<T[]> {
    const { elements } = await this.get(path, IndexPage, params, account);
    return elements.map((element) => readAs(schema, element, 'professional'));
  }

  /** A list that goes on by a token. */
  list<T>(
    path: string,
    schema: z.ZodType<T>,
    { limit, cursor, params, account, pageMax = CURSOR_PAGE_MAX }: ListQuery,
  ) {
    return collect({ limit, cursor, scope: [path, params], pageMax }, async (pageToken, pageSize) => {
      const { elements, metadata } = await this.get(path, CursorPage, { ...params, pageSize, pageToken }, account);
      return { items: elements.map((one) => readAs(schema, one, 'professional')), next: metadata?.nextPageToken };
    });
  }

  /** A list that goes on by numbers. */
  listByNumber<T>(path: string, schema: z.ZodType<T>, { limit, cursor, params, account }: ListQuery) {
    return collect({ limit, cursor, scope: [path, params], pageMax: CURSOR_PAGE_MAX }, (position, count) =>
      this.#numberedPage(path, schema, { ...params, start: Number(position ?? 0), count }, account),
    );
  }

  /** All of such a list, for what is short by its nature. */
  async every<T>(path: string, schema: z.ZodType<T>, params: Params, account?: string): Promise<T[]> {
    const read = (position: string | undefined, count: number) =>
      this.#numberedPage(path, schema, { ...params, start: Number(position ?? 0), count }, account);
    return (await gather({ limit: 10_000, pageMax: CURSOR_PAGE_MAX }, read)).items;
  }

  async #numberedPage<T>(
    path: string,
    schema: z.ZodType<T>,
    params: Params & { start: number },
    account: string | undefined,
  ): Promise<PlatformPage<T>> {
    const { elements, paging } = await this.get(path, IndexPage, params, account);
    const more = paging?.links.some(({ rel }) => rel === 'next') && elements.length > 0;
    return {
      items: elements.map((one) => readAs(schema, one, 'professional')),
      ...(more && { next: String(params.start + elements.length) }),
    };
  }

  /** The new id stands in a header; the body is empty. */
  async create(path: string, json: unknown, account: string): Promise<string> {
    const request = this.#headed({ method: 'POST', url: this.#url(path, ''), json }, account, 'CREATE');
    const id = await this.session.change(request, z.string().min(1), ({ headers }) => headers['x-restli-id']);
    return decodeURIComponent(id);
  }

  /** Fields that are given are set, those that are null are taken away. */
  async update(path: string, fields: Readonly<Record<string, unknown>>, account: string): Promise<void> {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const removed = given.flatMap(([name, value]) => (value === null ? [name] : []));
    const patch = {
      $set: Object.fromEntries(given.filter(([, value]) => value !== null)),
      ...(removed.length > 0 && { $delete: removed }),
    };
    const request = { method: 'POST' as const, url: this.#url(path, ''), json: { patch } };
    await this.session.change(this.#headed(request, account, 'PARTIAL_UPDATE'), z.unknown());
  }

  async remove(path: string, account: string): Promise<void> {
    const request = this.#headed({ method: 'DELETE', url: this.#url(path, '') }, account, 'DELETE');
    await this.session.change(request, z.unknown());
  }

  /** Makes something whose key is its whole content. */
  async put(path: string, json: unknown, account: string): Promise<void> {
    await this.session.change(
      this.#headed({ method: 'PUT', url: this.#url(path, ''), json }, account, 'UPDATE'),
      z.unknown(),
    );
  }

  action<T>(path: string, action: string, json: unknown, schema: z.ZodType<T>, account: string): Promise<T> {
    const request = { method: 'POST' as const, url: this.#url(path, encodeQuery({ action })), json };
    return this.session.change(this.#headed(request, account, 'ACTION'), schema);
  }

  /** What an account is, asked once a call. */
  account(id: string): Promise<WireAccount> {
    let known = this.#accounts.get(id);
    if (!known) {
      known = this.get(`/adAccounts/${id}`, WireAccount, {}, id);
      this.#accounts.set(id, known);
    }
    return known;
  }

  #url(path: string, query: string): string {
    return `${this.session.hosts.api}/rest${path}${query === '' ? '' : `?${query}`}`;
  }

  #headed(request: PlatformRequest, account?: string, method?: string): PlatformRequest {
    return {
      ...request,
      headers: {
        'linkedin-version': API_VERSION,
        'x-restli-protocol-version': '2.0.0',
        ...(method && { 'x-restli-method': method }),
        ...request.headers,
      },
      account: quotaOf(request.url, account),
    };
  }
}

/** The platform counts each resource by itself: one whose day is used up must not stop the others. */
function quotaOf(url: string, account = ''): string {
  const resource = new URL(url).pathname.match(/[a-z][A-Za-z]+(?=\/[^/]*$|$)/)?.[0] ?? '';
  return `${account} ${resource}`.trim();
}

export function authorize(request: UpstreamRequest, { access_token }: Credentials): UpstreamRequest {
  if (!access_token) {
    throw new Failure({
      code: 'token_expired',
      message: 'The professional connection of this workspace holds no access token.',
      nextStep: 'Reconnect the professional channel (adhelm connect professional).',
    });
  }
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${access_token}` } };
}
