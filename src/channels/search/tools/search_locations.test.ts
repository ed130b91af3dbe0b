import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('finds places by name with the ids that targeting needs', async () => {
  const { locations } = await call('search_locations', { keyword: 'Berlin', country_code: 'DE' });
  expect(locations[0]).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: 'Berlin', country: 'DE' });
  expect(locations[0].full_name).toContain('Germany');
});

test('a place that does not exist is an empty list; a bad country code is named', async () => {
  expect((await call('search_locations', { keyword: 'Qwxzyplk' })).locations).toEqual([]);
  expect(await refusal('search_locations', { keyword: 'Berlin', country_code: 'Germany' })).toMatchObject({
    field: 'country_code',
  });
});

test('a country is found by what people call it, and no city by letters inside its name', async () => {
  const first = async (keyword: string) => (await call('search_locations', { keyword })).locations[0];
  expect(await first('USA')).toMatchObject({ id: '2840', kind: 'Country' });
  expect(await first('U.K.')).toMatchObject({ name: 'United Kingdom', kind: 'Country' });
  expect((await call('search_locations', { keyword: 'usan' })).locations).toEqual([]);
});
