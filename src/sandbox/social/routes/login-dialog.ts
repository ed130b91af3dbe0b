import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../../../ambient.ts';
import { mountSignInPage } from '../../sign-in-page.ts';
import type { Graph } from '../graph/dispatch.ts';
import { SCOPES } from './people.ts';

const CODE_LIFETIME_MS = 10 * MINUTE_MS;
/** Every app may ask for these without being reviewed. */
const OPEN_SCOPES = ['public_profile', 'email'];

export function mountLoginDialog(app: FastifyInstance, { world, store }: Graph): void {
  mountSignInPage(app, {
    path: '/:version/dialog/oauth',
    problem(asked) {
      const text = problemWith(asked, store.findKind('Application', asked.get('client_id') ?? '') !== undefined);
      return text === undefined ? undefined : { status: 400, text };
    },
    application: (asked) => store.need('Application', asked.get('client_id')!).data.name,
    scopes: scopesOf,
    users: () => store.all('User').map(({ id, data }) => ({ id, name: data.name })),
    approve: (asked, subject) => {
      const code = `AQ${randomBytes(48).toString('base64url')}`;
      const now = world.now();
      world.change(() =>
        store.tokens.saveCode({
          code,
          subject,
          clientId: asked.get('client_id')!,
          scopes: scopesOf(asked),
          redirectUri: asked.get('redirect_uri')!,
          issuedAt: now,
          expiresAt: now + CODE_LIFETIME_MS,
        }),
      );
      return { code };
    },
    deny: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
  });
}

function problemWith(asked: URLSearchParams, knownApp: boolean): string | undefined {
  if (!knownApp) return 'Invalid App ID: The provided app ID does not look like a valid app ID.';
  const redirectUri = asked.get('redirect_uri') ?? '';
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri))
    return "Can't load URL: the redirect_uri is missing or not an address.";
  const unknown = scopesOf(asked).find((scope) => !SCOPES.includes(scope) && !OPEN_SCOPES.includes(scope));
  return unknown === undefined ? undefined : `Invalid Scopes: ${unknown}.`;
}

function scopesOf(asked: URLSearchParams): string[] {
  return (asked.get('scope') ?? '').split(/[\s,]+/).filter(Boolean);
}
