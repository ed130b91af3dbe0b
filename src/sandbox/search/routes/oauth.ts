import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { World } from '../../emulator.ts';
import { type Store, storeOf } from '../state.ts';
import { bodyText } from './wire.ts';

const ACCESS_LIFE_S = 3599;
const CODE_LIFE_MS = 10 * 60_000;

class OAuthError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }
}

interface Token {
  token: string;
  kind: string;
  email: string;
  client_id: string;
  scope: string;
  expires_at: number | null;
  parent: string | null;
  challenge: string | null;
  redirect_uri: string | null;
  revoked: number;
}

export function newAccessToken(): string {
  return `ya29.a0${randomBytes(90).toString('base64url')}`;
}

export function newRefreshToken(): string {
  return `1//0${randomBytes(66).toString('base64url')}`;
}

/** Keeps a token of any kind; what is left out is null. */
export function storeToken(
  store: Store,
  token: Partial<Token> & Pick<Token, 'token' | 'kind' | 'email' | 'client_id' | 'scope'>,
): void {
  store
    .prepare(
      'INSERT INTO search_tokens (token, kind, email, client_id, scope, expires_at, parent, challenge, redirect_uri) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      token.token,
      token.kind,
      token.email,
      token.client_id,
      token.scope,
      token.expires_at ?? null,
      token.parent ?? null,
      token.challenge ?? null,
      token.redirect_uri ?? null,
    );
}

export function mountOAuth(app: FastifyInstance, world: World): void {
  app.post('/token', (request, reply) => answer(reply, () => exchange(world, new URLSearchParams(bodyText(request)))));
  app.post('/revoke', (request, reply) =>
    answer(reply, () => {
      const form = new URLSearchParams(bodyText(request));
      return revoke(world, form.get('token') ?? new URLSearchParams(request.url.split('?')[1]).get('token') ?? '');
    }),
  );
  app.get('/o/oauth2/v2/auth', (request, reply) => {
    const wish = new URLSearchParams(request.url.split('?')[1]);
    const problem = wishProblem(storeOf(world), wish);
    reply.header('content-type', 'text/html; charset=utf-8');
    return problem
      ? reply.status(400).send(page(`<h1>Error 400: ${problem}</h1>`))
      : reply.send(consentPage(storeOf(world), wish));
  });
  app.post('/o/oauth2/v2/auth', (request, reply) => {
    const form = new URLSearchParams(bodyText(request));
    const problem = wishProblem(storeOf(world), form);
    if (problem)
      return reply
        .status(400)
        .header('content-type', 'text/html; charset=utf-8')
        .send(page(`<h1>Error 400: ${problem}</h1>`));
    return reply.redirect(decide(world, form), 302);
  });
}

function answer(reply: FastifyReply, work: () => object): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  try {
    return reply.send(work());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return reply.status(error.status).send({ error: error.code, error_description: error.message });
  }
}

function exchange(world: World, form: URLSearchParams): object {
  const store = storeOf(world);
  checkClient(store, form);
  switch (form.get('grant_type')) {
    case 'refresh_token':
      return refresh(world, form);
    case 'authorization_code':
      return redeem(world, form);
    case null:
      throw new OAuthError(400, 'invalid_request', 'Required parameter is missing: grant_type');
    default:
      throw new OAuthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
  }
}

function checkClient(store: Store, form: URLSearchParams): void {
  const row = store
    .prepare('SELECT client_secret FROM search_clients WHERE client_id = ?')
    .get(form.get('client_id') ?? '');
  if (!row) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (!same(String(row.client_secret), form.get('client_secret') ?? ''))
    throw new OAuthError(401, 'invalid_client', 'The provided client secret is invalid.');
}

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function find(store: Store, kind: string, token: string): Token | undefined {
  return store.prepare('SELECT * FROM search_tokens WHERE kind = ? AND token = ?').get(kind, token) as unknown as
    | Token
    | undefined;
}

function refresh(world: World, form: URLSearchParams): object {
  const store = storeOf(world);
  const held = find(store, 'refresh', form.get('refresh_token') ?? '');
  if (!held || held.client_id !== form.get('client_id')) throw new OAuthError(400, 'invalid_grant', 'Bad Request');
  if (held.revoked) throw new OAuthError(400, 'invalid_grant', 'Token has been expired or revoked.');
  return world.change(() => issue(world, held));
}

function issue(world: World, held: Token): object {
  const token = newAccessToken();
  storeToken(storeOf(world), {
    token,
    kind: 'access',
    email: held.email,
    client_id: held.client_id,
    scope: held.scope,
    parent: held.token,
    expires_at: world.now() + ACCESS_LIFE_S * 1000,
  });
  return { access_token: token, expires_in: ACCESS_LIFE_S, scope: held.scope, token_type: 'Bearer' };
}

