import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { BoundedMap } from '../memory/bounded-map.ts';
import { isPlainPath } from './path.ts';
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
    dispatch(dispatcher, request, limits, new WholeReply(resolve, reject));
  });
}

/** Classes and not literals, here and below: every request makes one of each. */
class WholeReply implements Receiver {
  readonly #resolve: (reply: UpstreamReply) => void;
  readonly fail: (fault: TransportFault) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: Record<string, string> = {};

  constructor(resolve: (reply: UpstreamReply) => void, reject: (fault: TransportFault) => void) {
    this.#resolve = resolve;
    this.fail = reject;
  }

  head(status: number, headers: Record<string, string>): void {
    this.#status = status;
    this.#headers = headers;
  }

  data(chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  end(): void {
    const [first, ...more] = this.#chunks;
    const body = first && more.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }
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
  // Listen now: an unhandled stream error ends the process. Readers still see it.
  return body.on('error', () => {});
}

function dispatch(
  dispatcher: Dispatcher,
  { method, url, headers, body }: Outgoing,
  limits: ExchangeLimits,
  receiver: Receiver,
): void {
  const target = targetOf(url);
  if (!target || limits.signal.aborted) {
    receiver.fail(new TransportFault(target ? 'stopped' : 'malformed', false));
    return;
  }
  const { origin, path } = target;
  const handler = new Receiving(limits, receiver);
  dispatcher.dispatch({ origin, path, method, headers: headers ?? null, body: body ?? null }, handler);
}

/** What undici tells of one request, until it has come to an end or was stopped. */
class Receiving implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits;
  readonly #receiver: Receiver;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #bytes = 0;

  constructor(limits: ExchangeLimits, receiver: Receiver) {
    this.#limits = limits;
    this.#receiver = receiver;
    limits.signal.addEventListener('abort', this.#stop);
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    if (this.#settled) started.abort(new Error('stopped before it was sent'));
    else this.#controller = started;
  }

  onResponseStart(started: Dispatcher.DispatchController, status: number, received: IncomingHttpHeaders): void {
    if (status >= 200 && !this.#settled) this.#receiver.head(status, plainHeaders(received), started);
  }

  onResponseData(started: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.bytesMax) this.#fail('too_large');
    else this.#receiver.data(chunk, started);
  }

  onResponseEnd(): void {
    if (this.#settle()) this.#receiver.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(isOurMistake(error) ? 'malformed' : 'network', error);
  }

  readonly #stop = (): void => this.#fail('stopped');

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#limits.signal.removeEventListener('abort', this.#stop);
    return true;
  }

  /** undici tells us when it begins to write. Until then the request waits for a connection, and nothing has left. */
  #fail(kind: FaultKind, cause?: unknown): void {
    if (!this.#settle()) return;
    const fault = new TransportFault(kind, this.#controller !== undefined, cause);
    this.#receiver.fail(fault);
    this.#controller?.abort(fault);
  }
}

interface Target {
  origin: string;
  path: string;
}

/** By what stands before the path: only what an address with a plain path was read as, and so can be read as again. */
const origins = new BoundedMap<string, string>(1000);

function targetOf(address: string): Target | undefined {
  const end = address.indexOf('/', 'https://'.length);
  const [before, path] = [address.slice(0, end), address.slice(end)];
  const isPlain = isPlainPath(path);
  const origin = isPlain ? origins.get(before) : undefined;
  if (origin !== undefined) return { origin, path };
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  if (isPlain && url.pathname === path) origins.set(before, url.origin);
  return { origin: url.origin, path: url.pathname + url.search };
}

function isOurMistake(error: unknown): boolean {
  return /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/.test(faultCode(error));
}

/** Changes the object in place: undici made it for this reply alone. */
function plainHeaders(received: IncomingHttpHeaders): Record<string, string> {
  for (const name in received) {
    const value = received[name];
    if (Array.isArray(value)) received[name] = value.join(', ');
    else if (value === undefined) delete received[name];
  }
  return received as Record<string, string>;
}
