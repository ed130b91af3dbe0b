import { isObject } from '../../json.ts';
import { GraphError, refusal } from '../errors.ts';
import { dispatch, type Graph, type Reply } from './dispatch.ts';
import { jsonPath } from './json-path.ts';
import { Params } from './params.ts';
import { splitPath } from './path.ts';
import { type GraphRequest, overriddenMethod } from './request.ts';

const OPERATIONS_MAX = 50;

interface Item {
  method: string;
  relative_url: string;
  body?: string;
  name?: string;
  depends_on?: string;
  omit_response_on_success?: boolean;
  attached_files?: string;
  access_token?: string;
}

/** Up to fifty calls in one request. The platform promises no order; here they run one after the other. */
export function batch(graph: Graph, request: GraphRequest): Reply {
  const items = (request.params.array('batch') ?? []).map(parseItem);
  if (items.length > OPERATIONS_MAX) {
    const message = `Too many requests in batch message. Maximum batch size is ${OPERATIONS_MAX}`;
    throw new GraphError(100, message, { type: 'GraphBatchException' });
  }
  const withHeaders = request.params.boolean('include_headers') ?? true;
  const done = new Map<string, Reply>();
  const needed = new Set(items.flatMap(dependencies));
  const slots = items.map((item) => {
    const reply = answer(graph, request, item, done);
    if (item.name !== undefined) done.set(item.name, reply);
    const omit = item.omit_response_on_success ?? (item.name !== undefined && needed.has(item.name));
    return omit && reply.status === 200 ? null : slot(reply, withHeaders);
  });
  return { status: 200, headers: {}, body: slots };
}

function parseItem(value: unknown): Item {
  if (!isObject(value) || typeof value.method !== 'string' || typeof value.relative_url !== 'string') {
    throw new GraphError(100, 'Each batch item needs method and relative_url', { type: 'GraphBatchException' });
  }
  return value as unknown as Item;
}

const REFERENCE = /\{result=([\w-]+):([^}]+)\}/g;

function dependencies(item: Item): string[] {
  const named = [...`${item.relative_url} ${item.body ?? ''}`.matchAll(REFERENCE)].map((match) => match[1]!);
  return item.depends_on === undefined ? named : [...named, item.depends_on];
}

function answer(graph: Graph, outer: GraphRequest, item: Item, done: ReadonlyMap<string, Reply>): Reply {
  try {
    for (const name of dependencies(item)) {
      if (done.get(name)?.status !== 200)
        throw new GraphError(100, `Failed to evaluate the dependency ${name}`, { type: 'GraphBatchException' });
    }
    return dispatch(graph, toRequest(outer, item, done));
  } catch (error) {
    if (error instanceof GraphError) return refusal(error);
    throw error;
  }
}

function toRequest(outer: GraphRequest, item: Item, done: ReadonlyMap<string, Reply>): GraphRequest {
  const fill = (text: string, encode: (value: string) => string) =>
    text.replace(REFERENCE, (_, name: string, path: string) => encode(jsonPath(done.get(name)!.body, path)));
  const address = new URL(fill(item.relative_url.replace(/^\//, ''), encodeURIComponent), 'http://emulator/');
  const form = new URLSearchParams(fill(item.body ?? '', encodeURIComponent));
  const params = new Params([...address.searchParams, ...form]);
  const { version, segments } = splitPath(address.pathname);
  const attached = item.attached_files?.split(',').map((name) => name.trim()) ?? [];
  return {
    method: overriddenMethod(item.method, params),
    version: version ?? outer.version,
    segments,
    params,
    files: outer.files.filter(({ field }) => attached.includes(field)),
    token: item.access_token ?? params.text('access_token') ?? outer.token,
  };
}

function slot({ status, headers, body }: Reply, withHeaders: boolean) {
  const listed = Object.entries({ 'content-type': 'application/json; charset=UTF-8', ...headers });
  return {
    code: status,
    ...(withHeaders && { headers: listed.map(([name, value]) => ({ name, value })) }),
    body: JSON.stringify(body),
  };
}
