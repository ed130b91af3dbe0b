import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('shows up to 100 behaviours with path and size, and goes on from there', async () => {
  const first = await call('search_behaviors');
  expect(first.behaviors.length).toBeGreaterThan(8);
  expect(first.behaviors.length).toBeLessThanOrEqual(100);
  expect(first.behaviors[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    name: expect.any(String),
    path: expect.arrayContaining([expect.any(String)]),
    audience_size_lower_bound: expect.any(Number),
  });
  const two = await call('search_behaviors', { limit: 2 });
  const more = await call('search_behaviors', { limit: 2, cursor: two.next_cursor });
  expect([...two.behaviors, ...more.behaviors]).toEqual(first.behaviors.slice(0, 4));
});
