import { createHash } from 'node:crypto';
import { canonicalJson } from '../idempotency/fingerprint.ts';
import type { ChangingRequest } from '../upstream/captured-change.ts';

/** A changing request as a person reads it. */
export interface ShownRequest {
  method: string;
  path: string;
  /** Left out where it is a file. */
  body?: unknown;
  bytes?: number;
}

/** The same for the same change, in any order of its fields. The host is no part of it: a sandbox moves. */
export function requestDigest(request: ChangingRequest): string {
  const hash = createHash('sha256').update(`${request.method} ${pathIn(request)}\n`);
  const { body } = request;
  if (body instanceof Uint8Array) return hash.update(withoutBoundary(body, request)).digest('hex');
  return hash.update(canonicalJson(bodyIn(request) ?? null)).digest('hex');
}

export function shownRequest(request: ChangingRequest): ShownRequest {
  const { method, body } = request;
  const shown = { method, path: pathIn(request) };
  if (body instanceof Uint8Array) return { ...shown, bytes: body.byteLength };
  const read = bodyIn(request);
  return read === undefined ? shown : { ...shown, body: read };
}

function pathIn({ url }: ChangingRequest): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** JSON and forms as the values they hold, anything else as its text. */
function bodyIn(request: ChangingRequest): unknown {
  if ('json' in request && request.json !== undefined) return request.json;
  const { body } = request;
  if (typeof body !== 'string') return undefined;
  return jsonIn(body) ?? formIn(body, request) ?? body;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function formIn(text: string, { headers = {} }: ChangingRequest): Record<string, unknown> | undefined {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined;
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, jsonIn(value) ?? value]));
}

/** Forms with files are told apart by a text that is made up anew for each of them. */
function withoutBoundary(body: Uint8Array, { headers = {} }: ChangingRequest): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const boundary = Object.values(headers)
    .map((value) => /boundary="?([^";]+)/.exec(value)?.[1])
    .find((found) => found !== undefined);
  return boundary === undefined ? text : text.replaceAll(boundary, '');
}
