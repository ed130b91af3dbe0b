import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';

const PLAN = '1AcmeMediaPlan2026-xK7qT0bZ4vR9sYdLfWmPjHu3o';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['office'] });
});
afterAll(() => service?.close());

const describeIt = (id: string) => service.call('workspace', 'describe_spreadsheet', { spreadsheet_id: id });

test('names the tabs with their sizes, hidden ones and charts too, and the named ranges', async () => {
  const { result } = await describeIt(PLAN);
  expect(result.spreadsheet).toEqual({ id: PLAN, name: 'Acme media plan' });
  expect(result.tabs).toContainEqual({ id: '1001', name: '_lists', hidden: true, rows: 50, columns: 2 });
  expect(result.tabs).toContainEqual({ id: '5001', name: 'Pacing', hidden: false });
  expect(result.named_ranges).toContainEqual({ name: 'ExchangeRates', range: expect.stringMatching(/!A2:C5$/) });
});

test('takes the address of a spreadsheet', async () => {
  const { result } = await describeIt(`https://docs.google.com/spreadsheets/d/${PLAN}/edit#gid=0`);
  expect(result.spreadsheet.id).toBe(PLAN);
});

test.each(['nobody', 'file_0000000000000000'])('%s is not found', async (id) => {
  const { isError, result } = await describeIt(id);
  expect(isError).toBe(true);
  expect(result.error.code).toBe('not_found');
});
