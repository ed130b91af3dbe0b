import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('social');

test('shows catalogues with the product sets a catalogue ad can name', async () => {
  const { catalogs } = await call('list_catalogs');
  expect(catalogs).toMatchObject([
    {
      id: expect.stringMatching(/^\d+$/),
      name: 'Acme shop',
      product_count: 312,
      product_sets: [
        { name: 'Last season', product_count: 0 },
        { name: 'Boots', product_count: 48 },
        { name: 'All products', product_count: 312 },
      ],
    },
  ]);
  expect(await walk('list_catalogs', 'catalogs', { limit: 1 })).toEqual(catalogs);
  expect(await call('list_catalogs', { shared: true })).toEqual({ catalogs: [] });
});
