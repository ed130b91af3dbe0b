import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { collect } from '../../tools/listing.ts';
import { notFound } from '../../tools/not-found.ts';
import { failureOf } from '../../upstream/dialect.ts';
import { jsonIn } from '../../upstream/reading.ts';
import type { Credentials, Pace, PlatformRequest, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { complaintOf, ERRORS } from './errors.ts';
import { ADVERTISER_NAMES, Advertiser, type Kind } from './wire.ts';

/** The one place that names the interface's version. Every path ends in a slash, or is not found. */
export const BASE = '/open_api/v1.3';

/** The platform takes ten calls a second for each address. */
const PER_SECOND = 10;
/** Addresses with a pace of their own. */
const PACES: Readonly<Record<string, number>> = {
  'ad/create': 2,
  'smart_plus/ad/create': 2,
  'campaign/copy/task/create': 1,
  'campaign/copy/task/check': 1,
  'changelog/task/create': 1,
  'event/track': 500,
};

export type Params = Readonly<Record<string, unknown>>;

export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  filtering?: Params;
}

export interface PlaceInList {
  position: string | undefined;
  size: number;
}

/** A second, and a tenth more for requests that overtake each other on the way. */
const PACE_MS = 1100;

/** Builds every request of this channel but the one for a token. */
export class VideoClient {
  readonly session: PlatformSession;
  readonly #advertisers = new Map<string, Promise<Advertiser>>();

  constructor(session: PlatformSession) {
    this.session = session;
  }

