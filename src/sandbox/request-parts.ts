import type { FastifyRequest } from 'fastify';
import { isObject } from './json.ts';
import { type FilePart, parseMultipart } from './multipart.ts';

/** Reads the parts of a request. Bodies arrive as bytes, because every platform has its own error for a malformed one. */

/** Without the query, which on some platforms carries the token. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.slice(pathOf(request).length + 1));
}

/** The token of `Authorization: Bearer …`, or of the given schemes. */
export function bearerOf(request: FastifyRequest, schemes: readonly string[] = ['Bearer']): string | undefined {
  return new RegExp(`^(?:${schemes.join('|')})\\s+(\\S+)$`, 'i').exec(request.headers.authorization ?? '')?.[1];
}

export function bodyText(request: FastifyRequest): string {
  return Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
}

export function bodyForm(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(bodyText(request));
}

/** The body as JSON, an empty one as `{}`; `malformed` words the platform's refusal. */
export function bodyJson(request: FastifyRequest, malformed: () => Error): unknown {
  const text = bodyText(request);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

export interface Parameters {
  values: [string, unknown][];
  files: FilePart[];
}

/** Fields and files of a body that may be multipart, JSON or a form. */
export function bodyParameters(request: FastifyRequest, malformed: (why: string) => Error): Parameters {
  const { body, headers } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return { values: [], files: [] };
  const contentType = headers['content-type'] ?? '';
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'multipart/form-data': {
      const parts = parseMultipart(contentType, body);
      if (!parts) throw malformed('multipart/form-data without boundary');
      return parts;
    }
    case 'application/json': {
      const json = bodyJson(request, () => malformed('The request body is not valid JSON'));
      return { values: isObject(json) ? Object.entries(json) : [], files: [] };
    }
    default:
      return { values: [...bodyForm(request)], files: [] };
  }
}
