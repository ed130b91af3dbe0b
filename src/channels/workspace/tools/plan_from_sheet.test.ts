import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passingTime } from '../../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

const SHEET = 'file_00000000000000aa';
const DEFAULTS = {
  countries: ['US'],
  languages: ['en'],
  landing_page: 'https://acme.example/shop',
  channels: { social: { special_ad_categories: [] } },
};
const HEAD = 'Channel,Campaign,Objective,Start,End,Budget,Currency';

let service: TestService;
let workspaceId: string;
beforeAll(async () => {
  const { ambient, sleep } = passingTime();
  service = await startTestService({ platforms: ['social', 'office'], ambient, sleep });
  workspaceId = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

async function write(...lines: string[]): Promise<void> {
  const file = join(service.dataFolder, 'plan.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const files = service.home.spreadsheetsOf(workspaceId);
  await files.remove(SHEET);
  await files.import(file, { id: SHEET, name: 'Plan' });
}

async function plan(args: Record<string, unknown> = {}) {
  const given = { spreadsheet_id: SHEET, range: 'Plan', ...args };
  const { isError, result } = await service.call('workspace', 'plan_from_sheet', given);
  if (isError) throw new Error(`${JSON.stringify(result)}\n${service.logged().slice(-2000)}`);
  return result;
}

test('a row becomes a campaign that would be made, beside sums and one plan', async () => {
  await write(HEAD, 'Social,Holiday: prospecting,Traffic,2027-01-05,2027-02-03,900.00,USD');
  const answer = await plan({ defaults: DEFAULTS });
  console.log(JSON.stringify(answer, null, 1));
  expect(answer.problems).toEqual([]);
});