  /** A read. Lists and objects are sent as JSON text in the query. */
  async get<T>(path: string, query: Params, schema: z.ZodType<T>, account?: string): Promise<T> {
    const url = this.#address(path, { ...(account && { advertiser_id: account }), ...query });
    return (await this.session.ask(this.#request('GET', path, url, account), enveloped(schema))).data;
  }

  /** A read that the platform takes by POST only. */
  async ask<T>(
    path: string,
    body: Params,
    schema: z.ZodType<T>,
    account: string,
    headers: Record<string, string> = {},
  ): Promise<T> {
    return (await this.session.ask({ ...this.#posted(path, body, account), headers }, enveloped(schema))).data;
  }

  /** A read whose answer is a file. JSON in its place is a refusal, also with HTTP 200. */
  async *download(
    path: string,
    query: Params,
    account: string,
    headers: Record<string, string>,
  ): AsyncGenerator<Buffer> {
    const url = this.#address(path, { advertiser_id: account, ...query });
    const { status, body } = await this.session.open({ ...this.#request('GET', path, url, account), headers });
    const refusal: Buffer[] = [];
    let isJson: boolean | undefined;
    for await (const piece of body) {
      isJson ??= piece[0] === 0x7b;
      if (isJson) refusal.push(piece);
      else yield piece;
    }
    if (isJson) throw refusalIn(Buffer.concat(refusal), status);
  }

  /** A change. `pace` replaces the pace of the address for objects that have one of their own. */
  async change<T>(path: string, body: Params, schema: z.ZodType<T>, account: string, pace?: Pace): Promise<T> {
    const request = { ...this.#posted(path, body, account), ...(pace && { pace }) };
    return (await this.session.change(request, enveloped(schema))).data;
  }

  /** Sends events, which belong to their source and name no advertiser. Answers the platform's id of the request. */
  async track(body: Params): Promise<string | undefined> {
    const path = 'event/track';
    const url = `${this.session.hosts.api}${BASE}/${path}/`;
    const request = { ...this.#request('POST', path, url, undefined), json: body, argumentOf: eventField };
    return (await this.session.change(request, z.object({ request_id: z.string().optional() }))).request_id;
  }

  /** Sends a file. `harmless` marks one that has no effect by itself, so that it may be sent again. */
  async upload<T>(
    path: string,
    form: FormData,
    schema: z.ZodType<T>,
    account: string,
    effect: 'change' | 'harmless' = 'change',
  ): Promise<T> {
    form.set('advertiser_id', account);
    const encoded = new Response(form);
    const request: PlatformRequest = {
      ...this.#request('POST', path, `${this.session.hosts.api}${BASE}/${path}/`, account),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      body: new Uint8Array(await encoded.arrayBuffer()),
    };
    const method = effect === 'change' ? 'change' : 'prepare';
    return (await this.session[method](request, enveloped(schema))).data;
  }

  /** Up to `limit` objects of an advertiser that fit the filter. */
  list<T>(kind: Kind<T>, account: string, { limit, cursor, filtering }: ListQuery) {
    const scope = [kind.path, account, filtering];
    return collect({ limit, cursor, scope, pageMax: kind.pageMax }, (position, size) =>
      this.page(kind, account, filtering, { position, size }),
    );
  }

  /** The platform numbers its pages, so a page from any offset is cut out of a numbered one. */
  async page<T>(kind: Kind<T>, account: string, filtering: Params | undefined, { position, size }: PlaceInList) {
    const offset = Number(position ?? 0);
    const page_size = size > 100 ? kind.pageMax : Math.min(kind.pageMax, 100);
    const page = Math.floor(offset / page_size) + 1;
    const query = { ...kind.query, ...(kind.filters !== false && { filtering }), page, page_size };
    const { items, total } = await this.get(kind.path, query, kind.page, account);
    const found = items.slice(offset % page_size, (offset % page_size) + size);
    const next = offset + found.length;
    return { items: found, next: found.length > 0 && next < total ? String(next) : undefined };
  }

  /** Every object that fits, however many. */
  async all<T>(kind: Kind<T>, account: string, filtering?: Params): Promise<T[]> {
    const { items } = await this.list(kind, account, {
      limit: Number.POSITIVE_INFINITY,
      ...(filtering && { filtering }),
    });
    return items;
  }

  advertiser(id: string): Promise<Advertiser> {
    let known = this.#advertisers.get(id);
    if (!known) {
      known = this.get('advertiser/info', { advertiser_ids: [id] }, z.object({ list: z.array(Advertiser) })).then(
        ({ list }) =>
          list[0] ??
          Promise.reject(notFound({ what: 'advertiser', id, where: 'this connection', list: 'list_advertisers' })),
      );
      this.#advertisers.set(id, known);
    }
    return known;
  }

  async currency(account: string): Promise<string> {
    return (await this.advertiser(account)).currency;
  }

  /** The advertisers of the token. The call needs the application's id and secret. */
  async advertisers(): Promise<{ id: string; name: string }[]> {
    const { app_id, secret } = await this.session.credentials();
    if (!app_id || !secret) throw noApp();
    const { list } = await this.get('oauth2/advertiser/get', { app_id, secret }, ADVERTISER_NAMES);
    return list.map(({ advertiser_id, advertiser_name }) => ({ id: advertiser_id, name: advertiser_name }));
  }

  #address(path: string, query: Params): string {
    const url = new URL(`${this.session.hosts.api}${BASE}/${path}/`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, text(value));
    return url.href;
  }

  #posted(path: string, body: Params, account: string): PlatformRequest {
    const url = `${this.session.hosts.api}${BASE}/${path}/`;
    return { ...this.#request('POST', path, url, account), json: { advertiser_id: account, ...body } };
  }

  #request(method: 'GET' | 'POST', path: string, url: string, account: string | undefined): PlatformRequest {
    const pace: Pace = { name: path, requests: PACES[path] ?? PER_SECOND, perMs: PACE_MS, perApplication: true };
    return { method, url, pace, ...(account && { account }) };
  }
}

const EVENT_FIELDS: Readonly<Record<string, string>> = {
  event_time: 'happened_at',
  'page.url': 'url',
  page: 'url',
  'lead.lead_id': 'lead',
  'properties.value': 'value.amount',
  'properties.currency': 'value.currency',
  'user.zip_code': 'person.postal_code',
  'user.state': 'person.region',
  'user.ttclid': 'click.ttclid',
  'user.ip': 'browser.ip',
  'user.user_agent': 'browser.user_agent',
};

/** The field of an event behind one of the platform's, such as `data.0.page.url`. */
function eventField(field: string): string {
  const inEvent = field.replace(/^data\.\d+\./, '');
  return EVENT_FIELDS[inEvent] ?? inEvent.replace(/^user\./, 'person.');
}

/** The token is sent in the header `Access-Token`. */
export function authorize(request: UpstreamRequest, { access_token }: Credentials): UpstreamRequest {
  if (!access_token) throw noToken();
  return { ...request, headers: { ...request.headers, 'access-token': access_token } };
}

function enveloped<T>(data: z.ZodType<T>) {
  return z.object({ data });
}

function text(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The platform's complaint that came in place of a file. */
function refusalIn(body: Buffer, status: number): Failure {
  const complaint = complaintOf({ status, headers: {}, body, json: jsonIn(body) });
  const isFile = { message: 'an answer in place of a file', kind: 'broken' } as const;
  return failureOf('video', ERRORS, complaint ?? isFile, status);
}

function noToken(): Failure {
  return new Failure({
    code: 'token_expired',
    message: 'The video connection of this workspace holds no access token.',
    nextStep: 'Reconnect the video channel (adhelm connect video).',
  });
}

function noApp(): Failure {
  return new Failure({
    code: 'permission_denied',
    message: 'Listing advertisers needs app_id and secret, and the video connection of this workspace lacks them.',
    nextStep: 'Pass advertiser_id, or reconnect the video channel with both (adhelm connect video).',
  });
}
