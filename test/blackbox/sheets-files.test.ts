import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { makeWorkbook } from '../../src/sheets/files/fixtures/make-workbook.ts';
import { newSpreadsheetId } from '../../src/sheets/spreadsheets.ts';
import { startTestService, type TestService } from '../service.ts';

const PLAN = '1AcmeMediaPlan2026-xK7qT0bZ4vR9sYdLfWmPjHu3o';
const HIDDEN = 'a\u200bb\u202ec';

let service: TestService;
let long: string;
let book: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['office'] });
  const rows = Array.from({ length: 2500 }, (_, row) => (row % 7 === 3 ? '' : `${row},"x ${row}"`));
  long = await imported('long.csv', rows.join('\n'));
  const path = join(service.dataFolder, 'book.xlsx');
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
  await makeWorkbook(path, {
    sheets: [
      { name: 'Hidden', state: 'hidden', rows: `<row r="1">${text('A1', 'secret')}</row>` },
      { name: "Été '26", rows: `<row r="1">${text('A1', HIDDEN)}<c r="C1"><f>A1</f></c></row>` },
      { name: 'Empty', rows: '' },
      {
        name: 'R1C1',
        rows: `<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="e"><v>#DIV/0!</v></c><c r="C1" s="1"><v>0.125</v></c></row>`,
      },
    ],
    formats: ['0.0%'],
    names: '<definedName name="Totals">R1C1!$A$1:$C$1</definedName>',
  });
  book = await importedFile(path);
});
afterAll(() => service?.close());

async function importedFile(path: string): Promise<string> {
  const sheets = service.home.spreadsheetsOf(await service.workspaceId('Acme'));
  return (await sheets.import(path, { id: newSpreadsheetId(realAmbient) })).id;
}

function imported(name: string, text: string): Promise<string> {
  writeFileSync(join(service.dataFolder, name), text);
  return importedFile(join(service.dataFolder, name));
}

const request = (query: string, init: RequestInit & { key?: string } = {}) =>
  fetch(`${service.url}/office/sheets/read?${query}`, {
    ...init,
    headers: { authorization: `Bearer ${init.key ?? service.key}`, ...init.headers },
  });
const read = (query: Record<string, string>, init?: RequestInit & { key?: string }) =>
  request(new URLSearchParams(query).toString(), init);
// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
const cells = async (query: Record<string, string>): Promise<any> => (await read(query)).json();
const tool = async (args: Record<string, unknown>) => (await service.call('workspace', 'read_sheet', args)).result;

describe('pages', () => {
  test('by limit and cursor are the whole when put together, by the tool and by REST', async () => {
    const whole = (await cells({ id: long, range: 'A2:B' })).values as unknown[][];
    expect(whole).toHaveLength(2499);
    for (const page of [
      (cursor?: string) => tool({ spreadsheet_id: long, range: 'A2:B', limit: 700, ...(cursor && { cursor }) }),
      (cursor?: string) => cells({ id: long, range: 'A2:B', limit: '700', ...(cursor && { cursor }) }),
    ]) {
      const values: unknown[][] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const found = await page(cursor);
        expect(found.range).toBe(`long!A${2 + values.length}:B2500`);
        values.push(...found.values);
        cursor = found.next_cursor;
        pages++;
      } while (cursor !== undefined);
      expect([pages, values]).toEqual([4, whole]);
    }
  });

  test('of the tool hold 1,000 rows unless fewer are asked for, and no more', async () => {
    const found = await tool({ spreadsheet_id: long, range: 'long' });
    expect(found.values).toHaveLength(1000);
    expect(found.next_cursor).toBeTypeOf('string');
    expect((await tool({ spreadsheet_id: long, range: 'long', limit: 1001 })).error).toMatchObject({ field: 'limit' });
  });

  test('of the platform go on where the last one ended', async () => {
    const whole = (await tool({ spreadsheet_id: PLAN, range: 'Plan' })).values as unknown[][];
    const first = await tool({ spreadsheet_id: PLAN, range: 'Plan', limit: 3 });
    const second = await tool({ spreadsheet_id: PLAN, range: 'Plan', limit: 1000, cursor: first.next_cursor });
    expect([...first.values, ...second.values]).toEqual(whole);
    expect(second.range).toMatch(/^Plan!A4:/);
  });

  test('of other arguments are told apart', async () => {
    const { next_cursor: cursor } = await tool({ spreadsheet_id: long, range: 'A:A', limit: 5 });
    expect((await tool({ spreadsheet_id: long, range: 'B:B', cursor })).error).toMatchObject({ field: 'cursor' });
    expect((await read({ id: long, range: 'A:A', cursor: 'nonsense' })).status).toBe(400);
  });

  test('by columns are never empty, however long the columns are', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `some longer words ${row}`);
    const id = await imported('column.csv', rows.join('\n'));
    const found = await cells({ id, range: 'A:A', majorDimension: 'COLUMNS' });
    expect(found.values).toHaveLength(1);
    expect(found.values[0].length).toBeGreaterThan(1000);
    expect(found.truncated).toMatchObject({ returned: found.values[0].length });
    const next = await cells({ id, range: 'A:A', majorDimension: 'COLUMNS', cursor: found.next_cursor });
    expect(next.values[0][0]).toBe(`some longer words ${found.values[0].length}`);
  });
});

