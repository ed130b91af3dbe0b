import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../emulator.ts';
import { type CodeProblem, OAuthStore, type Permit } from '../oauth.ts';
import { bodyForm, queryOf } from '../request-parts.ts';
import { verifyAssertion } from './assertion.ts';
import { OAuthError } from './oauth-error.ts';

const ACCESS_TOKEN_S = 3_599;

type Answer = Record<string, string | number>;

interface Endpoint {
  world: World;
  platform: string;
  tokens: OAuthStore;
}

/** `/token` and `/revoke` of oauth2.googleapis.com. */
export function mountTokenEndpoint(app: FastifyInstance, world: World, platform: string): void {
  const endpoint = { world, platform, tokens: new OAuthStore(world.db, platform) };
  app.post('/token', (request, reply) => answer(reply, () => grant(endpoint, request, bodyForm(request))));
  app.post('/revoke', (request, reply) =>
    answer(reply, () => revoke(endpoint, bodyForm(request).get('token') ?? queryOf(request).get('token') ?? '')),
  );
}

function answer(reply: FastifyReply, work: () => Answer): FastifyReply {
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
    pragma: 'no-cache',
  });
  try {
    return reply.send(work());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return reply.code(error.http).send(error.body);
  }
}

function grant(endpoint: Endpoint, request: FastifyRequest, form: URLSearchParams): Answer {
  switch (form.get('grant_type')) {
    case 'refresh_token':
      return refresh(endpoint, authenticateClient(endpoint, request, form), required(form, 'refresh_token'));
    case 'authorization_code':
      return exchange(endpoint, authenticateClient(endpoint, request, form), form);
    case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
      return assert(endpoint, required(form, 'assertion'));
    case null:
      throw new OAuthError('invalid_request', 'Required parameter is missing: grant_type');
    default:
      throw new OAuthError('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
  }
}

function refresh({ world, tokens }: Endpoint, clientId: string, token: string): Answer {
  const held = tokens.checkToken(token, { kind: 'refresh', clientId, now: world.now() });
  if (held === 'unknown') throw new OAuthError('invalid_grant', 'Bad Request');
  if (held === 'other_client') throw new OAuthError('unauthorized_client', 'Unauthorized', 401);
  if (typeof held === 'string') throw new OAuthError('invalid_grant', 'Token has been expired or revoked.');
  return world.change(() => issueAccessToken(world, tokens, held, held.token));
}

const CODE_REFUSALS: Record<CodeProblem, () => OAuthError> = {
  unknown: () => new OAuthError('invalid_grant', 'Malformed auth code.'),
  used: () => new OAuthError('invalid_grant', 'Malformed auth code.'),
  expired: () => new OAuthError('invalid_grant', 'Malformed auth code.'),
  other_client: () => new OAuthError('unauthorized_client', 'Unauthorized', 401),
  other_redirect_uri: () => new OAuthError('redirect_uri_mismatch', 'Bad Request'),
  wrong_verifier: () => new OAuthError('invalid_grant', 'Invalid code verifier.'),
};

function exchange({ world, tokens }: Endpoint, clientId: string, form: URLSearchParams): Answer {
  const verifier = form.get('code_verifier');
  return world.change(() => {
    const redeemed = tokens.redeemCode(required(form, 'code'), {
      clientId,
      redirectUri: form.get('redirect_uri') ?? '',
      ...(verifier !== null && { verifier }),
      now: world.now(),
    });
    if (typeof redeemed === 'string') throw CODE_REFUSALS[redeemed]();
    if (!redeemed.offline) return issueAccessToken(world, tokens, redeemed);
    const refreshToken = newRefreshToken();
    saveRefreshToken(tokens, refreshToken, redeemed, world.now());
    return { ...issueAccessToken(world, tokens, redeemed, refreshToken), refresh_token: refreshToken };
  });
}

/** A service account signs for itself; its answer tells no scope. */
function assert({ world, platform, tokens }: Endpoint, assertion: string): Answer {
  const { principal, scope } = verifyAssertion(world, platform, assertion);
  const permit = { clientId: principal, subject: principal, scopes: scope.split(' ') };
  const { scope: _, ...answer } = world.change(() => issueAccessToken(world, tokens, permit));
  return answer;
}

function issueAccessToken(world: World, tokens: OAuthStore, permit: Permit, parent?: string): Answer {
  const token = `ya29.a0${randomBytes(90).toString('base64url')}`;
  const { clientId, subject, scopes } = permit;
  tokens.saveToken({
    clientId,
    subject,
    scopes,
    token,
    kind: 'access',
    issuedAt: world.now(),
    expiresAt: world.now() + ACCESS_TOKEN_S * 1_000,
    ...(parent !== undefined && { parent }),
  });
  return { access_token: token, expires_in: ACCESS_TOKEN_S, scope: scopes.join(' '), token_type: 'Bearer' };
}

function newRefreshToken(): string {
  return `1//0${randomBytes(66).toString('base64url')}`;
}

export function saveRefreshToken(tokens: OAuthStore, token: string, permit: Permit, now: number): void {
  const { clientId, subject, scopes } = permit;
  tokens.saveToken({ clientId, subject, scopes, token, kind: 'refresh', issuedAt: now, expiresAt: null });
}

/** Withdrawing either half of a grant withdraws both. */
function revoke({ world, tokens }: Endpoint, token: string): Answer {
  const held = tokens.findToken(token);
  if (!held || held.revoked) throw new OAuthError('invalid_token', 'Token expired or revoked');
  world.change((record) => {
    tokens.revoke(held);
    record({ kind: 'delete', resource: 'grant', id: held.subject });
  });
  return {};
}

function authenticateClient({ tokens }: Endpoint, request: FastifyRequest, form: URLSearchParams): string {
  const { id, secret } = basicCredentials(request) ?? {
    id: required(form, 'client_id'),
    secret: form.get('client_secret'),
  };
  const client = tokens.findClient(id);
  if (!client) throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  if (client.secret !== secret) throw new OAuthError('invalid_client', 'The provided client secret is invalid.', 401);
  return client.id;
}

function basicCredentials(request: FastifyRequest): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic\s+(.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!encoded) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':').map(formDecoded);
  return { id, secret };
}

/** Both halves are form-encoded before they are joined (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text')!;
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthError('invalid_request', `Missing required parameter: ${name}`);
  return value;
}
