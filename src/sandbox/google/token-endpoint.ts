import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '../emulator.ts';
import { readForm } from '../office/routes/form.ts';
import {
  ACCESS_TOKEN_S,
  type Code,
  findRefreshToken,
  issueAccessToken,
  issueRefreshToken,
  takeCode,
} from '../office/tokens.ts';
import { verifyAssertion } from './assertion.ts';
import { OAuthError } from './oauth-error.ts';
import { type Client, findClient } from './service-accounts.ts';

type Answer = Record<string, string | number>;

export function mountToken(app: FastifyInstance, world: World): void {
  app.post('/token', (request, reply) => {
    const form = readForm(request);
    return reply
      .headers({ 'cache-control': 'no-cache, no-store, max-age=0, must-revalidate', pragma: 'no-cache' })
      .send(grant(world, request, form));
  });
}

function grant(world: World, request: FastifyRequest, form: URLSearchParams): Answer {
  switch (form.get('grant_type')) {
    case 'refresh_token':
      return refresh(world, authenticateClient(world, request, form), required(form, 'refresh_token'));
    case 'authorization_code':
      return exchange(world, authenticateClient(world, request, form), form);
    case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
      return assert(world, required(form, 'assertion'));
    default:
      throw new OAuthError('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`);
  }
}

function refresh(world: World, client: Client, token: string): Answer {
  const permit = findRefreshToken(world.db, token);
  if (!permit) throw new OAuthError('invalid_grant', 'Bad Request');
  if (permit.clientId !== client.id) throw new OAuthError('unauthorized_client', 'Unauthorized', 401);
  return bearer(issueAccessToken(world, permit), permit.scope);
}

function exchange(world: World, client: Client, form: URLSearchParams): Answer {
  const code = required(form, 'code');
  const content = world.change(() => takeCode(world.db, code));
  if (!content || content.expiresAt <= world.now()) throw new OAuthError('invalid_grant', 'Malformed auth code.');
  if (content.clientId !== client.id) throw new OAuthError('unauthorized_client', 'Unauthorized', 401);
  if (content.redirectUri !== form.get('redirect_uri')) throw new OAuthError('redirect_uri_mismatch', 'Bad Request');
  if (!provesChallenge(content, form.get('code_verifier'))) {
    throw new OAuthError('invalid_grant', 'Invalid code verifier.');
  }
  return {
    ...bearer(issueAccessToken(world, content), content.scope),
    ...(content.offline && { refresh_token: issueRefreshToken(world, content) }),
  };
}

function provesChallenge({ challenge, challengeMethod }: Code, verifier: string | null): boolean {
  if (challenge === undefined) return true;
  if (verifier === null) return false;
  const proof = challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return proof === challenge;
}

function assert(world: World, assertion: string): Answer {
  const { scope, ...permit } = verifyAssertion(world, assertion);
  const { scope: _, ...answer } = bearer(issueAccessToken(world, { ...permit, scope }), scope);
  return answer;
}

function bearer(token: string, scope: string): Answer {
  return { access_token: token, expires_in: ACCESS_TOKEN_S, scope, token_type: 'Bearer' };
}

function authenticateClient(world: World, request: FastifyRequest, form: URLSearchParams): Client {
  const { id, secret } = basicCredentials(request) ?? {
    id: required(form, 'client_id'),
    secret: form.get('client_secret'),
  };
  const client = findClient(world.db, id);
  if (!client) throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  if (client.secret !== secret) throw new OAuthError('invalid_client', 'Unauthorized', 401);
  return client;
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
