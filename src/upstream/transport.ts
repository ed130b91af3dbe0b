import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { UpstreamReply, UpstreamRequest, UpstreamStream } from './session.ts';

/** Why an exchange gave no whole reply. */
export type FaultKind = 'network' | 'stopped' | 'too_large' | 'malformed';

/** An exchange that failed, with the one fact that decides what may be done next: could the request have arrived? */
export class TransportFault extends Error {
  readonly kind: FaultKind;
  readonly mayHaveArrived: boolean;

  constructor(kind: FaultKind, mayHaveArrived: boolean, cause?: unknown) {
    super(cause ? faultCode(cause) : kind, { cause });
    this.name = 'TransportFault';
    this.kind = kind;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** A system's or undici's error code: unlike their messages it can hold nothing of the request. */
function faultCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'network';
}

type Outgoing = Pick<UpstreamRequest, 'method' | 'url' | 'headers' | 'body'>;

export interface ExchangeLimits {
  signal: AbortSignal;
  bytesMax: number;
}

interface Receiver {
  head(status: number, headers: Record<string, string>, controller: Dispatcher.DispatchController): void;
  data(chunk: Buffer, controller: Dispatcher.DispatchController): void;
  end(): void;
  fail(fault: TransportFault): void;
}

/** One request, one reply, held in memory. Follows no redirect and repeats nothing. */
export function exchange(dispatcher: Dispatcher, request: Outgoing, limits: ExchangeLimits): Promise<UpstreamReply> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    dispatch(dispatcher, request, limits, {
      head(...head) {
        [status, headers] = head;
      },
      data: (chunk) => chunks.push(chunk),
      end: () => resolve({ status, headers, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }),
      fail: reject,
    });
  });
}

/** The same with a body that is read while it comes; it is destroyed with a `TransportFault` when it breaks off. */
export function exchangeStream(
  dispatcher: Dispatcher,
  request: Outgoing,
  limits: ExchangeLimits,
): Promise<UpstreamStream & { body: Readable }> {
  return new Promise((resolve, reject) => {
    let body: Readable | undefined;
    dispatch(dispatcher, request, limits, {
      head(status, headers, controller) {
        body = bodyFrom(controller);
        resolve({ status, headers, body });
      },
      data(chunk, controller) {
        if (!body?.push(chunk)) controller.pause();
      },
      end: () => body?.push(null),
      fail: (fault) => (body ? body.destroy(fault) : reject(fault)),
    });
  });
}

function bodyFrom(controller: Dispatcher.DispatchController): Readable {
  const body = new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      controller.abort(error ?? new Error('nobody reads on'));
      done(error);
    },
  });
  // It may break before anybody reads it. An error nobody listens for would end the process; the reader still gets it.
  return body.on('error', () => {});
}

function dispatch(
  dispatcher: Dispatcher,
  { method, url, headers, body }: Outgoing,
  { signal, bytesMax }: ExchangeLimits,
  receiver: Receiver,
): void {
  let controller: Dispatcher.DispatchController | undefined;
  let settled = false;
  let bytes = 0;

  function settle(): boolean {
    if (settled) return false;
    settled = true;
    signal.removeEventListener('abort', stop);
    return true;
  }
  // undici tells us when it begins to write. Until then the request waits for a connection, and nothing has left.
  function fail(kind: FaultKind, cause?: unknown): void {
    if (!settle()) return;
    const fault = new TransportFault(kind, controller !== undefined, cause);
    receiver.fail(fault);
    controller?.abort(fault);
  }
  function stop(): void {
    fail('stopped');
  }

  const target = targetOf(url);
  if (!target || signal.aborted) {
    fail(target ? 'stopped' : 'malformed');
    return;
  }
  signal.addEventListener('abort', stop);
  dispatcher.dispatch(
    { ...target, method, headers: headers ?? null, body: body ?? null },
    {
      onRequestStart(started) {
        if (settled) started.abort(new Error('stopped before it was sent'));
        else controller = started;
      },
      onResponseStart(started, status, received) {
        if (status >= 200 && !settled) receiver.head(status, plainHeaders(received), started);
      },
      onResponseData(started, chunk) {
        if (settled) return;
        bytes += chunk.length;
        if (bytes > bytesMax) fail('too_large');
        else receiver.data(chunk, started);
      },
      onResponseEnd() {
        if (settle()) receiver.end();
      },
      onResponseError(_controller, error) {
        fail(isOurMistake(error) ? 'malformed' : 'network', error);
      },
    },
  );
}

function targetOf(address: string): { origin: string; path: string } | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return { origin: url.origin, path: url.pathname + url.search };
}

function isOurMistake(error: unknown): boolean {
  return /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/.test(faultCode(error));
}

function plainHeaders(received: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
