import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passingTime } from '../../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { DAY_MS } from '../../../ambient.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const SHEET = 'file_00000000000000c1';
const { ambient, sleep } = passingTime();
const folder = mkdtempSync(join(tmpdir(), 'compared-plan-'));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'video', 'office'], ambient, sleep });
  for (const channel of ['search', 'professional'])
    await service.home.connections.remove(await service.workspaceId('Acme'), channel);
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
  expect(new Set(rows.map(({ channel }: Any) => channel))).toEqual(new Set(['social', 'video']));
  expect(notes).toEqual([]);
  expect(missing.filter(({ code }: Any) => code !== 'not_connected')).toEqual([]);
  expect(unplanned.filter(({ status }: Any) => status === 'on')).toEqual([]);
  expect(counts.changed ?? 0).toBe(0);
  for (const total of totals) expect(total.planned === null || total.planned.currency === total.currency).toBe(true);
});

test('the same sheet gives plan_from_sheet nothing to make and nothing to change', async () => {
  const { rows, plan, problems } = await call('plan_from_sheet', { spreadsheet_id: SHEET, range: 'Plan', limit: 1000 });
  const others = rows.filter(({ fate }: Any) => fate !== 'same');
  expect({ others, stops: problems.filter(({ level }: Any) => level === 'stop') }).toEqual({ others: [], stops: [] });
  expect(plan).toBeUndefined();
});

test('a change since is told by its field, with what the sheet says and what is so now', async () => {
  const { campaigns } = await call('list_social_campaigns', { limit: 100 }, 'social');
  const { id } = campaigns.find(({ status, daily_budget }: Any) => status === 'ACTIVE' && daily_budget);
  await call('update_social_campaign', { campaign_id: id, daily_budget: '77.00' }, 'social');
  await call('update_social_campaign', { campaign_id: id, status: 'PAUSED' }, 'social');
  const { rows, counts } = await compared();
  const row = rows.find(({ campaign }: Any) => campaign.id === id);
  expect(row).toMatchObject({ state: 'paused', changed: [{ field: 'budget', now: { amount: '77.00' } }] });
  expect(row.changed[0].sheet).not.toEqual(row.changed[0].now);
  expect(counts.changed).toBe(1);
});

test('what was spent is in the currency of the account, until the last closed day', async () => {
  const { rows } = await compared();
  const spending = rows.filter(({ spent }: Any) => spent !== null && Number(spent.amount) > 0);
  expect(spending.length).toBeGreaterThan(3);
  for (const { spent, spent_until, start, expected, planned } of spending) {
    expect(spent.currency).toBe((expected ?? planned ?? spent).currency);
    expect(spent_until >= start && spent_until < new Date(ambient.now()).toISOString().slice(0, 10)).toBe(true);
  }
});

test('a row without a campaign is missing, one that no row plans is named, and a channel that is silent is unknown', async () => {
  await exported('?channels=social&status=ACTIVE&name_contains=brand');
  const { rows, unplanned, totals } = await compared();
  expect(rows.every(({ channel }: Any) => channel === 'social')).toBe(true);
  expect(unplanned.length).toBeGreaterThan(0);
  expect(unplanned.every(({ campaign }: Any) => !/brand/i.test(campaign.name))).toBe(true);
  expect(new Set(totals.map(({ currency }: Any) => currency)).size).toBe(totals.length);
  const fault = { platform: 'social', kind: 'expired_token', match: '/campaigns', times: 50 };
  const control = `${service.sandbox.controlOrigin}/faults`;
  const headers = { 'content-type': 'application/json' };
  await fetch(control, { method: 'POST', headers, body: JSON.stringify(fault) });
  const silent = await compared();
  await fetch(control, { method: 'DELETE' });
  expect(silent.partial).toBe(true);
  expect(silent.rows.map(({ state, spent }: Any) => [state, spent])).toEqual(rows.map(() => ['unknown', null]));
});

test('an account whose spending cannot be read is named, and what it spent is not known', async () => {
  await exported('?channels=social&status=ACTIVE');
  const fault = { platform: 'social', kind: 'expired_token', match: '/insights', times: 50 };
  const control = `${service.sandbox.controlOrigin}/faults`;
  const headers = { 'content-type': 'application/json' };
  await sleep(DAY_MS, new AbortController().signal);
  await fetch(control, { method: 'POST', headers, body: JSON.stringify(fault) });
  const { rows, missing, partial } = await compared();
  await fetch(control, { method: 'DELETE' });
  expect(partial).toBe(true);
  expect(missing).toContainEqual(expect.objectContaining({ channel: 'social', code: 'token_expired' }));
  expect(rows).toContainEqual(expect.objectContaining({ state: 'live', spent: null }));
});

test('a plan or a sheet is named, not both and not neither', async () => {
  for (const args of [{}, { plan_id: 'plan_1', range: 'Plan' }, { spreadsheet_id: SHEET }]) {
    const { isError, result } = await service.call('workspace', 'compare_to_plan', args);
    expect([isError, result.error.code]).toEqual([true, 'invalid_arguments']);
  }
  expect((await service.call('workspace', 'compare_to_plan', { plan_id: 'plan_1' })).result.error.code).toBe(
    'not_found',
  );
});
