import { createVerify, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { failureOf } from '../../errors.testing.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { authorizeUrl, renewToken } from './oauth.ts';

const script = () =>
  scriptedSession({
    platform: 'tags',
    dialect: channel.dialect!,
    replies: [{ body: { access_token: 'new', expires_in: 3599 } }],
  });

test('a person is asked for reading, editing, versions and publishing, and never for deleting containers', () => {
  const request = { appId: 'A', redirectUri: 'https://us.example/back', state: 's' };
  const scope = new URL(authorizeUrl({ login: 'https://login.example' }, request)).searchParams.get('scope');
  expect(scope?.split(' ').map((name) => name.replace('https://www.googleapis.com/auth/tagmanager.', ''))).toEqual([
    'readonly',
    'edit.containers',
    'edit.containerversions',
    'publish',
  ]);
});

test("a person's connection is renewed by its refresh token", async () => {
  const { session, sent } = script();
  const held = { access_token: 'old', refresh_token: 'R', client_id: 'C', client_secret: 'S' };
  expect(await renewToken(held, session)).toMatchObject({ ...held, access_token: 'new' });
  expect(new URLSearchParams(String(sent[0]?.body)).get('grant_type')).toBe('refresh_token');
});

test('a service account signs for itself, with all scopes; a broken key asks for reconnecting', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { session, sent } = script();
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await renewToken({ client_email: 'robot@example.iam.gserviceaccount.com', private_key }, session);
  const assertion = new URLSearchParams(String(sent[0]?.body)).get('assertion') ?? '';
  const [header, claims = '', signature = ''] = assertion.split('.');
  expect(createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: 'robot@example.iam.gserviceaccount.com',
    aud: 'https://oauth2.googleapis.com/token',
    scope: expect.stringContaining('tagmanager.publish'),
  });
  const broken = await failureOf(renewToken({ client_email: 'r', private_key: 'no key' }, script().session));
  expect(broken).toMatchObject({
    code: 'token_expired',
    details: { nextStep: expect.stringContaining('connect tags') },
  });
});
