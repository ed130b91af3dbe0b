import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists videos by name and id', async () => {
  const { videos } = await call('list_videos');
  expect(videos).toHaveLength(3);
  expect(videos[0]).toMatchObject({ name: 'film-3.mp4', ready: true, duration_s: 17 });
  expect((await call('list_videos', { video_ids: [videos[0].id], name_contains: 'Fílm-3' })).videos).toEqual([
    videos[0],
  ]);
  expect((await call('list_videos', { video_ids: [videos[0].id], name_contains: 'film-1' })).videos).toEqual([]);
});
