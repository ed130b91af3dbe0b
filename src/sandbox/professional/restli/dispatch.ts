import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../../emulator.ts';
import { isObject } from '../../json.ts';
import { checkScope, checkVersion, openSession } from '../access.ts';
import { coded, notFound, paramsNotAllowed, plain, RestliError, schemaError, throttled, tracing } from '../errors.ts';
import { Quota } from '../rules/quota.ts';
import type { Store } from '../state.ts';
import { checkLength, type Incoming, incomingOf, jsonBody, type Query, queryIn } from './request.ts';
import { type Call, listParam, type Patch, type Resource, type Row, textParam } from './resource.ts';
import { parseValue } from './value.ts';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Matched {
  resource: Resource;
  path: Record<string, string>;
  /** As it was written. */
  rawKey: string | undefined;
}

/** Serves every resource under `/rest`: one place for the protocol's methods, batches, keys and tunnelling. */
export function mountResources(app: FastifyInstance, world: World, store: Store, resources: readonly Resource[]): void {
  const quota = new Quota();
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = answered(() => serve(request, { world, store, resources, quota }));
    reply.code(status).headers({ ...tracing(), ...headers });
    return body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(body));
  };
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
    app.route({ method, url: '/rest/*', handler: handle });
}

/** What is served there, for the list of coverage. */
export function routesOf(resources: readonly Resource[]): { method: string; path: string }[] {
  return resources.flatMap((resource) => {
    const { path } = resource;
    const one = `/rest${path}/{key}`;
    const routes: [unknown, string, string][] = [
      [resource.get || resource.finders || resource.all, 'GET', `/rest${path}`],
      [resource.get, 'GET', one],
      [resource.create || resource.actions, 'POST', `/rest${path}`],
      [resource.patch, 'POST', one],
      [resource.put, 'PUT', one],
      [resource.remove, 'DELETE', one],
      [resource.remove && resource.key !== 'compound', 'DELETE', `/rest${path}`],
    ];
    return routes.flatMap(([has, method, at]) => (has ? [{ method, path: at }] : []));
  });
}

function answered(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof RestliError) return { status: error.status, body: error.body };
    // A percent sign with no two digits after it.
    if (error instanceof URIError) return { status: 400, body: plain(400, 'Bad Request').body };
    throw error;
  }
}

interface Platform {
  world: World;
  store: Store;
  resources: readonly Resource[];
  quota: Quota;
}

/** The order of the checks is the platform's: address, token, version, scope, query, quota, body. */
function serve(request: FastifyRequest, { world, store, resources, quota }: Platform): Answer {
  const incoming = incomingOf(request);
  const matched = match(resources, incoming.segments);
  const method = methodOf(incoming, matched);
  const now = world.now();
  const session = openSession(store, request, now);
  const version = checkVersion(incoming.version, now);
  const { resource } = matched;
  const changes = incoming.verb !== 'GET';
  checkScope(session, changes ? (resource.writes ?? []) : resource.reads, `${resource.path.slice(1)}.${method}`);
  checkLength(request);
  const query = queryIn(incoming);
  const over = quota.take(`${session.member.id} ${resource.path} ${method}`, now, resource.perMinute);
  if (over) throw throttled(over);
  checkParams(resource, method, query);
  const call: Call = { world, store, session, version, query, path: matched.path, now };
  return METHODS[method]!(resource, call, matched, incoming);
}

function match(resources: readonly Resource[], segments: readonly string[]): Matched {
  for (const resource of resources) {
    const parts = resource.path.slice(1).split('/');
    if (segments.length !== parts.length && segments.length !== parts.length + 1) continue;
    const path: Record<string, string> = {};
    const fits = parts.every((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name) path[name] = decodeURIComponent(segments[index]!);
      return name !== undefined || part === segments[index];
    });
    if (fits) return { resource, path, rawKey: segments[parts.length] };
  }
  if (segments[0] === 'creatives') {
    throw plain(400, 'Creatives are found under /rest/adAccounts/{adAccountId}/creatives: the path needs the account.');
  }
  throw coded(404, 'RESOURCE_NOT_FOUND', 'No virtual resource found', 0);
}

type Method =
  | 'GET'
  | 'BATCH_GET'
  | 'FINDER'
  | 'GET_ALL'
  | 'CREATE'
  | 'BATCH_CREATE'
  | 'PARTIAL_UPDATE'
  | 'BATCH_PARTIAL_UPDATE'
  | 'UPDATE'
  | 'DELETE'
  | 'BATCH_DELETE'
  | 'ACTION';

