import { createHash, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../ambient.ts';
import { OAuthStore } from '../oauth.ts';
import { officeForTests } from '../office/calls.testing.ts';

const office = officeForTests();
const REDIRECT = 'http://127.0.0.1:9/callback';
const VERIFIER = 'v'.repeat(64);
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const client = () => {
  const { client_id, client_secret } = office.credentials('Acme', 'oauth');
  return { client_id: client_id!, client_secret: client_secret! };
};
const OTHER = { client_id: 'other', client_secret: 'of another application' };
beforeAll(() => new OAuthStore(office.world.db, 'office').saveClient(OTHER.client_id, OTHER.client_secret));

interface Answer {
  status: number;
  error?: string;
  access_token?: string;
  refresh_token?: string;
}

async function post(path: string, form: Record<string, string>): Promise<Answer> {
  const reply = await fetch(`${office.origin}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: reply.status, ...((await reply.json()) as Omit<Answer, 'status'>) };
}

describe('the assertion of a service account', () => {
  const account = () => office.credentials('Acme', 'service_account');
  const nowS = () => Math.floor(office.world.now() / 1_000);
  const claims = () => ({
    iss: account().client_email,
    scope: SCOPE,
    aud: 'https://oauth2.googleapis.com/token',
    iat: nowS(),
    exp: nowS() + 3_600,
  });
  const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  function signed(payload: unknown, header: unknown = { alg: 'RS256' }): string {
    const unsigned = `${encoded(header)}.${encoded(payload)}`;
    const signature = sign('RSA-SHA256', Buffer.from(unsigned), account().private_key!);
    return `${unsigned}.${signature.toString('base64url')}`;
  }
  const present = (assertion: string) =>
    post('/token', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });

  test('is taken whole, for the real address or the own one', async () => {
    expect(await present(signed(claims()))).toMatchObject({ status: 200, token_type: 'Bearer' });
    expect(await present(signed({ ...claims(), aud: `${office.origin}/token` }))).toMatchObject({ status: 200 });
    expect(await present(signed({ ...claims(), sub: claims().iss }))).toMatchObject({ status: 200 });
  });

  const MALFORMED = 'Invalid JWT: Malformed token.';
  const UNTIMELY = expect.stringContaining('Token must be a short-lived token');
  test.each([
    ['with two parts', () => signed(claims()).split('.').slice(0, 2).join('.'), MALFORMED],
    ['with four parts', () => `${signed(claims())}.x`, MALFORMED],
    ['of another kind of signature', () => signed(claims(), { alg: 'none' }), MALFORMED],
    ['with a header in words', () => `x${signed(claims())}`, MALFORMED],
    ['that claims nothing', () => signed('all'), MALFORMED],
    ['without an issuer', () => signed({ ...claims(), iss: undefined }), MALFORMED],
    [
      'without its beginning',
      () => signed({ ...claims(), iat: undefined }),
      'Invalid JWT: iat (issued at) is not set.',
    ],
    [
      'without its end',
      () => signed({ ...claims(), exp: undefined }),
      'Invalid JWT: exp (expiration time) is not set.',
    ],
    ['that lives an hour and a second', () => signed({ ...claims(), exp: nowS() + 3_601 }), UNTIMELY],
    ['of more than five minutes ahead', () => signed({ ...claims(), iat: nowS() + 400, exp: nowS() + 500 }), UNTIMELY],
    [
      'that ended more than five minutes ago',
      () => signed({ ...claims(), iat: nowS() - 500, exp: nowS() - 400 }),
      UNTIMELY,
    ],
  ])('%s is refused', async (_, assertion, words) => {
    expect(await present(assertion())).toEqual({ status: 400, error: 'invalid_grant', error_description: words });
  });

  test('is forgiven a clock that is a few minutes off', async () => {
    for (const minutes of [4, -4]) {
      const iat = nowS() + minutes * 60;
      expect(await present(signed({ ...claims(), iat, exp: iat + 30 })), String(minutes)).toMatchObject({
        status: 200,
      });
    }
  });
});

describe('the token endpoint', () => {
  const refresh = () => ({
    grant_type: 'refresh_token',
    ...client(),
    refresh_token: office.credentials('Acme', 'oauth').refresh_token!,
  });
  const required = (name: string) => `Missing required parameter: ${name}`;

  test.each([
    ['grant_type', undefined, 400, 'invalid_request', 'Required parameter is missing: grant_type'],
    ['refresh_token', undefined, 400, 'invalid_request', required('refresh_token')],
    ['client_id', undefined, 400, 'invalid_request', required('client_id')],
    ['client_id', 'nobody', 401, 'invalid_client', 'The OAuth client was not found.'],
    ['client_secret', undefined, 401, 'invalid_client', 'The provided client secret is invalid.'],
    ['refresh_token', '1//0wrong', 400, 'invalid_grant', 'Bad Request'],
  ])('refuses %s=%s', async (name, value, status, error, words) => {
    expect(await post('/token', refresh())).toMatchObject({ status: 200 });
    const { [name]: _, ...rest } = refresh() as Record<string, string>;
    const asked = value === undefined ? rest : { ...rest, [name]: value };
    expect(await post('/token', asked)).toEqual({ status, error, error_description: words });
  });

  test('gives nothing for what another client was granted', async () => {
    expect(await post('/token', { ...refresh(), ...OTHER })).toMatchObject({
      status: 401,
      error: 'unauthorized_client',
    });
  });

  test('takes a grant back once, both halves of it', async () => {
    const code = await approved();
    const tokens = await post('/token', exchange(code));
    expect(await post('/revoke', { token: 'ya29.unknown' })).toMatchObject({ status: 400, error: 'invalid_token' });
    expect(await post('/revoke', { token: tokens.access_token! })).toEqual({ status: 200 });
    expect(await post('/revoke', { token: tokens.access_token! })).toMatchObject({
      status: 400,
      error: 'invalid_token',
    });
    const again = { grant_type: 'refresh_token', ...client(), refresh_token: tokens.refresh_token! };
    expect(await post('/token', again)).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
  });

  test.each([
    ['throttle', 429, 'rate_limit_exceeded'],
    ['expired_token', 400, 'invalid_grant'],
    ['refused', 401, 'unauthorized_client'],
    ['server_error', 500, 'internal_failure'],
    ['unavailable', 503, 'temporarily_unavailable'],
  ])('can be met by the fault %s', async (kind, status, error) => {
    await office.control('POST', '/faults', { platform: 'office', kind, match: 'POST /token' });
    expect(await post('/token', refresh())).toMatchObject({ status, error });
  });

  test.each([
    ['server_error', 500, 'INTERNAL'],
    ['unavailable', 503, 'UNAVAILABLE'],
    ['refused', 403, 'PERMISSION_DENIED'],
  ])('and a read by the fault %s', async (kind, status, words) => {
    await office.control('POST', '/faults', { platform: 'office', kind, match: '/spreadsheets/' });
    const reply = await fetch(`${office.origin}/v4/spreadsheets/any`);
    expect([reply.status, await reply.json()]).toMatchObject([status, { error: { code: status, status: words } }]);
  });
});

const asked = (changes: Record<string, string> = {}) => ({
  client_id: client().client_id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  scope: SCOPE,
  access_type: 'offline',
  prompt: 'consent',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
  ...changes,
});
const page = (changes: Record<string, string> = {}) =>
  fetch(`${office.origin}/o/oauth2/v2/auth?${new URLSearchParams(asked(changes))}`, { redirect: 'manual' });
async function approved(): Promise<string> {
  const body = new URLSearchParams({ ...asked(), user: 'marketing@acme.example', decision: 'approve' });
  const reply = await fetch(`${office.origin}/o/oauth2/v2/auth`, { method: 'POST', body, redirect: 'manual' });
  return new URL(reply.headers.get('location')!).searchParams.get('code')!;
}
const exchange = (code: string, changes: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  ...client(),
  redirect_uri: REDIRECT,
  code_verifier: VERIFIER,
  ...changes,
});

describe('the sign-in', () => {
  test.each([
    ['client_id', '', 'Missing required parameter: client_id'],
    ['redirect_uri', '', 'Missing required parameter: redirect_uri'],
    ['response_type', '', 'Missing required parameter: response_type'],
    ['scope', '', 'Missing required parameter: scope'],
    ['redirect_uri', 'here', 'redirect_uri_mismatch'],
    ['redirect_uri', 'ftp://localhost/', 'redirect_uri_mismatch'],
    ['redirect_uri', 'http://127.0.0.1.evil.example/', 'redirect_uri_mismatch'],
    ['response_type', 'token', 'unsupported_response_type'],
  ])('with %s=%s ends on its own page', async (name, value, words) => {
    expect((await page()).status).toBe(200);
    const reply = await page({ [name]: value });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain(words);
  });

  test('gives a code for its client, its address and ten minutes', async () => {
    const refused = async (changes: Record<string, string>) => {
      const { status, error } = await post('/token', exchange(await approved(), changes));
      return [status, error];
    };
    expect(await refused(OTHER)).toEqual([401, 'unauthorized_client']);
    expect(await refused({ redirect_uri: `${REDIRECT}/` })).toEqual([400, 'redirect_uri_mismatch']);
    expect(await refused({ code: '4/0Awrong' })).toEqual([400, 'invalid_grant']);
    expect(await refused({ code: '' })).toEqual([400, 'invalid_request']);
    const old = await approved();
    const fresh = await approved();
    office.advance(9 * MINUTE_MS);
    expect(await post('/token', exchange(fresh))).toMatchObject({ status: 200 });
    office.advance(2 * MINUTE_MS);
    expect(await post('/token', exchange(old))).toMatchObject({ status: 400, error: 'invalid_grant' });
    office.advance(-11 * MINUTE_MS);
  });
});

test('an address that is not there is answered by a page', async () => {
  const reply = await fetch(`${office.origin}/v4/nowhere`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
  expect(await reply.text()).toContain('Error 404 (Not Found)');
});
