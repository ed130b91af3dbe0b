import { HttpError } from '../errors.ts';
import type { Guard } from './guards.ts';

/** Refuses framing that a proxy and we could read as two different requests (request smuggling). */
export const framingGuard: Guard = ({ headers, request }) => {
  if (headers['transfer-encoding'] !== undefined && headers['transfer-encoding'].toLowerCase() !== 'chunked')
    throw refusal('The only Transfer-Encoding taken is chunked. Send the body as it is, with a Content-Length.');
  const { rawHeaders } = request;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw refusal('The Host header is given more than once. Send it once.');
};

function refusal(message: string): HttpError {
  return new HttpError(400, 'BAD_REQUEST', message, { Connection: 'close' });
}
