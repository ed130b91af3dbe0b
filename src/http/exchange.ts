import { Buffer } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Principal } from '../auth/key-records.ts';
import type { Verdict } from '../limits/limiter.ts';
import { rateHeaders } from '../limits/rate-headers.ts';
import type { CallTiming } from '../upstream/call-timing.ts';
import type { Connection } from './connection.ts';
import { corsHeaders } from './cors-headers.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

const NO_QUERY: Query = Object.freeze(Object.create(null));

/** One request and its reply, as guards, routes and pages see them. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly startedAt = performance.now();
  /** The path of the matched route. Logged instead of the requested URL, which may carry secrets. */
  route = 'none';
  principal: Principal | undefined;
  /** The verdict of the last limiter; every reply carries it in its headers. */
  rateLimit: { verdict: Verdict; policy: string; windowS: number } | undefined;
  /** The allowed `Origin` of the request, if it has one. */
  origin: string | undefined;
  /** The key whose share of the work this request is counted in. */
  countedFor: string | undefined;
  readonly connection: Connection;
  #gone: AbortController | undefined;
  #unwatch: (() => void) | undefined;
  #awaitsContinue: boolean;
  #timing: string | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, id: string, connection: Connection) {
    this.request = request;
    this.response = response;
    this.id = id;
    this.connection = connection;
    this.#awaitsContinue = request.headers.expect?.toLowerCase() === '100-continue';
  }

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  get path(): string {
    const { url = '' } = this.request;
    const end = url.indexOf('?');
    return end < 0 ? url : url.slice(0, end);
  }

  get query(): Query {
    const { url = '' } = this.request;
    const start = url.indexOf('?');
    return start < 0 ? NO_QUERY : parseQuery(url.slice(start + 1));
  }

  /** The client has gone. Asked of the connection: a reply behind another has no socket yet. */
  get abandoned(): boolean {
    return this.connection.socket.destroyed;
  }

  /** Aborted when the connection closes before the work is done. Made when first asked for, to save reads the cost. */
  gone(): AbortSignal {
    if (this.#gone) return this.#gone.signal;
    const gone = new AbortController();
    this.#gone = gone;
    if (this.abandoned) gone.abort();
    else this.#unwatch = this.connection.whenClosed(() => gone.abort());
    return gone.signal;
  }

  /** The work is done; `gone` is not aborted any more. */
  ended(): void {
    this.#unwatch?.();
  }

  /** Sends `100 Continue` to a client that waits for it. */
  askForBody(): void {
    if (!this.#awaitsContinue) return;
    this.#awaitsContinue = false;
    this.response.writeContinue();
  }

  /** Says in the reply where the time of a call went. */
  explain(timing: CallTiming, durationMs: number): void {
    const shown = (ms: number) => Math.round(ms * 10) / 10;
    this.#timing = `own;dur=${shown(timing.ownMs(durationMs))}, platform;dur=${shown(timing.platformMs)};desc="${timing.requests} requests, ${timing.resends} resent", waiting;dur=${shown(timing.waitedMs)}`;
  }

  /** The whole reply at once. */
  send(
    status: number,
    type: string | undefined,
    body: string | Buffer = '',
    headers?: Readonly<Record<string, string>>,
  ): void {
    if (this.response.headersSent) return;
    const bytes = Buffer.byteLength(body);
    // Node sends head and body in one write. ASCII is sent as latin1, which needs no encoding.
    this.response.writeHead(status, this.#head(type, bytes, headers));
    if (typeof body === 'string') this.response.end(body, bytes === body.length ? 'latin1' : 'utf8');
    else this.response.end(body);
    this.connection.replied(this.response, bytes);
  }

  /** The head of a reply whose body is written bit by bit. */
  begin(status: number, type: string, headers?: Readonly<Record<string, string>>): void {
    this.response.writeHead(status, this.#head(type, undefined, headers));
  }

  /** A flat list, which Node writes as it is: setting headers one by one costs more than the rest of a reply. */
  #head(type: string | undefined, length: number | undefined, more?: Readonly<Record<string, string>>): string[] {
    const head = ['X-Request-Id', this.id];
    if (this.rateLimit) rateHeaders(head, this.rateLimit.verdict, this.rateLimit.policy, this.rateLimit.windowS);
    if (type !== undefined) head.push('Content-Type', type);
    if (length !== undefined) head.push('Content-Length', String(length));
    if (this.origin !== undefined) corsHeaders(head, this.origin);
    if (this.#timing !== undefined) head.push('Server-Timing', this.#timing);
    // A client refused before `100 Continue` may send its body or not, so the next bytes could be either.
    if (this.#awaitsContinue) more = { ...more, Connection: 'close' };
    for (const name in more) head.push(name, more[name] ?? '');
    return head;
  }
}

/** A name given twice becomes a list. */
function parseQuery(text: string): Query {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (Array.isArray(before)) before.push(value);
    else query[name] = before === undefined ? value : [before, value];
  }
  return query;
}
