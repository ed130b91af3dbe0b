import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeWorkbook } from '../../src/sheets/files/fixtures/make-workbook.ts';
import { ROOT } from './command-line.ts';
import { servedFolder } from './data-folder.ts';

const folder = servedFolder();
const { run } = folder;

const read = (id: string, range: string) =>
  fetch(`${folder.service.url}/office/sheets/read?${new URLSearchParams({ id, range })}`, {
    headers: { authorization: `Bearer ${folder.service.key!}` },
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

describe('a media plan', () => {
  const YEAR = new Date().getUTCFullYear() + 1;
  const LINES = [
    'Channel,Campaign,Objective,Start,End,Budget,Currency',
    `Search,Spring brand,Traffic,${YEAR}-01-05,${YEAR}-02-03,900.00,USD`,
    'Search,Too late,Traffic,2020-01-05,2020-02-03,900.00,USD',
  ];
  const DEFAULTS = { countries: ['US'], channels: { search: { contains_eu_political_advertising: false } } };
  const plan = (...words: string[]) => run('plan', ...words, '--url', folder.service.url);
  let sheet: string;
  let planId: string;
  beforeAll(async () => {
    const file = join(folder.path, 'Spring.csv');
    writeFileSync(file, `${LINES.join('\n')}\n`);
    sheet = JSON.parse((await run('sheet', 'import', file, '--workspace', 'Acme', '--json')).stdout).spreadsheetId;
  });

  test('is read and checked, for people and for programs', async () => {
    const asked = ['from-sheet', sheet, '--range', 'Spring', '--key', folder.service.key!];
    const { code, stdout, stderr } = await plan(...asked, '--defaults', JSON.stringify(DEFAULTS));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^F +Budget +budget_total +head$/m);
    expect(stdout).toMatch(/^2 +search +Spring brand +900\.00 USD +make$/m);
    expect(stdout).toMatch(/^3 +search +Too late +900\.00 USD +out$/m);
    expect(stdout).toMatch(/^Spring!E3 +stop +Ended 3 Feb 2020/m);
    expect(stdout).toMatch(/^USD +all +all +900\.00 USD +–$/m);
    expect(stdout).toContain('Running all of it would add $30.00 a day');
    const again = await plan(...asked, '--json');
    const told = JSON.parse(again.stdout);
    planId = told.plan.id;
    expect([again.code, told.plan.bulk.make]).toEqual([0, 1]);
    expect(stdout).toContain(`Plan ${planId}, code ${told.plan.code}: apply_plan makes it, all paused.`);
    const listed = await run('plan', 'list', '--workspace', 'Acme', '--json');
    expect(JSON.parse(listed.stdout).plans).toMatchObject([{ id: planId, state: 'planned' }]);
  });

  test('is compared with what runs, by sheet and by plan', async () => {
    const bySheet = await plan('compare', sheet, '--range', 'Spring', '--limit', '3');
    expect(bySheet.code, bySheet.stderr).toBe(0);
    expect(bySheet.stdout).toMatch(/^2 +search +Spring brand +900\.00 USD +– +– +Not on the platform\.$/m);
    expect(bySheet.stdout).toMatch(/^No row plans:\nchannel/m);
    expect(bySheet.stdout).toMatch(/^search +2468013579 +Acme – Brand +on +[\d.]+ USD$/m);
    expect(bySheet.stdout).toMatch(/^And \d+ more that no row plans; --limit shows up to 1000\.$/m);
    const byPlan = await plan('compare', '--plan', planId);
    expect(byPlan.stdout).toMatch(/^3 +search +Too late .*The plan left this row out\.$/m);
    expect(byPlan.stdout).toContain('as it was read on ');
  });

  test('is exported to a file, which is not left behind where it could not be had', async () => {
    const file = join(folder.path, 'out.csv');
    const told = await plan('export', file, '--channels', 'search', '--named', 'Brand', '--json');
    expect([told.code, JSON.parse(told.stdout)]).toEqual([0, { file }]);
    expect(readFileSync(file, 'utf8')).toContain('Acme – Brand');
    const noted = join(folder.path, 'noted.xlsx');
    expect((await plan('export', noted, '--plan', planId)).stdout).toBe(`Written: ${noted}\n`);
    expect(readFileSync(noted).subarray(0, 2).toString()).toBe('PK');
    const none = join(folder.path, 'none.csv');
    expect((await plan('export', none, '--channels', 'radio')).stdout).toMatch(/^Failed: `channels` radio: must be of/);
    expect(existsSync(none)).toBe(false);
  });

  test.each([
    [2, /Name the spreadsheet by its id/, ['from-sheet']],
    [2, /--range is needed/, ['from-sheet', 'file_0000000000000009']],
    [2, /--limit is "many"/, ['from-sheet', 'file_0000000000000009', '--range', 'Spring', '--limit', 'many']],
    [2, /--defaults is no JSON/, ['from-sheet', 'file_0000000000000009', '--range', 'Spring', '--defaults', '{']],
    [2, /does not take --state/, ['from-sheet', 'file_0000000000000009', '--range', 'Spring', '--state', 'planned']],
    [2, /in the name of the key that asked for it/, ['from-sheet', 'file_0000000000000009', '--range', 'Spring']],
    [2, /Name a spreadsheet with --range, or a plan/, ['compare']],
    [2, /Name a spreadsheet with --range, or a plan/, ['compare', 'file_0000000000000009', '--plan', 'plan_1']],
    [2, /--range goes with a spreadsheet/, ['compare', '--plan', 'plan_1', '--range', 'Spring']],
    [1, /^Failed \(not_found\): `plan_id`/, ['compare', '--plan', 'plan_1']],
    [2, /ending in \.xlsx or \.csv/, ['export', 'plan.pdf']],
    [1, /^\/no\/such\/plan\.csv is not there\.$/m, ['export', '/no/such/plan.csv', '--named', 'none']],
    [1, /^Failed: A valid API key is needed/, ['export', 'plan.csv', '--key', 'sk_live_wrong']],
    [2, /plan list does not take --url/, ['list', '--workspace', 'Acme']],
    [2, /list, show, from-sheet, compare, export/, ['frobnicate']],
  ] as const)('wrong use ends with %i and one clear sentence: %s', async (code, words, given) => {
    const { code: ended, stdout, stderr } = await plan(...given);
    expect([ended, stdout + stderr]).toEqual([code, expect.stringMatching(words)]);
  });

  test('a sheet that is not there is said so', async () => {
    const { code, stdout } = await plan('from-sheet', 'file_9', '--range', 'Spring', '--key', folder.service.key!);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Failed \(not_found\): .*\nNext: Check the id/)]);
  });

  test('its options are explained', async () => {
    const { code, stdout } = await run('plan', '--help');
    expect(code).toBe(0);
    for (const option of ['range', 'mapping', 'defaults', 'plan', 'channels', 'accounts', 'status', 'named', 'limit'])
      expect(stdout).toMatch(new RegExp(`^  --${option} [A-Z]+ +(from-sheet|compare|export)`, 'm'));
  });
});
