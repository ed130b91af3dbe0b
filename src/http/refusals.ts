import type { Socket } from 'node:net';
import { Failure, HttpError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import { cleanText, clipped } from '../text/clean-text.ts';
import type { Exchange } from './exchange.ts';
import { httpErrorOf } from './failure-status.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** One place turns whatever was thrown into a reply: `{error, code}` and nothing internal. */
export function refuse(exchange: Exchange, error: unknown, log: Log): void {
  // A caller that left while its request was being read is owed nothing, and nothing went wrong here.
  if (exchange.abandoned && !exchange.request.complete) return;
  if (error instanceof HttpError) {
    sendHttpError(exchange, error);
    return;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.write('error', 'request_failed', { request_id: exchange.id, detail });
  if (exchange.response.headersSent) {
    // Half a reply must not look like a whole one.
    exchange.response.destroy();
    return;
  }
  if (error instanceof Failure && error.code === 'upstream_unavailable') {
    sendHttpError(exchange, httpErrorOf(error));
    return;
  }
  const message = `Something failed inside the service. The request id ${exchange.id} ties it to the log.`;
  sendHttpError(exchange, new HttpError(500, 'INTERNAL_ERROR', message));
}

/** A message may repeat what the caller named. */
const MESSAGE_CHARACTERS_MAX = 2000;

function sendHttpError(exchange: Exchange, { status, message, code, headers }: HttpError): void {
  exchange.send(
    status,
    JSON_TYPE,
    JSON.stringify({ error: clipped(cleanText(message), MESSAGE_CHARACTERS_MAX), code }),
    headers,
  );
}

export function noSuchAddress(): HttpError {
  return new HttpError(
    404,
    'NOT_FOUND',
    'There is nothing at this address. /openapi.json lists every address there is.',
  );
}

export function wrongMethod(allowed: string): HttpError {
  return new HttpError(405, 'BAD_REQUEST', `This address takes ${allowed} only.`, { Allow: allowed });
}

/** What is announced beyond this is not even read. */
const READ_TO_ITS_END_BYTES = 64 * 1024 * 1024;

/**
 * A client that is still writing when the connection closes sees a broken pipe and not our answer. So the rest of its
 * body is read and dropped, unless it announced that there would be no end to it.
 */
export function tooLarge(bodyBytesMax: number, announcedBytes = 0): HttpError {
  const message = `The body is larger than ${bodyBytesMax} bytes. Send less in one request.`;
  return new HttpError(413, 'BAD_REQUEST', message, {
    Connection: announcedBytes > READ_TO_ITS_END_BYTES ? 'close' : 'keep-alive',
  });
}

const LATE_MESSAGE = 'The request did not arrive in time.';

export function late(): HttpError {
  return new HttpError(408, 'BAD_REQUEST', LATE_MESSAGE);
}

/** As Node calls it, which finds it out for heads alone. */
export const LATE = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** The client ended it in the middle of its body. */
export const CUT = new Error('cut');

/** What is not HTTP, or did not arrive whole or in time, gets a short answer and a closed connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === LATE.code
      ? ['408 Request Timeout', LATE_MESSAGE]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'The headers are too large.']
        : ['400 Bad Request', 'The request is not readable HTTP.'];
  const body = JSON.stringify({ error: message, code: 'BAD_REQUEST' });
  const head = [
    `HTTP/1.1 ${status}`,
    `X-Request-Id: ${requestId}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
