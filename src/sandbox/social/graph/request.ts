import type { FastifyRequest } from 'fastify';
import { badParameter } from '../errors.ts';
import { isObject, Params } from './params.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** One call, from the wire or from a batch. */
export interface GraphRequest {
  method: Method;
  version: string | undefined;
  segments: string[];
  params: Params;
  files: readonly FilePart[];
  token: string | undefined;
}

export interface FilePart {
  field: string;
  filename: string;
  content: Buffer;
}

export function parseHttp(request: FastifyRequest): GraphRequest {
  const address = new URL(request.url, 'http://emulator');
  const body = parseBody(request.headers['content-type'], request.body);
  const params = new Params([...address.searchParams, ...body.values]);
  return {
    ...splitPath(address.pathname),
    method: overriddenMethod(request.method, params),
    params,
    files: body.files,
    token: params.text('access_token') ?? bearer(request.headers.authorization),
  };
}

const VERSION = /^v\d+\.\d+$/;

export function splitPath(pathname: string): { version: string | undefined; segments: string[] } {
  const segments = pathname.split('/').filter(Boolean).map(decodeSegment);
  return VERSION.test(segments[0] ?? '')
    ? { version: segments[0], segments: segments.slice(1) }
    : { version: undefined, segments };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** `POST …?method=GET|DELETE` is honoured (reference §2). */
export function overriddenMethod(method: string, params: Params): Method {
  const wanted = method === 'POST' ? (params.text('method')?.toUpperCase() ?? 'POST') : method;
  if (wanted === 'GET' || wanted === 'POST' || wanted === 'DELETE') return wanted;
  throw badParameter(`Unsupported method ${wanted}`);
}

function bearer(header: string | undefined): string | undefined {
  return /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(header ?? '')?.[1];
}

interface Body {
  values: [string, unknown][];
  files: FilePart[];
}

function parseBody(contentType: string | undefined, raw: unknown): Body {
  if (!Buffer.isBuffer(raw) || raw.length === 0) return { values: [], files: [] };
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'multipart/form-data') return parseMultipart(contentType!, raw);
  if (type === 'application/json') return { values: parseJson(raw), files: [] };
  return { values: [...new URLSearchParams(raw.toString('utf8'))], files: [] };
}

function parseJson(raw: Buffer): [string, unknown][] {
  let value: unknown;
  try {
    value = JSON.parse(raw.toString('utf8'));
  } catch {
    throw badParameter('The request body is not valid JSON');
  }
  return isObject(value) ? Object.entries(value) : [];
}

function parseMultipart(contentType: string, raw: Buffer): Body {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw badParameter('multipart/form-data without boundary');
  const body: Body = { values: [], files: [] };
  for (const part of partsOf(raw, Buffer.from(`--${boundary}`))) {
    const headEnd = part.indexOf('\r\n\r\n');
    if (headEnd < 0) continue;
    const head = part.subarray(0, headEnd).toString('utf8');
    const content = part.subarray(headEnd + 4);
    const field = /\bname="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = /\bfilename="([^"]*)"/.exec(head)?.[1];
    if (filename === undefined) body.values.push([field, content.toString('utf8')]);
    else body.files.push({ field, filename, content });
  }
  return body;
}

function* partsOf(raw: Buffer, delimiter: Buffer): Iterable<Buffer> {
  let start = raw.indexOf(delimiter);
  while (start >= 0) {
    const from = start + delimiter.length + 2;
    const next = raw.indexOf(delimiter, from);
    if (next < 0) return;
    yield raw.subarray(from, next - 2);
    start = next;
  }
}