describe('the tab of an address', () => {
  const address = (gid: string) => `https://docs.google.com/spreadsheets/d/${PLAN}/edit${gid}`;
  test.each([
    ['#gid=2001', "'New Year''s Push'!A1"],
    ['?gid=2001#gid=2001', "'New Year''s Push'!A1"],
    ['?gid=2001', "'New Year''s Push'!A1"],
    ['?usp=sharing&gid=2001', "'New Year''s Push'!A1"],
    ['#range=B2&gid=2001', "'New Year''s Push'!A1"],
    ['', 'Plan!A1'],
    ['#gid=0', 'Plan!A1'],
  ])('%s is obeyed where the range names none', async (gid, range) => {
    expect((await cells({ id: address(gid), range: 'A1' })).range).toBe(range);
    expect((await tool({ spreadsheet_id: address(gid), range: 'A1' })).range).toBe(range);
  });

  test('gives way to a tab that the range names, and is refused when it does not exist', async () => {
    expect((await cells({ id: address('#gid=2001'), range: 'Plan!A1' })).range).toBe('Plan!A1');
    const refused = await read({ id: address('#gid=77'), range: 'A1' });
    expect(refused.status).toBe(400);
    expect((await refused.json()) as unknown).toMatchObject({ error: expect.stringMatching(/gid=77.*Plan/) });
  });

  test.each([
    `docs.google.com/spreadsheets/d/${PLAN}`,
    `https://docs.google.com/spreadsheets/u/1/d/${PLAN}/edit`,
    `https://docs.google.com/a/example.com/spreadsheets/d/${PLAN}/edit?usp=sharing`,
    ` ${PLAN}\n`,
  ])('%j is an address of the same spreadsheet', async (id) => {
    expect((await cells({ id, range: 'A1' })).spreadsheetId).toBe(PLAN);
  });

  test('a published page is no spreadsheet that can be read', async () => {
    const refused = await read({ id: 'https://docs.google.com/spreadsheets/d/e/2PACX-1vAbc/pubhtml', range: 'A1' });
    expect(await refused.text()).toContain('published page');
  });
});

