import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('it never holds more entries than it may, and the one set longest ago makes room', () => {
  const map = new BoundedMap<number, string>(3);
  for (const key of [1, 2, 3]) map.set(key, `${key}`);
  map.set(1, 'again');
  map.set(4, '4');
  expect([1, 2, 3, 4].map((key) => map.get(key))).toEqual(['again', undefined, '3', '4']);
  for (let key = 0; key < 1_000; key++) map.set(key, '');
  expect(map.size).toBe(3);
  map.delete(999);
  expect(map.get(999)).toBeUndefined();
});

test('with sizes it holds entries up to their sum, and forgets what was taken out', () => {
  const map = new BoundedMap<string, number>(10, (value) => value);
  map.set('a', 4);
  map.set('b', 4);
  map.set('a', 6);
  expect([...map]).toEqual([
    ['b', 4],
    ['a', 6],
  ]);
  map.delete('b');
  map.set('c', 4);
  expect(map.size).toBe(2);
  map.set('d', 1);
  expect([...map].map(([key]) => key)).toEqual(['c', 'd']);
  map.clear();
  map.set('e', 10);
  expect(map.size).toBe(1);
});
