import { createHash } from 'node:crypto';
import { auth } from '@googleapis/sheets';
import { describe, expect, test } from 'vitest';
import { officeForTests } from '../office/calls.testing.ts';
import { ACME_PLAN_ID } from '../office/seed/workbooks.ts';

const office = officeForTests();

describe('the login page', () => {
  const REDIRECT = 'http://127.0.0.1:9/callback';
  const VERIFIER = 'v'.repeat(64);

  const ask = (changes: Record<string, string> = {}) =>
    new URLSearchParams({
      client_id: office.credentials('Acme', 'oauth').client_id!,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'https://www.googleapis.com/auth/spreadsheets.readonly',
      access_type: 'offline',
      prompt: 'consent',
      state: 'st<ate',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    });
  const address = () => `${office.origin}/o/oauth2/v2/auth`;
  const decide = async (decision: string, changes: Record<string, string> = {}) => {
    const body = ask({ user: 'marketing@acme.example', decision, ...changes });
    const reply = await fetch(address(), { method: 'POST', body, redirect: 'manual' });
    return new URL(reply.headers.get('location')!).searchParams;
  };
  const exchange = async (code: string, changes: Record<string, string> = {}) => {
    const { client_id, client_secret } = office.credentials('Acme', 'oauth');
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: client_id!,
      client_secret: client_secret!,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    });
    return (await fetch(`${office.origin}/token`, { method: 'POST', body })).json();
  };

  test('shows what is asked for, with nothing of the caller’s left unescaped', async () => {
    const html = await (await fetch(`${address()}?${ask()}`)).text();
    expect(html).toContain('spreadsheets.readonly');
    expect(html).not.toContain('st<ate');
  });

  test('approved, leads to tokens that read', async () => {
    const back = await decide('approve');
    expect(back.get('state')).toBe('st<ate');
    const tokens = (await exchange(back.get('code')!)) as { access_token: string; refresh_token: string };
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_599, refresh_token: expect.any(String) });
    const client = new auth.OAuth2();
    client.setCredentials({ access_token: tokens.access_token });
    const api = office.open(client);
    const { data } = await api.spreadsheets.values.get({ spreadsheetId: ACME_PLAN_ID, range: 'Plan!A3' });
    expect(data.values).toEqual([['Channel']]);
  });

  test('denied, says so', async () => {
    const back = await decide('deny');
    expect(back.get('error')).toBe('access_denied');
    expect(back.has('code')).toBe(false);
  });

  test('gives a code that is good once, and only with proof of the challenge', async () => {
    const code = (await decide('approve')).get('code')!;
    expect(await exchange(code)).toHaveProperty('access_token');
    expect(await exchange(code)).toMatchObject({ error: 'invalid_grant' });
    const other = (await decide('approve')).get('code')!;
    expect(await exchange(other, { code_verifier: 'x'.repeat(64) })).toMatchObject({ error: 'invalid_grant' });
  });

  test('gives no second refresh token unless consent is asked for again', async () => {
    const code = (await decide('approve', { prompt: 'select_account' })).get('code')!;
    expect(await exchange(code)).not.toHaveProperty('refresh_token');
  });

  test.each([
    ['client_id', 'nobody', 401],
    ['redirect_uri', 'https://evil.example/', 400],
    ['response_type', 'token', 400],
  ])('refuses %s=%s on the page itself', async (name, value, status) => {
    const reply = await fetch(`${address()}?${ask({ [name]: value })}`, { redirect: 'manual' });
    expect(reply.status).toBe(status);
  });
});
