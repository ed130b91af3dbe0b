import * as oauth4webapi from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { movedClock } from '../web/moved-clock.ts';
import { CHATGPT, DOCUMENTS, REGISTRATIONS } from './known-clients.ts';
import { OAuthClient, REDIRECT, REGISTRATION, type Tokens } from './oauth-client.ts';
import { pretendedInternet } from './pretended-internet.ts';

const clock = movedClock();
const HOUR_MS = 3_600_000;
let internet: Awaited<ReturnType<typeof pretendedInternet>>;
let service: TestService;
let owner: Browser;
let acme: string;
beforeAll(async () => {
  internet = await pretendedInternet();
  const settings = { ADHELM_TRUST_PROXY: 'on', ADHELM_SIGN_IN_REDIRECTS: 'https://agents.example.org' };
  const { network } = internet;
  service = await startTestService({ platforms: ['social'], ambient: clock.ambient, network, settings });
  owner = await ownerOf(service);
  acme = await service.workspaceId('Acme');
});
afterAll(async () => {
  clock.backToNow();
  await service?.close();
  await internet?.close();
});
/** Each test starts with the full quota of an address, and with no documents cached. */
beforeEach(() => clock.advance(HOUR_MS));

const client = () => new OAuthClient(service.url);
const read = (token: string) => service.post('social', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key: token });

