import { expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import type { Principal } from '../auth/key-records.ts';
import { processLimiter } from '../limits/memory-limiter.ts';
import type { Exchange } from './exchange.ts';
import { charge } from './rate-guard.ts';

const key = { id: 'key_1', workspaceId: 'ws_1' } as Principal;

test('a key without points has as many again for calls that make less money flow, and no more', async () => {
  const limiter = processLimiter({ points: 3, windowS: 60, ambient: stillAmbient() });
  const refused: string[] = [];
  const rate = { limiter, windowS: 60, onRefused: (id: string) => void refused.push(id) };
  const allowed = (urgent: boolean) =>
    charge(rate, { principal: key } as Exchange, 1, urgent).then(
      () => true,
      () => false,
    );
  const usual = [await allowed(false), await allowed(false), await allowed(false), await allowed(false)];
  expect(usual).toEqual([true, true, true, false]);
  expect([await allowed(true), await allowed(true), await allowed(true), await allowed(true)]).toEqual([
    ...[true, true, true],
    false,
  ]);
  expect(refused).toEqual(['key_1', 'key_1']);
});

test.each([
  ['the key has used its own', 2, 10, 'This key has used 2 points.', 2],
  ['the workspace has used its own', 10, 2, 'The keys of this workspace have together used 2 points.', 2],
])('where %s, the call is refused in its name and takes nothing more', async (_, own, shared, message, taken) => {
  const limiter = processLimiter({ points: 100, windowS: 60, ambient: stillAmbient() });
  const principal = { ...key, ratePoints: own, workspacePoints: shared };
  const exchange = { principal } as Exchange;
  const call = () => charge({ limiter, windowS: 60 }, exchange, 1);
  await call();
  expect(exchange.rateLimit?.verdict).toMatchObject({ allowed: true, limit: 2, remaining: 1 });
  await call();
  await expect(call()).rejects.toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    message: expect.stringContaining(message),
  });
  expect(10 - (await limiter.take(own === 10 ? 'key_1' : 'ws_1 keys', 0, 10)).remaining).toBe(taken);
});

test('a request without a key uses up no points', async () => {
  const exchange = {} as Exchange;
  await charge({ limiter: { take: () => Promise.reject(new Error('taken')) } as never, windowS: 60 }, exchange, 1);
  expect(exchange.rateLimit).toBeUndefined();
});

test('where a workspace has no quota, what one of its keys uses takes nothing from another', async () => {
  const limiter = processLimiter({ points: 2, windowS: 60, ambient: stillAmbient() });
  const call = (id: string) => charge({ limiter, windowS: 60 }, { principal: { ...key, id } } as Exchange, 2);
  await call('key_1');
  await expect(call('key_1')).rejects.toMatchObject({
    message: expect.stringContaining('This key has used 2 points.'),
  });
  await expect(call('key_2')).resolves.toBeUndefined();
});
