import { expect, it, vi } from 'vitest';
import { stillAmbient } from '../store/testbed.ts';
import { BriefCache } from './brief-cache.ts';

function setUp(entriesMax = 10) {
  const ambient = stillAmbient();
  return { ambient, cache: new BriefCache<string>({ ambient, lifeMs: 500, entriesMax }) };
}

it('answers without a promise until the entry is too old', async () => {
  const { ambient, cache } = setUp();
  expect(await cache.get('a', async () => 'first')).toBe('first');
  ambient.advance(499);
  expect(cache.get('a', async () => 'second')).toBe('first');
  ambient.advance(1);
  expect(cache.get('a', async () => 'second')).toBeInstanceOf(Promise);
});

it('counts the age from before the load, so that a slow load makes nothing last longer', async () => {
  const { ambient, cache } = setUp();
  await cache.get('a', async () => {
    ambient.advance(400);
    return 'first';
  });
  ambient.advance(100);
  expect(await cache.get('a', async () => 'second')).toBe('second');
});

it.each([-86_400_000, 86_400_000])('is not touched by a clock that is set %i ms aside', async (asideMs) => {
  const { ambient, cache } = setUp();
  await cache.get('a', async () => 'first');
  ambient.setClock(ambient.now() + asideMs);
  expect(cache.get('a', async () => 'second')).toBe('first');
  ambient.advance(500);
  expect(await cache.get('a', async () => 'second')).toBe('second');
});

it('loads once for all who ask meanwhile', async () => {
  const { cache } = setUp();
  const load = vi.fn(async () => 'value');
  expect(await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)])).toEqual(
    Array(3).fill('value'),
  );
  expect(load).toHaveBeenCalledTimes(1);
});

it('does not remember what was being loaded when it was cleared', async () => {
  const { cache } = setUp();
  const gate = Promise.withResolvers<string>();
  const stale = cache.get('a', () => gate.promise);
  cache.clear();
  gate.resolve('stale');
  expect(await stale).toBe('stale');
  expect(await cache.get('a', async () => 'fresh')).toBe('fresh');
});

it('does not remember a failed load', async () => {
  const { cache } = setUp();
  await expect(cache.get('a', () => Promise.reject(new Error('store is away')))).rejects.toThrow('store is away');
  expect(await cache.get('a', async () => 'value')).toBe('value');
});

it('forgets the oldest when it is full', async () => {
  const { cache } = setUp(2);
  for (const name of ['a', 'b', 'c']) await cache.get(name, async () => name);
  expect(cache.get('b', async () => 'again')).toBe('b');
  expect(cache.get('c', async () => 'again')).toBe('c');
  expect(await cache.get('a', async () => 'again')).toBe('again');
});

it('lets go of what is too old, and of nothing else', async () => {
  const { ambient, cache } = setUp();
  await cache.get('a', async () => 'a');
  ambient.advance(300);
  await cache.get('b', async () => 'b');
  ambient.advance(300);
  cache.dropStale();
  expect(cache.size).toBe(1);
  expect(cache.peek('b')).toBe('b');
});
