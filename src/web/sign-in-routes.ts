import { APIError } from 'better-auth/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../errors.ts';
import { percentDecoded } from '../text/percent-decoding.ts';
import { ADDRESS_HEADER, type Auth } from './auth.ts';
import type { KnownDevices } from './known-devices.ts';
import { factsOf } from './request-facts.ts';
import { isCodeNow } from './second-factor-code.ts';
import { PersonName } from './shapes.ts';
import type { SignInAttempts, Tried } from './sign-in-attempts.ts';

interface AuthRoute {
  method: 'GET' | 'POST';
  path: string;
  /** Checks a password or code, so attempts are limited. */
  counted?: true;
  /** A session and the password are not enough where the account has a second factor: a code of it is asked for too. */
  bothFactors?: true;
}

/** The routes of better-auth that the pages use; the others are not served. `enable` refuses while a factor is on. */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  { method: 'POST', path: '/sign-in/email', counted: true },
  { method: 'POST', path: '/sign-out' },
  { method: 'GET', path: '/get-session' },
  { method: 'GET', path: '/list-sessions' },
  { method: 'POST', path: '/revoke-session' },
  { method: 'POST', path: '/revoke-other-sessions' },
  { method: 'POST', path: '/change-password', counted: true, bothFactors: true },
  { method: 'POST', path: '/update-user' },
  { method: 'POST', path: '/two-factor/enable', counted: true },
  { method: 'POST', path: '/two-factor/disable', counted: true, bothFactors: true },
  { method: 'POST', path: '/two-factor/get-totp-uri', counted: true, bothFactors: true },
  { method: 'POST', path: '/two-factor/verify-totp', counted: true },
  { method: 'POST', path: '/two-factor/verify-backup-code', counted: true },
  { method: 'POST', path: '/two-factor/generate-backup-codes', counted: true, bothFactors: true },
];

interface SignInParts {
  auth: Auth;
  attempts: SignInAttempts;
  devices: KnownDevices;
}

export function serveSignIn(app: FastifyInstance, parts: SignInParts): void {
  const { auth, attempts, devices } = parts;
  for (const { method, path, counted, bothFactors } of AUTH_ROUTES) {
    app.route({
      method,
      url: `/api/auth${path}`,
      async handler(request, reply) {
        if (path === '/update-user') request.body = nameIn(request.body);
        if (path.startsWith('/two-factor/verify-')) request.body = codeIn(request.body);
        const left = counted && (await attempts.count(factsOf(request).address, await triedBy(parts, request)));
        if (left !== undefined) reply.header('X-Tries-Left', String(left));
        if (bothFactors) await requireSecondFactor(auth, request);
        const answer = await auth.handler(asFetchRequest(request));
        reply.code(answer.status);
        answer.headers.forEach((value, name) => void reply.header(name, value));
        if (answer.ok) reply.removeHeader('X-Tries-Left');
        const text = await answer.text();
        const signedIn = counted && answer.ok ? personIn(text) : undefined;
        if (signedIn !== undefined) reply.header('set-cookie', devices.cookieFor(signedIn));
        return reply.send(text || null);
      },
    });
  }
}

/** A finished sign-in answers with the session's token and its person. */
function personIn(json: string): string | undefined {
  const { token, user } = JSON.parse(json || '{}') as { token?: string; user?: { id?: string } };
  return token ? user?.id : undefined;
}

/** `code` in the body is of the app, or one of the recovery codes, which is then used up. */
async function requireSecondFactor(auth: Auth, request: FastifyRequest): Promise<void> {
  const headers = headersOf(request);
  const session = await auth.api.getSession({ headers });
  if (!session?.user.twoFactorEnabled) return;
  const { code, ...body } = z.looseObject({ code: z.string().max(100).optional() }).parse(request.body ?? {});
  request.body = body;
  if (!code)
    throw new HttpError(403, 'FORBIDDEN', 'Your account has a second factor: a code of it is needed for this.');
  const isOfApp = /^\d{6}$/.test(code);
  try {
    await (isOfApp
      ? auth.api.verifyTOTP({ headers, body: { code } })
      : auth.api.verifyBackupCode({ headers, body: { code, disableSession: true } }));
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    throw new HttpError(403, 'FORBIDDEN', 'This is not the code that the app shows now. Nothing was changed.');
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

/** Without `trustDevice`, which would let a password alone in for a month. */
function codeIn(body: unknown): { code: unknown } {
  return { code: (body as { code?: unknown } | null | undefined)?.code };
}

async function triedBy({ auth, devices }: SignInParts, request: FastifyRequest): Promise<Tried> {
  const { email, code } = (request.body ?? {}) as { email?: unknown; code?: unknown };
  if (typeof email === 'string') {
    const account = email.slice(0, 300);
    const { internalAdapter } = await auth.$context;
    const found = devices.isAnyIn(request) ? await internalAdapter.findUserByEmail(account) : null;
    return {
      account,
      proof: found ? devices.idOf(request, found.user.id) : undefined,
      hasCode: typeof code === 'string' ? () => isCodeNow(auth, account, code) : undefined,
    };
  }
  const session = await auth.api.getSession({ headers: headersOf(request) });
  const account = session?.user.id ?? (await personBetweenFactors(auth, request));
  const proof = account === undefined ? undefined : devices.idOf(request, account);
  return { account, proof, isCode: code !== undefined };
}

/** better-auth keeps a sign-in that waits for its second factor under the random text in this cookie, with the person's id. */
async function personBetweenFactors(auth: Auth, { headers: { cookie = '' } }: FastifyRequest) {
  const waiting = /(?:^|;\s*)(?:__Secure-)?adhelm\.two_factor=([^;.]+)/.exec(cookie)?.[1];
  if (waiting === undefined) return undefined;
  const { internalAdapter } = await auth.$context;
  return (await internalAdapter.findVerificationValue(percentDecoded(waiting)))?.value;
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
