import type { z } from 'zod';
import { z as shape } from 'zod';
import { MINUTE_MS } from '../../ambient.ts';
import { gather } from '../../tools/listing.ts';
import { readEach } from '../../upstream/reading.ts';
import type { Credentials, Pace, PlatformRequest, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { Container } from './wire.ts';

const BASE = '/tagmanager/v2';
/** The most the platform takes of one user, whatever is asked for; a second more for requests that overtake each other on the way. */
const PACE: Pace = { name: 'requests', requests: 15, perMs: MINUTE_MS + 1000 };
/** Three quarters of it may be a wait, which is then as long as the longest that the pace asks for. */
const DEADLINE_MS = 90_000;
/** A whole container with its custom templates comes in one reply. */
const REPLY_BYTES_MAX = 64 * 1024 ** 2;

export type Query = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** The only place that builds this platform's requests. Paths are the platform's own: `accounts/1/containers/2/workspaces/3`. */
export class TagsClient {
  readonly session: PlatformSession;
  readonly #containers = new Map<string, Promise<Container>>();

  constructor(session: PlatformSession) {
    this.session = session;
  }

  get<T>(path: string, schema: z.ZodType<T>, query: Query = {}): Promise<T> {
    return this.session.ask(this.#request('GET', path, query), schema);
  }

  /** A read that the platform takes by POST only, such as a preview. */
  ask<T>(path: string, schema: z.ZodType<T>, json?: unknown): Promise<T> {
    return this.session.ask({ ...this.#request('POST', path), ...(json !== undefined && { json }) }, schema);
  }

  /** All of a list: the platform sets the size of its pages and leaves out the key of an empty list. */
  async every<T>(path: string, key: string, schema: z.ZodType<T>, query: Query = {}): Promise<T[]> {
    const { items } = await gather({ limit: Number.POSITIVE_INFINITY, pageMax: 1 }, (position) =>
      this.page(path, key, schema, { ...query, ...(position !== undefined && { pageToken: position }) }),
    );
    return items;
  }

  /** One page of a list, as the platform cuts it. */
  async page<T>(path: string, key: string, schema: z.ZodType<T>, query: Query = {}) {
    const Page = shape.looseObject({ nextPageToken: shape.string().optional() });
    const page = await this.get(path, Page, query);
    const rows = shape
      .array(shape.unknown())
      .catch([])
      .parse(page[key] ?? []);
    return { items: await readEach(schema, rows, 'tags'), next: page.nextPageToken || undefined };
  }

  /** The one changing request of a tool. */
  change<T>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    schema: z.ZodType<T>,
    { query = {}, json }: { query?: Query; json?: unknown } = {},
  ): Promise<T> {
    return this.session.change({ ...this.#request(method, path, query), ...(json !== undefined && { json }) }, schema);
  }

  /** The container behind a `GTM-…`: one request, remembered for the call. */
  lookUp(publicId: string): Promise<Container> {
    const known =
      this.#containers.get(publicId) ?? this.get('accounts/containers:lookup', Container, { tagId: publicId });
    this.#containers.set(publicId, known);
    return known;
  }

  #request(method: PlatformRequest['method'], path: string, query: Query = {}): PlatformRequest {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value].flat()) if (one !== undefined) asked.append(name, String(one));
    }
    const url = `${this.session.hosts.api}${BASE}/${path}${asked.size > 0 ? `?${asked}` : ''}`;
    return { method, url, pace: PACE, deadlineMs: DEADLINE_MS, bytesMax: REPLY_BYTES_MAX };
  }
}

export function authorize(request: UpstreamRequest, { access_token = '' }: Credentials): UpstreamRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${access_token}` } };
}
