import { expect, test } from 'vitest';
import { channel as office } from '../channels/office/channel.ts';
import { channel as professional } from '../channels/professional/channel.ts';
import { channel as search } from '../channels/search/channel.ts';
import { channel as social } from '../channels/social/channel.ts';
import { channel as video } from '../channels/video/channel.ts';
import type { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { checkedAccount, checkedCredentials, checkedOptions } from './check-credentials.ts';

const PERSON = { client_id: 'c.apps.googleusercontent.com', client_secret: 'GOCSPX-1234', refresh_token: '1//0abcdef' };
const KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';

function problemsWith(channel: unknown, given: unknown): Record<string, string> {
  try {
    checkedCredentials(channel as Channel, given);
  } catch (error) {
    const { problems = [], nextStep } = (error as Failure).details;
    expect(nextStep).toMatch(/Nothing was stored/);
    return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  }
  throw new Error('it was taken');
}

test.each([
  [
    'an object of another world',
    social,
    { foo: 'bar' },
    { foo: /known: access_token, app_id/, access_token: /required/ },
  ],
  ['a misspelt name', social, { acces_token: 'EAA12345678' }, { acces_token: /did you mean `access_token`/ }],
  ['a number', social, { access_token: 12345678 }, { access_token: /must be text/ }],
  ['nothing between the quotes', search, { ...PERSON, client_id: ' ' }, { client_id: /empty/ }],
  ['half of a token', search, { ...PERSON, refresh_token: '1//0' }, { refresh_token: /too short/ }],
  ['a time in words', social, { access_token: 'EAA12345678', expires_at: 'soon' }, { expires_at: /must be a time/ }],
  ['a list', social, ['EAA12345678'], { credentials: /one JSON object/ }],
  ['no file at all', social, null, { credentials: /one JSON object/ }],
  [
    'a key without its end',
    office,
    { client_email: 'a@b', private_key: KEY.slice(0, 40) },
    { private_key: /whole key/ },
  ],
  [
    'another platform’s secret',
    video,
    { app_id: '7', app_secret: 'x'.repeat(40) },
    { app_secret: /did you mean `secret`/ },
  ],
  [
    'a missing app',
    professional,
    { access_token: 'AQV12345678' },
    { client_id: /required/, client_secret: /required/ },
  ],
])('%s is refused by name, all of it at once', (_, channel, given, expected) => {
  const found = problemsWith(channel, given);
  for (const [field, message] of Object.entries(expected)) expect(found[field]).toMatch(message);
});

test('the fields that are given tell which way to sign in was meant', () => {
  expect(checkedCredentials(office as Channel, { ...PERSON, type: 'authorized_user' })).toEqual(PERSON);
  const keyFile = { type: 'service_account', project_id: 'p', client_id: '1', client_email: 'a@b', private_key: KEY };
  expect(checkedCredentials(office as Channel, keyFile)).toEqual({ client_email: 'a@b', private_key: KEY });
  expect(problemsWith(office, { client_email: 'a@b', token_uri: 'x' })).toEqual({ private_key: 'is required' });
});

test('a line break behind a token is not part of it', () => {
  expect(checkedCredentials(social as Channel, { access_token: 'EAA12345678\n' })).toEqual({
    access_token: 'EAA12345678',
  });
});

test('options and the account are checked and written as the channel writes them', () => {
  expect(checkedOptions(search as Channel, { login_customer_id: '123-456-7890' })).toEqual({
    login_customer_id: '1234567890',
  });
  expect(() => checkedOptions(search as Channel, { login_customer: '1234567890' })).toThrow(/login_customer_id/);
  expect(() => checkedOptions(social as Channel, { login_customer_id: '1' })).toThrow(/no option of a social/);
  expect(checkedAccount(social as Channel, 'act_12')).toBe('12');
  expect(() => checkedAccount(search as Channel, '12')).toThrow(/ten digits/);
  expect(() => checkedAccount(office as Channel, '12')).toThrow(/no accounts/);
});

const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as Failure).details;
  }
  throw new Error('it was taken');
};

test('a refusal says all of it at once, in words, and that nothing was stored', () => {
  expect(refusalOf(() => checkedCredentials(video as Channel, []))).toEqual({
    code: 'invalid_arguments',
    message: '`credentials` must be one JSON object with the fields of the connection.',
    problems: [{ field: 'credentials', message: 'must be one JSON object with the fields of the connection' }],
    nextStep: 'Correct it and connect again; docs/connecting.md lists what video takes. Nothing was stored.',
  });
  const known = Object.keys(social.credentials!.ways[0]!.fields.shape);
  expect(refusalOf(() => checkedCredentials(social as Channel, { acces_token: 'EAA12345678', foo: 'x' }))).toEqual({
    code: 'invalid_arguments',
    message: `\`access_token\` is required; \`acces_token\` is no field of a social connection; did you mean \`access_token\`?; \`foo\` is no field of a social connection; known: ${known.join(', ')}.`,
    problems: [
      { field: 'access_token', message: 'is required' },
      {
        field: 'acces_token',
        message: 'is no field of a social connection; did you mean `access_token`?',
        allowed_values: known,
      },
      {
        field: 'foo',
        message: `is no field of a social connection; known: ${known.join(', ')}`,
        allowed_values: known,
      },
    ],
    nextStep: 'Correct it and connect again; docs/connecting.md lists what social takes. Nothing was stored.',
  });
});

test('options and accounts that a channel does not know are refused in words', () => {
  expect(checkedOptions(social as Channel, {})).toEqual({});
  expect(refusalOf(() => checkedOptions(social as Channel, { a: '1', b: '2' })).message).toBe(
    '`a` is no option of a social connection; `b` is no option of a social connection.',
  );
  expect(refusalOf(() => checkedAccount(office as Channel, '12')).problems).toEqual([
    { field: 'account', message: 'is not taken: a office connection has no accounts' },
  ]);
  expect(refusalOf(() => checkedAccount(search as Channel, '12')).problems).toEqual([
    { field: 'account', message: expect.stringContaining('ten digits') },
  ]);
  expect(() => checkedCredentials({ name: 'yard' } as Channel, {})).toThrow('the yard channel takes no credentials');
});
