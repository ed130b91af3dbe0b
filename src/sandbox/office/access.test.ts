import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../ambient.ts';
import { officeForTests } from './calls.testing.ts';
import { ACME_JAPAN_PLAN_ID, ACME_PLAN_ID, RANGE_EXAMPLES_ID, UPLOADED_FILE_ID } from './seed/workbooks.ts';

const office = officeForTests();

describe('a refusal', () => {
  test.each([
    ['an unknown spreadsheet', 'nope', 404, 'NOT_FOUND', 'Requested entity was not found.'],
    ["another company's", ACME_JAPAN_PLAN_ID, 403, 'PERMISSION_DENIED', 'The caller does not have permission'],
    [
      'an uploaded file',
      UPLOADED_FILE_ID,
      400,
      'FAILED_PRECONDITION',
      'This operation is not supported for this document',
    ],
  ])('of %s has the platform’s words', async (_, spreadsheetId, code, status, message) => {
    await expect(office.read(spreadsheetId, 'A1')).rejects.toMatchObject({
      status: code,
      response: { data: { error: { code, status, message } } },
    });
  });

  test.each([
    [
      'valueRenderOption',
      'PRETTY',
      `Invalid value at 'value_render_option' (type.googleapis.com/google.apps.sheets.v4.ValueRenderOption), "PRETTY"`,
    ],
    [
      'majorDimension',
      'DIAGONAL',
      `Invalid value at 'major_dimension' (type.googleapis.com/google.apps.sheets.v4.Dimension), "DIAGONAL"`,
    ],
    [
      'colour',
      'red',
      `Invalid JSON payload received. Unknown name "colour": Cannot bind query parameter. Field 'colour' could not be found in request message.`,
    ],
  ])('of %s=%s names it', async (name, value, message) => {
    await expect(office.read(RANGE_EXAMPLES_ID, 'A1', { [name]: value })).rejects.toMatchObject({
      status: 400,
      message,
    });
  });

  const bare = (query: string, headers = {}) =>
    fetch(`${office.origin}/v4/spreadsheets/${ACME_PLAN_ID}/values/A1${query}`, { headers });

  test('of a caller without or with a wrong token is 401', async () => {
    expect(await (await bare('')).json()).toMatchObject({
      error: { code: 401, details: [{ reason: 'CREDENTIALS_MISSING' }] },
    });
    const wrong = await bare('', { authorization: 'Bearer ya29.wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toContain('invalid_token');
  });

  test('of an API key depends on whether the link is readable', async () => {
    const key = 'AIzaSy-sandbox-only-not-a-secret';
    const api = office.open(key);
    const examples = await api.spreadsheets.values.get({ spreadsheetId: RANGE_EXAMPLES_ID, range: 'A1' });
    expect(examples.data.values).toEqual([['a']]);
    expect((await bare(`?key=${key}`)).status).toBe(403);
    expect((await bare('?key=wrong')).status).toBe(400);
  });

  test('asked for at the control address is worded like the real one', async () => {
    await office.control('POST', '/faults', { platform: 'office', kind: 'throttle', match: '/values/' });
    await expect(office.read(RANGE_EXAMPLES_ID, 'A1')).rejects.toMatchObject({
      status: 429,
      response: { data: { error: { status: 'RESOURCE_EXHAUSTED', details: [{ reason: 'RATE_LIMIT_EXCEEDED' }, {}] } } },
    });
    await office.control('POST', '/faults', { platform: 'office', kind: 'expired_token', match: 'POST /token' });
    await expect(office.read(RANGE_EXAMPLES_ID, 'A1')).rejects.toMatchObject({
      response: { data: { error: 'invalid_grant' } },
    });
  });

  test('comes when the token has grown old', async () => {
    const { token } = await office.person('Acme').getAccessToken();
    await office.control('PUT', '/clock', { advanceMs: HOUR_MS });
    const reply = await bare('', { authorization: `Bearer ${token}` });
    await office.control('PUT', '/clock', { advanceMs: -HOUR_MS });
    expect(await reply.json()).toMatchObject({ error: { code: 401, details: [{ reason: 'ACCESS_TOKEN_EXPIRED' }] } });
  });

  test('of a token for something else names the missing scope', async () => {
    const { token } = await office
      .serviceAccount(office.credentials('Acme', 'service_account').private_key!, [
        'https://www.googleapis.com/auth/calendar',
      ])
      .getAccessToken();
    expect(await (await bare('', { authorization: `Bearer ${token}` })).json()).toMatchObject({
      error: { code: 403, details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] },
    });
  });
});

describe('a service account', () => {
  const ownKey = () => office.credentials('Acme', 'service_account').private_key!;
  const present = async (changes: Record<string, unknown>, key = ownKey()) => {
    const nowS = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: office.credentials('Acme', 'service_account').client_email,
      scope: 'https://www.googleapis.com/auth/spreadsheets.readonly',
      aud: 'https://oauth2.googleapis.com/token',
      iat: nowS,
      exp: nowS + 3_600,
      ...changes,
    };
    const unsigned = [{ alg: 'RS256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), key).toString('base64url')}`,
    });
    const reply = await fetch(`${office.origin}/token`, { method: 'POST', body });
    return { status: reply.status, ...((await reply.json()) as Record<string, string>) };
  };

  test('signs in through the official library and reads', async () => {
    const api = office.open(office.serviceAccount(ownKey()));
    const { data } = await api.spreadsheets.values.get({ spreadsheetId: ACME_PLAN_ID, range: 'Plan!A3' });
    expect(data.values).toEqual([['Channel']]);
  });

  test('is refused with any other key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(await present({}, key)).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: 'Invalid JWT Signature.',
    });
  });

  test.each([
    ['lives too long', { exp: Math.floor(Date.now() / 1_000) + 7_200 }, 'invalid_grant'],
    ['is of yesterday', { iat: 1, exp: 3_601 }, 'invalid_grant'],
    ['is meant for another', { aud: 'https://example.com/token' }, 'invalid_grant'],
    ['comes from an unknown account', { iss: 'nobody@example.com' }, 'invalid_grant'],
    ['asks for nothing', { scope: undefined }, 'invalid_scope'],
    ['acts for a person', { sub: 'marketing@acme.example' }, 'unauthorized_client'],
  ])('is refused when its assertion %s', async (_, changes, error) => {
    expect(await present({})).toHaveProperty('access_token');
    expect(await present(changes)).toMatchObject({ error });
  });
});

