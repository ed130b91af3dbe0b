import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { HttpError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { Exchange } from './exchange.ts';

interface Received {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  /** As they came, where they are not the headers. */
  rawHeaders?: readonly string[];
  body?: string;
  /** The client has left. */
  abandoned?: boolean;
}

/** A request as a guard or a route sees it, without a server; `sent` is what was replied. */
export function received({ method = 'GET', url = '/', headers = {}, rawHeaders, body, abandoned = false }: Received) {
  const sent: { status?: number; text: string } = { text: '' };
  const request = Object.assign(Readable.from(body === undefined ? [] : [Buffer.from(body)]), {
    method,
    url,
    headers,
    httpVersionMinor: 1,
    rawHeaders: rawHeaders ?? Object.entries(headers).flat(),
  });
  const response = {
    headersSent: false,
    setHeader: () => {},
    writeHead(status: number) {
      sent.status = status;
      response.headersSent = true;
    },
    write(text: string) {
      sent.text += text;
    },
    end(text: string | Buffer = '') {
      sent.text += text;
    },
    once: (_: string, told: () => void) => told(),
    writableLength: 0,
  };
  const connection = {
    socket: { destroyed: abandoned, writable: !abandoned },
    replied: () => {},
    whenClosed: () => () => {},
  };
  const exchange = new Exchange(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    'req_1',
    connection as unknown as Connection,
  );
  return { exchange, sent };
}

/** What a guard or route refused a request with; undefined: it let it through. */
export async function refusedWith(work: () => unknown): Promise<Pick<HttpError, 'status' | 'message'> | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: error.status, message: error.message };
  }
}
