import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { OAuthClient } from './oauth-client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: ['social'],
    settings: {
      ADHELM_PUBLIC_URL: 'https://ads.example.com',
      ADHELM_PATH_NAMES: 'search=google',
      ADHELM_SIGN_IN_REDIRECTS: 'https://agent.example.com',
    },
  });
});
afterAll(() => service?.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });
const json = async (path: string) => (await get(path)).json();

describe('what clients read before they sign in', () => {
  test.each(['/social/mcp', '/workspace/mcp', '/google/mcp', ''])('of the resource "%s"', async (path) => {
    expect(await json(`/.well-known/oauth-protected-resource${path}`)).toEqual({
      resource: `https://ads.example.com${path}`,
      authorization_servers: ['https://ads.example.com'],
      scopes_supported: ['ads:read', 'ads:write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Adhelm',
    });
  });

  test('of the server: what the clients of today look for', async () => {
    expect(await json('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: 'https://ads.example.com',
      authorization_endpoint: 'https://ads.example.com/authorize',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'private_key_jwt']),
      scopes_supported: ['ads:read', 'ads:write', 'offline_access'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  test('from a page of any site, as are registration and tokens; pages see no tool of ours', async () => {
    const origin = 'https://inspector.example.com';
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/social/mcp'])
      expect((await get(path, { origin })).headers.get('access-control-allow-origin')).toBe('*');
    for (const [path, method] of [
      ['/.well-known/oauth-authorization-server', 'GET'],
      ['/register', 'POST'],
      ['/token', 'POST'],
      ['/revoke', 'POST'],
    ] as const) {
      const reply = await fetch(`${service.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'mcp-protocol-version, content-type',
        },
      });
      expect([reply.status, reply.headers.get('access-control-allow-origin')], path).toEqual([204, '*']);
      expect(reply.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
    }
    const refused = await fetch(`${service.url}/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(),
    });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    expect((await fetch(`${service.url}/social/mcp`, { method: 'POST', headers: { origin } })).status).toBe(403);
  });

  test('a 401 names the public address', async () => {
    const reply = await fetch(`${service.url}/social/mcp`, { method: 'POST' });
    expect(reply.headers.get('www-authenticate')).toBe(
      'Bearer realm="adhelm", resource_metadata="https://ads.example.com/.well-known/oauth-protected-resource/social/mcp", scope="ads:read ads:write"',
    );
  });
});

describe('the addresses of sign-in', () => {
  test('take one method each', async () => {
    for (const [path, allowed] of [
      ['/authorize', 'GET'],
      ['/token', 'POST'],
      ['/register', 'POST'],
    ]) {
      const reply = await fetch(`${service.url}${path}`, { method: allowed === 'GET' ? 'POST' : 'GET' });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, allowed]);
    }
  });

  test('behind a public address give cookies that only it gets, and come back to it', async () => {
    const oauth = new OAuthClient(service.url);
    const redirect = 'https://agent.example.com/callback';
    const { client_id: clientId } = await oauth.registered({ redirect_uris: [redirect] });
    const asked = { redirect_uri: redirect, resource: 'https://ads.example.com/social/mcp' };
    const reply = await fetch(oauth.authorizeUrl(clientId, asked), {
      redirect: 'manual',
      headers: { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' },
    });
    expect(reply.headers.get('location')).toMatch(/^\/consent\//);
    const cookies = reply.headers.getSetCookie();
    const bound = cookies.find((cookie) => cookie.startsWith('__Host-adhelm-consent='));
    expect(bound).toMatch(/; path=\/;.*secure; httponly/i);
    for (const cookie of cookies) expect(cookie).toMatch(/secure/i);
  });
});

test('nothing of it is there where tokens would cross a network in clear', async () => {
  const plain = await startTestService({
    platforms: ['social'],
    settings: { ADHELM_PUBLIC_URL: 'http://ads.example.com' },
  });
  try {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/authorize',
    ])
      expect((await fetch(`${plain.url}${path}`)).status, path).toBe(404);
    const reply = await fetch(`${plain.url}/social/mcp`, { method: 'POST' });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="adhelm"');
  } finally {
    await plain.close();
  }
});
