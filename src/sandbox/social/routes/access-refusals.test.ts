import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { proofOf } from '../access.ts';
import { type Body, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { type RefusalRow, saidBy, testRefusals } from '../rules/rows.testing.ts';
import { ACCOUNTS, ACME, ACME_JAPAN, APPS } from '../seed.ts';

const graph = socialForTests();
const REDIRECT = 'http://127.0.0.1:9/back';
const app = { client_id: APPS.main.id, client_secret: APPS.main.secret };
const [ADMIN, EMPLOYEE] = ACME.systemUsers.map(({ id }) => id) as [string, string];
const proof = (token = ACME.token) => ({ appsecret_proof: proofOf(APPS.main.secret, token) });
const wanted = { business_app: APPS.main.id, scope: 'ads_read', ...proof() };

async function open(path: string, params: Record<string, string>): Promise<Body> {
  return (await fetch(`${graph.origin}/v26.0/${path}?${new URLSearchParams(params)}`)).json();
}
async function dialog(params: Record<string, string>): Promise<Response> {
  const asked = { client_id: APPS.main.id, redirect_uri: REDIRECT, scope: 'ads_read', ...params };
  const address = `${graph.origin}/v26.0/dialog/oauth?${new URLSearchParams(asked)}`;
  const body = new URLSearchParams({ decision: 'approve', user: ACME.people[0]!.id });
  return fetch(address, { method: 'POST', redirect: 'manual', body });
}
async function signedIn(): Promise<string> {
  const code = new URL((await dialog({})).headers.get('location')!).searchParams.get('code')!;
  return (await open('oauth/access_token', { ...app, redirect_uri: REDIRECT, code })).access_token;
}

describe('the login', () => {
  test.each([
    ['an unknown app', { client_id: '5' }, 'Invalid App ID'],
    ['no address', { redirect_uri: '' }, "Can't load URL"],
    ['an address that is none', { redirect_uri: 'http://' }, "Can't load URL"],
    ['an address of another kind', { redirect_uri: 'javascript:alert(1)' }, "Can't load URL"],
    ['an unknown permission', { scope: 'ads_read,everything' }, 'Invalid Scopes: everything.'],
  ])('ends on its own page with %s', async (_, params, words) => {
    const refused = await dialog(params);
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    expect((await refused.text()).replaceAll('&#39;', "'")).toContain(words);
    const taken = await dialog({ scope: 'ads_read public_profile,email' });
    expect([taken.status, taken.headers.get('location')]).toEqual([302, expect.stringContaining('code=')]);
  });

  test('gives a code that is good for its own app alone', async () => {
    const code = new URL((await dialog({})).headers.get('location')!).searchParams.get('code')!;
    const other = { client_id: APPS.strict.id, client_secret: APPS.strict.secret, redirect_uri: REDIRECT, code };
    expect((await open('oauth/access_token', other)).error).toMatchObject({
      code: 100,
      message: '(#100) Invalid verification code format.',
    });
    expect(await open('oauth/access_token', { ...app, redirect_uri: REDIRECT, code })).toHaveProperty('access_token');
    const unknown = await open('oauth/access_token', { ...app, redirect_uri: REDIRECT, code: 'x' });
    expect(unknown.error).toMatchObject({ code: 100, message: '(#100) Invalid verification code format.' });
  });

  test('is undone by the person, for all tokens of the app', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    await graph.remove('me/permissions', { access_token: one });
    for (const access_token of [one, other])
      expect(saidBy(await graph.refused('GET', 'me', { access_token }))).toEqual([190, 467]);
    await graph.get('me');
  });
});

