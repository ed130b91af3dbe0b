import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { type Guard, inOrder } from './guards.ts';
import { wrongMethod } from './refusals.ts';

/** The web application, as far as the edge knows it. */
export interface PeopleApplication {
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    facts: { requestId: string; address: string; gone(): AbortSignal; receivesFile(): void },
  ): void;
}

export interface PeopleRoute {
  /** Whether an address that no other route has belongs to the web application. */
  concerns(exchange: Exchange): boolean;
  run: Guard;
}

const ADDRESSES = /^\/(?:$|(?:api|assets|oauth)\/|activity\.csv$|[\w-]+\.(?:svg|png|ico|js|webmanifest)$)/;

/** Other addresses take GET and HEAD only. */
const API = '/api/';

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The web application is loaded with its first request: a service that only answers programs never loads it. */
export function peopleRoute(
  load: () => Promise<PeopleApplication>,
  origin: Guard,
  addressOf: ClientAddress,
): PeopleRoute {
  let loading: Promise<PeopleApplication> | undefined;
  return {
    concerns: ({ path, request, headers: { accept } }) =>
      ADDRESSES.test(path) || (isRead(request) && (accept?.includes('text/html') ?? false)),
    run: inOrder(origin, async (exchange) => {
      const { id, request, response } = exchange;
      exchange.route = 'people';
      if (!isRead(request) && !exchange.path.startsWith(API)) throw wrongMethod('GET, HEAD');
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      const application = await loading;
      // A closed connection emits no second `close`, and the wait below would never end.
      if (exchange.abandoned) return;
      exchange.askForBody();
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      const facts = {
        requestId: id,
        address: addressOf(request),
        gone: () => exchange.gone(),
        receivesFile: () => exchange.connection.receivesFile(),
      };
      application.handle(request, response, facts);
      await closed;
    }),
  };
}
