import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it('writes everything once, and lets others in between', async () => {
  const items = Array.from({ length: 1_234 }, (_, index) => index);
  const written: number[] = [];
  const others: number[] = [];
  await inTurns(items, async (some) => {
    written.push(...some);
    setImmediate(() => others.push(written.length));
  });
  expect(written).toEqual(items);
  expect(others.length).toBeGreaterThan(1);
  expect(others[0]).toBeLessThan(items.length);
});

it('does nothing when there is nothing', async () => {
  await inTurns([], () => Promise.reject(new Error('written')));
});