/** By verb and address; the header decides where these leave it open, and must not contradict them. */
function methodOf({ verb, rawQuery, named }: Incoming, { resource, rawKey }: Matched): Method {
  const has = (name: string) => new RegExp(`(^|&)${name}=`).test(rawQuery);
  const possible: Record<string, Method[]> = {
    GET: rawKey !== undefined ? ['GET'] : has('ids') ? ['BATCH_GET'] : has('q') ? ['FINDER'] : ['GET_ALL'],
    POST:
      rawKey !== undefined
        ? ['PARTIAL_UPDATE']
        : has('ids')
          ? ['BATCH_PARTIAL_UPDATE']
          : has('action')
            ? ['ACTION']
            : ['CREATE', 'BATCH_CREATE'],
    PUT: rawKey !== undefined ? ['UPDATE'] : [],
    DELETE: rawKey !== undefined ? ['DELETE'] : ['BATCH_DELETE'],
  };
  const methods = possible[verb] ?? [];
  const method = methods.find((one) => one === named) ?? (named === undefined ? methods[0] : undefined);
  const needsHeader = method === 'PARTIAL_UPDATE' || method === 'BATCH_PARTIAL_UPDATE';
  if (method === undefined || !SERVED[method](resource)) throw plain(405, `Method ${verb} is not supported here`);
  if (needsHeader && named === undefined) {
    throw plain(400, `X-RestLi-Method ${method} has to be named for a partial update`);
  }
  return method;
}

const SERVED: Record<Method, (resource: Resource) => unknown> = {
  GET: ({ get }) => get,
  BATCH_GET: ({ get }) => get,
  FINDER: ({ finders }) => finders,
  GET_ALL: ({ all }) => all,
  CREATE: ({ create }) => create,
  BATCH_CREATE: ({ create }) => create,
  PARTIAL_UPDATE: ({ patch }) => patch,
  BATCH_PARTIAL_UPDATE: ({ patch }) => patch,
  UPDATE: ({ put }) => put,
  DELETE: ({ remove }) => remove,
  BATCH_DELETE: ({ remove }) => remove,
  ACTION: ({ actions }) => actions,
};

