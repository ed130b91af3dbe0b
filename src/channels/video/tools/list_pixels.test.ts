import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists pixels with the events to strive for', async () => {
  const { pixels } = await call('list_pixels');
  expect(pixels[0]).toMatchObject({ name: 'Acme shop', events: expect.arrayContaining(['SHOPPING']) });
  expect(pixels[0].conversion_actions).toContainEqual({ id: expect.any(String), name: 'SHOPPING', event: 'purchase' });
});
