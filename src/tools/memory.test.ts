import { expect, test } from 'vitest';
import { Memory } from './memory.ts';

test('what was read is remembered for its time, and forgotten oldest first when there is too much', () => {
  let now = 1000;
  const memory = new Memory({ sizeMax: 100, lifeMs: 50, now: () => now });
  memory.put('a', 'A', 25);
  now += 10;
  memory.put('b', 'B', 25);
  expect(memory.get('a')).toMatchObject({ value: 'A', at: 1000 });
  for (const key of ['c', 'd', 'e']) memory.put(key, key, 25);
  expect(memory.get('a')).toBeUndefined();
  expect(memory.get('b')).toMatchObject({ value: 'B' });
  now += 50;
  expect(memory.get('b')).toBeUndefined();
});

test('one that would push everything else out is not kept, and a clock set back makes nothing younger', () => {
  let now = 1000;
  const memory = new Memory({ sizeMax: 100, lifeMs: 50, now: () => now });
  memory.put('a', 'A', 20);
  memory.put('huge', 'H', 26);
  expect(memory.get('huge')).toBeUndefined();
  expect(memory.get('a')).toBeDefined();
  now -= 500;
  expect(memory.get('a')).toBeUndefined();
});
