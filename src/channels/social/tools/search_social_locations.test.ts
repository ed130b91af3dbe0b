import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('finds places of the wanted kind in the wanted country', async () => {
  const { locations } = await call('search_social_locations', { query: 'Berlin', kinds: ['city'], country_code: 'DE' });
  expect(locations[0]).toMatchObject({ id: expect.any(String), name: 'Berlin', kind: 'city', country_code: 'DE' });
  expect(new Set(locations.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['city']));
});

test('accents do not keep a place from being found', async () => {
  const found = async (query: string) => (await call('search_social_locations', { query })).locations;
  expect(await found('Zürich')).toEqual(await found('zurich'));
  expect((await found('Zürich')).length).toBeGreaterThan(0);
});
