import { expect, test } from 'vitest';
import { ReplyCache } from './reply-cache.ts';

test('a reply is kept for its life, and the oldest goes first when there are too many bytes', () => {
  let now = 1000;
  const cache = new ReplyCache({ bytesMax: 4_000, lifeMs: 50, now: () => now });
  cache.put('a', 'A', 870);
  now += 10;
  cache.put('b', 'B', 870);
  expect(cache.get('a')).toMatchObject({ value: 'A', at: 1000 });
  for (const key of ['c', 'd', 'e']) cache.put(key, key, 870);
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toMatchObject({ value: 'B' });
  now += 50;
  expect(cache.get('b')).toBeUndefined();
});

test('a reply that would push everything else out is not kept, and a clock set back makes none younger', () => {
  let now = 1000;
  const cache = new ReplyCache({ bytesMax: 4_000, lifeMs: 50, now: () => now });
  cache.put('a', 'A', 670);
  cache.put('huge', 'H', 865);
  expect(cache.get('huge')).toBeUndefined();
  expect(cache.get('a')).toBeDefined();
  now -= 500;
  expect(cache.get('a')).toBeUndefined();
});

test('keys count with their replies: ever different ones do not fill the cache, however short the replies are', () => {
  const cache = new ReplyCache({ bytesMax: 100_000, lifeMs: 50, now: () => 1000 });
  const questions = Array.from({ length: 1_000 }, (_, index) => String(index).padEnd(300, 'x'));
  for (const question of questions) cache.put(question, '{}', 4);
  const kept = questions.filter((question) => cache.get(question));
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(100_000 / 600);
});
