import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf } from '../web/browser.ts';
import { movedClock } from '../web/moved-clock.ts';
import { invited } from '../web/people.ts';
import { OAuthClient, REDIRECT, REGISTRATION } from './oauth-client.ts';

const clock = movedClock();
let service: TestService;
let owner: Browser;
let acme: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'], ambient: clock.ambient });
  owner = await ownerOf(service);
  acme = await service.workspaceId('Acme');
});
afterAll(async () => {
  clock.backToNow();
  await service?.close();
});
/** What one address may do is there again for each test. */
beforeEach(() => clock.advance(3_600_000));

const client = () => new OAuthClient(service.url);

async function asked(): Promise<{ oauth: OAuthClient; clientId: string; uid: string }> {
  const oauth = client();
  const { client_id: clientId } = await oauth.registered();
  return { oauth, clientId, uid: await oauth.asked(owner, clientId) };
}

describe('the question', () => {
  test('names the client, where the answer goes, and what the person may give', async () => {
    const { clientId, uid } = await asked();
    expect(await owner.api.consent.show.query({ uid })).toMatchObject({
      client: {
        id: clientId,
        name: 'Test Client',
        kind: 'registered',
        redirectHost: '127.0.0.1:33418',
        loopbackOnly: true,
        firstSeen: expect.any(String),
      },
      resource: `${service.url}/social/mcp`,
      channels: ['social'],
      scopes: ['ads:read', 'ads:write'],
      workspaces: expect.arrayContaining([
        { id: acme, name: 'Acme', currency: 'USD', role: 'owner', organization: 'Acme' },
      ]),
      expiryChoices: [{ days: 7 }, { days: 30 }, { days: 90 }],
      person: { email: 'owner@acme.example' },
    });
  });

  test('is shown without what no person can see', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered({
      ...REGISTRATION,
      client_name: `Claude\u202e${'x'.repeat(200)}`,
    });
    const uid = await oauth.asked(owner, clientId);
    const { name } = (await owner.api.consent.show.query({ uid })).client;
    expect(name).toBe(`Claude${'x'.repeat(94)}…`);
    const { client_id: nameless } = await oauth.registered({ ...REGISTRATION, client_name: '\u202e ' });
    const asks = await owner.api.consent.show.query({ uid: await oauth.asked(owner, nameless) });
    expect(asks.client.name).toBe('Unnamed client');
  });

  test('ties itself to the browser with cookies that no page reads', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const begun = await fetch(oauth.authorizeUrl(clientId), { redirect: 'manual' });
    const cookies = begun.headers.getSetCookie().filter((cookie) => !/=;/.test(cookie));
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie.toLowerCase()).toMatch(/httponly/);
    for (const cookie of cookies) expect(cookie.toLowerCase()).toMatch(/samesite=lax/);
  });

  test('is answered once', async () => {
    const { oauth, uid } = await asked();
    const location = await oauth.answered(owner, uid, { workspaceId: acme });
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ state: 'state-of-client', iss: service.url });
    await expect(owner.api.consent.show.query({ uid })).rejects.toThrow('is not open');
    await expect(oauth.answered(owner, uid, { workspaceId: acme })).rejects.toThrow('is not open');
  });

  test('stands beside a few others of the same browser', async () => {
    const { oauth, clientId, uid: first } = await asked();
    const next = await oauth.asked(owner, clientId);
    for (const uid of [first, next])
      expect((await owner.api.consent.show.query({ uid })).client.name).toBe('Test Client');
    for (let more = 0; more < 4; more++) await oauth.asked(owner, clientId);
    await expect(owner.api.consent.show.query({ uid: first })).rejects.toThrow('is not open');
    expect((await owner.api.consent.show.query({ uid: next })).client.name).toBe('Test Client');
  });

  test('answered twice at once gives one grant', async () => {
    const { oauth, uid } = await asked();
    const before = (await owner.api.grants.list.query({})).grants.length;
    const both = await Promise.allSettled([1, 2, 3].map(() => oauth.answered(owner, uid, { workspaceId: acme })));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.api.grants.list.query({})).grants).toHaveLength(before + 1);
  });

  test('declined twice at once, or declined and given at once, has one answer', async () => {
    const { uid } = await asked();
    const choice = { uid, workspaceId: acme, channels: ['social'], readOnly: true, expiresInDays: 7 as const };
    const both = await Promise.allSettled([
      owner.api.consent.decline.mutate({ uid }),
      owner.api.consent.approve.mutate(choice),
      owner.api.consent.decline.mutate({ uid }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('declined goes back to the client as access_denied, and gives nothing', async () => {
    const { oauth, uid } = await asked();
    const before = (await owner.api.grants.list.query({})).grants.length;
    const { redirectTo } = await owner.api.consent.decline.mutate({ uid });
    await expect(owner.api.consent.show.query({ uid })).rejects.toThrow('is not open');
    const location = await oauth.resumed(owner, redirectTo);
    expect(location.href.startsWith(REDIRECT)).toBe(true);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The person declined.',
      state: 'state-of-client',
      iss: service.url,
    });
    expect((await owner.api.grants.list.query({})).grants).toHaveLength(before);
  });

  test('lapses after an hour', async () => {
    const { uid } = await asked();
    clock.advance(3_601_000);
    await expect(owner.api.consent.show.query({ uid })).rejects.toThrow('longer than an hour');
  });

  test('takes only channels of the address, and roles that are held', async () => {
    const { oauth, uid } = await asked();
    const channels = ['social', 'search'];
    await expect(oauth.answered(owner, uid, { workspaceId: acme, channels })).rejects.toThrow('does not hold');
    const viewer = await invited(owner, 'looks@acme.example', 'viewer');
    const { client_id: clientId } = await oauth.registered();
    const own = await oauth.asked(viewer, clientId);
    await expect(oauth.answered(viewer, own, { workspaceId: acme })).rejects.toThrow('role member');
    const location = await oauth.answered(viewer, own, { workspaceId: acme, readOnly: true });
    expect(location.searchParams.get('code')).not.toBeNull();
  });
});

describe('an attacker', () => {
  test('gets no answer by sending the link of their own sign-in to somebody else', async () => {
    const attacker = new Browser(service.url);
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const uid = await oauth.asked(attacker, clientId);
    await expect(owner.api.consent.show.query({ uid })).rejects.toThrow('began in another browser');
    await expect(oauth.answered(owner, uid, { workspaceId: acme })).rejects.toThrow('began in another browser');
    const own = await oauth.asked(owner, clientId);
    const { redirectTo } = await owner.api.consent.approve.mutate({
      uid: own,
      workspaceId: acme,
      channels: ['social'],
      readOnly: true,
      expiresInDays: 7,
    });
    const stolen = await new Browser(service.url).fetch(redirectTo);
    expect([stolen.status, stolen.headers.get('location')]).toEqual([400, null]);
  });

  test('cannot forge the answer from another site', async () => {
    const { uid } = await asked();
    const answer = { uid, workspaceId: acme, channels: ['social'], readOnly: false, expiresInDays: 7 };
    for (const origin of ['https://evil.example', 'null']) {
      const forged = await owner.post('/api/trpc/consent.approve', answer, { origin });
      expect(forged.status).toBe(403);
    }
    expect((await owner.api.consent.show.query({ uid })).client.name).toBe('Test Client');
  });
});

describe('a request without a safe way back is refused on our page', () => {
  const page = async (reply: Response) => {
    expect(reply.headers.get('location')).toBeNull();
    expect(reply.headers.get('content-type')).toContain('text/html');
    const text = await reply.text();
    expect(text).not.toMatch(/https?:\/\/fonts|@import/);
    return [reply.status, /<code>([^<]*)<\/code>/.exec(text)?.[1]];
  };

  test.each<[string, Record<string, string | null>, string]>([
    ['an unknown client', { client_id: 'cli_nobody' }, 'invalid_client'],
    ['no client', { client_id: null }, 'invalid_request'],
    ['another host', { redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri'],
    ['another path', { redirect_uri: 'http://127.0.0.1:33418/elsewhere' }, 'invalid_redirect_uri'],
    [
      'a host that begins like one',
      { redirect_uri: 'http://127.0.0.1:33418@evil.example/callback' },
      'invalid_redirect_uri',
    ],
  ])('%s', async (_, parameters, error) => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const url = oauth.authorizeUrl(clientId, parameters);
    expect(await page(await owner.fetch(url, { headers: { accept: 'text/html' } }))).toEqual([400, error]);
  });

  test('what a stranger wrote is text on it', async () => {
    const url = client().authorizeUrl('<script>alert(1)</script>');
    const reply = await owner.fetch(url, { headers: { accept: 'text/html' } });
    expect(await reply.text()).not.toContain('<script>');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('other wrong requests go back to the client', () => {
  test.each<[string, Record<string, string | null>, string]>([
    ['no challenge', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another kind of answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['a resource elsewhere', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['a resource there is not', { resource: 'nope' }, 'invalid_target'],
    ['a fragment in the resource', { resource: `https://ads.example.com/mcp#x` }, 'invalid_target'],
    ['no interaction allowed', { prompt: 'none' }, 'login_required'],
  ])('%s', async (_, parameters, error) => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const reply = await owner.fetch(oauth.authorizeUrl(clientId, parameters));
    const location = new URL(reply.headers.get('location') ?? '', service.url);
    expect(location.href.startsWith(REDIRECT)).toBe(true);
    const answer = new URLSearchParams(location.search || location.hash.slice(1));
    expect(Object.fromEntries(answer)).toMatchObject({ error, state: 'state-of-client', iss: service.url });
  });

  test('a resource with a slash at its end, a query or another loopback name is the same one', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const uid = await oauth.asked(owner, clientId, { resource: `${service.url}/social/mcp/` });
    expect((await owner.api.consent.show.query({ uid })).resource).toBe(`${service.url}/social/mcp`);
    const narrowed = await oauth.asked(owner, clientId, { resource: `${service.url}/mcp?channels=social` });
    expect((await owner.api.consent.show.query({ uid: narrowed })).resource).toBe(`${service.url}/mcp`);
    const named = service.url.replace('127.0.0.1', 'localhost');
    const other = await oauth.asked(owner, clientId, { resource: `${named}/social/mcp` });
    expect((await owner.api.consent.show.query({ uid: other })).channels).toEqual(['social']);
  });

  test('two resources at once are refused', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const url = `${oauth.authorizeUrl(clientId)}&resource=${encodeURIComponent(`${service.url}/search/mcp`)}`;
    const location = (await owner.fetch(url)).headers.get('location') ?? '';
    expect(location).toContain('error=invalid_target');
  });
});

test('what it may raise is set with the grant; a wrong amount is refused by its field, and nothing is given', async () => {
  const { oauth, uid } = await asked();
  const grants = async () => (await service.home.grants.list()).length;
  const before = await grants();
  const wrong = { workspaceId: acme, mayRaise: [{ currency: 'USD', daily: '5.001' }] };
  await expect(oauth.answered(owner, uid, wrong)).rejects.toThrow('too many decimals');
  expect(await grants()).toBe(before);
  await oauth.answered(owner, uid, { workspaceId: acme, mayRaise: [{ currency: 'USD', daily: '500', single: '250' }] });
  const { keys } = await owner.api.limits.overview.query({ workspaceId: acme });
  const { limits } = keys.at(-1)!;
  expect(limits.map(({ kind, limit }) => [kind, limit])).toEqual([
    ['daily', '500'],
    ['single', '250'],
  ]);
});
