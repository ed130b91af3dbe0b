import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, requests } = sandboxed('social');

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

test('the catalogue is read once an hour, and again when asked to', async () => {
  await call('search_behaviors', { limit: 3, fresh: true });
  const asked = async () => (await requests()).filter(({ query }) => query.includes('limit=3')).length;
  const before = await asked();
  expect(await call('search_behaviors', { limit: 3 })).toMatchObject({ age_s: expect.any(Number) });
  expect(await asked()).toBe(before);
  expect(await call('search_behaviors', { limit: 3, fresh: true })).not.toHaveProperty('age_s');
  expect(await asked()).toBe(before + 1);
});
