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

test('says what counts as a conversion', async () => {
  const { conversion_actions: actions } = await call('list_conversion_actions');
  expect(actions.length).toBeGreaterThan(0);
  expect(actions[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    category: expect.any(String),
    counts_as_conversion: expect.any(Boolean),
  });
  expect(actions.map(({ status }: { status: string }) => status)).not.toContain('REMOVED');
});
