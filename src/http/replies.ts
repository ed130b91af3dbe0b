import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import type { Log } from '../log.ts';

/** Every refusal of HTTP itself: `{error, code}` and nothing internal. */
export function sendHttpError(reply: FastifyReply, error: HttpError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: error.message, code: error.code }));
}

/** What Fastify itself refuses, in our words. */
const FRAMEWORK_REFUSALS: Readonly<Record<string, (limits: { bodyBytesMax: number }) => HttpError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ bodyBytesMax }) => tooLarge(bodyBytesMax),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new HttpError(415, 'BAD_REQUEST', 'The body must be JSON. Send Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new HttpError(400, 'BAD_REQUEST', 'Content-Length does not match the body that was sent.'),
};

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

/** One place turns whatever was thrown into a reply. */
export function errorHandler(log: Log, limits: { bodyBytesMax: number }) {
  return (error: Error & { code?: string; statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof HttpError) return sendHttpError(reply, error);
    const refusal = error.code === undefined ? undefined : FRAMEWORK_REFUSALS[error.code];
    if (refusal) return sendHttpError(reply, refusal(limits));
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return sendHttpError(reply, new HttpError(400, 'BAD_REQUEST', 'The request could not be read.'));
    }
    log.write('error', 'request_failed', { request_id: request.id, detail: error.stack ?? error.message });
    return sendHttpError(
      reply,
      new HttpError(
        500,
        'INTERNAL_ERROR',
        `Something failed inside the service. The request id ${request.id} ties it to the log.`,
      ),
    );
  };
}
