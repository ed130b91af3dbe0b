import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('finds interests by words, with ids and sizes', async () => {
  const { interests } = await call('search_interests', { query: 'golf' });
  expect(interests[0]).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: expect.stringMatching(/golf/i) });
  expect((await call('search_interests', { query: 'zzzzqqq' })).interests).toEqual([]);
});

test('suggests others that go with one, by its exact name', async () => {
  const [golf] = (await call('search_interests', { query: 'golf' })).interests;
  const { interests } = await call('search_interests', { like: [golf.name] });
  expect(interests.length).toBeGreaterThan(0);
  expect(interests.map(({ id }: { id: string }) => id)).not.toContain(golf.id);
  expect(await refusal('search_interests', {})).toMatchObject({ field: 'query' });
});
