import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, walk } = sandboxed('social');
const page_id = '101000000000001';

test('shows the posts of a page and of its photo-network account, and never the token that reads them', async () => {
  const { posts } = await call('list_posts', { page_id });
  expect(posts[0]).toMatchObject({ id: expect.stringMatching(`^${page_id}_\\d+$`), text: expect.any(String) });
  expect(posts[0].created_time).toMatch(/^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$/);
  expect(await walk('list_posts', 'posts', { page_id, limit: 2 })).toEqual(posts);
  const photos = await call('list_posts', { page_id, photo_network: true });
  expect(photos.posts).toHaveLength(3);
  expect(JSON.stringify([posts, photos])).not.toContain('EAA');
});

test('a page without a photo-network account is said to have none', async () => {
  const error = await refusal('list_posts', { page_id: '101000000000003', photo_network: true });
  expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('photo-network') });
});
