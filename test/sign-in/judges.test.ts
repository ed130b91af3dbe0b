import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as Client32 } from 'mcp-sdk-1.32/client/index.js';
import { StreamableHTTPClientTransport as Transport32 } from 'mcp-sdk-1.32/client/streamableHttp.js';
import * as oauth4webapi from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { OAuthClient, REDIRECT, REGISTRATION } from './oauth-client.ts';

let service: TestService;
let owner: Browser;
let acme: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  owner = await ownerOf(service);
  acme = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

/** Where the browser ends that is sent to an authorization address, after its person has agreed. */
async function agreed(address: URL): Promise<URL> {
  const reply = await owner.fetch(address);
  const uid = reply.headers.get('location')?.split('/').at(-1) ?? '';
  return new OAuthClient(service.url).answered(owner, uid, { workspaceId: acme });
}

/** A client's memory, as the SDK asks for it. */
class Remembered implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata: OAuthClientMetadata = REGISTRATION;
  asked: URL | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each release of the SDK has its own types for the same JSON
  known: { client?: any; tokens?: any; discovered?: any; verifier?: string } = {};

  state = () => 'of-the-sdk';
  clientInformation = () => this.known.client;
  saveClientInformation = (client: unknown) => void Object.assign(this.known, { client });
  tokens = () => this.known.tokens;
  saveTokens = (tokens: unknown) => void Object.assign(this.known, { tokens });
  redirectToAuthorization = (asked: URL) => void Object.assign(this, { asked });
  saveCodeVerifier = (verifier: string) => void Object.assign(this.known, { verifier });
  codeVerifier = () => this.known.verifier ?? '';
  saveDiscoveryState = (discovered: unknown) => void Object.assign(this.known, { discovered });
  discoveryState = () => this.known.discovered;
  invalidateCredentials = () => void Object.assign(this.known, { tokens: undefined });
}

describe.each<[string, (url: URL, memory: Remembered) => { client: Client; transport: StreamableHTTPClientTransport }]>(
  [
    [
      'of the newest release',
      (url, authProvider) => ({
        client: new Client({ name: 'judge', version: '1' }),
        transport: new StreamableHTTPClientTransport(url, { authProvider }),
      }),
    ],
    [
      'of 1.32',
      (url, authProvider) => ({
        client: new Client32({ name: 'judge', version: '1' }) as never,
        transport: new Transport32(url, { authProvider: authProvider as never }) as never,
      }),
    ],
  ],
)('the official client %s', (_, made) => {
  test('finds the way from a bare address to a tool call, and refreshes', async () => {
    const memory = new Remembered();
    const url = new URL(`${service.url}/social/mcp`);
    const first = made(url, memory);
    await expect(first.client.connect(first.transport)).rejects.toThrow(/unauthorized/i);
    expect(memory.asked?.searchParams.get('resource')).toBe(url.href);
    expect(memory.asked?.searchParams.get('scope')).toContain('ads:read ads:write');
    const location = await agreed(memory.asked!);
    const { code = '', iss } = Object.fromEntries(location.searchParams);
    await first.transport.finishAuth(code, iss);

    const second = made(url, memory);
    await second.client.connect(second.transport);
    expect((await second.client.listTools()).tools.length).toBeGreaterThan(5);
    const { refresh_token: before } = memory.known.tokens;
    // As after a day: the token is refused, and the client refreshes it by itself.
    memory.known.tokens = { ...memory.known.tokens, access_token: 'x'.repeat(43) };
    expect((await second.client.listTools()).tools.length).toBeGreaterThan(5);
    expect(memory.known.tokens.refresh_token).not.toBe(before);
    await second.client.close();

    const { grants } = await owner.api.grants.list.query({});
    await owner.api.grants.revoke.mutate({ id: grants.at(-1)!.id });
    const third = made(url, memory);
    await expect(third.client.connect(third.transport)).rejects.toThrow(/unauthorized/i);
  });
});

test('oauth4webapi takes every step, strictly', async () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true };
  const resource = new URL(`${service.url}/social/mcp`);
  const described = await oauth4webapi.resourceDiscoveryRequest(resource, insecure);
  const { authorization_servers } = await oauth4webapi.processResourceDiscoveryResponse(resource, described);
  const issuer = new URL(authorization_servers![0]!);
  const as = await oauth4webapi.processDiscoveryResponse(
    issuer,
    await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  expect(as.authorization_response_iss_parameter_supported).toBe(true);
  const client = await oauth4webapi.processDynamicClientRegistrationResponse(
    await oauth4webapi.dynamicClientRegistrationRequest(as, REGISTRATION, insecure),
  );
  const verifier = oauth4webapi.generateRandomCodeVerifier();
  const state = oauth4webapi.generateRandomState();
  const address = new URL(as.authorization_endpoint!);
  for (const [name, value] of Object.entries({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'ads:read',
    code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: resource.href,
  }))
    address.searchParams.set(name, value);
  const answer = oauth4webapi.validateAuthResponse(as, client, await agreed(address), state);
  const none = oauth4webapi.None();
  const tokens = await oauth4webapi.processAuthorizationCodeResponse(
    as,
    client,
    await oauth4webapi.authorizationCodeGrantRequest(as, client, none, answer, REDIRECT, verifier, {
      additionalParameters: { resource: resource.href },
      ...insecure,
    }),
  );
  expect(tokens.scope).toBe('ads:read');
  const refreshed = await oauth4webapi.processRefreshTokenResponse(
    as,
    client,
    await oauth4webapi.refreshTokenGrantRequest(as, client, none, tokens.refresh_token!, insecure),
  );
  const listed = await oauth4webapi.protectedResourceRequest(
    refreshed.access_token,
    'POST',
    resource,
    new Headers({ 'content-type': 'application/json' }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    insecure,
  );
  expect(listed.status).toBe(200);
  const revoked = await oauth4webapi.revocationRequest(as, client, none, refreshed.refresh_token!, insecure);
  await oauth4webapi.processRevocationResponse(revoked);
  await expect(
    oauth4webapi.protectedResourceRequest(refreshed.access_token, 'POST', resource, undefined, '{}', insecure),
  ).rejects.toThrow(oauth4webapi.WWWAuthenticateChallengeError);
});
