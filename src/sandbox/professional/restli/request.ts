import type { FastifyRequest } from 'fastify';
import { bodyText, pathOf } from '../../request-parts.ts';
import { coded, paramInvalid, plain } from '../errors.ts';
import { parseValue, type Value } from './value.ts';

const QUERY_BYTES_MAX = 4096;

/** A request as it is meant: tunnelling undone, the query still as it was written. */
export interface Incoming {
  verb: string;
  /** Path segments after `/rest`, as they were written. */
  segments: readonly string[];
  rawQuery: string;
  /** The method the caller names, in capitals. */
  named: string | undefined;
  /** `2.0.0` where the caller says so; without it lists and records have no meaning. */
  protocol: string | undefined;
  version: string | undefined;
  bodyText: string;
}

export function incomingOf(request: FastifyRequest): Incoming {
  const path = pathOf(request);
  const override = header(request, 'x-http-method-override');
  const tunnelled =
    request.method === 'POST' && override !== undefined
      ? untunnelled(header(request, 'content-type') ?? '', bodyText(request))
      : undefined;
  return {
    verb: tunnelled ? override!.toUpperCase() : request.method,
    segments: path.split('/').slice(2),
    rawQuery: tunnelled?.query ?? request.url.slice(path.length + 1),
    named: header(request, 'x-restli-method')?.toUpperCase(),
    protocol: header(request, 'x-restli-protocol-version'),
    version: header(request, 'linkedin-version'),
    bodyText: tunnelled ? tunnelled.body : bodyText(request),
  };
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A long query travels as a form, alone or as one part beside the body it belongs to. */
function untunnelled(contentType: string, body: string): { query: string; body: string } {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return { query: body.trim(), body: '' };
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const content = (type: string) =>
    parts
      .find((part) => part.toLowerCase().includes(type))
      ?.replace(/^[\s\S]*?\r?\n\r?\n/, '')
      .trim() ?? '';
  return { query: content('x-www-form-urlencoded'), body: content('application/json') };
}

/** Checked on the address alone: a tunnelled query may be of any length. */
export function checkLength(request: FastifyRequest): void {
  if (request.url.length - pathOf(request).length - 1 > QUERY_BYTES_MAX) {
    throw coded(414, 'REQUEST_URI_TOO_LONG', 'Request URI Too Long');
  }
}

export type Query = ReadonlyMap<string, Value>;

export function queryIn({ rawQuery, protocol }: Incoming): Query {
  const query = new Map<string, Value>();
  for (const pair of rawQuery.split('&').filter(Boolean)) {
    const cut = pair.indexOf('=');
    const name = decodeURIComponent(cut < 0 ? pair : pair.slice(0, cut));
    const text = cut < 0 ? '' : pair.slice(cut + 1);
    if (protocol !== '2.0.0' && /^(List)?\(/.test(text)) throw paramInvalid(name);
    // Brackets belong to lists, records and projections; in a text they have to be encoded.
    if (name !== 'fields' && /^(?!\(|List\().*[()]/.test(text)) throw paramInvalid(name);
    const value = parseValue(text);
    if (value === undefined) throw paramInvalid(name);
    query.set(name, value);
  }
  return query;
}

export function jsonBody({ bodyText: text }: Incoming): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw plain(400, 'Cannot parse request entity');
  }
}
