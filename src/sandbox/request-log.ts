import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import type { Push, PushAnswer } from './push.ts';
import { pathOf } from './request-parts.ts';

export interface LoggedRequest {
  seq: number;
  at: string;
  request_id: string;
  platform: string;
  method: string;
  path: string;
  /** The receiver's origin, of a request that the platform sent by itself. */
  pushed_to?: string;
  /** Null when the connection was cut instead of answered. */
  status: number | null;
  fault?: string;
}

export interface LoggedBodies {
  query: string;
  request_content_type: string | null;
  /** Null when there was none or it was too long. Bytes that are no text are written as `base64:…`. */
  request_body: string | null;
  response_body: string | null;
}

interface Entry extends LoggedRequest {
  bodies?: { url: string; contentType: string | undefined; request: unknown; response: unknown };
}

const ENTRIES_MAX = 1_000;
const ENTRIES_WITH_BODIES_MAX = 200;
const BODY_BYTES_MAX = 256 * 1024;
const SECRET_PARAMETERS = /([?&](?:[a-z_]*token|key|code|(?:client_)?secret|appsecret_proof|assertion)=)[^&]*/gi;

/** The last requests each platform was sent. Headers are never kept: they hold tokens. */
export class RequestLog {
  readonly #now: () => number;
  #entries: Entry[] = [];
  #seq = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(
    platform: string,
    request: FastifyRequest,
    outcome: { status?: number; fault?: string; responseBody?: unknown },
  ): void {
    this.#keep({
      request_id: request.id,
      platform,
      method: request.method,
      path: pathOf(request),
      status: outcome.status ?? null,
      ...(outcome.fault && { fault: outcome.fault }),
      bodies: {
        url: request.url,
        contentType: request.headers['content-type'],
        request: keepable(request.body),
        response: keepable(outcome.responseBody),
      },
    });
  }

  /** A request that the platform sent by itself. */
  addPush(platform: string, push: Push, answer: PushAnswer & { fault?: string }): void {
    const url = URL.canParse(push.url) ? new URL(push.url) : undefined;
    this.#keep({
      request_id: `push_${this.#seq + 1}`,
      platform,
      method: push.method ?? 'POST',
      path: url?.pathname ?? push.url,
      pushed_to: url?.origin ?? '',
      status: answer.status,
      ...(answer.fault && { fault: answer.fault }),
      bodies: {
        url: push.url,
        contentType: push.headers?.['content-type'],
        request: keepable(push.body),
        response: keepable(answer.body),
      },
    });
  }

  #keep(entry: Omit<Entry, 'seq' | 'at'>): void {
    this.#seq += 1;
    this.#entries.push({ seq: this.#seq, at: new Date(this.#now()).toISOString(), ...entry });
    delete this.#entries.at(-ENTRIES_WITH_BODIES_MAX - 1)?.bodies;
    if (this.#entries.length > ENTRIES_MAX) this.#entries.shift();
  }

  list(filter: { platform?: string; since?: number } = {}): LoggedRequest[] {
    return this.#matching(filter).map(({ bodies: _, ...entry }) => entry);
  }

  listWithBodies(filter: { platform?: string; since?: number } = {}): (LoggedRequest & LoggedBodies)[] {
    return this.#matching(filter).flatMap(({ bodies, ...entry }) =>
      bodies
        ? {
            ...entry,
            query: queryOf(bodies.url),
            request_content_type: bodies.contentType ?? null,
            request_body: asText(bodies.request),
            response_body: asText(bodies.response),
          }
        : [],
    );
  }

  clear(): void {
    this.#entries = [];
  }

  #matching({ platform, since = 0 }: { platform?: string; since?: number }): Entry[] {
    return this.#entries.filter((entry) => entry.seq > since && (!platform || entry.platform === platform));
  }
}

function keepable(body: unknown): string | Buffer | undefined {
  const kept = typeof body === 'string' || Buffer.isBuffer(body) ? body : undefined;
  return kept && kept.length <= BODY_BYTES_MAX ? kept : undefined;
}

function asText(body: unknown): string | null {
  if (typeof body === 'string') return body;
  if (!Buffer.isBuffer(body)) return null;
  return isUtf8(body) ? body.toString('utf8') : `base64:${body.toString('base64')}`;
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start).replace(SECRET_PARAMETERS, '$1…').slice(1);
}
