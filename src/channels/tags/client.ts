import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import { invalidArguments } from '../../errors.ts';
import { gather } from '../../tools/listing.ts';
import { readAs, readEach } from '../../upstream/reading.ts';
import type { Credentials, Pace, PlatformRequest, PlatformSession, UpstreamRequest } from '../../upstream/session.ts';
import { filterProblems } from './errors.ts';
import { BuiltInVariable, Folder, Other, Tag, Template, Trigger, Variable, Version, VersionReply } from './wire.ts';

const BASE = '/tagmanager/v2';
/** The platform's limit for all requests of one user. The extra second is for requests that overtake each other on the way. */
const PACE: Pace = { name: 'requests', requests: 15, perMs: MINUTE_MS + SECOND_MS };
/** Long enough for the longest wait that the pace asks for, after which the quota is there again; the call's own deadline ends it too. */
const DEADLINE_MS = 100 * SECOND_MS;
/** A whole container with its custom templates comes in one reply. */
const REPLY_BYTES_MAX = 64 * 1024 ** 2;

export type Query = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

const unread = z.array(z.unknown()).default([]);
const Page = z.looseObject({ nextPageToken: z.string().optional() });
/** A version whose lists are read one by one, in turns: a container may hold thousands of objects. */
const UnreadVersion = Version.extend({
  tag: unread,
  trigger: unread,
  variable: unread,
  builtInVariable: unread,
  folder: unread,
  customTemplate: unread,
  zone: unread,
  client: unread,
  transformation: unread,
});
const UnreadReply = VersionReply.extend({ containerVersion: UnreadVersion.optional() });

/** The only place that builds this platform's requests. Paths are the platform's own: `accounts/1/containers/2/workspaces/3`. */
export class TagsClient {
  readonly session: PlatformSession;

  constructor(session: PlatformSession) {
    this.session = session;
  }

  get<T>(path: string, schema: z.ZodType<T>, query: Query = {}): Promise<T> {
    return this.session.ask(this.#request('GET', path, query), schema);
  }

  /** A read that the platform takes by POST only. */
  ask<T>(path: string, schema: z.ZodType<T>, json?: unknown): Promise<T> {
    return this.session.ask({ ...this.#request('POST', path), ...(json !== undefined && { json }) }, schema);
  }

  /** A version with everything in it. */
  async version(path: string): Promise<Version> {
    return readVersion(await this.get(path, UnreadVersion));
  }

  /** A draft compiled and thrown away again; the platform takes it by POST. */
  async preview(draftPath: string): Promise<VersionReply> {
    const { containerVersion, ...rest } = await this.ask(`${draftPath}:quick_preview`, UnreadReply);
    return { ...rest, ...(containerVersion && { containerVersion: await readVersion(containerVersion) }) };
  }

  /** All of a list: the platform sets the size of its pages and leaves out the key of an empty list. */
  async every<T>(path: string, key: string, schema: z.ZodType<T>, query: Query = {}): Promise<T[]> {
    const { items } = await gather({ limit: Number.POSITIVE_INFINITY, pageMax: 1 }, (position) =>
      this.#page(path, key, schema, { ...query, ...(position !== undefined && { pageToken: position }) }),
    );
    return items;
  }

  async #page<T>(path: string, key: string, schema: z.ZodType<T>, query: Query) {
    const { nextPageToken, [key]: rows } = await this.get(path, Page, query);
    const items = await readEach(schema, readAs(unread, rows, 'tags'), 'tags');
    return { items, next: nextPageToken || undefined };
  }

  /** The one changing request of a tool. */
  async change<T>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    schema: z.ZodType<T>,
    { query = {}, json }: { query?: Query; json?: unknown } = {},
  ): Promise<T> {
    const problems = filterProblems(json);
    if (problems.length > 0) throw invalidArguments(problems, 'Name the variable that each condition is about.');
    return this.session.change({ ...this.#request(method, path, query), ...(json !== undefined && { json }) }, schema);
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

async function readVersion(version: z.infer<typeof UnreadVersion>): Promise<Version> {
  return {
    ...version,
    tag: await readEach(Tag, version.tag, 'tags'),
    trigger: await readEach(Trigger, version.trigger, 'tags'),
    variable: await readEach(Variable, version.variable, 'tags'),
    builtInVariable: await readEach(BuiltInVariable, version.builtInVariable, 'tags'),
    folder: await readEach(Folder, version.folder, 'tags'),
    customTemplate: await readEach(Template, version.customTemplate, 'tags'),
    zone: await readEach(Other, version.zone, 'tags'),
    client: await readEach(Other, version.client, 'tags'),
    transformation: await readEach(Other, version.transformation, 'tags'),
  };
}

export function authorize(request: UpstreamRequest, { access_token = '' }: Credentials): UpstreamRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${access_token}` } };
}
