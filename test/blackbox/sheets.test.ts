import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { newSpreadsheetId } from '../../src/sheets/spreadsheets.ts';
import { startTestService, type TestService } from '../service.ts';

const PLAN = '1AcmeMediaPlan2026-xK7qT0bZ4vR9sYdLfWmPjHu3o';

let service: TestService;
let file: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['office'] });
  file = await importText('plan.csv', 'Item,Cost,Note\r\nWheel,20.5,"=cmd"\r\n\r\nDoor,,x\r\n', 'Acme');
});
afterAll(() => service?.close());

async function importText(name: string, text: string, workspace: string): Promise<string> {
  const source = join(service.dataFolder, name);
  writeFileSync(source, text);
  const sheets = service.home.spreadsheetsOf(await service.workspaceId(workspace));
  return (await sheets.import(source, { id: newSpreadsheetId(realAmbient) })).id;
}

const read = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/office/sheets/read?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${service.key}`, ...headers },
  });
const cells = async (query: Record<string, string>) => (await read(query)).json() as Promise<Record<string, unknown>>;

describe('a spreadsheet of the platform', () => {
  test('is read with one request, rows first, with the range normalised', async () => {
    const body = await cells({ spreadsheetId: PLAN, range: 'Plan!f8:a3' });
    expect(Object.keys(body).sort()).toEqual(['range', 'spreadsheetId', 'values']);
    expect(body).toMatchObject({ spreadsheetId: PLAN, range: 'Plan!A3:F8' });
    expect((body.values as unknown[][]).length).toBeGreaterThan(1);
  });

  test.each(['spreadsheet_id', 'id'])('is found under %s as well, and by its whole address', async (name) => {
    const address = `https://docs.google.com/spreadsheets/d/${PLAN}/edit#gid=0`;
    const body = await cells({ [name]: address, range: 'Plan!A3:B4' });
    expect(body.spreadsheetId).toBe(PLAN);
  });

  test('gives the same to the tool, under snake_case names', async () => {
    const body = await cells({ spreadsheetId: PLAN, range: 'Plan!A3:F8' });
    const { result } = await service.call('workspace', 'read_sheet', { spreadsheet_id: PLAN, range: 'Plan!A3:F8' });
    expect(result).toEqual({ spreadsheet_id: PLAN, range: body.range, values: body.values });
  });

  test('of quoted tabs, named ranges and both dimensions', async () => {
    expect((await cells({ spreadsheetId: PLAN, range: "'New Year''s Push'!A1:B2" })).range).toBe(
      "'New Year''s Push'!A1:B2",
    );
    expect((await cells({ spreadsheetId: PLAN, range: 'TotalBudget' })).range).toMatch(/^Plan!/);
    const rows = (await cells({ spreadsheetId: PLAN, range: 'Plan!A3:B5' })).values as unknown[][];
    const columns = (await cells({ spreadsheetId: PLAN, range: 'Plan!A3:B5', majorDimension: 'COLUMNS' }))
      .values as unknown[][];
    expect(columns[0]).toEqual(rows.map(([first]) => first));
  });

  test('renders values, formulas and numbers as asked', async () => {
    const texts = (await cells({ spreadsheetId: PLAN, range: 'Plan!A3:F8' })).values as unknown[][];
    const raw = (await cells({ spreadsheetId: PLAN, range: 'Plan!A3:F8', valueRenderOption: 'UNFORMATTED_VALUE' }))
      .values as unknown[][];
    expect(texts.flat().every((cell) => typeof cell === 'string')).toBe(true);
    expect(raw.flat().some((cell) => typeof cell === 'number')).toBe(true);
  });

  test.each([
    ['a tab that is not there', { range: 'Nope!A1' }, /names a tab that does not exist: Nope/],
    ['cells that are none', { range: 'Plan!A1:[5' }, /\[5/],
    ['a start outside the grid', { range: 'Plan!ZZ1' }, /exceeds/],
    ['an empty range', { range: '' }, /range/],
    ['no range', {}, /`range` is required/],
    ['a wrong option', { range: 'Plan!A1', valueRenderOption: 'PRETTY' }, /valueRenderOption.*FORMATTED_VALUE/],
    ['a misspelt parameter', { range: 'Plan!A1', majorDimensions: 'ROWS' }, /did you mean `majorDimension`/],
  ])('refuses %s and says which part is wrong', async (_, query, words) => {
    const reply = await read({ spreadsheetId: PLAN, ...(query as Record<string, string>) });
    const body = (await reply.json()) as { error: string; code: string };
    expect([reply.status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error).toMatch(words);
  });

  test('404 for one that does not exist, 403 for one that is not shared, 401 without a key', async () => {
    expect((await read({ spreadsheetId: 'nobody', range: 'A1' })).status).toBe(404);
    const workspaceId = await service.workspaceId('Acme Japan');
    const foreign = await read({ spreadsheetId: PLAN, range: 'A1', workspaceId });
    expect([403, 404]).toContain(foreign.status);
    expect((await fetch(`${service.url}/office/sheets/read?id=${PLAN}&range=A1`)).status).toBe(401);
  });

  test('403 in a workspace without an office connection', async () => {
    const { id } = await service.home.directory.createWorkspace({
      organizationId: (await service.home.directory.find('Acme'))!.organizationId,
      name: 'Empty',
      currency: 'EUR',
    });
    expect((await read({ spreadsheetId: PLAN, range: 'A1', workspaceId: id })).status).toBe(403);
  });

  test('a quota refusal is obeyed and passed on as 429 with Retry-After', async () => {
    await fetch(`${service.sandbox.controlOrigin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'office', kind: 'throttle', times: 3 }),
    });
    const reply = await read({ spreadsheetId: PLAN, range: 'Plan!A1' });
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    await fetch(`${service.sandbox.controlOrigin}/faults`, { method: 'DELETE' });
  });

  test('an expired token is renewed on the way', async () => {
    await fetch(`${service.sandbox.controlOrigin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'office', kind: 'expired_token', match: 'values' }),
    });
    expect((await read({ spreadsheetId: PLAN, range: 'Plan!A1' })).status).toBe(200);
  });

  test('a service account signs in for itself', async () => {
    const grants = (await (await fetch(`${service.sandbox.controlOrigin}/grants`)).json()) as {
      office: { credentials: Record<string, string> }[];
    };
    const { credentials } = grants.office.find((grant) => grant.credentials.kind === 'service_account')!;
    const { id, organizationId } = await service.home.directory.createWorkspace({
      organizationId: (await service.home.directory.find('Acme'))!.organizationId,
      name: 'Robot',
      currency: 'USD',
    });
    await service.home.connections.put({ workspaceId: id, channel: 'office', mode: 'sandbox', credentials });
    service.home.directory.refresh();
    expect(organizationId).toBeTruthy();
    expect((await read({ spreadsheetId: PLAN, range: 'Plan!A3:B4', workspaceId: id })).status).toBe(200);
  });
});

