import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../errors.ts';
import { ADDRESS_HEADER, type Auth } from './auth.ts';
import { factsOf } from './request-facts.ts';
import { PersonName } from './shapes.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';

interface AuthRoute {
  method: 'GET' | 'POST';
  path: string;
  /** Checks a password or code, so attempts are limited. */
  counted?: true;
}

/** The routes of better-auth that the pages use; the others are not served. */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  { method: 'POST', path: '/sign-in/email', counted: true },
  { method: 'POST', path: '/sign-out' },
  { method: 'GET', path: '/get-session' },
  { method: 'GET', path: '/list-sessions' },
  { method: 'POST', path: '/revoke-session' },
  { method: 'POST', path: '/revoke-other-sessions' },
  { method: 'POST', path: '/change-password', counted: true },
  { method: 'POST', path: '/update-user' },
  { method: 'POST', path: '/two-factor/enable', counted: true },
  { method: 'POST', path: '/two-factor/disable', counted: true },
  { method: 'POST', path: '/two-factor/get-totp-uri', counted: true },
  { method: 'POST', path: '/two-factor/verify-totp', counted: true },
  { method: 'POST', path: '/two-factor/verify-backup-code', counted: true },
  { method: 'POST', path: '/two-factor/generate-backup-codes', counted: true },
];

export function serveSignIn(app: FastifyInstance, auth: Auth, attempts: SignInAttempts): void {
  for (const { method, path, counted } of AUTH_ROUTES) {
    app.route({
      method,
      url: `/api/auth${path}`,
      async handler(request, reply) {
        if (path === '/update-user') request.body = nameIn(request.body);
        const left = counted && attempts.count(factsOf(request).address, await accountOf(auth, request));
        const answer = await auth.handler(asFetchRequest(request));
        reply.code(answer.status);
        answer.headers.forEach((value, name) => void reply.header(name, value));
        if (left !== undefined && answer.status >= 400) reply.header('X-Tries-Left', String(left));
        return reply.send((await answer.text()) || null);
      },
    });
  }
}

/** Allows `/update-user` only the name, within the same bounds as at sign-up. */
function nameIn(body: unknown): { name: string } {
  const { success, data, error } = z.object({ name: PersonName }).safeParse(body);
  if (success) return data;
  throw new HttpError(
    400,
    'BAD_REQUEST',
    error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '),
  );
}

/** The account to count an attempt for: by the e-mail sent, the session, or the sign-in that waits for its second factor. */
async function accountOf(auth: Auth, request: FastifyRequest): Promise<string | undefined> {
  const email: unknown = (request.body as { email?: unknown } | null)?.email;
  if (typeof email === 'string') return email.slice(0, 300);
  const session = await auth.api.getSession({ headers: headersOf(request) });
  return session?.user.id ?? personBetweenFactors(auth, request);
}

/** better-auth keeps a sign-in that waits for its second factor under the random text in this cookie, with the person's id. */
async function personBetweenFactors(auth: Auth, { headers: { cookie = '' } }: FastifyRequest) {
  const waiting = /(?:^|;\s*)(?:__Secure-)?adhelm\.two_factor=([^;.]+)/.exec(cookie)?.[1];
  if (waiting === undefined) return undefined;
  const { internalAdapter } = await auth.$context;
  return (await internalAdapter.findVerificationValue(decodeURIComponent(waiting)))?.value;
}

/** The Fastify request as the fetch `Request` that better-auth takes, with the client address found by the edge. */
function asFetchRequest(request: FastifyRequest): Request {
  const body = request.method === 'GET' ? undefined : JSON.stringify(request.body ?? {});
  const headers = headersOf(request);
  if (body !== undefined) headers.set('content-type', 'application/json');
  return new Request(`http://${request.headers.host ?? 'localhost'}${request.url}`, {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  });
}

/** Only the headers better-auth needs, and never `Authorization`: API keys must not open a session. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: factsOf(request).address });
  for (const name of ['cookie', 'origin', 'user-agent', 'host'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

export function addCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
