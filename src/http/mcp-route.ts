import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../errors.ts';
import { READ_POINTS } from '../limits/prices.ts';
import { RPC } from '../mcp/eras.ts';
import { handleBody, mayPause, type Reply, unparsable } from '../mcp/handle.ts';
import { parseMessage } from '../mcp/message.ts';
import type { Caller } from '../mcp/request.ts';
import { errorText } from '../mcp/wire.ts';
import type { Log } from '../observe/log.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import type { Narrowing } from '../pipeline/tool-selection.ts';
import { EventStream } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guards.ts';
import { readJson } from './json-body.ts';
import type { Authenticate } from './key-guard.ts';
import { narrowingOf } from './narrowing.ts';
import { charge, type RateGuard } from './rate-guard.ts';
import { receiveBody } from './receive-body.ts';
import { JSON_TYPE } from './refusals.ts';

export interface McpRouteParts {
  bodyBytesMax: number;
  rate: RateGuard;
  log: Log;
  authenticate: Authenticate;
  freshId(): string;
}

/** `POST /{channel}/mcp` and `POST /mcp`: bytes to a message, a reply to bytes. */
export function mcpRoute(endpoint: Endpoint, parts: McpRouteParts): Guard {
  return async (exchange) => {
    const narrowing = narrowingOf(exchange, endpoint);
    const refusal = await charge(parts.rate, exchange, READ_POINTS).then(
      () => undefined,
      (error: unknown) => error,
    );
    const body = readJson(await receiveBody(exchange, parts.bodyBytesMax));
    if (refusal !== undefined) {
      if (body.kind !== 'value' || ![body.value].flat().every((one) => mayPause(endpoint, one))) throw refusal;
      await charge(parts.rate, exchange, READ_POINTS, true);
    }
    if (body.kind === 'unparsable') return send(exchange, unparsable);
    if (body.kind === 'unreasonable') return send(exchange, unreasonable(body.why));

    const stream = new EventStream(exchange);
    let answer: Reply;
    try {
      answer = await handleBody(endpoint, body.value, callerOf(exchange, narrowing, stream, parts));
    } catch (error) {
      if (!stream.isOpen) throw error;
      parts.log.write('error', 'stream_cut_short', { request_id: exchange.id, detail: String(error) });
      answer = cutShort(body.value, exchange.id);
    }
    if (answer.stream === undefined && !stream.isOpen) return send(exchange, answer);
    for (const message of answer.stream ?? []) stream.send(message);
    if (answer.body !== undefined) stream.send(answer.body);
    stream.end();
  };
}

function callerOf(exchange: Exchange, narrowing: Narrowing, stream: EventStream, parts: McpRouteParts): Caller {
  const { principal, headers } = exchange;
  if (principal === undefined) throw new HttpError(401, 'UNAUTHORIZED', 'A valid API key is needed.');
  const takesStream = headers.accept?.includes('text/event-stream') ?? false;
  const version = single(headers['mcp-protocol-version']);
  return {
    call: {
      principal,
      requestId: exchange.id,
      readOnly: narrowing.readOnly,
      gone: () => exchange.gone(),
      charge: (points, urgent) => charge(parts.rate, exchange, points, urgent),
      idempotencyKey: single(headers['idempotency-key']),
      traceparent: single(headers.traceparent),
      timed: (timing, durationMs) => exchange.explain(timing, durationMs),
    },
    narrowing,
    headers: {
      version,
      method: single(headers['mcp-method']),
      name: single(headers['mcp-name']),
      parameter: (name) => single(headers[`mcp-param-${name.toLowerCase()}`]),
    },
    speaksMcp: takesStream || version !== undefined,
    notify: takesStream ? (message) => stream.send(message) : undefined,
    freshId: parts.freshId,
    nextCall: () => setImmediate().then(() => parts.authenticate(exchange)),
  };
}

function send(exchange: Exchange, { status, body }: Reply): void {
  exchange.send(status, body === undefined ? undefined : JSON_TYPE, body);
}

/** The status line is already sent, so the stream has to carry the error. */
function cutShort(body: unknown, requestId: string): Reply {
  const parsed = parseMessage(body);
  const id = parsed.kind === 'message' ? (parsed.message.id ?? null) : null;
  const message = `Something failed inside the service. The request id ${requestId} ties it to the log.`;
  return { status: 200, body: errorText(id, { code: RPC.internal, message }) };
}

function unreasonable(why: string): Reply {
  return {
    status: 400,
    body: errorText(null, { code: RPC.invalidRequest, message: `Invalid Request: the body holds ${why}` }),
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
