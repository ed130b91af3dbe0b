import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuthorizationServer } from './authorization-server.ts';
import type { AuthorizationServerOptions } from './options.ts';

/** Called on the first sign-in of a client, so that a service that only keys call never loads `oidc-provider`. */
export async function loadAuthorizationServer(options: AuthorizationServerOptions): Promise<AuthorizationServer> {
  // In turns of its own: imported with our files, it would block calls for as long as both take.
  await import('oidc-provider');
  await nextTurn();
  const { createAuthorizationServer } = await import('./authorization-server.ts');
  return createAuthorizationServer(options);
}
