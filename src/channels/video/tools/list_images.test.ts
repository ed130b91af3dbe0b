import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists images by name and id', async () => {
  const { images } = await call('list_images');
  expect(images.map(({ name }: { name: string }) => name)).toEqual(['cover-3.jpg', 'cover-2.jpg', 'cover-1.jpg']);
  expect((await call('list_images', { image_ids: [images[0].id] })).images).toEqual([images[0]]);
  for (const name_contains of ['cover-1', 'Cóver-1'])
    expect((await call('list_images', { name_contains })).images).toEqual([images[2]]);
});