describe('the token endpoint', () => {
  const post = async (form: Record<string, string>) => {
    const reply = await fetch(`${office.origin}/token`, { method: 'POST', body: new URLSearchParams(form) });
    return { status: reply.status, ...((await reply.json()) as Record<string, string>) };
  };

  test('takes the client by header too', async () => {
    const { client_id, client_secret, refresh_token } = office.credentials('Acme', 'oauth');
    const by = (pair: string) =>
      fetch(`${office.origin}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh_token! }),
      });
    expect((await by(`${client_id}:${client_secret}`)).status).toBe(200);
    expect((await by('%zz:%')).status).toBe(401);
  });

  test.each([
    ['refresh_token', 'wrong', 400, 'invalid_grant'],
    ['client_id', 'wrong', 401, 'invalid_client'],
    ['client_secret', 'wrong', 401, 'invalid_client'],
    ['grant_type', 'password', 400, 'unsupported_grant_type'],
  ])('refuses %s=%s', async (name, value, status, error) => {
    const { kind: _, ...credentials } = office.credentials('Acme', 'oauth');
    const right = { grant_type: 'refresh_token', ...credentials };
    expect(await post(right)).toMatchObject({ status: 200, token_type: 'Bearer' });
    expect(await post({ ...right, [name]: value })).toMatchObject({ status, error });
  });
});
