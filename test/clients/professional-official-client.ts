import { createRequire } from 'node:module';

type Row = Record<string, unknown>;

interface Call {
  resourcePath: string;
  pathKeys?: Row;
  queryParams?: Row;
  versionString: string;
  accessToken: string;
  [more: string]: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
type Answer = Promise<{ data: any; status: number; createdEntityId?: string }>;

/** The few of the official client's methods that the proof uses. */
export interface OfficialClient {
  get(call: Call): Answer;
  batchGet(call: Call & { ids: readonly unknown[] }): Answer;
  finder(call: Call & { finderName: string }): Answer;
  create(call: Call & { entity: Row }): Answer;
  update(call: Call & { entity: Row }): Answer;
  batchCreate(call: Call & { entities: readonly Row[] }): Answer;
  partialUpdate(call: Call & { id: unknown; patchSetObject: Row }): Answer;
  batchPartialUpdate(call: Call & { ids: readonly unknown[]; patchSetObjects: readonly Row[] }): Answer;
  delete(call: Call & { id: unknown }): Answer;
  batchDelete(call: Call & { ids: readonly unknown[] }): Answer;
  action(call: Call & { actionName: string; data: Row }): Answer;
}

interface AuthClient {
  exchangeAuthCodeForAccessToken(code: string): Promise<Row>;
  exchangeRefreshTokenForAccessToken(token: string): Promise<Row>;
  introspectAccessToken(token: string): Promise<{ data: Row }>;
}

/** The client has no setting for its hosts, which are constants of one of its modules: they are pointed at the sandbox. */
export function officialClient(origin: string): {
  client: OfficialClient;
  auth(app: { id: string; secret: string }): AuthClient;
} {
  const load = createRequire(import.meta.url);
  const constants = load('linkedin-api-client/dist/lib/utils/constants.js') as Record<string, string>;
  constants.VERSIONED_BASE_URL = `${origin}/rest`;
  constants.OAUTH_BASE_URL = `${origin}/oauth/v2`;
  const { RestliClient, AuthClient } = load('linkedin-api-client') as {
    RestliClient: new () => OfficialClient;
    AuthClient: new (app: { clientId: string; clientSecret: string; redirectUrl: string }) => AuthClient;
  };
  return {
    client: new RestliClient(),
    auth: ({ id, secret }) =>
      new AuthClient({ clientId: id, clientSecret: secret, redirectUrl: 'https://acme.example/back' }),
  };
}
