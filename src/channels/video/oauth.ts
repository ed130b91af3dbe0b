import { z } from 'zod';
import { failureOf } from '../../upstream/dialect.ts';
import { readAs } from '../../upstream/reading.ts';
import type { Credentials, PlatformSession } from '../../upstream/session.ts';
import { complaintOf, ERRORS } from './errors.ts';

type Way = Pick<PlatformSession, 'send' | 'hosts'>;

/** The application a user grants access to. */
export interface App {
  app_id: string;
  secret: string;
}

const Issued = z.object({
  data: z.object({ access_token: z.string(), advertiser_ids: z.array(z.string()).nullish() }),
});

/** Where the user's browser is sent to sign in and to agree. */
export function authorizeUrl(
  hosts: PlatformSession['hosts'],
  request: { appId: string; redirectUri: string; state: string },
): string {
  const url = new URL(`${hosts.api}/portal/auth`);
  url.search = new URLSearchParams({
    app_id: request.appId,
    redirect_uri: request.redirectUri,
    state: request.state,
  }).toString();
  return url.href;
}

/** The code the browser came back with, for a token that has no end and is never renewed. */
export async function exchangeCode(
  app: App,
  authCode: string,
  session: Way,
): Promise<{ credentials: Credentials; advertisers: readonly string[] }> {
  const body = { ...app, auth_code: authCode };
  const reply = await session.send(
    {
      method: 'POST',
      url: `${session.hosts.api}/open_api/v1.3/oauth2/access_token/`,
      // A code works once: sending it again would only be refused.
      effect: 'write',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    [app.secret, authCode],
  );
  const complaint = complaintOf(reply);
  if (complaint) throw failureOf('video', ERRORS, complaint, reply.status);
  const { data } = readAs(Issued, reply.json, 'video');
  return { credentials: { ...app, access_token: data.access_token }, advertisers: data.advertiser_ids ?? [] };
}
