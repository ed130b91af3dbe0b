import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/service.ts';

const IDS = ['file_0000000000000001', 'file_0000000000000002', 'file_0000000000000003'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['office'] });
});
afterAll(() => service?.close());

const list = async (args = {}) => (await service.call('workspace', 'list_spreadsheets', args)).result;

test('says what it does not list, also when there is nothing', async () => {
  const { spreadsheets, note } = await list();
  expect(spreadsheets).toEqual([]);
  expect(note).toContain('no list');
});

test('lists imported files page by page, each once', async () => {
  const source = join(service.dataFolder, 'plan.csv');
  writeFileSync(source, 'a,b\n1,2\n');
  const files = service.home.spreadsheetsOf(await service.workspaceId('Acme'));
  for (const id of IDS) await files.import(source, { id, name: `Plan ${id.at(-1)}` });
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.next_cursor });
  expect(second.next_cursor).toBeUndefined();
  expect([...first.spreadsheets, ...second.spreadsheets]).toEqual(
    IDS.map((id) => ({ id, name: `Plan ${id.at(-1)}`, tabs: [`Plan ${id.at(-1)}`] })),
  );
  expect(await files.remove(IDS[0]!)).toBe(true);
  expect((await list()).spreadsheets).toHaveLength(2);
});
