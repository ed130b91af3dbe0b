import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { storedSheets } from '../store/stored-sheets.ts';
import { spreadsheetsIn } from './file-spreadsheets.ts';
import { sharedSpreadsheets } from './shared-spreadsheets.ts';
import type { Spreadsheets } from './spreadsheets.ts';

const folder = mkdtempSync(join(tmpdir(), 'adhelm-shared-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ID = 'file_aaaaaaaaaaaaaaaa';
const OTHER = 'file_Baaaaaaaaaaaaaaa';
let store: TemporaryStore;
let workspaceId: string;
let here: Spreadsheets;
let there: Spreadsheets;
let count = 0;

beforeEach(async () => {
  store = await temporaryStore();
  ({ workspaceId } = await seedWorkspace(store));
  // Two machines: one archive, a folder each.
  count++;
  here = sharedSpreadsheets(join(folder, `here-${count}`), storedSheets(store, workspaceId));
  there = sharedSpreadsheets(join(folder, `there-${count}`), storedSheets(store, workspaceId));
});
afterEach(() => store.discard());

function file(rows: number, word = 'row'): string {
  const path = join(folder, `plan-${rows}.csv`);
  writeFileSync(path, Array.from({ length: rows }, (_, row) => `${word} ${row},${row}`).join('\n'));
  return path;
}

const read = (range: string) =>
  ({
    spreadsheetId: ID,
    range,
    render: 'FORMATTED_VALUE',
    dates: 'SERIAL_NUMBER',
    major: 'ROWS',
    bytesMax: 100_000,
  }) as const;

it('what one process imports, another reads: the same pages and the same text as from a file', async () => {
  const source = file(40_000);
  const own = spreadsheetsIn(join(folder, `own-${count}`));
  expect(await here.import(source, { id: ID, name: 'Plan' })).toEqual(
    await own.import(source, { id: ID, name: 'Plan' }),
  );
  for (const range of ['Plan!A1:B3', 'Plan!A39990:B', 'Plan!B:B', 'A20000:A20010']) {
    expect(await there.page(read(range))).toEqual(await own.page(read(range)));
  }
  const text = async (from: Spreadsheets) => {
    let all = '';
    for await (const piece of await from.csv({ ...read('Plan!A:B'), guardFormulas: false })) all += piece;
    return all;
  };
  expect(await text(there)).toBe(await text(own));
  expect(await there.describe(ID)).toEqual(await own.describe(ID));
});

it('a replaced one is read again everywhere, a removed one nowhere, and no copies are left of either', async () => {
  await here.import(file(3, 'old'), { id: ID, name: 'Plan' });
  expect((await there.page(read('A1'))).values).toEqual([['old 0']]);
  await here.import(file(3, 'new'), { id: ID, name: 'Plan' });
  expect((await there.page(read('A1'))).values).toEqual([['new 0']]);
  expect((await here.page(read('A1'))).values).toEqual([['new 0']]);
  for (const machine of ['here', 'there']) expect(readdirSync(join(folder, `${machine}-${count}`))).toHaveLength(1);
  expect(await there.remove(ID)).toBe(true);
  expect(await here.remove(ID)).toBe(false);
  await expect(here.page(read('A1'))).rejects.toMatchObject({ code: 'not_found' });
  for (const machine of ['here', 'there']) expect(readdirSync(join(folder, `${machine}-${count}`))).toEqual([]);
  expect(await store.db.selectFrom('spreadsheet_pieces').select('piece').execute()).toEqual([]);
});

it('a copy that came in part, because the spreadsheet was replaced meanwhile, is not read', async () => {
  await here.import(file(3), { id: ID, name: 'Plan' });
  const archive = storedSheets(store, workspaceId);
  let tries = 0;
  const pieces: typeof archive.pieces = async function* (sheet) {
    if (++tries > 1) yield* archive.pieces(sheet);
    else for await (const piece of archive.pieces(sheet)) yield piece.subarray(0, piece.length / 2);
  };
  const slow = sharedSpreadsheets(join(folder, `slow-${count}`), { ...archive, pieces });
  expect((await slow.page(read('A1'))).values).toEqual([['row 0']]);
  expect(tries).toBe(2);
});

/** An archive whose pieces come when they are let through. `asked` resolves when the first is asked for. */
function heldBack() {
  const [asked, letThrough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const archive = storedSheets(store, workspaceId);
  const counts = { fetched: 0 };
  const pieces: typeof archive.pieces = async function* (sheet) {
    counts.fetched++;
    asked.resolve();
    await letThrough.promise;
    yield* archive.pieces(sheet);
  };
  return { asked: asked.promise, letThrough: letThrough.resolve, counts, archive: { ...archive, pieces } };
}

it('reads at once of a spreadsheet without a copy wait for the same copy', async () => {
  await here.import(file(3), { id: ID, name: 'Plan' });
  const { asked, letThrough, counts, archive } = heldBack();
  // Each call has an object of its own, as in the service.
  const reads = [1, 2, 3].map(() => sharedSpreadsheets(join(folder, `slow-${count}`), archive).page(read('A1')));
  await asked;
  letThrough();
  for (const { values } of await Promise.all(reads)) expect(values).toEqual([['row 0']]);
  expect(counts.fetched).toBe(1);
});

it('an import leaves alone the copy that a reader of the new version is making', async () => {
  await here.import(file(3, 'old'), { id: ID, name: 'Plan' });
  const { asked, letThrough, archive } = heldBack();
  const at = join(folder, `busy-${count}`);
  let reading: ReturnType<Spreadsheets['page']> | undefined;
  const put: typeof archive.put = async (...given) => {
    const made = await archive.put(...given);
    reading = sharedSpreadsheets(at, archive).page(read('A1'));
    await asked;
    return made;
  };
  await sharedSpreadsheets(at, { ...archive, put }).import(file(3, 'new'), { id: ID, name: 'Plan' });
  letThrough();
  expect((await reading!).values).toEqual([['new 0']]);
  expect((await sharedSpreadsheets(at, archive).page(read('A1'))).values).toEqual([['new 0']]);
  expect(readdirSync(at)).toHaveLength(1);
});

it('a spreadsheet that is removed while its copy is made is not found, which is no fault', async () => {
  await here.import(file(3), { id: ID, name: 'Plan' });
  const { asked, letThrough, archive } = heldBack();
  const slow = sharedSpreadsheets(join(folder, `slow-${count}`), archive);
  const reading = slow.page(read('A1')).catch((error: unknown) => error);
  await asked;
  await slow.remove(ID);
  letThrough();
  expect(await reading).toMatchObject({ code: 'not_found' });
});

it('lists in the order of ids, and keeps nothing of a file that is refused or of an id that is none', async () => {
  await here.import(file(3), { id: ID, name: 'One' });
  await here.import(file(3), { id: OTHER, name: 'Two' });
  expect((await there.list({ limit: 10 })).map(({ id }) => id)).toEqual([OTHER, ID]);
  expect((await there.list({ limit: 10, after: OTHER })).map(({ id }) => id)).toEqual([ID]);
  const wrong = join(folder, 'wrong.xlsx');
  writeFileSync(wrong, 'PK\u0003\u0004 no workbook');
  await expect(here.import(wrong, { id: 'file_cccccccccccccccc' })).rejects.toThrow();
  expect(await there.list({ limit: 10 })).toHaveLength(2);
  await expect(here.describe('../../etc')).rejects.toMatchObject({ code: 'not_found' });
  expect(readdirSync(join(folder, `here-${count}`)).filter((name) => name.startsWith('importing'))).toEqual([]);
});

it('an archive keeps no piece of what broke off, nor of what was replaced, and removes its own workspace’s alone', async () => {
  const archive = storedSheets(store, workspaceId);
  const description = { id: ID, name: 'Plan', tabs: [], namedRanges: [], notes: [] };
  const pieces = (...texts: string[]) =>
    (async function* () {
      for (const text of texts) {
        if (text === 'broken') throw new Error('It broke off.');
        yield Buffer.from(text);
      }
    })();
  const kept = async () =>
    (await store.db.selectFrom('spreadsheet_pieces').select('data').execute()).map(({ data }) =>
      Buffer.from(data).toString(),
    );
  await expect(archive.put(description, pieces('one', 'broken'))).rejects.toThrow('It broke off.');
  expect(await kept()).toEqual([]);
  const old = await archive.put(description, pieces('old'));
  await archive.put(description, pieces('new'));
  expect(await kept()).toEqual(['new']);
  // A reader of the old one gets fewer bytes than it had, and none of the new.
  for await (const piece of archive.pieces(old)) expect(piece).toBeUndefined();
  const { workspaceId: other } = await seedWorkspace(store, 'Other');
  expect(await storedSheets(store, other).remove(ID)).toBe(false);
  expect(await archive.find(ID)).toMatchObject({ description });
  expect(await kept()).toEqual(['new']);
});

it('another workspace finds, lists and reads nothing of it, whatever it knows', async () => {
  await here.import(file(3), { id: ID, name: 'Plan' });
  const { workspaceId: other } = await seedWorkspace(store, 'Other');
  const foreign = storedSheets(store, other);
  expect(await foreign.find(ID)).toBeUndefined();
  expect(await foreign.list({ limit: 10 })).toEqual([]);
  const sheet = (await storedSheets(store, workspaceId).find(ID))!;
  const pieces: unknown[] = [];
  for await (const piece of foreign.pieces(sheet)) pieces.push(piece);
  expect(pieces).toEqual([]);
});
