import { expect, test } from 'vitest';
import { type AuthorizationParts, authorizationRoute } from './authorization-route.ts';
import { received, refusedWith } from './exchange.testing.ts';

/** Takes so many requests of an address. */
async function asked(request: Parameters<typeof received>[0], most = 1) {
  const handled: unknown[] = [];
  let left = most;
  const take = { limiter: { take: async () => ({ allowed: left-- > 0, limit: most, remaining: 0 }) }, windowS: 60 };
  const parts = {
    load: async () => ({
      handle: async ({ method, url, body }: { method: string; url: string; body: Buffer | undefined }) => {
        handled.push([method, url, body && String(body)]);
      },
    }),
    limits: { '/authorize': take, '/token': take, '/register': take, '/revoke': take },
  } as unknown as AuthorizationParts;
  const route = authorizationRoute(
    parts,
    () => {},
    () => '192.0.2.1',
  );
  const { exchange, sent } = received(request);
  expect(route.concerns(exchange)).toBe(true);
  return { refused: await refusedWith(() => route.run(exchange)), handled, sent };
}

test('a browser is shown the consent by GET, and a client gets its tokens by POST', async () => {
  expect((await asked({ url: '/authorize/abc?x=1' })).handled).toEqual([['GET', '/authorize/abc?x=1', undefined]]);
  expect((await asked({ method: 'POST', url: '/token', body: 'a=b' })).handled).toEqual([['POST', '/token', 'a=b']]);
});

test('a page of any site may ask before it calls, which is not counted', async () => {
  const headers = { origin: 'https://any.example', 'access-control-request-method': 'POST' };
  const { sent, handled, refused } = await asked({ method: 'OPTIONS', url: '/token', headers }, 0);
  expect([sent.status, handled, refused]).toEqual([204, [], undefined]);
});

test.each<[string, Parameters<typeof received>[0], number, number]>([
  ['of another method', { url: '/token' }, 1, 405],
  ['of a sender that has used its requests', { url: '/authorize' }, 0, 429],
  ['of a body too large', { method: 'POST', url: '/register', headers: { 'content-length': '32769' } }, 1, 413],
])('a request %s is refused', async (_, request, most, status) => {
  const { refused, handled } = await asked(request, most);
  expect([refused?.status, handled]).toEqual([status, []]);
});

test('for a client that has left nothing is done', async () => {
  expect((await asked({ url: '/authorize', abandoned: true })).handled).toEqual([]);
});