describe('a file of the workspace', () => {
  test('is read with the same address and the same trimming', async () => {
    const body = await cells({ spreadsheetId: file, range: 'A1:C9' });
    expect(body.values).toEqual([['Item', 'Cost', 'Note'], ['Wheel', '20.5', '=cmd'], [], ['Door', '', 'x']]);
  });

  test('of another workspace is indistinguishable from none', async () => {
    const workspaceId = await service.workspaceId('Acme Japan');
    const foreign = await read({ spreadsheetId: file, range: 'A1', workspaceId });
    const none = await read({ spreadsheetId: 'file_0000000000000000', range: 'A1', workspaceId });
    expect(foreign.status).toBe(404);
    expect(await foreign.text()).toBe(await none.text());
  });

  test('comes as CSV when that is asked for, with formulas guarded when that is asked for', async () => {
    const query = { spreadsheetId: file, range: 'A1:C9' };
    const plain = await read(query, { accept: 'text/csv' });
    expect(plain.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await plain.text()).toBe('Item,Cost,Note\r\nWheel,20.5,=cmd\r\n,,\r\nDoor,,x\r\n');
    const guarded = await read({ ...query, guardFormulas: 'true' }, { accept: 'text/csv' });
    expect(await guarded.text()).toContain("'=cmd");
  });

  test('larger than a reply is cut at a row as JSON and whole as CSV', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `${row},${'x'.repeat(60)}`);
    const id = await importText('large.csv', rows.join('\n'), 'Acme');
    const reply = await read({ spreadsheetId: id, range: 'A:B' });
    const text = await reply.text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_048_576);
    const { values, truncated } = JSON.parse(text);
    expect(truncated).toMatchObject({ list: 'values', returned: values.length });
    const csv = await (await read({ spreadsheetId: id, range: 'A:B' }, { accept: 'text/csv' })).text();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(30_000);
  });
});
