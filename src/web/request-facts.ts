import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What the edge has found out about a request before it hands it over. */
export interface RequestFacts {
  requestId: string;
  /** Where it comes from. */
  address: string;
  /** Aborted when the caller goes away. */
  gone(): AbortSignal;
  /** Gives the body the time of a file. */
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
