import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { curatedRequest } from './curated-request.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
const curated = (url: string, body?: string, headers: Record<string, string> = {}) =>
  curatedRequest(
    { method: 'POST', url, headers, body: body === undefined ? undefined : Buffer.from(body) },
    'https://ads.example',
  );
const asked = (query: string) => new URLSearchParams(curated(`/authorize?${query}`).url!.split('?')[1]);
const sent = async (url: string, body: string, headers: Record<string, string> = FORM) =>
  text(curated(url, body, headers));

test('where a request came from is ours to say, and only the headers that are read go on', () => {
  const own = { accept: 'a', authorization: 'b', cookie: 'c', origin: 'd' };
  const told = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'x',
  };
  expect(curated('/token', undefined, { ...own, ...told, 'x-other': '1' }).headers).toEqual({
    ...own,
    host: 'ads.example',
    'x-forwarded-proto': 'https',
  });
  expect(curated('/token', 'a=1', { ...FORM, 'content-length': '999' }).headers['content-length']).toBe('3');
});

test('scopes of other servers are left out, and a client that asks for none of ours is asked for with both', () => {
  expect(asked('scope=openid+ads:read').get('scope')).toBe(asked('scope=ads:read').get('scope'));
  const both = asked('').get('scope');
  expect([asked('scope=openid').get('scope'), asked('scope=').get('scope')]).toEqual([both, both]);
  expect(both!.split(' ')).toHaveLength(2);
});

test('a resource is written in one way, in the address as in a form', async () => {
  const given = 'resource=https%3A%2F%2Fads.example%2Fmcp%2F%3Fchannels%3Dsocial&state=a%2Bb';
  expect(Object.fromEntries(asked(given))).toMatchObject({ resource: 'https://ads.example/mcp', state: 'a+b' });
  expect(Object.fromEntries(new URLSearchParams(await sent('/token', `${given}&scope=x`)))).toEqual({
    resource: 'https://ads.example/mcp',
    state: 'a+b',
  });
});

test('a form is one however its kind is written', async () => {
  const kind = { 'content-type': 'Application/X-WWW-Form-Urlencoded ;charset=utf-8' };
  expect(await sent('/token', 'a=1&scope=x', kind)).toBe('a=1');
});

test('a body of another kind stays as it was, and the query of another address, too', async () => {
  expect(await sent('/token', 'scope=x', { 'content-type': 'text/plain' })).toBe('scope=x');
  expect(curated('/token?scope=openid').url).toBe('/token?scope=openid');
});

test('a registration goes on without scopes; what is no object, for the provider to refuse', async () => {
  expect(JSON.parse(await sent('/register', '{"client_name":"A","scope":"openid"}'))).toEqual({ client_name: 'A' });
  for (const [given, kept] of [
    ['[1]', '[1]'],
    ['null', 'null'],
    ['{broken', '"{broken"'],
  ] as const)
    expect(await sent('/register', given)).toBe(kept);
});
