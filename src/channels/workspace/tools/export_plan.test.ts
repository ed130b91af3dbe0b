import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { spreadsheetsHere } from '../../../sheets/file-spreadsheets.ts';
import { XLSX_TYPE } from '../../../sheets/writing/workbook-pieces.ts';
import { PlanExport } from '../../../tools/media-plan-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'exported-plan-'));
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  for (const channel of ['search', 'video', 'professional'])
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

/** The file in the reply to a client of MCP. */
async function embedded(args: Any): Promise<{ told: Any; resource: Any }> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'export_plan', arguments: args } };
  const reply = (await (await service.post('workspace', body)).json()) as Any;
  const [text, file] = reply.result.content;
  expect(text.type).toBe('text');
  return { told: JSON.parse(text.text), resource: file?.resource };
}

let count = 0;
async function cellsOf(bytes: Uint8Array, ending: string): Promise<string[][]> {
  const path = join(folder, `export${++count}.${ending}`);
  writeFileSync(path, bytes);
  const files = spreadsheetsHere(folder);
  const id = `file_000000000000000${count}`;
  const { tabs } = await files.import(path, { id });
  const range = `'${tabs[0]!.name}'`;
  const request = {
    spreadsheetId: id,
    tab: undefined,
    range,
    render: 'FORMATTED_VALUE',
    dates: 'SERIAL_NUMBER',
  } as const;
  const { values } = await files.page({ ...request, major: 'ROWS', limit: undefined, bytesMax: 1_000_000 });
  return values as string[][];
}

function records(cells: string[][]): Record<string, string>[] {
  const [head = [], ...rows] = cells;
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

describe('what runs', () => {
  test('is an .xlsx in the reply and at its address, with a row for each campaign and group', async () => {
    const { told, resource } = await embedded({});
    expect(() => PlanExport.loose().parse(told)).not.toThrow();
    expect(told.file).toMatchObject({
      name: expect.stringMatching(/^media-plan-\d{4}-\d\d-\d\d\.xlsx$/),
      type: XLSX_TYPE,
    });
    const bytes = Buffer.from(resource.blob, 'base64');
    expect(bytes.length).toBe(told.file.bytes);
    const rows = records(await cellsOf(bytes, 'xlsx'));
    expect(rows.length).toBeGreaterThan(told.rows);
    const campaigns = rows.slice(0, told.rows);
    expect(new Set(campaigns.map((row) => row['Campaign ID'])).size).toBe(told.campaigns);
    const { campaigns: listed } = await call('list_social_campaigns', { limit: 100 }, 'social');
    const known = new Set(campaigns.map((row) => row['Campaign ID']));
    const active = listed.filter(({ status }: Any) => status === 'ACTIVE' || status === 'PAUSED');
    expect(active.length).toBeGreaterThan(3);
    expect(active.filter(({ id }: Any) => !known.has(id)).map(({ name }: Any) => name)).toEqual([]);
    const fetched = await fetch(service.url + told.file.address, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(fetched.status).toBe(200);
    expect(fetched.headers.get('content-disposition')).toContain(told.file.name);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('is the same as CSV', async () => {
    const { told, resource } = await embedded({ format: 'csv' });
    const csv = records(await cellsOf(Buffer.from(resource.text), 'csv'));
    const xlsx = records(await cellsOf(Buffer.from((await embedded({})).resource.blob, 'base64'), 'xlsx'));
    const named = (rows: Record<string, string>[]) =>
      rows.map((row) => [
        row.Campaign,
        row['Ad group'],
        row.Start,
        row.End,
        row['Daily budget']?.replaceAll(/[^\d]/g, ''),
      ]);
    expect(told.file.type).toBe('text/csv; charset=utf-8');
    expect(csv.length).toBe(xlsx.length);
    expect(named(csv).map(([name]) => name)).toEqual(named(xlsx).map(([name]) => name));
    expect(named(csv).map(([, , start]) => start)).toEqual(named(xlsx).map(([, , start]) => start));
  });

  test('is narrowed by the filters of a report', async () => {
    const all = await call('export_plan');
    const active = await call('export_plan', { status: 'ACTIVE' });
    const paused = await call('export_plan', { status: 'PAUSED' });
    expect(active.campaigns).toBeGreaterThan(0);
    expect(active.campaigns + paused.campaigns).toBeLessThanOrEqual(all.campaigns);
    expect((await call('export_plan', { name_contains: 'no such name' })).campaigns).toBe(0);
    const { isError, result } = await service.call('workspace', 'export_plan', { channels: ['radio'] });
    expect([isError, result.error.code]).toEqual([true, 'invalid_arguments']);
  });

  test('names a channel that is not there, in the answer and in the file', async () => {
    const told = await call('export_plan', { channels: ['social', 'video'] });
    expect(told.partial).toBe(true);
    expect(told.missing).toMatchObject([{ channel: 'video', code: 'not_connected' }]);
    const csv = await fetch(`${service.url}/media-plan.csv?channels=social,video`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(await csv.text()).toContain('Not in this file: Video.');
  });

  test('a platform that does not answer is missing, never empty', async () => {
    const fault = { platform: 'social', kind: 'expired_token', match: '/campaigns', times: 50 };
    await fetch(`${service.sandbox.controlOrigin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    const told = await call('export_plan');
    expect(told).toMatchObject({ campaigns: 0, partial: true });
    expect(told.missing.map(({ channel }: Any) => channel)).toContain('social');
    await fetch(`${service.sandbox.controlOrigin}/faults`, { method: 'DELETE' });
  });
});

test('a plan that is not there is refused by its id, and filters do not go with it', async () => {
  const missing = await service.call('workspace', 'export_plan', { plan_id: 'plan_none' });
  expect(missing.result.error).toMatchObject({ code: 'not_found', message: expect.stringContaining('plan_none') });
  const both = await service.call('workspace', 'export_plan', { plan_id: 'plan_none', status: 'ACTIVE' });
  expect(both.result.error.code).toBe('invalid_arguments');
});
