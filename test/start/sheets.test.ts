import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeWorkbook } from '../../src/sheets/files/fixtures/make-workbook.ts';
import { ROOT } from './command-line.ts';
import { servedFolder } from './data-folder.ts';

const folder = servedFolder();
const { run } = folder;

const read = (id: string, range: string) =>
  fetch(`${folder.service.url}/office/sheets/read?${new URLSearchParams({ id, range })}`, {
    headers: { authorization: `Bearer ${folder.service.key}` },
  });

test('the curl line for spreadsheets in the README works', async () => {
  const reply = await read('1AcmeMediaPlan2026-xK7qT0bZ4vR9sYdLfWmPjHu3o', 'Plan!A3:F8');
  expect(reply.status).toBe(200);
  expect(((await reply.json()) as { values: unknown[][] }).values[0]).toContain('Campaign');
});

test('a workbook is imported, read by the running service, listed and removed', async () => {
  const workbook = join(folder.path, 'messy.xlsx');
  copyFileSync(join(ROOT, 'src/sheets/files/fixtures/messy.xlsx'), workbook);
  const imported = await run('sheet', 'import', workbook, '--workspace', 'Acme', '--name', 'Messy', '--json');
  expect(imported.code, imported.stderr).toBe(0);
  const { spreadsheetId, ...rest } = JSON.parse(imported.stdout);
  expect(rest).toEqual({});
  const { spreadsheets } = JSON.parse((await run('sheet', 'list', '--workspace', 'Acme', '--json')).stdout);
  expect(spreadsheets).toMatchObject([{ spreadsheetId, name: 'Messy' }]);
  const [tab] = spreadsheets[0].sheets;
  expect((await read(spreadsheetId, `'${tab.replaceAll("'", "''")}'!A1:C3`)).status).toBe(200);
  expect((await run('sheet', 'remove', spreadsheetId, '--workspace', 'Acme')).code).toBe(0);
  expect((await read(spreadsheetId, 'A1')).status).toBe(404);
});

test('progress is shown to people', async () => {
  const file = join(folder.path, 'plan.csv');
  writeFileSync(file, 'a,b\n1,2\n');
  const { stdout, stderr } = await run('sheet', 'import', file, '--workspace', 'Acme');
  expect(stderr).toContain('100 %');
  expect(stdout).toContain('Imported "plan"');
});

test('what is no spreadsheet is refused in one clear line, and nothing is stored', async () => {
  const file = join(folder.path, 'broken.xlsx');
  writeFileSync(file, 'PK\u0003\u0004 not really');
  const before = readdirSync(folder.path, { recursive: true }).length;
  const { code, stderr } = await run('sheet', 'import', file, '--workspace', 'Acme', '--json');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The file is damaged[^\n]*\n$/);
  expect(readdirSync(folder.path, { recursive: true }).length).toBe(before);
});

test('text in another encoding is asked about, taken when that is named, and formulas without values are said', async () => {
  const file = join(folder.path, 'western.csv');
  writeFileSync(file, Buffer.from('Gr\xf6\xdfe,1\n', 'latin1'));
  const asked = await run('sheet', 'import', file, '--workspace', 'Acme');
  expect(asked.code).toBe(1);
  expect(asked.stderr).toMatch(/not UTF-8 in line 1.*--encoding/s);
  const taken = await run('sheet', 'import', file, '--workspace', 'Acme', '--encoding', 'windows-1252', '--json');
  const { spreadsheetId } = JSON.parse(taken.stdout);
  expect(((await (await read(spreadsheetId, 'A1')).json()) as { values: unknown }).values).toEqual([['Größe']]);

  const book = join(folder.path, 'formulas.xlsx');
  const rows = '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f></c></row>';
  await makeWorkbook(book, { sheets: [{ name: 'S', rows }] });
  expect((await run('sheet', 'import', book, '--workspace', 'Acme')).stdout).toMatch(/A formula has no value.*S!B1/);
});
