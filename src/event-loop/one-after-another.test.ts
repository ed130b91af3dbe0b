import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneAfterAnother } from './one-after-another.ts';

test('work on one path is done in order, also after work that failed; other paths do not wait', async () => {
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const asked = (path: string, name: string, before: Promise<void> = nextTurn()) =>
    oneAfterAnother(path, async () => {
      await before;
      done.push(name);
      return name;
    });
  const first = asked('a', 'first', gate.promise);
  const second = asked('a', 'second');
  await asked('b', 'other');
  expect(done).toEqual(['other']);
  gate.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect(await second).toBe('second');
  expect(await asked('a', 'third')).toBe('third');
  expect(done).toEqual(['other', 'second', 'third']);
});