function checkParams(resource: Resource, method: Method, query: Query): void {
  const finder = method === 'FINDER' ? resource.finders?.[textParam(query, 'q') ?? ''] : undefined;
  if (method === 'FINDER' && !finder) throw plain(400, `Finder '${textParam(query, 'q')}' is not known here`);
  const known = ['q', 'ids', 'action', 'fields', ...(finder ? finder.params : (resource.params ?? []))];
  const unknown = [...query.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw paramsNotAllowed(unknown);
}

type Serve = (resource: Resource, call: Call, matched: Matched, incoming: Incoming) => Answer;

const METHODS: Record<Method, Serve> = {
  GET: (resource, call, matched) => ({ status: 200, body: resource.get!(call, keyOf(resource, matched)) }),
  GET_ALL: (resource, call) => ({ status: 200, body: resource.all!(call) }),
  FINDER: (resource, call) => ({
    status: 200,
    body: resource.finders![textParam(call.query, 'q')!]!.run(call),
  }),
  BATCH_GET: (resource, call) => {
    const results: Row = {};
    const errors: Row = {};
    for (const id of listParam(call.query, 'ids') ?? []) {
      const { status, body } = answered(() => ({ status: 200, body: resource.get!(call, checkedKey(resource, id)) }));
      if (status === 200) results[id] = body;
      else errors[id] = body;
    }
    return { status: 200, body: { results, statuses: {}, errors } };
  },
  CREATE: (resource, call, _, incoming) => {
    const body = recordBody(incoming);
    if (Array.isArray(body.elements)) throw schemaError(['/elements :: unrecognized field found but not allowed']);
    const id = resource.create!(call, body);
    if (id === undefined) return { status: 201 };
    const shown = encodeURIComponent(id);
    const headers = {
      'x-restli-id': shown,
      'x-linkedin-id': shown,
      location: `/rest/${incoming.segments.join('/')}/${shown}`,
    };
    return { status: 201, headers, body: resource.created?.(call, id) };
  },
  BATCH_CREATE: (resource, call, _, incoming) => {
    const { elements } = recordBody(incoming);
    if (!Array.isArray(elements)) throw schemaError(['/elements :: field is required but not found']);
    const rows = elements.map((element) => (isObject(element) ? element : {}));
    if (resource.createEach) return { status: 200, body: { elements: resource.createEach(call, rows) } };
    const made = rows.map((element, index) => {
      const { status, body } = answered(() => ({
        status: 201,
        body: resource.create!(call, element),
      }));
      if (status === 201) return { status, id: body };
      return { status, error: prefixed(body as Row, index) };
    });
    return { status: 200, body: { elements: made } };
  },
  PARTIAL_UPDATE: (resource, call, matched, incoming) => {
    resource.patch!(call, keyOf(resource, matched), patchIn(recordBody(incoming)));
    return { status: 204 };
  },
  BATCH_PARTIAL_UPDATE: (resource, call, _, incoming) => {
    const { entities } = recordBody(incoming);
    const ids = listParam(call.query, 'ids') ?? [];
    if (!isObject(entities)) throw schemaError(['/entities :: field is required but not found']);
    // Clients write the keys encoded or plain.
    const given = new Map(Object.entries(entities).map(([id, entity]) => [decodeURIComponent(id), entity]));
    if (given.size !== ids.length || ids.some((id) => !given.has(id))) {
      throw plain(400, 'The ids of the query and of the body are not the same');
    }
    return batched(ids, (id) => {
      const entity = given.get(id);
      resource.patch!(call, checkedKey(resource, id), patchIn(isObject(entity) ? entity : {}));
    });
  },
  UPDATE: (resource, call, matched, incoming) => {
    resource.put!(call, keyOf(resource, matched), recordBody(incoming));
    return { status: 204 };
  },
  DELETE: (resource, call, matched) => {
    resource.remove!(call, keyOf(resource, matched));
    return { status: 204 };
  },
  BATCH_DELETE: (resource, call) =>
    batched(listParam(call.query, 'ids') ?? [], (id) => resource.remove!(call, checkedKey(resource, id))),
  ACTION: (resource, call, _, incoming) => {
    const action = resource.actions?.[textParam(call.query, 'action') ?? ''];
    if (!action) throw plain(400, `Action '${textParam(call.query, 'action')}' is not known here`);
    return { status: 200, body: { value: action(call, recordBody(incoming)) } };
  },
};

function batched(ids: readonly string[], work: (id: string) => void): Answer {
  const results: Row = {};
  const errors: Row = {};
  for (const id of ids) {
    const { status, body } = answered(() => {
      work(id);
      return { status: 204 };
    });
    if (status === 204) results[id] = { status };
    else errors[id] = body;
  }
  return { status: 200, body: { results, errors } };
}

function prefixed(error: Row, index: number): Row {
  return error.status === 422 ? { ...error, message: `Index: ${index}, ${error.message}` } : error;
}

function recordBody(incoming: Incoming): Row {
  const body = jsonBody(incoming);
  if (!isObject(body)) throw plain(400, 'Cannot parse request entity');
  return body;
}

function keyOf(resource: Resource, { rawKey }: Matched): string {
  if (resource.key === 'compound') {
    const value = parseValue(rawKey!);
    if (value === undefined) throw plain(400, 'Key parameter value invalid');
    return JSON.stringify(value);
  }
  return checkedKey(resource, decodeURIComponent(rawKey!));
}

function checkedKey(resource: Resource, key: string): string {
  if (resource.key === 'number' && !/^\d{1,19}$/.test(key)) {
    throw plain(400, `Key parameter value '${key}' must be of type 'java.lang.Long'`);
  }
  if (resource.key === 'urn' && !key.startsWith('urn:')) throw plain(400, 'Key parameter value invalid');
  if (key === '') throw notFound();
  return key;
}

/** `$set` and `$delete` at the top; one level down they are taken as the change of that field's members. */
function patchIn(body: Row): Patch {
  const { patch } = body;
  if (!isObject(patch)) throw schemaError(['/patch :: field is required but not found and has no default value']);
  const { $set = {}, $delete = [], ...nested } = patch;
  if (!isObject($set) || !Array.isArray($delete)) throw schemaError(['/patch :: DataMap expected']);
  const set: Row = { ...$set };
  for (const [field, inner] of Object.entries(nested)) {
    if (!isObject(inner)) throw schemaError([`/${field} :: unrecognized field found but not allowed`]);
    set[field] = new NestedPatch(isObject(inner.$set) ? inner.$set : {}, inner.$delete);
  }
  return { set, remove: $delete.map(String) };
}

/** A change of some members of a field, to be laid over what is stored. */
export class NestedPatch {
  readonly set: Row;
  readonly remove: readonly string[];

  constructor(set: Row, remove: unknown) {
    this.set = set;
    this.remove = Array.isArray(remove) ? remove.map(String) : [];
  }

  over(stored: unknown): Row {
    const merged: Row = { ...(isObject(stored) ? stored : {}), ...this.set };
    for (const name of this.remove) delete merged[name];
    return merged;
  }
}
