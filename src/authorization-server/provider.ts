import { generateKeyPairSync } from 'node:crypto';
import {
  type Adapter,
  type Client,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { newId } from '../ambient.ts';
import { Artifacts, NOT_KEPT } from './artifacts.ts';
import { ConsentCookie } from './consent-cookie.ts';
import { errorPage } from './error-page.ts';
import { fetchDocument } from './metadata-documents.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { isAllowedRedirect } from './redirects.ts';
import { RegisteredClients } from './registered-clients.ts';
import { channelsOf } from './resources.ts';
import { BOTH, READ, WRITE } from './scopes.ts';
import { StoredGrants } from './stored-grants.ts';

const DAY_S = 86_400;
const ACCESS_S = DAY_S;
const REFRESH_S = 30 * DAY_S;
const CODE_S = 60;
/** Time to sign in and decide. */
const CONSENT_S = 3_600;

const KEPT = new Set(['Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken', 'ReplayDetection']);

export interface OAuthProvider {
  provider: Provider;
  clients: RegisteredClients;
}

/** `oidc-provider` as an OAuth server only: codes with PKCE, opaque tokens, our store and our pages. */
export function createProvider(options: AuthorizationServerOptions): OAuthProvider {
  const { home, ambient, resources, log } = options;
  const { store, grants, webKey } = home;
  const artifacts = { store, ambient, digest: grants.digest };
  const clients = new RegisteredClients(store, ambient, webKey);
  const cookie = new ConsentCookie(webKey, resources.origin);
  const alreadyUsed = () => new errors.InvalidGrant('already used');
  const adapters = new Map<string, Adapter>([
    ['Client', clients],
    ['Grant', new StoredGrants(grants)],
    ...[...KEPT].map((kind): [string, Adapter] => [kind, new Artifacts(kind, artifacts, alreadyUsed)]),
  ]);
  const provider = new Provider(resources.origin, {
    ...FIXED,
    adapter: (kind: string) => adapters.get(kind) ?? NOT_KEPT,
    ...tokens(options),
    features: { ...FEATURES, ...features(options, clients) },
    cookies: {
      keys: [webKey.toString('hex')],
      names: { session: 'adhelm-oauth', interaction: 'adhelm-oauth-consent', resume: 'adhelm-oauth-resume' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    jwks: { keys: [unusedKey()] },
    fetch: fetchDocument(ambient, options.network) as NonNullable<Configuration['fetch']>,
    renderError: errorPage(options.page),
    interactions: {
      url(ctx, { uid }) {
        const options = { ...cookie.attributes, maxAge: CONSENT_S * 1_000, overwrite: true };
        ctx.cookies.set(cookie.name, cookie.with(uid, ctx.headers.cookie), options);
        return `/consent/${uid}`;
      },
    },
  });
  // Host and protocol come from `curatedRequest`, never from a client.
  provider.proxy = true;
  provider.silent = true;
  provider.on('server_error', (_, error) =>
    log.write('error', 'request_failed', { route: 'sign-in', detail: error.stack ?? error.message }),
  );
  return { provider, clients };
}

const FIXED: Configuration = {
  responseTypes: ['code'],
  scopes: [READ, WRITE],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  clientDefaults: {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  },
  pkce: { required: () => true },
  routes: { authorization: '/authorize', token: '/token', registration: '/register', revocation: '/revoke' },
  clientBasedCORS: () => true,
  expiresWithSession: async () => false,
  issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  // A client that revokes either of its tokens has disconnected. With the grant, its tokens leave the memory of the key ring.
  revokeGrantPolicy: () => true,
  // People are asked at every authorization; earlier consent is not reused.
  loadExistingGrant: async (ctx) => {
    const grantId = ctx.oidc.result?.consent?.grantId;
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
  },
};

const FEATURES = {
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  dPoP: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: async (_: KoaContextWithOIDC, client: Client, token: { clientId?: string }) =>
      token.clientId === client.clientId,
  },
};

function tokens({ home }: AuthorizationServerOptions): Configuration {
  return {
    ttl: {
      AccessToken: (ctx) => withinGrant(ctx?.oidc.entities.Grant?.exp, ACCESS_S),
      RefreshToken: (ctx) => withinGrant(ctx?.oidc.entities.Grant?.exp, REFRESH_S),
      AuthorizationCode: CODE_S,
      Interaction: CONSENT_S,
      Grant: 90 * DAY_S,
      Session: CONSENT_S,
      IdToken: CONSENT_S,
    },
    async findAccount(_, id) {
      const { db } = home.store;
      const person = await db.selectFrom('people').select('id').where('id', '=', id).executeTakeFirst();
      return person && { accountId: id, claims: async () => ({ sub: id }) };
    },
  };
}

/** A token never outlives its grant, which ends after 90 days at the latest. */
function withinGrant(endsAtS: number | undefined, seconds: number): number {
  const leftS = endsAtS === undefined ? seconds : endsAtS - Math.floor(Date.now() / 1_000);
  return Math.max(1, Math.min(seconds, leftS));
}

function features({ resources, settings, ambient }: AuthorizationServerOptions, clients: RegisteredClients) {
  return {
    registration: {
      enabled: true,
      issueRegistrationAccessToken: false,
      idFactory(ctx: KoaContextWithOIDC) {
        ctx.state.clientId = newId(ambient, 'cli');
        return ctx.state.clientId;
      },
      secretFactory: async (ctx: KoaContextWithOIDC) => clients.secretOf(ctx.state.clientId),
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: { min: 60, max: 3_600 },
      allowClient: async (_: KoaContextWithOIDC, { redirectUris = [] }: Client) =>
        redirectUris.every((address) => isAllowedRedirect(address, settings.signInRedirects)),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => resources.origin,
      useGrantedResource: async () => true,
      async getResourceServerInfo(ctx: KoaContextWithOIDC, resource: string) {
        const isOne = !Array.isArray(ctx.oidc.params?.resource) || ctx.oidc.params.resource.length === 1;
        if (!isOne) throw new errors.InvalidTarget('name one resource at a time');
        if (!channelsOf(resources, resource))
          throw new errors.InvalidTarget(
            `there is nothing at this resource; /.well-known/oauth-protected-resource names one`,
          );
        return { scope: BOTH, accessTokenFormat: 'opaque' as const };
      },
    },
  };
}

/** The provider asks for a signing key; with no identity tokens nothing is ever signed with it. */
function unusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' } as never;
}
