import { z } from 'zod';
import { dated } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { failureOf } from '../../upstream/dialect.ts';
import { readAs } from '../../upstream/reading.ts';
import type { Credentials, PlatformSession } from '../../upstream/session.ts';
import type { OAuthApp, SignInAnswer, SignInRequest, SignInSession } from '../../upstream/token-grant.ts';
import { API_VERSION } from './client.ts';
import { complaintOf, ERRORS } from './errors.ts';

const CONNECT_SCOPES = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'leads_retrieval',
  'instagram_basic',
];

export const IssuedToken = z.object({ access_token: z.string(), expires_in: z.number().optional() });
type IssuedToken = z.infer<typeof IssuedToken>;

const TokenDebug = z.object({
  data: z.object({
    app_id: z.string().optional(),
    type: z.string().optional(),
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
    issued_at: z.number().optional(),
    is_valid: z.boolean(),
    scopes: z.array(z.string()).default([]),
    user_id: z.string().optional(),
    error: z.object({ code: z.number(), subcode: z.number().optional(), message: z.string().optional() }).optional(),
  }),
});
export type TokenFacts = z.infer<typeof TokenDebug>['data'];

/** Where the user's browser is sent to log in and to agree. */
export function authorizeUrl(hosts: PlatformSession['hosts'], request: SignInRequest): string {
  const url = new URL(`${hosts.login}/${API_VERSION}/dialog/oauth`);
  url.search = new URLSearchParams({
    client_id: request.appId,
    redirect_uri: request.redirectUri,
    state: request.state,
    response_type: 'code',
    scope: CONNECT_SCOPES.join(),
  }).toString();
  return url.href;
}

/** The code the browser came back with, for a token that lasts about sixty days. */
export async function exchangeCode(app: OAuthApp, answer: SignInAnswer, session: SignInSession): Promise<Credentials> {
  const short = await issue(session, { ...client(app), redirect_uri: answer.redirectUri, code: answer.code });
  const long = await issue(session, exchange(app, short.access_token));
  return { app_id: app.id, app_secret: app.secret, ...lasting(long, session) };
}

/**
 * Exchanges a living token for one that lasts longer. The platform has no refresh tokens and renews no expired token.
 * Without the app's id and secret nothing can be exchanged: the token is then used until it ends.
 */
export async function renewToken(held: Credentials, session: SignInSession): Promise<Credentials> {
  const { app_id, app_secret, access_token, expires_at } = held;
  const alive = expires_at === undefined || Date.parse(expires_at) > session.now();
  if (!access_token || !alive) throw expired();
  if (!app_id || !app_secret) return held;
  try {
    const app = { id: app_id, secret: app_secret };
    const sixtyDays = held.token_kind === 'SYSTEM_USER' && { set_token_expires_in_60_days: 'true' };
    return { ...held, ...lasting(await issue(session, { ...exchange(app, access_token), ...sixtyDays }), session) };
  } catch (error) {
    if (error instanceof Failure && error.retryable) return held;
    throw error;
  }
}

/** What the platform knows of a token: the examined one goes in the query (there is no other way), `asker` in the header. */
export async function debugToken(session: SignInSession, token: string, asker: string): Promise<TokenFacts> {
  const headers = { authorization: `Bearer ${asker}` };
  return (await ask(session, 'debug_token', { input_token: token }, TokenDebug, headers)).data;
}

export function appToken({ id, secret }: OAuthApp): string {
  return `${id}|${secret}`;
}

function issue(session: SignInSession, query: Record<string, string>): Promise<IssuedToken> {
  return ask(session, 'oauth/access_token', query, IssuedToken);
}

async function ask<T>(
  session: SignInSession,
  path: 'oauth/access_token' | 'debug_token',
  query: Record<string, string>,
  schema: z.ZodType<T>,
  headers: Record<string, string> = {},
): Promise<T> {
  const url = `${session.hosts.api}/${API_VERSION}/${path}?${new URLSearchParams(query)}`;
  const { code = '', client_secret = '', fb_exchange_token = '', input_token = '' } = query;
  const secrets = [code, client_secret, fb_exchange_token, input_token].filter(Boolean);
  const reply = await session.send({ method: 'GET', url, effect: 'read', headers }, secrets);
  const complaint = complaintOf(reply);
  if (complaint) throw failureOf('social', ERRORS, complaint, reply.status);
  return readAs(schema, reply.json, 'social');
}

function client({ id, secret }: OAuthApp) {
  return { client_id: id, client_secret: secret };
}

function exchange(app: OAuthApp, token: string) {
  return { ...client(app), grant_type: 'fb_exchange_token', fb_exchange_token: token };
}

/** A token that comes without `expires_in` does not expire. */
function lasting({ access_token, expires_in }: IssuedToken, session: SignInSession): Credentials {
  const expires_at = expires_in ? new Date(dated(session.now() + expires_in * 1000)).toISOString() : undefined;
  return { access_token, expires_at };
}

function expired(): Failure {
  return new Failure({
    code: 'token_expired',
    message: "The social connection's token has expired, and this platform renews no expired token.",
    nextStep: 'Reconnect the social channel (adhelm connect social).',
  });
}
