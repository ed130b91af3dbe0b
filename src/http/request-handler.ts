import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Connections } from './connections.ts';
import { Exchange } from './exchange.ts';
import type { Guard } from './guards.ts';
import type { LoadGuard } from './load-guard.ts';
import { refuse } from './refusals.ts';
import { router } from './routes.ts';
import type { ServerParts } from './server-parts.ts';

/** Takes each request from Node's server through the guards to its route, and counts it until its reply is written. */
export class RequestHandler {
  readonly #parts: ServerParts;
  readonly #load: LoadGuard;
  readonly #connections: Connections;
  readonly #answer: Guard;
  readonly #observe: (exchange: Exchange) => void;
  #retired = false;

  constructor(parts: ServerParts, load: LoadGuard, connections: Connections) {
    this.#parts = parts;
    this.#load = load;
    this.#connections = connections;
    this.#answer = router(parts, load);
    this.#observe = observer(parts);
  }

  /** From now on every reply closes its connection. */
  retire(): void {
    this.#retired = true;
  }

  readonly receive = (request: IncomingMessage, response: ServerResponse): void => {
    if (this.#retired) response.shouldKeepAlive = false;
    const connection = this.#connections.of(request.socket);
    if (!connection) return;
    const exchange = new Exchange(request, response, this.#parts.freshId('req'), connection);
    connection.inTurn(request, () => void this.#run(exchange));
  };

  async #run(exchange: Exchange): Promise<void> {
    this.#load.begun();
    try {
      await this.#answer(exchange);
    } catch (error) {
      refuse(exchange, error, this.#parts.log);
    }
    exchange.ended();
    this.#load.ended(exchange);
    this.#observe(exchange);
    exchange.connection.ended();
  }
}

/** The status in the log, as other servers write it, of a request whose client left before it was answered. */
const UNANSWERED = 499;

function observer({ log, metrics }: ServerParts): (exchange: Exchange) => void {
  const requests = metrics.counter('adhelm_http_requests_total', 'Requests by route and status', ['route', 'status']);
  return ({ id, route, request, response, principal, startedAt }) => {
    const status = response.headersSent ? response.statusCode : UNANSWERED;
    requests.add(1, route, String(status));
    log.write('info', 'request', {
      request_id: id,
      method: request.method,
      route,
      status,
      duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
      key_id: principal?.id,
    });
  };
}
