import type { FastifyRequest } from 'fastify';
import type { FilePart } from '../../multipart.ts';
import { bearerOf, bodyParameters } from '../../request-parts.ts';
import { badParameter } from '../errors.ts';
import { Params } from './params.ts';
import { splitPath } from './path.ts';

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

export function parseHttp(request: FastifyRequest): GraphRequest {
  const address = new URL(request.url, 'http://emulator');
  const body = bodyParameters(request, badParameter);
  const params = new Params([...address.searchParams, ...body.values]);
  return {
    ...splitPath(address.pathname),
    method: overriddenMethod(request.method, params),
    params,
    files: body.files,
    token: params.text('access_token') ?? bearerOf(request, ['Bearer', 'OAuth']),
  };
}

/** `POST …?method=GET|DELETE` is honoured. */
export function overriddenMethod(method: string, params: Params): Method {
  const wanted = method === 'POST' ? (params.text('method')?.toUpperCase() ?? 'POST') : method;
  if (wanted === 'GET' || wanted === 'POST' || wanted === 'DELETE') return wanted;
  throw badParameter(`Unsupported method ${wanted}`);
}