describe('a client that names a document', () => {
  test.each(Object.entries(DOCUMENTS))('%s', async (_, { document, redirect, loopbackOnly }) => {
    internet.serves(document.client_id, document);
    const oauth = client();
    const asked = { redirect_uri: redirect };
    const uid = await oauth.asked(owner, document.client_id, asked);
    expect((await owner.api.consent.show.query({ uid })).client).toMatchObject({
      id: document.client_id,
      name: document.client_name,
      kind: 'metadata_document',
      redirectHost: new URL(redirect).host,
      loopbackOnly,
    });
    const location = await oauth.answered(owner, uid, { workspaceId: acme });
    expect(location.href.startsWith(redirect)).toBe(true);
    const reply = await oauth.exchange(document.client_id, location.searchParams.get('code') ?? '', asked);
    const { access_token } = (await reply.json()) as Tokens;
    expect((await read(access_token)).status).toBe(200);
  });

  test('ChatGPT proves itself by its key, and is refused without', async () => {
    const keys = await oauth4webapi.generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await crypto.subtle.exportKey('jwk', keys.publicKey)), kid: 'k1', use: 'sig' };
    internet.serves(CHATGPT.client_id, CHATGPT);
    internet.serves(CHATGPT.jwks_uri, { keys: [jwk] });
    const oauth = client();
    const redirect = CHATGPT.redirect_uris[0]!;
    const code = await oauth.code(owner, CHATGPT.client_id, { workspaceId: acme }, { redirect_uri: redirect });
    const unproven = await oauth.exchange(CHATGPT.client_id, code, { redirect_uri: redirect });
    expect(await unproven.json()).toMatchObject({ error: 'invalid_client' });
    const as = { issuer: service.url, token_endpoint: `${service.url}/token` };
    const parameters = new URLSearchParams({
      code,
      redirect_uri: redirect,
      code_verifier: oauth.verifier,
      resource: `${service.url}/social/mcp`,
    });
    const reply = await oauth4webapi.genericTokenEndpointRequest(
      as,
      { client_id: CHATGPT.client_id },
      oauth4webapi.PrivateKeyJwt({ key: keys.privateKey, kid: 'k1' }),
      'authorization_code',
      parameters,
      { [oauth4webapi.allowInsecureRequests]: true },
    );
    const { access_token } = (await reply.json()) as Tokens;
    expect((await read(access_token)).status).toBe(200);
  });

  const bad = 'https://agent.example.com/client.json';
  const good = { ...DOCUMENTS.claude.document, client_id: bad };

  const refusedPage = async (clientId: string) => {
    const oauth = client();
    const parameters = { redirect_uri: DOCUMENTS.claude.redirect };
    const reply = await owner.fetch(oauth.authorizeUrl(clientId, parameters), { headers: { accept: 'text/html' } });
    expect(reply.headers.get('location')).toBeNull();
    return [reply.status, /<code>([^<]*)<\/code>/.exec(await reply.text())?.[1]];
  };

  test('of a redirect address that is not allowed is refused', async () => {
    internet.serves(bad, { ...good, redirect_uris: [DOCUMENTS.claude.redirect, 'https://evil.example/callback'] });
    expect(await refusedPage(bad)).toEqual([400, 'invalid_client']);
  });

  test('of a redirect address that the operator allows is asked about', async () => {
    const url = 'https://agents.example.org/client.json';
    const redirect_uri = 'https://agents.example.org/callback';
    internet.serves(url, { ...good, client_id: url, redirect_uris: [redirect_uri] });
    const uid = await client().asked(owner, url, { redirect_uri });
    expect((await owner.api.consent.show.query({ uid })).client).toMatchObject({ id: url });
  });

  test.each<[string, Parameters<typeof internet.serves>[1], string]>([
    ['huge', { ...good, client_name: 'x'.repeat(100_000) }, 'invalid_client'],
    ['slow', () => {}, 'invalid_client'],
    [
      'elsewhere by redirect',
      (_, reply) => void reply.writeHead(302, { location: good.redirect_uris[0] }).end(),
      'invalid_client',
    ],
    ['no JSON', (_, reply) => void reply.end('<html>'), 'invalid_client'],
    ['a list', [good], 'invalid_client_metadata'],
    ['of another client', DOCUMENTS.claude.document, 'invalid_client_metadata'],
    ['with a shared secret', { ...good, token_endpoint_auth_method: 'client_secret_post' }, 'invalid_client_metadata'],
    ['not found', (_, reply) => void reply.writeHead(404).end(), 'invalid_client'],
  ])('whose document is %s is refused', async (name, scene, error) => {
    const url = `https://agent.example.com/${encodeURIComponent(name)}.json`;
    const own =
      typeof scene === 'function' || Array.isArray(scene) ? scene : { ...scene, client_id: idFor(scene, url) };
    internet.serves(url, own);
    expect(await refusedPage(url)).toEqual([400, error]);
    expect(internet.requests.filter((one) => one === url).length).toBeLessThanOrEqual(2);
  });

  test('on a private address is refused, and never asked', async () => {
    internet.places('inside.example.com', ['10.0.0.5']);
    internet.places('half.example.com', ['93.184.216.34', '127.0.0.1']);
    const urls = [
      'https://inside.example.com/client.json',
      'https://half.example.com/client.json',
      'https://127.0.0.1/client.json',
      'https://agent.example.com:8443/client.json',
      'https://localhost/client.json',
    ];
    for (const url of urls) expect(await refusedPage(url)).toEqual([400, 'invalid_client']);
    expect(internet.requests.filter((url) => urls.includes(url))).toEqual([]);
  });

  test('is judged by its document of today: one that changed takes no code to a new place', async () => {
    const url = 'https://agent.example.com/changing.json';
    internet.serves(url, { ...good, client_id: url });
    const oauth = client();
    const asked = { redirect_uri: DOCUMENTS.claude.redirect };
    const code = await oauth.code(owner, url, { workspaceId: acme }, asked);
    internet.serves(url, { ...good, client_id: url, redirect_uris: ['https://evil.example/callback'] });
    clock.advance(2 * HOUR_MS);
    expect(await refusedPage(url)).toEqual([400, 'invalid_client']);
    const reply = await oauth.exchange(url, code, asked);
    expect(await reply.json()).toMatchObject({ error: 'invalid_client' });
  });
});

/** A document of another client keeps its own id. */
function idFor(document: object, url: string): string {
  return document === DOCUMENTS.claude.document ? DOCUMENTS.claude.document.client_id : url;
}

