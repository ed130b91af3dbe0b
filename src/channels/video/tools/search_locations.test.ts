import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('finds places with kind, country and parents, the exact one first', async () => {
  const { locations } = await call('search_locations', { keyword: 'new york' });
  expect(locations.map(({ name }: { name: string }) => name)).toEqual(['New York', 'New York City']);
  expect(locations[1]).toMatchObject({
    kind: 'CITY',
    country: 'US',
    parents: [
      { id: '5128638', name: 'New York', kind: 'PROVINCE' },
      { id: '6252001', name: 'United States', kind: 'COUNTRY' },
    ],
  });
});

test("finds by the caller's language and without accents, page by page", async () => {
  expect((await call('search_locations', { keyword: '東京', language: 'ja' })).locations[0].id).toBe('1850144');
  expect((await call('search_locations', { keyword: 'sao paulo' })).locations[0].name).toBe('São Paulo');
  const first = await call('search_locations', { keyword: 'an', limit: 2 });
  const next = await call('search_locations', { keyword: 'an', limit: 2, cursor: first.next_cursor });
  expect(next.locations[0].id).not.toBe(first.locations[0].id);
});

test('finds television markets, and postal codes of a country', async () => {
  expect((await call('search_locations', { keyword: 'boston' })).locations).toMatchObject([{ id: '506', kind: 'DMA' }]);
  const { locations } = await call('search_locations', { keyword: '10001, 94103 00000', postal_codes_of: 'US' });
  expect(locations).toEqual([
    expect.objectContaining({ id: '2000010001', name: '10001', kind: 'ZIP_CODE', country: 'US' }),
    expect.objectContaining({ id: '2000094103', name: '94103', kind: 'ZIP_CODE', country: 'US' }),
  ]);
});
