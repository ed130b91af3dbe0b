import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { professionalForTests } from '../calls.testing.ts';
import { ACME, APP } from '../seed.ts';
import { Store } from '../state.ts';

const sandbox = professionalForTests();
const BACK = 'https://us.example/back';

async function ask(path: string, form: Record<string, string>) {
  const body = new URLSearchParams({ client_id: APP.id, client_secret: APP.secret, ...form });
  const reply = await fetch(`${sandbox.origin}/oauth/v2/${path}`, { method: 'POST', body });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

async function consent(scope: string, decision: string): Promise<URL> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: APP.id,
    redirect_uri: BACK,
    state: 's',
    scope,
  });
  const reply = await fetch(`${sandbox.origin}/oauth/v2/authorization?${query}`, {
    method: 'POST',
    body: new URLSearchParams({ user: ACME.member, decision }),
    redirect: 'manual',
  });
  return new URL(reply.headers.get('location')!);
}

test('a code becomes tokens once; the scopes are those agreed to, and others end the earlier ones', async () => {
  const code = (await consent('r_ads r_ads_reporting', 'approve')).searchParams.get('code')!;
  const grant = { grant_type: 'authorization_code', code, redirect_uri: BACK };
  const { body } = await ask('accessToken', grant);
  expect(body).toMatchObject({
    expires_in: 5_184_000,
    refresh_token_expires_in: 31_536_000,
    scope: 'r_ads,r_ads_reporting',
  });
  expect((await sandbox.send('GET', 'adAccounts?q=search', { token: String(body.access_token) })).status).toBe(200);
  expect(await ask('accessToken', grant)).toMatchObject({ status: 401 });
  expect(await sandbox.refused('GET', 'adAccounts?q=search')).toMatchObject({ code: 'REVOKED_ACCESS_TOKEN' });
  const refreshed = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) };
  sandbox.advance(360 * DAY_MS);
  expect((await ask('accessToken', refreshed)).body).toMatchObject({ expires_in: 5 * 86_400 });
  expect((await ask('introspectToken', { token: String(body.access_token) })).body).toEqual({
    active: false,
    status: 'expired',
  });
});

test('a refusal goes back to the application, an ungranted scope does not', async () => {
  expect((await consent('r_ads', 'deny')).searchParams.get('error')).toBe('user_cancelled_authorize');
  const query = new URLSearchParams({ client_id: APP.id, redirect_uri: BACK, scope: 'r_ads r_everything' });
  const page = await fetch(`${sandbox.origin}/oauth/v2/authorization?${query}`);
  expect(page.status).toBe(401);
  expect(await ask('accessToken', { grant_type: 'refresh_token', refresh_token: 'x' })).toMatchObject({ status: 400 });
  expect(await ask('accessToken', { grant_type: 'refresh_token', client_secret: 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  });
});

test.each<[string, string, string]>([
  ['The client_id is not known', 'client_id', 'nobody'],
  ['redirect_uri does not match the registered value', 'redirect_uri', 'us.example/back'],
  ['redirect_uri does not match the registered value', 'redirect_uri', `${BACK}#x`],
  ['scope r_everything is not authorized', 'scope', 'r_everything'],
])('the page of consent says: %s', async (text, name, value) => {
  const good = { client_id: APP.id, redirect_uri: BACK, scope: 'r_ads' };
  const page = (query: object) =>
    fetch(`${sandbox.origin}/oauth/v2/authorization?${new URLSearchParams({ ...query })}`);
  const refused = await page({ ...good, [name]: value });
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining(text)]);
  const shown = await page(good);
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining(APP.id)]);
});

test('tokens are given for what is complete and of a kind that is open, and told of to their own application', async () => {
  const token = { refresh_token: ACME.refresh, grant_type: 'refresh_token' };
  expect(await ask('accessToken', { grant_type: 'refresh_token' })).toMatchObject({
    ...{ status: 400, body: { error: 'invalid_request', error_description: expect.stringContaining('refresh_token') } },
  });
  expect(await ask('accessToken', { ...token, grant_type: 'client_credentials' })).toMatchObject({
    ...{ status: 401, body: { error: 'access_denied' } },
  });
  const store = new Store(sandbox.world.db);
  const now = sandbox.world.now();
  const grant = { clientId: APP.id, subject: ACME.member, scopes: ['r_ads'], issuedAt: now, expiresAt: now + DAY_MS };
  store.tokens.saveToken({ ...grant, token: 'fresh', kind: 'access' });
  const seen = async (asked: object = {}) => (await ask('introspectToken', { token: 'fresh', ...asked })).body;
  expect(await seen()).toMatchObject({ active: true, client_id: APP.id });
  expect(await seen({ token: 'unknown' })).toEqual({ active: false });
  store.tokens.saveClient('another', 'secret');
  expect(await seen({ client_id: 'another', client_secret: 'secret' })).toEqual({ active: false });
  store.tokens.revoke(store.tokens.findToken('fresh')!);
  expect(await seen()).toEqual({ active: false, status: 'revoked' });
});
