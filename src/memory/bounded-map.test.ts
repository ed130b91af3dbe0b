import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('it never holds more than it may, and who was set longest ago makes room', () => {
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