describe('a client that registers itself', () => {
  test.each(Object.entries(REGISTRATIONS))('%s', async (_, { body, redirect }) => {
    const oauth = client();
    const { client_id: clientId, client_secret: secret } = await oauth.registered(body);
    const asked = { redirect_uri: redirect };
    const code = await oauth.code(owner, clientId, { workspaceId: acme }, asked);
    const own = { ...asked, ...(secret !== undefined && { client_secret: secret }) };
    const reply = await oauth.exchange(clientId, code, own);
    expect(reply.status, await reply.clone().text()).toBe(200);
    const { access_token } = (await reply.json()) as Tokens;
    expect((await read(access_token)).status).toBe(200);
    expect(secret !== undefined).toBe(body.token_endpoint_auth_method === 'client_secret_post');
  });

  test('Codex names no resource at exchange and refresh, and keeps the one it asked for', async () => {
    const oauth = client();
    const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme });
    const refreshed = (await (await oauth.refresh(clientId, tokens.refresh_token)).json()) as Tokens;
    expect((await read(refreshed.access_token)).status).toBe(200);
  });

  test('with a secret is refused without it, and the secret is stored nowhere', async () => {
    const oauth = client();
    const { body, redirect } = REGISTRATIONS.claude;
    const { client_id: clientId, client_secret: secret = '' } = await oauth.registered(body);
    const code = await oauth.code(owner, clientId, { workspaceId: acme }, { redirect_uri: redirect });
    for (const given of [null, 'wrong']) {
      const reply = await oauth.exchange(clientId, code, { redirect_uri: redirect, client_secret: given });
      expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([401, 'invalid_client']);
    }
    const rows = await service.home.store.db.selectFrom('oauth_clients').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test.each<[string, unknown, string]>([
    ['an unknown host', { ...REGISTRATION, redirect_uris: ['https://evil.example/cb'] }, 'invalid_redirect_uri'],
    [
      'one such among good ones',
      { ...REGISTRATION, redirect_uris: [REDIRECT, 'https://evil.example/cb'] },
      'invalid_redirect_uri',
    ],
    ['plain http elsewhere', { ...REGISTRATION, redirect_uris: ['http://claude.ai/cb'] }, 'invalid_redirect_uri'],
    ['a script', { ...REGISTRATION, redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'a user before the host',
      { ...REGISTRATION, redirect_uris: ['https://claude.ai@evil.example/'] },
      'invalid_redirect_uri',
    ],
    ['a fragment', { ...REGISTRATION, redirect_uris: [`${REDIRECT}#x`] }, 'invalid_redirect_uri'],
    ['no redirect', { ...REGISTRATION, redirect_uris: [] }, 'invalid_redirect_uri'],
    ['another kind of grant', { ...REGISTRATION, grant_types: ['password'] }, 'invalid_client_metadata'],
    ['another kind of answer', { ...REGISTRATION, response_types: ['none'] }, 'invalid_client_metadata'],
    ['no object', ['x'], 'invalid_request'],
  ])('is refused with %s', async (_, body, error) => {
    const reply = await client().register(body);
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([400, error]);
  });

  test('is refused an address that is not allowed, also with a query behind the path', async () => {
    const reply = await fetch(`${service.url}/register?x=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...REGISTRATION, redirect_uris: ['https://evil.example/callback'] }),
    });
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('invalid_redirect_uri')]);
    const { headers } = reply;
    expect([headers.get('referrer-policy'), headers.get('x-content-type-options')]).toEqual(['no-referrer', 'nosniff']);
  });

  test('does so ten times an hour from one IPv6 network, whichever of its addresses it takes', async () => {
    const from = async (address: string) =>
      (
        await fetch(`${service.url}/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify(REGISTRATION),
        })
      ).status;
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push(await from(`2001:db8:0:7::${at + 1}`));
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    expect(await from('2001:db8:0:8::1')).toBe(201);
  });

  test('does so ten times an hour from one address', async () => {
    const oauth = client();
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push((await oauth.register()).status);
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
    const refused = await oauth.register();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advance(HOUR_MS);
    expect((await oauth.register()).status).toBe(201);
  });

  test('sends no more than it should', async () => {
    const reply = await client().register({ ...REGISTRATION, client_name: 'x'.repeat(40_000) });
    expect(reply.status).toBe(413);
  });
});