describe('the form of the answer', () => {
  test.each([
    ['text/csv', 'text/csv'],
    ['TEXT/CSV;q=0.4, application/json;q=0.2', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.1, application/json', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['*/*', 'application/json'],
  ])('Accept: %s gives %s', async (accept, type) => {
    const reply = await read({ id: long, range: 'A1:B9' }, { headers: { accept } });
    expect(reply.headers.get('content-type')).toContain(type);
    expect(reply.headers.get('vary')!.split(', ')).toContain('Accept');
  });

  test('refused altogether is 406, and named in the address wins', async () => {
    expect((await read({ id: long, range: 'A1' }, { headers: { accept: '*/*;q=0' } })).status).toBe(406);
    const csv = await read({ id: long, range: 'A1:B5', format: 'csv' });
    expect(await csv.text()).toBe('0,x 0\r\n1,x 1\r\n2,x 2\r\n,\r\n4,x 4\r\n');
  });

  test('CSV is whole: limit and cursor do not go with it', async () => {
    const refused = await read({ id: long, range: 'A1', format: 'csv', limit: '5' });
    expect(await refused.text()).toMatch(/`limit` is for JSON/);
  });

  test('an error is JSON and has its status, whatever was accepted', async () => {
    const refused = await read({ id: long, range: 'Nope!A1' }, { headers: { accept: 'text/csv' } });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
  });

  test('HEAD has the head alone, other methods are refused', async () => {
    for (const accept of ['text/csv', 'application/json']) {
      const head = await read({ id: long, range: 'A:B' }, { method: 'HEAD', headers: { accept } });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, `${accept}; charset=utf-8`]);
      expect(await head.text()).toBe('');
    }
    const post = await read({ id: long, range: 'A1' }, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test.each([
    [`id=X&spreadsheetId=X&range=A1`, /`spreadsheetId` is given more than once/],
    [`id=X&range=A1&range=A2`, /`range` is given more than once/],
    [`id=X&range=A1&limit=0`, /`limit`/],
    [`id=X&range=A1&limit=many`, /`limit` must be a number/],
    [`id=X&range=A1&spread=1`, /`spread` is not an argument/],
    [`id=X&Range=A1`, /did you mean `range`\? /],
    [`id=&range=A1`, /`spreadsheetId` must be a spreadsheet id/],
    [`range=A1`, /`spreadsheetId` is required/],
  ])('%s is refused by name', async (query, words) => {
    const refused = await request(query);
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { error: string }).error).toMatch(words);
  });
});

describe('what cells hold', () => {
  test('is cleaned of invisible characters, in every form', async () => {
    const range = "'Été ''26'!A1";
    expect((await cells({ id: book, range })).values).toEqual([['abc']]);
    expect((await tool({ spreadsheet_id: book, range })).values).toEqual([['abc']]);
    expect(await (await read({ id: book, range, format: 'csv' })).text()).toBe('abc\r\n');
    const refused = (await cells({ id: book, range: `${HIDDEN}!A1` })) as { error: string };
    expect(refused.error).toContain('abc');
  });

  test('of the first visible tab, an empty tab, a tab that looks like cells, a named range', async () => {
    expect(await cells({ id: book, range: 'a1' })).toMatchObject({ range: "'Été ''26'!A1", values: [['abc']] });
    expect(await cells({ id: book, range: 'Empty' })).toMatchObject({ range: 'Empty!A1:Z1000', values: [] });
    expect(await (await read({ id: book, range: 'Empty', format: 'csv' })).text()).toBe('');
    expect((await cells({ id: book, range: "'R1C1'!C1:A1" })).values).toEqual([['TRUE', '#DIV/0!', '12.5%']]);
    const raw = { valueRenderOption: 'UNFORMATTED_VALUE' };
    expect((await cells({ id: book, range: 'totals', ...raw })).values).toEqual([[true, '#DIV/0!', 0.125]]);
    expect((await cells({ id: book, range: "'R1C1'!R1C1:R1C2" })).range).toBe("'R1C1'!A1:B1");
  });

  test('a formula without a value is said', async () => {
    expect((await cells({ id: book, range: 'C1' })).notes).toEqual([expect.stringContaining('no value')]);
    expect((await tool({ spreadsheet_id: book, range: 'A1:C1' })).notes).toHaveLength(1);
    expect((await cells({ id: book, range: 'A1:B1' })).notes).toBeUndefined();
  });
});