function redeem(world: World, form: URLSearchParams): object {
  const store = storeOf(world);
  const code = find(store, 'code', form.get('code') ?? '');
  if (!code || code.revoked || code.client_id !== form.get('client_id') || code.expires_at! <= world.now())
    throw new OAuthError(400, 'invalid_grant', 'Malformed auth code.');
  if (code.redirect_uri !== form.get('redirect_uri')) throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request');
  if (code.challenge !== null && code.challenge !== challengeOf(form.get('code_verifier') ?? ''))
    throw new OAuthError(
      400,
      'invalid_grant',
      form.has('code_verifier') ? 'Invalid code verifier.' : 'Missing code verifier.',
    );
  return world.change(() => {
    store.prepare('UPDATE search_tokens SET revoked = 1 WHERE token = ?').run(code.token);
    const held: Token = { ...code, token: newRefreshToken(), kind: 'refresh' };
    storeToken(store, {
      token: held.token,
      kind: 'refresh',
      email: code.email,
      client_id: code.client_id,
      scope: code.scope,
    });
    return { ...issue(world, held), refresh_token: held.token };
  });
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Withdrawing either half of a grant withdraws both. */
function revoke(world: World, token: string): object {
  const store = storeOf(world);
  const held = find(store, 'access', token) ?? find(store, 'refresh', token);
  if (!held || held.revoked) throw new OAuthError(400, 'invalid_token', 'Token expired or revoked');
  const family = held.kind === 'refresh' ? held.token : (held.parent ?? held.token);
  world.change((record) => {
    store
      .prepare('UPDATE search_tokens SET revoked = 1 WHERE token IN (?, ?) OR parent = ?')
      .run(family, held.token, family);
    record({ kind: 'delete', resource: 'grant', id: held.email });
  });
  return {};
}

const ASKED = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

function wishProblem(store: Store, wish: URLSearchParams): string | undefined {
  if (!store.prepare('SELECT 1 FROM search_clients WHERE client_id = ?').get(wish.get('client_id') ?? ''))
    return 'invalid_client';
  if (!URL.canParse(wish.get('redirect_uri') ?? '')) return 'redirect_uri_mismatch';
  if (wish.get('response_type') !== 'code') return 'unsupported_response_type';
  if (!wish.get('scope')) return 'invalid_scope';
  if (wish.has('code_challenge') && wish.get('code_challenge_method') !== 'S256') return 'invalid_request';
  return undefined;
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in – sandbox</title><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto">${body}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

function consentPage(store: Store, wish: URLSearchParams): string {
  const kept = ASKED.filter((name) => wish.has(name)).map(
    (name) => `<input type="hidden" name="${name}" value="${escapeHtml(wish.get(name) ?? '')}">`,
  );
  const users = store.prepare('SELECT email FROM search_users ORDER BY email').all();
  const hint = wish.get('login_hint');
  const options = users.map(
    ({ email }) => `<option${email === hint ? ' selected' : ''}>${escapeHtml(String(email))}</option>`,
  );
  return page(
    `<h1>Sign in</h1><p>An application asks for: <code>${escapeHtml(wish.get('scope') ?? '')}</code></p>
<form method="post" action="/o/oauth2/v2/auth">${kept.join('')}
<p><label>Account <select name="email">${options.join('')}</select></label></p>
<button name="decision" value="approve">Allow</button> <button name="decision" value="deny">Cancel</button></form>`,
  );
}

/** Where the browser goes after the person has answered. */
function decide(world: World, form: URLSearchParams): string {
  const target = new URL(form.get('redirect_uri') ?? '');
  if (form.has('state')) target.searchParams.set('state', form.get('state') ?? '');
  const store = storeOf(world);
  const email = form.get('email') ?? '';
  const known = store.prepare('SELECT 1 FROM search_users WHERE email = ?').get(email);
  if (form.get('decision') !== 'approve' || !known) {
    target.searchParams.set('error', 'access_denied');
    return target.href;
  }
  const code = `4/0${randomBytes(48).toString('base64url')}`;
  world.change(() =>
    storeToken(store, {
      token: code,
      kind: 'code',
      email,
      client_id: form.get('client_id') ?? '',
      scope: form.get('scope') ?? '',
      expires_at: world.now() + CODE_LIFE_MS,
      challenge: form.get('code_challenge'),
      redirect_uri: form.get('redirect_uri'),
    }),
  );
  target.searchParams.set('code', code);
  target.searchParams.set('scope', form.get('scope') ?? '');
  return target.href;
}