describe('tokens', () => {
  const exchange = (fb_exchange_token: string) =>
    open('oauth/access_token', { ...app, grant_type: 'fb_exchange_token', fb_exchange_token });

  test('are lengthened while they live', async () => {
    const short = await signedIn();
    expect((await exchange('EAAunknown')).error).toMatchObject({ code: 190, error_subcode: 467 });
    expect((await exchange('')).error).toMatchObject({ code: 100 });
    expect(await exchange(short)).toMatchObject({ token_type: 'bearer', expires_in: 60 * 86_400 });
    graph.setNow(START + 2 * HOUR_MS);
    expect((await exchange(short)).error).toMatchObject({ code: 190, error_subcode: 463 });
    graph.setNow(START);
  });

  test('of an app are its id and secret', async () => {
    const { access_token } = await open('oauth/access_token', { ...app, grant_type: 'client_credentials' });
    expect(access_token).toBe(`${APPS.main.id}|${APPS.main.secret}`);
    await graph.get(`${APPS.main.id}/subscriptions`, { access_token });
    const wrong = { access_token: `${APPS.main.id}|${APPS.strict.secret}` };
    expect(saidBy(await graph.refused('GET', `${APPS.main.id}/subscriptions`, wrong))).toEqual([190, 467]);
  });

  test('are looked into by their owner or their app', async () => {
    const info = async (input_token: string, access_token = ACME.token) =>
      (await graph.get('debug_token', { input_token, access_token })).data;
    expect(await info('EAAunknown')).toEqual({
      is_valid: false,
      scopes: [],
      error: { code: 190, message: 'The access token could not be decrypted', subcode: 467 },
    });
    expect(await info(ACME.strictToken)).toMatchObject({ is_valid: true, app_id: APPS.strict.id, user_id: ADMIN });
    expect(await info(ACME_JAPAN.token)).toMatchObject({ is_valid: true, expires_at: 0 });
    const stranger = await graph.refused('GET', 'debug_token', { input_token: ACME_JAPAN.strictToken });
    expect(stranger).toMatchObject({
      code: 100,
      message: expect.stringContaining('You must provide an app access token'),
    });
    const { access_token: pageToken } = await graph.get(ACCOUNTS.us.page, { fields: 'access_token' });
    const page = await info(pageToken);
    expect(page).toMatchObject({ type: 'PAGE', profile_id: ACCOUNTS.us.page });
    expect(page).not.toHaveProperty('user_id');
    const short = await signedIn();
    expect(await info(short)).toMatchObject({ is_valid: true, data_access_expires_at: (START + 90 * DAY_MS) / 1000 });
    await open('oauth/revoke', { ...app, revoke_token: short });
    expect(await info(short)).toMatchObject({ is_valid: false, scopes: [], error: { subcode: 460 } });
  });

  const rows: RefusalRow[] = [
    ['an unknown app', { business_app: '5' }, [101], {}],
    ['no app', { business_app: undefined }, [100, undefined, 'business_app'], {}],
    ['no proof', { appsecret_proof: undefined }, [100], {}],
    ['no permission', { scope: undefined }, [100, undefined, 'scope'], {}],
    ['an empty list of permissions', { scope: [] }, [100, undefined, 'scope'], {}],
    [
      'an unknown permission',
      { scope: 'ads_read,everything' },
      [100, undefined, 'scope'],
      { scope: 'ads_read,read_insights' },
    ],
  ];
  describe('of system users are made', () => {
    testRefusals(graph, rows, (params) => ({ path: `${EMPLOYEE}/access_tokens`, params: { ...wanted, ...params } }));
  });

  test('of the administrator are not made by an employee', async () => {
    const scope = 'business_management,ads_read';
    const { access_token } = await graph.post(`${EMPLOYEE}/access_tokens`, { ...wanted, scope });
    const asked = { ...wanted, ...proof(access_token), access_token };
    expect(saidBy(await graph.refused('POST', `${ADMIN}/access_tokens`, asked))).toEqual([10, 1690129]);
    await graph.post(`${EMPLOYEE}/access_tokens`, asked);
    const other = { ...wanted, ...proof(ACME_JAPAN.token), access_token: ACME_JAPAN.token };
    expect(saidBy(await graph.refused('POST', `${EMPLOYEE}/access_tokens`, other))).toEqual([100, 33]);
  });

  test('of a system user need the app to be installed, and go together', async () => {
    const { id } = await graph.post(`${ACME.business}/system_users`, { name: 'New', role: 'EMPLOYEE', ...proof() });
    const make = () => graph.send('POST', `${id}/access_tokens`, { ...wanted, business_app: APPS.main.id });
    expect(saidBy((await make()).body.error)).toEqual([100, undefined, 'business_app']);
    expect(saidBy(await graph.refused('POST', `${id}/applications`, { business_app: '5' }))).toEqual([101]);
    await graph.post(`${id}/applications`, { business_app: APPS.main.id });
    const { access_token } = (await make()).body;
    expect(await graph.get('me/adaccounts', { access_token })).toMatchObject({ data: [] });
    await graph.post(`${US}/assigned_users`, { user: id, tasks: ['MANAGE'] });
    expect((await graph.get('me/adaccounts', { access_token })).data).toEqual([{ id: US, account_id: US.slice(4) }]);
    await graph.post(`${US}/assigned_users`, { user: id, tasks: ['MANAGE'] });
    const assigned = await graph.get('me/assigned_ad_accounts', { access_token, fields: 'tasks' });
    expect(assigned.data).toEqual([{ id: US, tasks: ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE'] }]);
    await graph.remove(`${id}/access_tokens`);
    expect(saidBy(await graph.refused('GET', 'me', { access_token }))).toEqual([190, 467]);
  });

  const assigned: RefusalRow[] = [
    ['no person', { user: undefined }, [100, undefined, 'user'], {}],
    ['somebody unknown', { user: '5' }, [100], {}],
    ['a person of another business', { user: ACME_JAPAN.people[0]!.id }, [100], { user: ACME.people[0]!.id }],
    ['an unknown task', { tasks: ['DANCE'] }, [100, undefined, 'tasks'], { tasks: ['ADVERTISE', 'ANALYZE'] }],
  ];
  describe('of people open accounts that are assigned', () => {
    testRefusals(graph, assigned, (params) => ({
      path: `${US}/assigned_users`,
      params: { user: EMPLOYEE, tasks: ['ANALYZE'], ...params },
    }));
  });

  test('without a permission do not do what it is for', async () => {
    const { access_token } = await graph.post(`${ADMIN}/access_tokens`, wanted);
    const refused = async (method: string, path: string, params: Params = {}) =>
      (await graph.refused(method, path, { ...params, access_token })).code;
    expect(await refused('GET', `${ACME.business}/system_users`)).toBe(200);
    expect(await refused('POST', `${ACME.business}/system_users`, { name: 'N', role: 'EMPLOYEE' })).toBe(200);
    expect(await refused('POST', `${EMPLOYEE}/access_tokens`)).toBe(200);
    expect(await refused('POST', `${EMPLOYEE}/applications`)).toBe(200);
    expect(await refused('DELETE', `${EMPLOYEE}/access_tokens`)).toBe(200);
    expect(await refused('POST', `${US}/adlabels`, { name: 'N' })).toBe(200);
    expect(await refused('GET', `${ACME.business}/owned_product_catalogs`)).toBe(200);
    expect(await refused('GET', 'me/accounts')).toBe(200);
    await graph.get(`${US}/ads`, { access_token });
    await graph.get(ACME.business, { access_token });
  });
});

describe('subscriptions', () => {
  const appToken = { access_token: `${APPS.main.id}|${APPS.main.secret}` };
  const asked = { object: 'page', fields: 'leadgen', callback_url: 'http://127.0.0.1:9/', verify_token: 'v' };
  const rows: RefusalRow[] = [
    ['no address', { callback_url: undefined }, [100, undefined, 'callback_url'], {}],
    ['an address that is none', { callback_url: 'here' }, [100, undefined, 'callback_url'], {}],
    ['no word to answer with', { verify_token: undefined }, [100, undefined, 'verify_token'], {}],
    ['another object', { object: 'user' }, [100, undefined, 'object'], {}],
    ['another field', { fields: 'feed' }, [100, undefined, 'fields'], {}],
    ['the token of a person', { access_token: ACME.token }, [15], {}],
  ];
  testRefusals(graph, rows, (params) => ({
    path: `${APPS.main.id}/subscriptions`,
    params: { ...asked, ...appToken, ...params },
  }));

  test('are listed and taken away by the app alone', async () => {
    const path = `${APPS.main.id}/subscriptions`;
    await graph.post(path, { ...asked, ...appToken });
    const listed = async () => (await graph.get(path, appToken)).data;
    expect(await listed()).toMatchObject([{ object: 'page', callback_url: asked.callback_url, active: false }]);
    for (const method of ['GET', 'DELETE']) expect(saidBy(await graph.refused(method, path)), method).toEqual([15]);
    await graph.remove(path, appToken);
    expect(await listed()).toEqual([]);
  });

  test('of a page are its own affair, each app once', async () => {
    const path = `${ACCOUNTS.us.page}/subscribed_apps`;
    const { access_token } = await graph.get(ACCOUNTS.us.page, { fields: 'access_token' });
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(saidBy(await graph.refused(method, path, { subscribed_fields: 'leadgen' })), method).toEqual([210]);
    expect(saidBy(await graph.refused('POST', path, { access_token }))).toEqual([100, undefined, 'subscribed_fields']);
    const odd = { access_token, subscribed_fields: 'feed' };
    expect(saidBy(await graph.refused('POST', path, odd))).toEqual([100, undefined, 'subscribed_fields']);
    for (let count = 0; count < 2; count++) await graph.post(path, { access_token, subscribed_fields: 'leadgen' });
    expect((await graph.get(path, { access_token })).data).toEqual([
      { id: APPS.main.id, name: APPS.main.name, subscribed_fields: ['leadgen'] },
    ]);
    await graph.remove(path, { access_token });
    expect((await graph.get(path, { access_token })).data).toEqual([]);
  });
});
