import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchTurns } from '../../src/event-loop/turn-length.testing.ts';
import { startTestService, type TestService } from '../service.ts';

const SHEET = 'file_00000000000000aa';
const ROWS = 1_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'search', 'office'] });
});
afterAll(() => service?.close());

/** How long it took is printed and not judged: a busy machine would fail it, and the sandbox answers on the same thread. */
test('1,000 rows are checked as a whole, each with its platform', async () => {
  const rows = Array.from({ length: ROWS }, (_, at) =>
    [at % 2 ? 'Social' : 'Search', `Campaign ${at}`, 'Traffic', '2027-01-05', '2027-02-03', '900.00', 'USD'].join(','),
  );
  const file = join(service.dataFolder, 'plan.csv');
  writeFileSync(file, `${['Channel,Campaign,Objective,Start,End,Budget,Currency', ...rows].join('\n')}\n`);
  const files = service.home.spreadsheetsOf(await service.workspaceId('Acme'));
  await files.import(file, { id: SHEET, name: 'Plan' });
  const channels = {
    social: { special_ad_categories: [] },
    search: { contains_eu_political_advertising: false },
  };
  const asked = { spreadsheet_id: SHEET, range: 'Plan', defaults: { countries: ['US'], languages: ['en'], channels } };
  const first = await service.call('workspace', 'plan_from_sheet', { ...asked, range: 'Plan!A1:G5' });
  expect(first.isError, JSON.stringify(first.result)).toBe(false);
  const watch = watchTurns();
  const begin = performance.now();
  const { result } = await service.call('workspace', 'plan_from_sheet', asked);
  const tookMs = performance.now() - begin;
  const longestMs = watch.longestMs();
  watch.end();
  expect(result.problems.filter((one: { level: string }) => one.level === 'stop')).toEqual([]);
  expect(result.plan.bulk).toMatchObject({ campaigns: ROWS, make: ROWS });
  expect(result).toMatchObject({ more_rows: ROWS - 200, rows: expect.objectContaining({ length: 200 }) });
  console.log(`1,000 rows: ${Math.round(tookMs)} ms, the longest turn ${longestMs.toFixed(1)} ms`);
}, 600_000);
