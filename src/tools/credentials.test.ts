import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Channel } from './channel.ts';
import { fieldsOf, moment, plain, secret, secretNamesOf, secretsHeld } from './credentials.ts';
import { serviceAccount } from './google-sign-in.ts';
import { tokenHealth } from './token-health.ts';

const fields = z.strictObject({
  app_id: plain('The app'),
  access_token: secret('The token'),
  expires_at: moment('End').optional(),
});
const connection = { ways: [{ title: 'Token', fields }], secretShapes: [], secretNames: ['client_secret'] };

test('a field says whether it is needed and whether it is secret', () => {
  expect(fieldsOf(fields)).toEqual([
    { name: 'app_id', meaning: 'The app', isRequired: true, isSecret: false },
    { name: 'access_token', meaning: 'The token', isRequired: true, isSecret: true },
    { name: 'expires_at', meaning: 'End', isRequired: false, isSecret: false },
  ]);
});

test('a secret has at least eight characters besides spaces, a text is not empty, and a moment is one', () => {
  expect(['1234567', ' 1234567 ', '12345678', 7].map((one) => secret('x').safeParse(one).success)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect([' ', 'a', 7].map((one) => plain('x').safeParse(one).success)).toEqual([false, true, false]);
  const moments = ['2026-11-15T08:00:00Z', '2026-11-15', '2026-13-99T99:99', 'tomorrow'];
  expect(moments.map((one) => moment('x').safeParse(one).success)).toEqual([true, false, false, false]);
});

test('what must never be shown are the secret values by any of their names; without declared fields every value is', () => {
  expect(secretNamesOf(connection)).toEqual(['access_token', 'client_secret']);
  const held = {
    app_id: 'an-open-app',
    access_token: 'a-secret-token',
    client_secret: 'an-app-secret',
    short: '1234567',
  };
  expect(secretsHeld(connection, held)).toEqual(['a-secret-token', 'an-app-secret']);
  expect(secretsHeld(undefined, held)).toEqual(['an-open-app', 'a-secret-token', 'an-app-secret']);
});

test('a key of a service account is whole', () => {
  const key = (text: string) => serviceAccount.fields.shape.private_key.safeParse(text).success;
  const whole = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';
  expect([whole, whole.replaceAll('PRIVATE', 'RSA PRIVATE')].map(key)).toEqual([true, true]);
  for (const broken of [whole.slice(0, 40), `x${whole}`, `${whole}x`, whole.replace('\nMIIE\n', '')])
    expect(key(broken)).toBe(false);
});

const NOW = Date.parse('2026-11-15T00:00:00Z');
const renew = () => undefined;
const signIn = { prolongs: true, app: { id: 'app_id', secret: 'app_secret' } };
test.each<[string, object, object, object]>([
  [
    'an access token alone ends',
    { renew },
    { access_token: 'a', expires_at: '2026-11-17T12:00:00Z' },
    { daysLeft: 2, renewsItself: false },
  ],
  ['one that has ended', {}, { expires_at: '2026-11-14T23:00:00Z' }, { daysLeft: -1, renewsItself: false }],
  ['one without an end', { renew }, { access_token: 'a' }, { expiresAt: null, daysLeft: null, renewsItself: false }],
  [
    'a refresh token lasts until its own end',
    { renew },
    { expires_at: '2026-11-15T01:00:00Z', refresh_token: 'r', refresh_token_expires_at: '2026-12-15T00:00:00Z' },
    { expiresAt: '2026-12-15T00:00:00.000Z', daysLeft: 30, renewsItself: true },
  ],
  [
    'a key has none',
    { renew },
    { expires_at: '2026-11-15T01:00:00Z', private_key: 'k' },
    { expiresAt: null, renewsItself: true },
  ],
  ['a channel that renews nothing', {}, { refresh_token: 'r' }, { renewsItself: false }],
  ['an app that prolongs tokens', { renew, signIn }, { app_id: '1', app_secret: 's' }, { renewsItself: true }],
  ['half an app', { renew, signIn }, { app_id: '1' }, { renewsItself: false }],
  [
    'an app that does not prolong',
    { renew, signIn: { ...signIn, prolongs: false } },
    { app_id: '1', app_secret: 's' },
    { renewsItself: false },
  ],
])('the health of a token: %s', (_, channel, held, health) => {
  expect(tokenHealth(channel as Channel, held as never, NOW)).toMatchObject(health);
});
