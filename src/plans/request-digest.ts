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

/**
 * The same for the same change, in any order of its fields. The host is no part of it: a sandbox moves. Nor is the present
 * moment, which some requests carry as their own number or as the start of what begins at once.
 */
export function requestDigest(request: ChangingRequest, clocks: readonly number[]): string {
  const hash = createHash('sha256').update(`${request.method} ${pathIn(request)}\n`);
  const { body } = request;
  if (body instanceof Uint8Array) return hash.update(withoutBoundary(body, request)).digest('hex');
  return hash.update(canonicalJson(withoutNow(bodyIn(request) ?? null, clocks))).digest('hex');
}

/** Moments this close to the present are the present. */
const NOW_MS = 15 * 60_000;

function withoutNow(value: unknown, clocks: readonly number[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNow(one, clocks));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutNow(one, clocks)]));
  const moment = momentIn(value);
  return moment !== undefined && clocks.some((now) => Math.abs(now - moment) <= NOW_MS) ? 'now' : value;
}

/** Milliseconds since the epoch, from the forms in which platforms take a moment. */
function momentIn(value: unknown): number | undefined {
  const text = String(value);
  if (/^\d{13}$/.test(text)) return Number(text);
  const [, day, time, hours, minutes] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-]\d\d):?(\d\d))?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  return Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
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

/** Multipart forms carry a random boundary, which would make equal requests differ. */
function withoutBoundary(body: Uint8Array, { headers = {} }: ChangingRequest): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const boundary = Object.values(headers)
    .map((value) => /boundary="?([^";]+)/.exec(value)?.[1])
    .find((found) => found !== undefined);
  return boundary === undefined ? text : text.replaceAll(boundary, '');
}
