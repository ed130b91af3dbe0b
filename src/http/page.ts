import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Principal } from '../auth/key-records.ts';
import { compress, encodingFor } from '../text/compression.ts';
import type { Exchange, Query } from './exchange.ts';
import type { Guard } from './guards.ts';

/** An address besides the tool calls: a page, a document, a REST read. */
export interface Page {
  path: string;
  /** Needs an API key, and costs points like a tool call. */
  guarded?: boolean;
  /** Answered even when the service is at its limit of requests: monitoring depends on it. */
  always?: boolean;
  handler(request: PageRequest): Promise<PageReply>;
}

export interface PageRequest {
  query: Query;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  principal: Principal | undefined;
  requestId: string;
  /** Aborted when the caller goes away. */
  gone(): AbortSignal;
}

export interface PageReply {
  status?: number;
  type: string;
  body: string | AsyncIterable<string | Uint8Array>;
  headers?: Readonly<Record<string, string>>;
}

export function pageRoute(page: Page): Guard {
  return async (exchange) => {
    const { query, headers, principal, id } = exchange;
    const {
      status = 200,
      type,
      body,
      headers: more,
    } = await page.handler({ query, headers, principal, requestId: id, gone: () => exchange.gone() });
    if (typeof body === 'string') return sendText(exchange, status, type, body, more);
    // A failure before the first piece can still be answered with an error status.
    const pieces = body[Symbol.asyncIterator]();
    const first = await pieces.next();
    if (exchange.abandoned) return void (await pieces.return?.());
    exchange.begin(status, type, more);
    const { request, response } = exchange;
    if (request.method === 'HEAD') {
      await pieces.return?.();
      return void response.end();
    }
    const signal = exchange.gone();
    await pipeline(Readable.from(joined(first, pieces)), response, { signal }).catch((error: NodeJS.ErrnoException) => {
      // A client that stops reading is no error.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.name !== 'AbortError') throw error;
    });
  };
}

async function sendText(
  exchange: Exchange,
  status: number,
  type: string,
  body: string,
  more: PageReply['headers'],
): Promise<void> {
  const encoding = encodingFor(exchange.headers['accept-encoding'], type, body.length);
  const headers = { ...more, Vary: [more?.Vary, 'Accept-Encoding'].filter(Boolean).join(', ') };
  if (!encoding) return exchange.send(status, type, body, headers);
  exchange.send(status, type, await compress(body, encoding), { ...headers, 'Content-Encoding': encoding });
}

async function* joined<Piece>(first: IteratorResult<Piece>, pieces: AsyncIterator<Piece>): AsyncGenerator<Piece> {
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
  } finally {
    await pieces.return?.();
  }
}
