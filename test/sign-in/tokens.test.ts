import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf, PASSWORD } from '../web/browser.ts';
import { movedClock } from '../web/moved-clock.ts';
import { invited } from '../web/people.ts';
import { OAuthClient, type Tokens } from './oauth-client.ts';

const clock = movedClock();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

/** What one address may do is there again for each test, and sessions do not outlast the moved clock. */
beforeEach(async () => {
  clock.advance(HOUR_MS);
  const isSignedIn = (await owner.fetch('/api/trpc/session.me')).ok;
  if (!isSignedIn) await owner.signIn('owner@acme.example', PASSWORD);
});

const client = () => new OAuthClient(service.url);

const read = (token: string, channel = 'social') =>
  service.post(channel, call('list_social_campaigns', { limit: 1 }), { key: token });
const call = (name: string, args: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const newCampaign = call('create_social_campaign', {
  name: 'By a client',
  objective: 'OUTCOME_TRAFFIC',
  special_ad_categories: [],
  is_adset_budget_sharing_enabled: false,
});
const errorOf = async (reply: Response) => [reply.status, ((await reply.json()) as { error: string }).error];

describe('a token', () => {
  test('calls tools, is refreshed, and stops with its grant', async () => {
    const oauth = client();
    const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, scope: 'ads:read ads:write' });
    expect((await read(tokens.access_token)).status).toBe(200);
    const refreshed = (await (await oauth.refresh(clientId, tokens.refresh_token)).json()) as Tokens;
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await read(refreshed.access_token)).status).toBe(200);

    const { grants } = await owner.api.grants.list.query({});
    const grant = grants.at(-1)!;
    expect(grant).toMatchObject({ client: { id: clientId, name: 'Test Client' }, status: 'active', own: true });
    await service.home.keyRing.flush();
    expect((await owner.api.grants.list.query({})).grants.at(-1)!.lastUsedAt).not.toBeNull();
    await owner.api.grants.revoke.mutate({ id: grant.id });
    const dead = await read(refreshed.access_token);
    expect(dead.status).toBe(401);
    expect(dead.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/social/mcp"');
    expect(await errorOf(await oauth.refresh(clientId, refreshed.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await owner.api.keys.list.query({})).keys.map(({ id }) => id)).not.toContain(grant.id);
  });

  test('is stored nowhere, nor are its code and its refresh token', async () => {
    const { code, tokens } = await client().connected(owner, { workspaceId: acme });
    const { db } = service.home.store;
    const rows = JSON.stringify([
      await db.selectFrom('oauth_artifacts').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().execute(),
    ]);
    for (const secret of [code, tokens.access_token, tokens.refresh_token]) expect(rows).not.toContain(secret);
    for (const secret of [code, tokens.access_token, tokens.refresh_token])
      expect(service.logged()).not.toContain(secret);
  });

  test('works at the address it was issued for, and at no other', async () => {
    const { tokens } = await client().connected(owner, { workspaceId: acme });
    expect((await read(tokens.access_token, 'workspace')).status).toBe(401);
    expect((await read(tokens.access_token)).status).toBe(200);
  });

  test('for the whole service reaches the ticked channels only', async () => {
    const choice = { workspaceId: acme, channels: ['social'] };
    const { tokens } = await client().connected(owner, choice, { resource: null });
    expect((await read(tokens.access_token)).status).toBe(200);
    const other = await service.post(
      'search',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { key: tokens.access_token },
    );
    expect(other.status).toBe(403);
    expect(await other.text()).toContain('may not use the search channel');
  });

  test('for `/mcp` may hold every channel, and is no token for the channels own addresses', async () => {
    const oauth = client();
    const resource = `${service.url}/mcp`;
    const { client_id: clientId } = await oauth.registered();
    const uid = await oauth.asked(owner, clientId, { resource });
    const { channels } = await owner.api.consent.show.query({ uid });
    expect(channels).toEqual(expect.arrayContaining(['social', 'search', 'workspace']));
    const location = await oauth.answered(owner, uid, { workspaceId: acme, channels });
    const reply = await oauth.exchange(clientId, location.searchParams.get('code') ?? '');
    const { access_token: token } = (await reply.json()) as Tokens;
    expect((await read(token)).status).toBe(401);
    const atOneAddress = await fetch(resource, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(call('social_list_social_campaigns', { limit: 1 })),
    });
    expect(await atOneAddress.text()).toContain('campaigns');
  });

  test('of a read-only grant changes nothing', async () => {
    const { tokens } = await client().connected(owner, { workspaceId: acme, readOnly: true });
    expect(tokens.scope).toBe('ads:read');
    const reply = await service.post('social', newCampaign, { key: tokens.access_token });
    expect(await reply.text()).toContain('is read-only');
  });

  test('of a client that asked for reading only is read-only, whatever was ticked', async () => {
    const { tokens } = await client().connected(owner, { workspaceId: acme }, { scope: 'ads:read' });
    expect(tokens.scope).toBe('ads:read');
    expect((await owner.api.grants.list.query({})).grants.at(-1)).toMatchObject({ readOnly: true });
  });

  test('lapses after a day, and its grant when the person said', async () => {
    const oauth = client();
    const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme, expiresInDays: 7 });
    clock.advance(DAY_MS + 1);
    expect((await read(tokens.access_token)).status).toBe(401);
    const second = (await (await oauth.refresh(clientId, tokens.refresh_token)).json()) as Tokens;
    expect((await read(second.access_token)).status).toBe(200);
    clock.advance(6 * DAY_MS);
    expect((await read(second.access_token)).status).toBe(401);
    expect(await errorOf(await oauth.refresh(clientId, second.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('and its refresh token last no longer than their grant, and the client is told so', async () => {
    const oauth = client();
    const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme, expiresInDays: 7 });
    clock.advance(7 * DAY_MS - HOUR_MS);
    const last = (await (await oauth.refresh(clientId, tokens.refresh_token)).json()) as { expires_in: number };
    expect(last.expires_in).toBeGreaterThan(0);
    expect(last.expires_in).toBeLessThanOrEqual(HOUR_MS / 1_000);
    const grant = (await service.home.grants.list()).at(-1)!;
    const kept = await service.home.store.db
      .selectFrom('oauth_artifacts')
      .select(['kind', 'expires_at'])
      .where('grant_id', '=', grant.id)
      .where('kind', 'in', ['AccessToken', 'RefreshToken'])
      .execute();
    expect(new Set(kept.map(({ kind }) => kind)).size).toBe(2);
    for (const { kind, expires_at } of kept) expect(expires_at, kind).toBeLessThanOrEqual(grant.expiresAt!);
  });

  test('stops when its person leaves, and coming back does not bring it back', async () => {
    const email = 'leaving@acme.example';
    const person = await invited(owner, email, 'member');
    const oauth = client();
    const { clientId, tokens } = await oauth.connected(person, { workspaceId: acme });
    expect((await read(tokens.access_token)).status).toBe(200);
    const { members } = await owner.api.members.list.query();
    const { id } = members.find((one) => one.email === email)!;
    await owner.api.members.remove.mutate({ id });
    clock.advance(501);
    expect((await read(tokens.access_token)).status).toBe(401);
    expect(await errorOf(await oauth.refresh(clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const { organizationId } = (await service.home.directory.find('Acme'))!;
    await service.home.members.add({ organizationId, email, role: 'member', actor: 'test' });
    clock.advance(501);
    expect((await read(tokens.access_token)).status).toBe(401);
  });

  test('only reads once its person is a viewer', async () => {
    const email = 'lowered@acme.example';
    const person = await invited(owner, email, 'member');
    const { tokens } = await client().connected(person, { workspaceId: acme });
    const { members } = await owner.api.members.list.query();
    await owner.api.members.changeRole.mutate({ id: members.find((one) => one.email === email)!.id, role: 'viewer' });
    clock.advance(501);
    const reply = await service.post('social', newCampaign, { key: tokens.access_token });
    expect(await reply.text()).toContain('is read-only');
  });
});

describe('refreshing', () => {
  test('gives what was given, whatever scopes the client names', async () => {
    const oauth = client();
    const scope = 'openid profile ads:read ads:write offline_access';
    const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme, readOnly: true }, { scope });
    expect(tokens.scope).toBe('ads:read');
    const reply = await oauth.refresh(clientId, tokens.refresh_token, { scope });
    expect(await reply.json()).toMatchObject({ scope: 'ads:read' });
  });

  test('in parallel gives each a token that works; later the used one revokes the grant', async () => {
    const oauth = client();
    const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme });
    const both = await Promise.all([1, 2].map(() => oauth.refresh(clientId, tokens.refresh_token)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = (await Promise.all(both.map((reply) => reply.json()))) as [Tokens, Tokens];
    for (const { access_token } of [one, two]) expect((await read(access_token)).status).toBe(200);
    clock.advance(61_000);
    expect(await errorOf(await oauth.refresh(clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    for (const { access_token } of [one, two]) expect((await read(access_token)).status).toBe(401);
    expect(await errorOf(await oauth.refresh(clientId, two.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await owner.api.grants.list.query({})).grants.at(-1)).toMatchObject({ status: 'revoked' });
  });

  test('slides for thirty days', async () => {
    const oauth = client();
    const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme, expiresInDays: 90 });
    clock.advance(29 * DAY_MS);
    const next = (await (await oauth.refresh(clientId, tokens.refresh_token)).json()) as Tokens;
    clock.advance(29 * DAY_MS);
    const last = await oauth.refresh(clientId, next.refresh_token);
    expect(last.status).toBe(200);
    clock.advance(31 * DAY_MS);
    const { refresh_token } = (await last.json()) as Tokens;
    expect(await errorOf(await oauth.refresh(clientId, refresh_token))).toEqual([400, 'invalid_grant']);
  });
});

describe('a code', () => {
  test('used twice is refused, and revokes what it gave', async () => {
    const oauth = client();
    const { clientId, code, tokens } = await oauth.connected(owner, { workspaceId: acme });
    expect((await read(tokens.access_token)).status).toBe(200);
    expect(await errorOf(await oauth.exchange(clientId, code))).toEqual([400, 'invalid_grant']);
    expect((await read(tokens.access_token)).status).toBe(401);
    expect(await errorOf(await oauth.refresh(clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('used twice at the same moment gives one set of tokens at most', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const code = await oauth.code(owner, clientId, { workspaceId: acme });
    const both = await Promise.all([1, 2, 3].map(() => oauth.exchange(clientId, code)));
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test.each<[string, Record<string, string | null>, [number, string]]>([
    ['without its verifier', { code_verifier: null }, [400, 'invalid_grant']],
    ['with another verifier', { code_verifier: 'x'.repeat(43) }, [400, 'invalid_grant']],
    ['for another redirect address', { redirect_uri: 'http://127.0.0.1:33418/other' }, [400, 'invalid_grant']],
    ['by an unknown client', { client_id: 'cli_nobody' }, [401, 'invalid_client']],
    ['for another kind of grant', { grant_type: 'password' }, [400, 'unsupported_grant_type']],
    ['that is none', { code: 'x'.repeat(43) }, [400, 'invalid_grant']],
  ])('is refused %s', async (_, parameters, refused) => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const code = await oauth.code(owner, clientId, { workspaceId: acme });
    expect(await errorOf(await oauth.exchange(clientId, code, parameters))).toEqual(refused);
  });

  test('is refused for another resource than was agreed to', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const code = await oauth.code(owner, clientId, { workspaceId: acme });
    const other = { resource: `${service.url}/search/mcp` };
    expect(await errorOf(await oauth.exchange(clientId, code, other))).toEqual([400, 'invalid_target']);
  });

  test('is refused to another client', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const { client_id: thief } = await oauth.registered();
    const code = await oauth.code(owner, clientId, { workspaceId: acme });
    expect(await errorOf(await oauth.exchange(thief, code))).toEqual([400, 'invalid_grant']);
  });

  test('lapses after a minute', async () => {
    const oauth = client();
    const { client_id: clientId } = await oauth.registered();
    const code = await oauth.code(owner, clientId, { workspaceId: acme });
    clock.advance(61_000);
    expect(await errorOf(await oauth.exchange(clientId, code))).toEqual([400, 'invalid_grant']);
  });
});

test.each(['access_token', 'refresh_token'] as const)('a client that revokes its %s has disconnected', async (kind) => {
  const oauth = client();
  const { clientId, tokens } = await oauth.connected(owner, { workspaceId: acme });
  const { client_id: stranger } = await oauth.registered();
  const revoke = (client_id: string) =>
    fetch(`${service.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token: tokens[kind], client_id }) });
  expect((await revoke(stranger)).status).toBe(200);
  expect((await read(tokens.access_token)).status).toBe(200);
  expect((await revoke(clientId)).status).toBe(200);
  expect((await read(tokens.access_token)).status).toBe(401);
  expect(await errorOf(await oauth.refresh(clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect((await owner.api.grants.list.query({})).grants.at(-1)).toMatchObject({ status: 'revoked' });
});

test('everything about a grant is in the audit log', async () => {
  const { db } = service.home.store;
  const { tokens } = await client().connected(owner, { workspaceId: acme });
  const { id } = (await owner.api.grants.list.query({})).grants.at(-1)!;
  expect((await service.post('social', newCampaign, { key: tokens.access_token })).status).toBe(200);
  await owner.api.grants.revoke.mutate({ id });
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'detail'])
    .orderBy('seq', 'desc')
    .limit(6)
    .execute();
  const person = (await owner.api.session.me.query()).person.id;
  expect(rows.filter(({ action, detail }) => action.startsWith('grant.') && detail.includes(id))).toEqual([
    { action: 'grant.revoke', actor: person, detail: JSON.stringify({ id }) },
    { action: 'grant.create', actor: person, detail: expect.stringContaining('"redirectHost":"127.0.0.1:33418"') },
  ]);
  expect(rows.some(({ action, actor }) => action === 'social/create_social_campaign' && actor === id)).toBe(true);
});
