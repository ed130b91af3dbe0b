import { expect, test } from 'vitest';
import { Memory } from './memory.ts';

test('what was read is remembered for its time, and forgotten oldest first when there is too much', () => {
  let now = 1000;
  const memory = new Memory({ sizeMax: 4_000, lifeMs: 50, now: () => now });
  memory.put('a', 'A', 870);
  now += 10;
  memory.put('b', 'B', 870);
  expect(memory.get('a')).toMatchObject({ value: 'A', at: 1000 });
  for (const key of ['c', 'd', 'e']) memory.put(key, key, 870);
  expect(memory.get('a')).toBeUndefined();
  expect(memory.get('b')).toMatchObject({ value: 'B' });
  now += 50;
  expect(memory.get('b')).toBeUndefined();
});

test('one that would push everything else out is not kept, and a clock set back makes nothing younger', () => {
  let now = 1000;
  const memory = new Memory({ sizeMax: 4_000, lifeMs: 50, now: () => now });
  memory.put('a', 'A', 670);
  memory.put('huge', 'H', 865);
  expect(memory.get('huge')).toBeUndefined();
  expect(memory.get('a')).toBeDefined();
  now -= 500;
  expect(memory.get('a')).toBeUndefined();
});

test('questions count with their answers: ever different ones do not fill the memory however short the answers are', () => {
  const memory = new Memory({ sizeMax: 100_000, lifeMs: 50, now: () => 1000 });
  const questions = Array.from({ length: 1_000 }, (_, index) => String(index).padEnd(300, 'x'));
  for (const question of questions) memory.put(question, '{}', 4);
  const kept = questions.filter((question) => memory.get(question));
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(100_000 / 600);
});
