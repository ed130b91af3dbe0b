import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { canonicalResource } from './resources.ts';
import { BOTH, READ, WRITE } from './scopes.ts';

export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer | undefined;
}

/** What the provider reads besides the body; a header that says where a request came from is never the client's. */
const HEADERS = ['accept', 'authorization', 'content-type', 'cookie', 'origin'] as const;

const FORM = 'application/x-www-form-urlencoded';

/** The request as the provider gets it: parameters in one form, and our own idea of host and protocol. */
export function curatedRequest(received: ReceivedRequest, issuer: string): IncomingMessage {
  const { host, protocol } = new URL(issuer);
  const [path = '', query = ''] = received.url.split('?', 2);
  const body = received.body && bodyOf(path, received);
  const request = new IncomingMessage(new Socket());
  request.method = received.method;
  request.url = path === '/authorize' ? `${path}?${authorizationQuery(query)}` : received.url;
  request.headers = {
    ...Object.fromEntries(HEADERS.flatMap((name) => (received.headers[name] ? [[name, received.headers[name]]] : []))),
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(body && { 'content-length': String(body.length) }),
  };
  if (body) request.push(body);
  request.push(null);
  request.complete = true;
  return request;
}

function bodyOf(path: string, { headers, body = Buffer.of() }: ReceivedRequest): Buffer {
  if (path === '/register') return Buffer.from(JSON.stringify(withoutScope(body)));
  if (headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== FORM) return body;
  return Buffer.from(inOneForm(body.toString('utf8')).toString());
}

/** A resource is written in one way, and scopes of other servers are left out, as RFC 6749 lets a server do. */
function inOneForm(text: string): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(text))
    if (name !== 'scope') parameters.append(name, name === 'resource' ? canonicalResource(value) : value);
  return parameters;
}

/** A client that asks for no scope of ours is asked for with both. */
function authorizationQuery(text: string): URLSearchParams {
  const parameters = inOneForm(text);
  const asked = new URLSearchParams(text).get('scope')?.split(' ') ?? [];
  const known = [READ, WRITE].filter((scope) => asked.includes(scope));
  parameters.set('scope', known.length > 0 ? known.join(' ') : BOTH);
  return parameters;
}

/** Clients register with scopes of other servers, which would be refused; which scopes a person gives is asked later. */
function withoutScope(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
    const { scope: _, ...metadata } = given as Record<string, unknown>;
    return metadata;
  } catch {
    // No object, so the provider refuses it by its own error.
    return text;
  }
}
