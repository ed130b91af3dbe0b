import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { HOUR_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import type { CodeProblem, Permit } from '../../oauth.ts';
import { bodyForm } from '../../request-parts.ts';
import { mountSignInPage } from '../../sign-in-page.ts';
import { ACCESS_TOKEN_MS, issueToken, REFRESH_TOKEN_MS, SCOPES } from '../access.ts';
import type { Store } from '../state.ts';

const CODE_MS = HOUR_MS / 2;
const OPEN_SCOPES = ['openid', 'profile', 'email'];

class OAuthError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, error: string, error_description: string) {
    super(error_description);
    this.status = status;
    this.body = { error, error_description };
  }
}

export function mountSignIn(app: FastifyInstance, world: World, store: Store): void {
  const scopesOf = (asked: URLSearchParams) => (asked.get('scope') ?? '').split(/[\s,]+/).filter(Boolean);
  mountSignInPage(app, {
    path: '/oauth/v2/authorization',
    problem(asked) {
      const text = problemWith(asked, scopesOf(asked), store);
      return text === undefined ? undefined : { status: 401, text };
    },
    application: (asked) => asked.get('client_id')!,
    scopes: scopesOf,
    users: () => store.list('member').map(({ id, fields }) => ({ id, name: fields.name })),
    approve(asked, subject) {
      const code = `AQT${randomBytes(40).toString('base64url')}`;
      const now = world.now();
      world.change(() =>
        store.tokens.saveCode({
          code,
          subject,
          clientId: asked.get('client_id')!,
          scopes: scopesOf(asked),
          redirectUri: asked.get('redirect_uri')!,
          issuedAt: now,
          expiresAt: now + CODE_MS,
          offline: true,
        }),
      );
      return { code };
    },
    deny: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
  });
  app.post('/oauth/v2/accessToken', (request, reply) => answer(reply, () => granted(world, store, bodyForm(request))));
  app.post('/oauth/v2/introspectToken', (request, reply) =>
    answer(reply, () => introspected(world, store, bodyForm(request))),
  );
}

function answer(reply: FastifyReply, work: () => unknown) {
  try {
    return reply.type('application/json').send(JSON.stringify(work()));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return reply.code(error.status).type('application/json').send(JSON.stringify(error.body));
  }
}

function problemWith(asked: URLSearchParams, scopes: readonly string[], store: Store): string | undefined {
  if (!store.tokens.findClient(asked.get('client_id') ?? '')) return 'The client_id is not known';
  const redirectUri = asked.get('redirect_uri') ?? '';
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri) || redirectUri.includes('#'))
    return 'redirect_uri does not match the registered value';
  const unknown = scopes.find((scope) => !SCOPES.includes(scope) && !OPEN_SCOPES.includes(scope));
  return unknown === undefined ? undefined : `scope ${unknown} is not authorized for your application`;
}

function needed(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthError(400, 'invalid_request', `A required parameter "${name}" is missing`);
  return value;
}

function clientOf(store: Store, form: URLSearchParams): string {
  const id = needed(form, 'client_id');
  const client = store.tokens.findClient(id);
  if (client?.secret !== needed(form, 'client_secret'))
    throw new OAuthError(401, 'invalid_client', 'Client authentication failed');
  return id;
}

function granted(world: World, store: Store, form: URLSearchParams): unknown {
  const kind = needed(form, 'grant_type');
  const clientId = clientOf(store, form);
  if (kind === 'authorization_code') return redeemed(world, store, form, clientId);
  if (kind === 'refresh_token') return refreshed(world, store, form, clientId);
  throw new OAuthError(401, 'access_denied', 'This application is not allowed to create application tokens');
}

const CODE_REFUSALS: Partial<Record<CodeProblem, OAuthError>> = {
  other_redirect_uri: new OAuthError(
    400,
    'invalid_redirect_uri',
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
  ),
  expired: new OAuthError(
    400,
    'invalid_redirect_uri',
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
  ),
};

function redeemed(world: World, store: Store, form: URLSearchParams, clientId: string): unknown {
  const now = world.now();
  return world.change(() => {
    const code = store.tokens.redeemCode(needed(form, 'code'), {
      clientId,
      redirectUri: needed(form, 'redirect_uri'),
      now,
    });
    if (typeof code === 'string') {
      throw (
        CODE_REFUSALS[code] ??
        new OAuthError(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found')
      );
    }
    const held = store.tokens.tokenOf(code.subject, 'access', clientId);
    // Consent for other scopes ends what was agreed to before.
    if (held && held.scopes.toSorted().join() !== code.scopes.toSorted().join())
      store.tokens.revokeAll(code.subject, clientId);
    const permit = { clientId, subject: code.subject, scopes: code.scopes };
    const refresh = issueToken(store, { ...permit, kind: 'refresh', issuedAt: now, expiresAt: now + REFRESH_TOKEN_MS });
    return tokens(store, permit, refresh, now, now + REFRESH_TOKEN_MS);
  });
}

/** The refresh token's own clock goes on, and no access token outlives it. */
function refreshed(world: World, store: Store, form: URLSearchParams, clientId: string): unknown {
  const now = world.now();
  const token = store.tokens.checkToken(needed(form, 'refresh_token'), { kind: 'refresh', clientId, now });
  if (typeof token === 'string') {
    throw new OAuthError(
      400,
      'invalid_request',
      'The provided authorization grant or refresh token is invalid, expired or revoked.',
    );
  }
  return world.change(() => tokens(store, token, token.token, now, token.expiresAt ?? now));
}

function tokens(store: Store, permit: Permit, refresh: string, now: number, refreshEnds: number) {
  const expiresAt = Math.min(now + ACCESS_TOKEN_MS, refreshEnds);
  const { clientId, subject, scopes } = permit;
  const access = issueToken(store, {
    clientId,
    subject,
    scopes,
    kind: 'access',
    issuedAt: now,
    expiresAt,
    parent: refresh,
  });
  return {
    access_token: access,
    expires_in: Math.floor((expiresAt - now) / 1000),
    refresh_token: refresh,
    refresh_token_expires_in: Math.floor((refreshEnds - now) / 1000),
    scope: scopes.join(),
    token_type: 'Bearer',
  };
}

function introspected(world: World, store: Store, form: URLSearchParams): unknown {
  const clientId = clientOf(store, form);
  const token = store.tokens.findToken(needed(form, 'token'));
  if (!token || token.clientId !== clientId) return { active: false };
  const expired = token.expiresAt !== null && token.expiresAt <= world.now();
  const seconds = (ms: number) => Math.floor(ms / 1000);
  if (token.revoked || expired) return { active: false, status: token.revoked ? 'revoked' : 'expired' };
  return {
    active: true,
    client_id: clientId,
    authorized_at: seconds(token.issuedAt),
    created_at: seconds(token.issuedAt),
    status: 'active',
    expires_at: seconds(token.expiresAt ?? 0),
    scope: token.scopes.join(),
    auth_type: '3L',
  };
}
