import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import { late, tooLarge } from './refusals.ts';

const JSON_TYPE = 'application/json';

/** The bytes of a JSON body; undefined when there is none. */
export async function receiveBody(exchange: Exchange, bytesMax: number): Promise<Buffer | undefined> {
  const { request, headers } = exchange;
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return undefined;
  if (!isJson(headers['content-type'])) throw notJson();
  if (isEncoded(headers['content-encoding'])) throw isCompressed();
  refuseLeft(exchange);
  exchange.askForBody();
  const body = await collected(request, bytesMax);
  refuseLeft(exchange);
  return body;
}

/** A call whose client has left, or was already answered with 408, is not carried out: its outcome could not be told. */
function refuseLeft({ connection: { socket } }: Exchange): void {
  if (!socket.writable) throw late();
}

/** All of a body, as long as it is no longer than allowed. */
export function collected(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) reject(tooLarge(bytesMax));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function isJson(type: string | undefined): boolean {
  return type?.split(';', 1)[0]?.trim().toLowerCase() === JSON_TYPE;
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
