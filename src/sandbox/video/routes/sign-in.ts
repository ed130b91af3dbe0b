import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../../../ambient.ts';

import { mountSignInPage } from '../../sign-in-page.ts';
import { advertisersOf } from '../access.ts';
import { Refusal } from '../errors.ts';
import { open, type Platform, type Route, signed } from './serve.ts';

/** Permissions of the application, as the platform numbers them. One is too long for a JavaScript number. */
const SCOPE = '[10,30,31,32,51,200,210,220,700,800,802]';

export const signInRoutes: readonly Route[] = [
  open('POST', 'oauth2/access_token', ({ world, store, input }) => {
    const { clientId } = appOf(store, input.needText('app_id'), input.needText('secret'));
    const now = world.now();
    return world.change((record) => {
      const code = store.tokens.redeemCode(input.needText('auth_code'), { clientId, redirectUri: '', now });
      if (typeof code === 'string') {
        throw new Refusal(40110, 'The auth_code is canceled, used or expired. Start a new authorization.');
      }
      const token = randomBytes(20).toString('hex');
      const issued = { token, kind: 'access', clientId, subject: code.subject, scopes: [], issuedAt: now };
      store.tokens.saveToken({ ...issued, expiresAt: null });
      record({ kind: 'create', resource: 'access_token', id: token.slice(0, 8) });
      const advertiser_ids = advertisersOf(store, { ...issued, expiresAt: null, parent: null, revoked: false });
      return {
        access_token: token,
        scope: JSON.parse(SCOPE),
        advertiser_ids: input.flag('return_advertiser_ids') === false ? [] : advertiser_ids.map(({ id }) => id),
      };
    });
  }),
  open('POST', 'oauth2/revoke_token', ({ world, store, input }) => {
    const { clientId } = appOf(store, input.needText('app_id'), input.needText('secret'));
    const token = store.tokens.findToken(input.needText('access_token'), 'access');
    if (!token || token.clientId !== clientId)
      throw new Refusal(40105, 'Access token is incorrect or has been revoked.');
    world.change(() => store.tokens.revoke(token));
  }),
  signed('GET', 'oauth2/advertiser/get', ({ store, input, token }) => {
    const { clientId } = appOf(store, input.needText('app_id'), input.needText('secret'));
    if (clientId !== token.clientId)
      throw new Refusal(40113, "The app_id is inconsistent with the token's app information.");
    return {
      list: advertisersOf(store, token).map(({ id, data }) => ({ advertiser_id: id, advertiser_name: data.name })),
    };
  }),
  signed('GET', 'user/info', ({ store, token }) => {
    const user = store.tokens.listUsers().find(({ id }) => id === token.subject);
    return {
      core_user_id: token.subject,
      display_name: user?.name ?? '',
      email: 'a***@acme.example',
      avatar_url: null,
    };
  }),
];

export function appOf(store: Platform['store'], id: string, secret: string): { clientId: string } {
  const client = store.tokens.findClient(id);
  if (!client) throw new Refusal(40113, 'The app is blocked or does not exist.');
  if (client.secret !== secret) throw new Refusal(40101, 'Incorrect app_id or secret.');
  return { clientId: id };
}

export function mountConsent(app: FastifyInstance, { world, store }: Platform): void {
  mountSignInPage(app, {
    path: '/portal/auth',
    problem(asked) {
      if (!store.tokens.findClient(asked.get('app_id') ?? '')) return { status: 400, text: 'Unknown app_id.' };
      const way = asked.get('redirect_uri') ?? '';
      return /^https?:\/\//.test(way) && URL.canParse(way)
        ? undefined
        : { status: 400, text: 'The redirect_uri is missing or no address.' };
    },
    application: (asked) => asked.get('app_id') ?? '',
    scopes: () => [
      'Ad account management',
      'Ads management',
      'Audience management',
      'Reporting',
      'Creative management',
    ],
    users: () => store.tokens.listUsers(),
    approve: (asked, subject) => {
      const code = randomBytes(20).toString('hex');
      const now = world.now();
      const permit = { clientId: asked.get('app_id')!, subject, scopes: [], redirectUri: '' };
      world.change(() => store.tokens.saveCode({ ...permit, code, issuedAt: now, expiresAt: now + HOUR_MS }));
      return { auth_code: code, code };
    },
    deny: { error: 'access_denied' },
  });
}
