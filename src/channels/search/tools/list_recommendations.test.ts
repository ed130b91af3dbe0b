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

test('shows suggestions with the expected effect, and amounts as money', async () => {
  const { recommendations } = await call('list_recommendations');
  expect(recommendations.length).toBeGreaterThan(0);
  expect(JSON.stringify(recommendations)).not.toMatch(/micros/i);
  const [{ type }] = recommendations;
  const ofType = await call('list_recommendations', { type });
  expect(ofType.recommendations).toEqual(recommendations.filter((one: { type: string }) => one.type === type));
});