describe('what there is', () => {
  const describeIt = async (id: string) =>
    (await service.call('workspace', 'describe_spreadsheet', { spreadsheet_id: id })).result;

  test('in a file: tabs, sizes, names, and formulas without values', async () => {
    const found = await describeIt(book);
    expect(found.spreadsheet).toEqual({ id: book, name: 'book' });
    expect(found.tabs[0]).toEqual({
      id: '0',
      name: 'Hidden',
      hidden: true,
      rows: 1000,
      columns: 26,
      data_rows: 1,
      data_columns: 1,
    });
    expect(found.named_ranges).toEqual([{ name: 'Totals', range: "'R1C1'!A1:C1" }]);
    expect(found.notes).toEqual([expect.stringContaining('no value')]);
  });

  test('on the platform: every range it names can be read', async () => {
    const found = await describeIt(`https://docs.google.com/spreadsheets/d/${PLAN}/edit`);
    expect(found.spreadsheet).toEqual({ id: PLAN, name: 'Acme media plan' });
    expect(found.tabs).toContainEqual({ id: '5001', name: 'Pacing', hidden: false });
    for (const { name, range } of found.named_ranges) {
      const byName = await tool({ spreadsheet_id: PLAN, range: name });
      expect(byName).toEqual(await tool({ spreadsheet_id: PLAN, range }));
    }
    expect((await describeIt('nobody')).error).toMatchObject({ code: 'not_found' });
  });

  test('imported files are listed page by page, and what is not listed is said', async () => {
    const list = async (args = {}) => (await service.call('workspace', 'list_spreadsheets', args)).result;
    const { spreadsheets, note } = await list();
    expect(spreadsheets).toContainEqual({ id: long, name: 'long', tabs: ['long'] });
    expect(note).toContain('drive.metadata.readonly');
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.next_cursor });
    expect([...first.spreadsheets, ...second.spreadsheets]).toEqual(spreadsheets.slice(0, 2));
    const workspaceId = await service.workspaceId('Acme Japan');
    expect((await list({ workspaceId })).spreadsheets).toEqual([]);
  });
});

describe('both ways in', () => {
  test('are open to a key for the channel office and to no other', async () => {
    const workspaceId = await service.workspaceId('Acme');
    const make = async (channels: string[]) =>
      (await service.home.keyRing.create({ workspaceId, name: channels.join(), actor: 'test', channels })).key;
    const status = async (key: string) => {
      const body = { jsonrpc: '2.0', id: '1', method: 'tools/call' };
      const params = { name: 'read_sheet', arguments: { spreadsheet_id: long, range: 'A1' } };
      const listed = await service.post('workspace', { jsonrpc: '2.0', id: '1', method: 'tools/list' }, { key });
      const { result } = (await listed.json()) as { result?: { tools: { name: string }[] } };
      return {
        rest: (await read({ id: long, range: 'A1' }, { key })).status,
        tool: (await service.post('workspace', { ...body, params }, { key })).status,
        listed: result?.tools.map(({ name }) => name).sort(),
      };
    };
    const sheets = ['describe_spreadsheet', 'list_spreadsheets', 'read_sheet'];
    expect(await status(await make(['office']))).toEqual({ rest: 200, tool: 200, listed: sheets });
    const own = await status(await make(['workspace']));
    expect(own).toMatchObject({ rest: 403, tool: 403 });
    expect(own.listed).toEqual(expect.arrayContaining(['apply_plan', 'report', 'stop_spending']));
    for (const name of sheets) expect(own.listed).not.toContain(name);
    expect(await status(await make(['search']))).toEqual({ rest: 403, tool: 403, listed: ['stop_spending'] });
  });

  test('are counted as the same tool', async () => {
    const count = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/adhelm_tool_calls_total\{channel="office",tool="read_sheet",result="ok"\} (\d+)/.exec(text)?.[1]);
    };
    const before = await count();
    await read({ id: long, range: 'A1' });
    await (await read({ id: long, range: 'A1', format: 'csv' })).text();
    await tool({ spreadsheet_id: long, range: 'A1' });
    expect(await count()).toBe(before + 3);
  });

  test('the description of the address names every parameter it takes', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, { get: { parameters: { name: string; required: boolean; schema: unknown }[] } }>;
    };
    const parameters = paths['/office/sheets/read']!.get.parameters;
    expect(parameters.map(({ name }) => name).sort()).toEqual(
      [
        'cursor',
        'dateTimeRenderOption',
        'format',
        'guardFormulas',
        'limit',
        'majorDimension',
        'range',
        'spreadsheetId',
        'valueRenderOption',
        'workspaceId',
      ].sort(),
    );
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(['spreadsheetId', 'range']);
  });
});
