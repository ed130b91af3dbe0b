import { expect, test } from 'vitest';
import type { KeyRing, Principal } from '../auth/key-ring.ts';
import { received, refusedWith } from './exchange.testing.ts';
import { authenticator, type KeyGuard, keyGuard } from './key-guard.ts';

const KEY = { id: 'key_1' } as Principal;
const TOKEN = { id: 'grt_1', audience: '/social/mcp' } as Principal;

/** Knows one key and one token; the failures of an address are too many from the second on. */
function guards() {
  const [touched, logged]: [string[], unknown[]] = [[], []];
  let failures = 0;
  const parts = {
    keyRing: {
      authenticate: async (presented: string) => ({ good: KEY, token: TOKEN })[presented],
      touch: (id: string) => touched.push(id),
    } as unknown as KeyRing,
    failures: { take: async () => ({ allowed: ++failures < 2, limit: 1, remaining: 0, resetS: 1 }) },
    failuresWindowS: 60,
    places: undefined,
    addressOf: () => '192.0.2.1',
    log: { write: (_: string, __: string, { outcome }: { outcome: string }) => logged.push(outcome) },
  } as unknown as KeyGuard;
  const exchangeOf = (authorization: string | undefined, url = '/social/mcp') =>
    received({ url, headers: authorization === undefined ? {} : { authorization } }).exchange;
  return { guard: keyGuard(parts), again: authenticator(parts), exchangeOf, touched, logged };
}

test.each(['Bearer good', 'bearer   good'])('%j is let through as its key, whose use is noted', async (header) => {
  const { guard, exchangeOf, touched, logged } = guards();
  const exchange = exchangeOf(header);
  await guard(exchange);
  expect([exchange.principal, touched, logged]).toEqual([KEY, ['key_1'], []]);
});

test.each([undefined, 'good', 'Basic good', 'Bearer ', 'Bearer unknown'])(
  '%j is no key, at first and in a batch',
  async (header) => {
    const { guard, again, exchangeOf, touched, logged } = guards();
    const exchange = exchangeOf(header);
    expect(await refusedWith(() => guard(exchange))).toMatchObject({ status: 401 });
    expect(await refusedWith(() => again(exchange))).toMatchObject({ status: 401 });
    expect([exchange.principal, touched, logged]).toEqual([undefined, [], ['refused']]);
  },
);

test('a token is good at the address that it was given for and nowhere else', async () => {
  const { guard, again, exchangeOf } = guards();
  const here = exchangeOf('Bearer token');
  await guard(here);
  expect([here.principal, await again(here)]).toEqual([TOKEN, TOKEN]);
  const elsewhere = exchangeOf('Bearer token', '/search/mcp');
  expect(await refusedWith(() => guard(elsewhere))).toMatchObject({ status: 401 });
  expect(await refusedWith(() => again(elsewhere))).toMatchObject({ status: 401 });
});

test('an address that has failed too often has to wait', async () => {
  const { guard, exchangeOf, logged } = guards();
  await refusedWith(() => guard(exchangeOf('Bearer unknown')));
  expect(await refusedWith(() => guard(exchangeOf('Bearer unknown')))).toMatchObject({ status: 429 });
  expect(logged).toEqual(['refused', 'limited']);
});
