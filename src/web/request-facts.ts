import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What the HTTP edge determined about a request before it passed it to the web application. */
export interface RequestFacts {
  requestId: string;
  /** The client's IP address. */
  address: string;
  /** Aborted when the client disconnects. */
  gone(): AbortSignal;
  /** Extends the body's deadline to that of a file upload. */
  receivesFile(): void;
}

const facts = new WeakMap<IncomingMessage, RequestFacts>();

export function noteFacts(request: IncomingMessage, found: RequestFacts): void {
  facts.set(request, found);
}

export function factsOf(request: FastifyRequest | IncomingMessage): RequestFacts {
  const found = facts.get('raw' in request ? request.raw : request);
  if (!found) throw new TypeError('a request came past the edge');
  return found;
}
