import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passingTime } from '../../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const SHEET = 'file_00000000000000c1';
const { ambient, sleep } = passingTime();
const folder = mkdtempSync(join(tmpdir(), 'compared-plan-'));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'search', 'video', 'office'], ambient, sleep });
  await service.home.connections.remove(await service.workspaceId('Acme'), 'professional');
  service.home.directory.refresh();
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true });
});

async function call(tool: string, args: Any = {}, channel = 'workspace'): Promise<Any> {
  const { isError, result } = await service.call(channel, tool, args);
  if (isError) throw new Error(`${tool}: ${JSON.stringify(result)}\n${service.logged()}`);
  return result;
}

/** What runs, taken in as a spreadsheet of the workspace. */
async function exported(query = ''): Promise<void> {
  const file = await fetch(`${service.url}/media-plan.xlsx${query}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect(file.status).toBe(200);
  const path = join(folder, 'plan.xlsx');
  writeFileSync(path, Buffer.from(await file.arrayBuffer()));
  await service.home.spreadsheetsOf(await service.workspaceId('Acme')).import(path, { id: SHEET, name: 'Plan' });
}

const compared = () => call('compare_to_plan', { spreadsheet_id: SHEET, range: 'Plan', limit: 1000 });

test('what was exported is, read back, what runs: nothing is missing and nothing differs', async () => {
  await exported();
  const { rows, unplanned, counts, totals, missing, notes } = await compared();
  const wrong = rows.filter(
    ({ state, changed }: Any) => !['live', 'paused', 'other'].includes(state) || changed.length > 0,
  );
  expect(
    wrong.map(({ channel, campaign, state, changed, words }: Any) => ({ channel, campaign, state, changed, words })),
  ).toEqual([]);
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map(({ channel }: Any) => channel))).toEqual(new Set(['social', 'search', 'video']));
  expect(notes).toEqual([]);
  expect(missing.filter(({ code }: Any) => code !== 'not_connected')).toEqual([]);
  expect(unplanned.filter(({ status }: Any) => status === 'on')).toEqual([]);
  expect(counts.changed ?? 0).toBe(0);
  for (const total of totals) expect(total.planned === null || total.planned.currency === total.currency).toBe(true);
});
