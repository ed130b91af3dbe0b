import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('finds interests by words, with ids and sizes', async () => {
  const { interests } = await call('search_interests', { query: 'golf' });
  expect(interests[0]).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: expect.stringMatching(/golf/i) });
  expect((await call('search_interests', { query: 'zzzzqqq' })).interests).toEqual([]);
});
