import { serviceAccountGrant } from './service-account.ts';
import type { Credentials, PlatformSession } from './session.ts';
import {
  exchangeGoogleCode,
  googleAuthorizeUrl,
  type OAuthApp,
  refreshGrant,
  requestToken,
  type SignInAnswer,
  type SignInRequest,
  type SignInSession,
} from './token-grant.ts';

/** Google's sign-in for one channel; `names` are the scopes without the address that all of them begin with. */
export function googleSignIn(channel: string, names: readonly string[]) {
  const scope = names.map((name) => `https://www.googleapis.com/auth/${name}`).join(' ');
  return {
    /** Where the user's browser is sent to sign in and to agree. */
    authorizeUrl: (hosts: PlatformSession['hosts'], request: SignInRequest): string =>
      googleAuthorizeUrl(hosts, request, scope),
    /** The code the browser came back with, for a connection's credentials. */
    exchangeCode: (app: OAuthApp, answer: SignInAnswer, session: SignInSession): Promise<Credentials> =>
      exchangeGoogleCode(channel, app, answer, session),
    /** A person's connection has a refresh token; a service account signs for itself. */
    renewToken: async (held: Credentials, session: SignInSession): Promise<Credentials> => {
      const grant = held.private_key ? serviceAccountGrant(channel, held, scope, session.now()) : refreshGrant(held);
      return requestToken(channel, held, grant, session);
    },
  };
}
