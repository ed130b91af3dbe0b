import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('shows the pixels of an account, with or without act_ before its id', async () => {
  const { pixels } = await call('list_pixels');
  expect(pixels[0]).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: expect.any(String) });
  expect((await call('list_pixels', { account_id: 'act_1001000000000001' })).pixels).toEqual(pixels);
  expect((await call('list_pixels', { pixel_ids: [pixels[0].id] })).pixels).toEqual([pixels[0]]);
});
