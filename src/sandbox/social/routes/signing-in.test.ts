import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../ambient.ts';
import { proofOf } from '../access.ts';
import { socialForTests, US } from '../calls.testing.ts';
import { ACME, ACME_JAPAN, APPS } from '../seed.ts';

const graph = socialForTests();
const REDIRECT = 'http://127.0.0.1:9/back';
const app = { client_id: APPS.main.id, client_secret: APPS.main.secret };

async function open(path: string, params: Record<string, string>) {
  const response = await fetch(`${graph.origin}/v26.0/${path}?${new URLSearchParams(params)}`);
  return (await response.json()) as Record<string, never>;
}

async function dialog(decision: string, scope = 'ads_read'): Promise<URL> {
  const query = new URLSearchParams({ client_id: APPS.main.id, redirect_uri: REDIRECT, state: 's1', scope });
  const address = `${graph.origin}/v26.0/dialog/oauth?${query}`;
  const page = await (await fetch(address)).text();
  expect(page).toContain('Acme marketing');
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision, user: ACME.people[0]!.id }),
  });
  return new URL(answer.headers.get('location')!);
}

describe('the login', () => {
  test('leads from approval through a code to a short and a long token', async () => {
    const back = await dialog('approve');
    expect(back.searchParams.get('state')).toBe('s1');
    const code = back.searchParams.get('code')!;
    expect(await open('oauth/access_token', { ...app, redirect_uri: `${REDIRECT}/`, code })).toMatchObject({
      error: { code: 100, error_subcode: 36008 },
    });
    const short = await open('oauth/access_token', { ...app, redirect_uri: REDIRECT, code });
    expect(short).toMatchObject({ token_type: 'bearer', expires_in: 5400 });
    expect(await open('oauth/access_token', { ...app, redirect_uri: REDIRECT, code })).toMatchObject({
      error: { code: 100, error_subcode: 36009 },
    });
    const long = await open('oauth/access_token', {
      ...app,
      grant_type: 'fb_exchange_token',
      fb_exchange_token: short.access_token!,
    });
    expect(long.expires_in).toBe(60 * 86_400);
    expect(await graph.get('me', { access_token: long.access_token, fields: 'name' })).toMatchObject({
      name: 'Acme marketing',
    });
    expect(await graph.get('me/permissions', { access_token: long.access_token })).toMatchObject({
      data: [{ permission: 'ads_read', status: 'granted' }],
    });
    expect((await graph.refused('POST', `${US}/adlabels`, { access_token: long.access_token, name: 'x' })).code).toBe(
      200,
    );
  });

  test('leads a refusal back as a refusal', async () => {
    const back = await dialog('deny');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 's1',
    });
  });

  test('a code dies after ten minutes', async () => {
    const code = (await dialog('approve')).searchParams.get('code')!;
    graph.advance(11 * MINUTE_MS);
    expect(await open('oauth/access_token', { ...app, redirect_uri: REDIRECT, code })).toMatchObject({
      error: { error_subcode: 36007 },
    });
  });

  test('wrong app and wrong secret are told apart', async () => {
    expect(await open('oauth/access_token', { client_id: '5', client_secret: 'x', code: 'x' })).toMatchObject({
      error: { code: 101 },
    });
    expect(await open('oauth/access_token', { client_id: APPS.main.id, client_secret: 'x', code: 'x' })).toMatchObject({
      error: { code: 1 },
    });
  });
});

describe('tokens', () => {
  test('are needed, must be known and not expired', async () => {
    expect((await open(US, {})).error).toMatchObject({ code: 104 });
    expect((await open('me', {})).error).toMatchObject({ code: 2500 });
    const { status, headers, body } = await graph.send('GET', US, { access_token: 'EAAwrong' });
    expect([status, body.error.code, body.error.error_subcode]).toEqual([400, 190, 467]);
    expect(headers.get('www-authenticate')).toContain('invalid_token');
  });

  test('may come in the header', async () => {
    const answer = await fetch(`${graph.origin}/v26.0/${US}`, { headers: { authorization: `Bearer ${ACME.token}` } });
    expect(answer.status).toBe(200);
  });

  test('open only the accounts of their person', async () => {
    const { data } = await graph.get('me/adaccounts', { access_token: ACME_JAPAN.token, fields: 'currency' });
    expect(data).toEqual([{ id: ACME_JAPAN.accounts[0], currency: 'JPY' }]);
  });

  test('need a proof where the app demands it, and a right one wherever it is sent', async () => {
    const strict = { access_token: ACME.strictToken };
    expect((await graph.refused('GET', US, strict)).message).toContain('require an appsecret_proof');
    await graph.get(US, { ...strict, appsecret_proof: proofOf(APPS.strict.secret, ACME.strictToken) });
    expect((await graph.refused('GET', US, { appsecret_proof: '00' })).message).toContain('Invalid appsecret_proof');
    await graph.get(US, { appsecret_proof: proofOf(APPS.main.secret, ACME.token) });
  });

  test('of system users are made with a proof, expire, and can be looked into and revoked', async () => {
    const [admin, employee] = ACME.systemUsers;
    const params = { business_app: APPS.main.id, scope: 'ads_read', set_token_expires_in_60_days: true };
    expect((await graph.refused('POST', `${employee!.id}/access_tokens`, params)).code).toBe(100);
    const proof = { appsecret_proof: proofOf(APPS.main.secret, ACME.token) };
    const { access_token } = await graph.post(`${employee!.id}/access_tokens`, { ...params, ...proof });
    expect(JSON.stringify(await graph.ledger({ resource: 'access_token' }))).not.toContain(access_token);

    const info = async () => (await graph.get('debug_token', { input_token: access_token })).data;
    expect(await info()).toMatchObject({
      type: 'SYSTEM_USER',
      is_valid: true,
      scopes: ['ads_read'],
      user_id: employee!.id,
      app_id: APPS.main.id,
    });
    graph.advance(61 * DAY_MS);
    expect(await info()).toMatchObject({ is_valid: false, error: { code: 190, subcode: 463 } });
    expect((await graph.refused('GET', US, { access_token })).error_subcode).toBe(463);

    const fresh = (await graph.post(`${employee!.id}/access_tokens`, { ...params, ...proof })).access_token;
    await open('oauth/revoke', { ...app, revoke_token: fresh });
    expect((await graph.refused('GET', US, { access_token: fresh })).code).toBe(190);
    expect((await graph.get(`${ACME.business}/system_users`, { fields: 'name,role' })).data).toContainEqual({
      id: admin!.id,
      name: admin!.name,
      role: 'ADMIN',
    });
  });
});
