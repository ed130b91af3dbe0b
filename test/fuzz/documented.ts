import { ERROR_CODES } from '../../src/errors.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const HTTP_CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'BAD_REQUEST',
  413: 'BAD_REQUEST',
  415: 'BAD_REQUEST',
  431: 'BAD_REQUEST',
};

/** What is wrong with a reply by the contract; undefined when nothing is. */
export function undocumented(request: FuzzRequest, reply: FuzzReply): string | undefined {
  const { status, headers, body } = reply;
  if (status >= 500) return `a status ${status}`;
  if (status === 429) return 'a limit that is out of reach here';
  if (!/^req_\w+$/.test(String(headers['x-request-id']))) return 'no X-Request-Id';
  const leak = /inner detail|node:internal|\/src\/|\bat \w+ \(|SQLITE/.exec(body);
  if (leak) return `something internal: ${leak[0]}`;
  const presented = /sk_live_\w{20,}/.exec(request.headers.authorization ?? '')?.[0];
  if (presented && body.includes(presented)) return 'the key itself';
  const isToolAddress = /^\/\w+\/mcp(\?|$)/.test(request.path) && request.method === 'POST';
  if (isToolAddress && !request.authorized && status === 200) return 'an answer without a key';
  if (request.method === 'HEAD' || status === 202) return body === '' ? undefined : 'a body where there is none';
  return wrongBody(request, status, String(headers['content-type'] ?? ''), body);
}

function wrongBody(request: FuzzRequest, status: number, type: string, body: string): string | undefined {
  if (type.startsWith('text/event-stream')) {
    const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '');
    return events.length === 0
      ? 'an empty stream'
      : events.map((data) => wrongMessage(request, parsed(data))).find(Boolean);
  }
  if (/^text\/(html|plain|csv)/.test(type))
    return status === 200 && request.method === 'GET' ? undefined : `${type} for ${status}`;
  if (!type.startsWith('application/json')) return `content type ${JSON.stringify(type)}`;
  const value = parsed(body);
  if (value === undefined) return 'a body that is not JSON';
  if (status === 200 && request.method === 'GET') return undefined;
  if (Array.isArray(value)) return value.map((one) => wrongMessage(request, one)).find(Boolean);
  return isHttpError(value, status) ? undefined : wrongMessage(request, value);
}

function isHttpError(value: unknown, status: number): boolean {
  const { error, code, ...rest } = recordOf(value);
  return typeof error === 'string' && code === HTTP_CODES[status] && Object.keys(rest).length === 0;
}

function wrongMessage(request: FuzzRequest, value: unknown): string | undefined {
  const { jsonrpc, id, method, result, error } = recordOf(value);
  if (jsonrpc !== '2.0') return `something that is no JSON-RPC: ${JSON.stringify(value)}`;
  if (method !== undefined)
    return result === undefined && error === undefined ? undefined : 'a notification with a result';
  // Ids of up to 19 digits come back unchanged, and are only too long for the parser that reads them here.
  if (id !== null && typeof id !== 'string' && !Number.isInteger(id)) return 'an id of the wrong kind';
  if (error !== undefined) {
    const { code, message } = recordOf(error);
    return result === undefined && Number.isInteger(code) && typeof message === 'string'
      ? undefined
      : 'a wrong error object';
  }
  return typeof result === 'object' && result !== null
    ? wrongResult(request, recordOf(result))
    : 'neither result nor error';
}

function wrongResult(request: FuzzRequest, result: Record<string, unknown>): string | undefined {
  if (!('content' in result)) return undefined;
  const [content, ...more] = result.content as { type: string; text: string }[];
  // A file may be attached after it.
  const isAlone = more.every(({ type }) => type === 'resource');
  const inner = content?.type === 'text' && isAlone ? parsed(content.text) : undefined;
  if (inner === undefined) return 'content that is not one JSON text';
  if (result.isError !== true) return 'error' in recordOf(inner) ? 'a failure that does not say so' : undefined;
  const { channel, code, message, retryable, outcome, next_step } = recordOf(recordOf(inner).error);
  if (code === 'internal' && !request.body.includes('crash')) return `a failure inside: ${message}`;
  const fine =
    typeof channel === 'string' &&
    (ERROR_CODES as readonly unknown[]).includes(code) &&
    typeof message === 'string' &&
    typeof retryable === 'boolean' &&
    ['not_applied', 'applied', 'unknown'].includes(String(outcome)) &&
    typeof next_step === 'string';
  return fine ? undefined : `a wrong error object: ${content?.text}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
