import { z } from 'zod';
import { failureOf } from '../../upstream/dialect.ts';
import { readAs } from '../../upstream/reading.ts';
import type { Credentials, PlatformSession } from '../../upstream/session.ts';
import type { OAuthApp, SignInAnswer, SignInRequest, SignInSession } from '../../upstream/token-grant.ts';
import { BASE } from './client.ts';
import { complaintOf, ERRORS } from './errors.ts';

const Issued = z.object({ data: z.object({ access_token: z.string() }) });

/** Where the user's browser is sent to sign in and to agree. */
export function authorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest): string {
  const url = new URL(`${hosts.api}/portal/auth`);
  url.search = new URLSearchParams({
    app_id: request.appId,
    redirect_uri: request.redirectUri,
    state: request.state,
  }).toString();
  return url.href;
}

/** Exchanges the authorization code for a token. The token never expires and has no refresh token. */
export async function exchangeCode(
  { id: app_id, secret }: OAuthApp,
  { code }: SignInAnswer,
  session: Pick<SignInSession, 'send' | 'hosts'>,
): Promise<Credentials> {
  const body = { app_id, secret, auth_code: code };
  const reply = await session.send(
    {
      method: 'POST',
      url: `${session.hosts.api}${BASE}/oauth2/access_token/`,
      // A code works once: sending it again would only be refused.
      effect: 'write',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    [secret, code],
  );
  const complaint = complaintOf(reply);
  if (complaint) throw failureOf('video', ERRORS, complaint, reply.status);
  const { data } = readAs(Issued, reply.json, 'video');
  return { app_id, secret, access_token: data.access_token };
}
