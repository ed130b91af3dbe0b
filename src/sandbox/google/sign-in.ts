import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../../ambient.ts';
import type { RouteCoverage, World } from '../emulator.ts';
import { OAuthStore } from '../oauth.ts';
import { mountSignInPage } from '../sign-in-page.ts';
import { mountTokenEndpoint } from './token-endpoint.ts';

const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const PATH = '/o/oauth2/v2/auth';

export const SIGN_IN_COVERAGE: readonly RouteCoverage[] = [
  {
    method: 'GET',
    path: PATH,
    state: 'partial',
    note: 'every address of this machine counts as registered for redirects',
  },
  { method: 'POST', path: PATH, state: 'partial', note: 'stands for the consent pages that follow' },
  { method: 'POST', path: '/token', state: 'supported' },
  { method: 'POST', path: '/revoke', state: 'supported' },
  { method: 'GET', path: '/tokeninfo', state: 'absent' },
];

/** Google's sign-in for one platform: accounts.google.com and oauth2.googleapis.com at the platform's own address. */
export function mountGoogleSignIn(app: FastifyInstance, world: World, platform: string): void {
  const tokens = new OAuthStore(world.db, platform);
  mountTokenEndpoint(app, world, platform);
  mountSignInPage(app, {
    path: PATH,
    problem: (asked) => findProblem(tokens, asked),
    application: (asked) => asked.get('client_id')!,
    scopes: (asked) => asked.get('scope')!.split(' '),
    users: () => tokens.listUsers(),
    approve: (asked, user) => ({
      code: world.change(() => issueCode(tokens, asked, user, world.now())),
      scope: asked.get('scope')!,
      authuser: '0',
      prompt: 'consent',
    }),
    deny: { error: 'access_denied' },
  });
}

function issueCode(tokens: OAuthStore, asked: URLSearchParams, subject: string, now: number): string {
  const code = `4/0A${randomBytes(36).toString('base64url')}`;
  const clientId = asked.get('client_id')!;
  // Only the first consent brings a refresh token, unless the application insists on asking again.
  const first = asked.get('prompt')?.includes('consent') || !tokens.tokenOf(subject, 'refresh', clientId);
  tokens.saveCode({
    code,
    subject,
    clientId,
    scopes: asked.get('scope')!.split(' '),
    redirectUri: asked.get('redirect_uri')!,
    issuedAt: now,
    expiresAt: now + CODE_LIFETIME_MS,
    challenge: asked.get('code_challenge'),
    challengeMethod: asked.get('code_challenge_method') ?? 'plain',
    offline: asked.get('access_type') === 'offline' && first,
  });
  return code;
}

function findProblem(tokens: OAuthStore, asked: URLSearchParams): { status: number; text: string } | undefined {
  for (const name of ['client_id', 'redirect_uri', 'response_type', 'scope']) {
    if (!asked.get(name)) return { status: 400, text: `invalid_request: Missing required parameter: ${name}` };
  }
  if (!tokens.findClient(asked.get('client_id')!)) {
    return { status: 401, text: 'invalid_client: The OAuth client was not found.' };
  }
  if (asked.get('response_type') !== 'code') {
    return { status: 400, text: 'unsupported_response_type: Only response_type=code is served here.' };
  }
  if (!isLoopback(asked.get('redirect_uri')!)) {
    return { status: 400, text: 'redirect_uri_mismatch: Only addresses of this machine are registered.' };
  }
  return undefined;
}

/** The seeded applications are registered for this machine alone, so no page elsewhere can be handed a code. */
function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
