import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import { PlainRequest } from './plain-request.ts';
import { late, tooLarge } from './refusals.ts';

const JSON_TYPE = 'application/json';

/** The bytes of a JSON body; undefined when there is none. */
export function receiveBody(exchange: Exchange, bytesMax: number): Buffer | undefined | Promise<Buffer | undefined> {
  const { request, headers } = exchange;
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return undefined;
  if (!isJson(headers['content-type'])) throw notJson();
  if (isEncoded(headers['content-encoding'])) throw isCompressed();
  refuseLeft(exchange);
  exchange.askForBody();
  const body = request instanceof PlainRequest ? request.body() : collected(exchange.node.request, bytesMax);
  if (!(body instanceof Promise)) return body;
  return body.then((bytes) => {
    refuseLeft(exchange);
    return bytes;
  });
}

/** Nothing is done that nobody can be told of: a client may have left by now, or been told already that it was too late. */
function refuseLeft({ connection: { socket } }: Exchange): void {
  if (!socket.writable) throw late();
}

function collected(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) reject(tooLarge(bytesMax));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function isJson(type: string | undefined): boolean {
  if (type === undefined || type === JSON_TYPE) return type !== undefined;
  return type.split(';', 1)[0]?.trim().toLowerCase() === JSON_TYPE;
}

function isEncoded(encoding: string | undefined): boolean {
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
}

function isCompressed(): HttpError {
  return new HttpError(415, 'BAD_REQUEST', 'The body must not be compressed. Send it without Content-Encoding.');
}

function notJson(): HttpError {
  return new HttpError(415, 'BAD_REQUEST', 'The body must be JSON. Send Content-Type: application/json.');
}
