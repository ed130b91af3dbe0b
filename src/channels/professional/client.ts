import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { percentDecoded } from '../../text/percent-decoding.ts';
import { brokenCursor, collect, gather, type PlatformPage } from '../../tools/listing.ts';
import { failureOf } from '../../upstream/dialect.ts';
import { readEach } from '../../upstream/reading.ts';
import type { Credentials, PlatformRequest, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { complaintOf, ERRORS } from './errors.ts';
import {
  Batch,
  BatchCreated,
  BatchMember,
  CursorPage,
  encodeParam,
  encodeQuery,
  IndexPage,
  type Params,
  WireAccount,
} from './wire.ts';

/** The platform ends a version on a fixed day about a year after it came, this one in September 2027. The only place that names ours. */
const API_VERSION = '202609';

/** Longer queries are refused, but may travel in the body. */
const QUERY_CHARACTERS_MAX = 4000;
const CURSOR_PAGE_MAX = 1000;
/** Pages are not smaller than this, because a token is tied to its page size and the next call may ask for more. */
const CURSOR_PAGE_MIN = 25;

/** `skip`: how many items of the page earlier calls returned. */
const PlaceInList = z.object({ pageSize: z.number(), skip: z.number(), pageToken: z.string().optional() });

function readPlace(position: string): z.output<typeof PlaceInList> {
  try {
    return PlaceInList.parse(JSON.parse(position));
  } catch {
    throw brokenCursor();
  }
}

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

  /** All results of a finder without pages. */
  async found<T>(path: string, schema: z.ZodType<T>, params: Params, account?: string): Promise<T[]> {
    const { elements } = await this.get(path, IndexPage, params, account);
    return readEach(schema, elements, 'professional');
  }

  /** A list paged by token. A token fits one page size only, so a page that `limit` cuts is read again for its rest. */
  list<T>(
    path: string,
    schema: z.ZodType<T>,
    { limit, cursor, params, account, pageMax = CURSOR_PAGE_MAX }: ListQuery,
  ) {
    const start = { pageSize: Math.min(Math.max(limit, CURSOR_PAGE_MIN), pageMax), skip: 0, pageToken: undefined };
    return collect({ limit, cursor, scope: [path, params], pageMax: limit }, async (position, wanted) => {
      const { pageSize, skip, pageToken } = position === undefined ? start : readPlace(position);
      const { elements, metadata } = await this.get(path, CursorPage, { ...params, pageSize, pageToken }, account);
      const end = skip + wanted;
      const rest = { pageSize, skip: end, pageToken };
      const after = metadata?.nextPageToken && { pageSize, skip: 0, pageToken: metadata.nextPageToken };
      const next = end < elements.length ? rest : after;
      const items = await readEach(schema, elements.slice(skip, end), 'professional');
      return { items, next: next ? JSON.stringify(next) : undefined };
    });
  }

  /** A list paged by `start` and `count`. */
  listByNumber<T>(path: string, schema: z.ZodType<T>, query: ListQuery) {
    const { limit, cursor, params, account, pageMax = CURSOR_PAGE_MAX } = query;
    return collect({ limit, cursor, scope: [path, params], pageMax }, (position, count) =>
      this.#numberedPage(path, schema, { ...params, start: Number(position ?? 0), count }, account),
    );
  }

  /** All of a list paged by `start` and `count`. */
  async every<T>(path: string, schema: z.ZodType<T>, params: Params, account?: string): Promise<T[]> {
    const read = (position: string | undefined, count: number) =>
      this.#numberedPage(path, schema, { ...params, start: Number(position ?? 0), count }, account);
    return (await gather({ limit: Number.POSITIVE_INFINITY, pageMax: CURSOR_PAGE_MAX }, read)).items;
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
      items: await readEach(schema, elements, 'professional'),
      ...(more && { next: String(params.start + elements.length) }),
    };
  }

  /** Returns the new id, which comes in a header. */
  async create(path: string, json: unknown, account: string): Promise<string> {
    const request = this.#headed({ method: 'POST', url: this.#url(path, ''), json }, account, 'CREATE');
    const id = await this.session.change(request, z.string().min(1), ({ headers }) => headers['x-restli-id']);
    return percentDecoded(id);
  }

  /** Creates several objects in one request. Returns an id, or a failure, for each element in order. */
  async createEach(path: string, elements: readonly unknown[], account: string): Promise<(string | Failure)[]> {
    const request = this.#headed(
      { method: 'POST', url: this.#url(path, ''), json: { elements } },
      account,
      'BATCH_CREATE',
    );
    const made = await this.session.change(request, BatchCreated);
    return elements.map((_, at) => {
      const one = made.elements[at];
      return one && one.status < 300 ? String(one.id ?? '') : memberFailure(one, undefined)!;
    });
  }

  async update(path: string, fields: Fields, account: string): Promise<void> {
    const request = { method: 'POST' as const, url: this.#url(path, ''), json: patchOf(fields) };
    await this.session.change(this.#headed(request, account, 'PARTIAL_UPDATE'), z.unknown());
  }

  /** Changes several objects in one request. Returns a failure, or undefined, for each change in order. */
  updateEach(
    path: string,
    changes: readonly { key: string; fields: Fields }[],
    account: string,
  ): Promise<(Failure | undefined)[]> {
    // The vendor's own client encodes the keys of the body like those of the query.
    const entities = Object.fromEntries(changes.map(({ key, fields }) => [encodeParam(key), patchOf(fields)]));
    const ids = changes.map(({ key }) => key);
    return this.#each({ method: 'POST', url: path, json: { entities } }, ids, account, 'BATCH_PARTIAL_UPDATE');
  }

  /** Deletes several drafts of a kind in one request. */
  removeEach(path: string, ids: readonly string[], account: string): Promise<(Failure | undefined)[]> {
    return this.#each({ method: 'DELETE', url: path }, ids, account, 'BATCH_DELETE');
  }

  async #each(request: PlatformRequest, ids: readonly string[], account: string, method: string) {
    const url = this.#url(request.url, encodeQuery({ ids }));
    const { results, errors } = await this.session.change(this.#headed({ ...request, url }, account, method), Batch);
    return ids.map((id) => memberFailure(keyed(results, id), keyed(errors, id)));
  }

  async remove(path: string, account: string): Promise<void> {
    const request = this.#headed({ method: 'DELETE', url: this.#url(path, '') }, account, 'DELETE');
    await this.session.change(request, z.unknown());
  }

  /** Creates a link between two objects, whose key is its whole content. */
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

  /** The account itself, read once a call. */
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
      ...(account !== undefined && { account }),
    };
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Null removes a field, undefined leaves it as it is. */
function patchOf(fields: Fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const removed = given.flatMap(([name, value]) => (value === null ? [name] : []));
  return {
    patch: {
      $set: Object.fromEntries(given.filter(([, value]) => value !== null)),
      ...(removed.length > 0 && { $delete: removed }),
    },
  };
}

/** Reply keys may be encoded or decoded. */
function keyed(map: Readonly<Record<string, unknown>>, id: string): unknown {
  return map[id] ?? map[encodeParam(id)];
}

/** The failure of one member of a batch, if any: the batch itself answers 200 in any case. */
function memberFailure(result: unknown, error: unknown): Failure | undefined {
  const { data: said } = BatchMember.safeParse(error ?? result);
  const status = said?.status;
  if (error === undefined && status !== undefined && status < 300) return undefined;
  if (status === undefined || status >= 500)
    return new Failure({
      code: 'outcome_unknown',
      message: 'The platform did not say what became of this one.',
      outcome: 'unknown',
      nextStep: 'Look at it, and repeat the change if it was not made.',
    });
  const json = said?.error ?? error ?? result;
  const complaint = complaintOf({ status, headers: {}, body: Buffer.alloc(0), json });
  return failureOf('professional', ERRORS, complaint ?? { message: `HTTP ${status}` }, status);
}

/** The platform counts the calls of a member by resource and method, over all accounts: `adCampaigns CREATE`. */
export function quotaOf({ url, method, headers = {} }: PlatformRequest): string {
  const { pathname, searchParams } = new URL(url);
  // Keys between the names of resources hold digits or encoded signs.
  const resource = pathname.split('/').findLast((segment) => /^[A-Za-z]+$/.test(segment)) ?? '';
  const finds = searchParams.has('q') || headers['x-http-method-override'] !== undefined;
  return `${resource} ${headers['x-restli-method'] ?? (finds ? 'FINDER' : method)}`;
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
