import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';

const PLAN = '1AcmeMediaPlan2026-xK7qT0bZ4vR9sYdLfWmPjHu3o';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['office'] });
});
afterAll(() => service?.close());

test('reads a range at the workspace address', async () => {
  const { isError, result } = await service.call('workspace', 'read_sheet', {
    spreadsheet_id: PLAN,
    range: 'Plan!A3:F4',
  });
  expect(isError).toBe(false);
  expect(result.range).toBe('Plan!A3:F4');
  expect(result.values).toHaveLength(2);
});

test('a wrong range names the field and the part', async () => {
  const { isError, result } = await service.call('workspace', 'read_sheet', { spreadsheet_id: PLAN, range: 'Nope!A1' });
  expect(isError).toBe(true);
  expect(result.error).toMatchObject({ code: 'invalid_arguments', field: 'range' });
  expect(result.error.message).toContain('Nope');
});

test('an id with a path in it is no id', async () => {
  const { result } = await service.call('workspace', 'read_sheet', { spreadsheet_id: '../../x', range: 'A1' });
  expect(result.error).toMatchObject({ code: 'invalid_arguments', field: 'spreadsheet_id' });
});
