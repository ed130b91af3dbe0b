import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['search'] });
});
afterAll(() => service?.close());

async function call(tool: string, args: Record<string, unknown> = {}) {
  const { isError, result } = await service.call('search', tool, args);
  expect(isError, JSON.stringify(result)).toBe(false);
  return result;
}

async function refused(tool: string, args: Record<string, unknown> = {}) {
  const { isError, result } = await service.call('search', tool, args);
  expect(isError, JSON.stringify(result)).toBe(true);
  return result.error;
}

test('finds places by name with the ids that targeting needs', async () => {
  const { locations } = await call('search_locations', { keyword: 'Berlin', country_code: 'DE' });
  expect(locations[0]).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: 'Berlin', country: 'DE' });
  expect(locations[0].full_name).toContain('Germany');
});

test('a place that does not exist is an empty list; a bad country code is named', async () => {
  expect((await call('search_locations', { keyword: 'Qwxzyplk' })).locations).toEqual([]);
  expect(await refused('search_locations', { keyword: 'Berlin', country_code: 'Germany' })).toMatchObject({
    field: 'country_code',
  });
});
