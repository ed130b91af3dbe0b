import { expect, test } from 'vitest';
import type { Spreadsheets } from '../../sheets/spreadsheets.ts';
import { EventFile } from './event-file.ts';

interface Tab {
  name: string;
  hidden?: boolean;
  dataRows: number;
  dataColumns: number;
}

/** A file with these tabs, whose cells are named by their row. */
function file(...tabs: Tab[]) {
  const asked: string[] = [];
  const spreadsheets = {
    describe: async () => ({ tabs }),
    page: async ({ range }: { range: string }) => {
      asked.push(range);
      const [from = 0, to = 0] = (range.split('!').at(-1) ?? '').split(':').map(Number);
      return {
        values: Array.from({ length: to - from + 1 }, (_, at) => [from + at === 1 ? 'event_id' : `e${from + at}`]),
      };
    },
  } as unknown as Pick<Spreadsheets, 'describe' | 'page'>;
  return { of: new EventFile(spreadsheets, 'file_1'), asked };
}

test('a file without rows, or with more columns than any event has fields, is refused before it is read', async () => {
  const empty = { name: 'A', dataRows: 1, dataColumns: 3 };
  for (const [tab, words] of [
    [empty, 'no rows below a head'],
    [{ ...empty, dataRows: 0 }, 'no rows below a head'],
    [{ ...empty, hidden: true, dataRows: 9 }, 'no rows below a head'],
    [{ ...empty, dataRows: 9, dataColumns: 201 }, '201 columns; at most 200'],
  ] as const) {
    const { of, asked } = file(tab);
    await expect(of.describe({})).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining(words),
    });
    expect(asked).toEqual([]);
  }
});

test('rows are asked for some at a time, from the first tab that people see, and each once', async () => {
  const hidden = { name: 'Old', hidden: true, dataRows: 9, dataColumns: 1 };
  const { of, asked } = file(hidden, { name: "Jo's", dataRows: 250, dataColumns: 1 });
  const { mapping } = await of.describe({});
  asked.length = 0;
  const { rows, next } = await of.slice(mapping, { from: 2, count: 1_000 });
  expect([rows.length, rows[0]!.row, rows.at(-1)!.row, next]).toEqual([249, 2, 250, 251]);
  expect([...new Set(asked)]).toEqual(["'Jo''s'!2:101", "'Jo''s'!102:201", "'Jo''s'!202:250"]);
});

test('heads are cut, empty rows are passed over, and a page says how much it may hold', async () => {
  const asked: object[] = [];
  const values = [['x'.repeat(101)], ['e2'], [' '], ['e4']];
  const spreadsheets = {
    describe: async () => ({ tabs: [{ name: 'A', dataRows: 4, dataColumns: 1 }] }),
    page: async (request: { range: string; render: string }) => {
      asked.push(request);
      const [from = 0, to = 0] = (request.range.split('!').at(-1) ?? '').split(':').map(Number);
      // As it is shown, the file may end a row earlier than as it is held.
      return { values: values.slice(from - 1, request.render === 'FORMULA' ? to : Math.min(to, 3)) };
    },
  } as unknown as Pick<Spreadsheets, 'describe' | 'page'>;
  const of = new EventFile(spreadsheets, 'file_1');
  const { heads, mapping } = await of.describe({});
  expect(heads).toEqual(['x'.repeat(100)]);
  const { rows, next } = await of.slice(mapping, { from: 2, count: 2 });
  expect([rows.map(({ row }) => row), next]).toEqual([[2], 4]);
  expect(await of.slice(mapping, { from: 4, count: 9 })).toEqual({ rows: [], next: 5 });
  expect(asked.every((one) => (one as { bytesMax: number }).bytesMax === 4_000_000)).toBe(true);
});
