import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('shows pages with the photo-network account a creative can name, and never a page token', async () => {
  const { pages } = await call('list_pages');
  expect(pages[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    photo_network_actor_id: expect.stringMatching(/^\d+$/),
  });
  expect(JSON.stringify(pages)).not.toContain('access_token');
  const { tasks, ...second } = pages[1];
  expect(tasks).toContain('ADVERTISE');
  expect((await call('list_pages', { page_ids: [second.id] })).pages).toEqual([second]);
});
