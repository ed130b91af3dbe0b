import type { IncomingMessage, ServerResponse } from 'node:http';
import { Consents } from './consents.ts';
import { curatedRequest, type ReceivedRequest } from './curated-request.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { createProvider } from './provider.ts';
import { isAllowedRedirect } from './redirects.ts';

export interface AuthorizationServer {
  consents: Consents;
  /** Answers `/authorize`, `/token`, `/register` and `/revoke`. */
  handle(received: ReceivedRequest, response: ServerResponse): Promise<void>;
}

export function createAuthorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  const { provider, clients } = createProvider(options);
  const answer = provider.callback() as (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const { signInRedirects } = options.settings;
  return {
    consents: new Consents(provider, clients, options),
    async handle(received, response) {
      // Without its query, which the provider does not read either.
      const [path] = received.url.split('?', 1);
      const refused = path === '/register' ? refusedRedirect(received.body, signInRedirects) : undefined;
      if (refused !== undefined) return refuseRedirect(response, refused);
      await answer(curatedRequest(received, options.resources.origin), response);
    },
  };
}

/** The first redirect address of a registration that codes may not be sent to. What is malformed the provider refuses. */
function refusedRedirect(body: Buffer | undefined, more: readonly string[]): string | undefined {
  try {
    const { redirect_uris } = JSON.parse(String(body));
    if (!Array.isArray(redirect_uris)) return undefined;
    const refused = redirect_uris.find((address) => !isAllowedRedirect(address, more));
    return refused === undefined ? undefined : String(refused);
  } catch {
    return undefined;
  }
}

function refuseRedirect(response: ServerResponse, address: string): void {
  const error_description = `redirect_uris: ${address.slice(0, 200)} is not an address this service sends codes to. Loopback and the addresses of known clients are; the operator adds others with ADHELM_SIGN_IN_REDIRECTS.`;
  response.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ error: 'invalid_redirect_uri', error_description }));
}
