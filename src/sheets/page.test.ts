import { expect, test } from 'vitest';
import { Turns } from '../event-loop/turns.ts';
import { pageOf } from './page.ts';
import { type Row, rowsInMemory, transposed } from './row-source.ts';

const CELLS = { sheet: 'My tab', startRow: 4, endRow: 1000, startColumn: 0, endColumn: 3 };

function page(rows: readonly Row[], bounds: { limit?: number; bytesMax?: number; major?: 'ROWS' | 'COLUMNS' } = {}) {
  return pageOf(rowsInMemory(CELLS, rows), { bytesMax: 1_000_000, major: 'ROWS', ...bounds }, new Turns());
}

test('everything that fits is one page', async () => {
  expect(await page([['a'], [], ['b', 'c']], { limit: 3 })).toEqual({
    range: "'My tab'!A5:C1000",
    values: [['a'], [], ['b', 'c']],
    rows: 3,
    cutBySize: false,
    notes: [],
  });
});

test('what is left is a range of its own, and all pages together are the whole', async () => {
  const first = await page([['a'], [], ['b', 'c']], { limit: 2 });
  expect(first).toMatchObject({ values: [['a'], []], rest: "'My tab'!A7:C1000", cutBySize: false });
});

test('rows that do not fit by their size wait for the next page, which says so', async () => {
  const rows = Array.from({ length: 10 }, () => ['x'.repeat(100)]);
  const found = await page(rows, { bytesMax: 350 });
  expect(found).toMatchObject({ rows: 3, cutBySize: true, rest: "'My tab'!A8:C1000" });
});

test('a page that is full reads no further', async () => {
  const source = {
    ...rowsInMemory(CELLS, []),
    *batches() {
      yield [['a'], ['b']];
      expect.fail('the rows behind the page were read');
    },
  };
  const found = await pageOf(source, { bytesMax: 1_000_000, major: 'ROWS', limit: 1 }, new Turns());
  expect(found).toMatchObject({ values: [['a']], rest: "'My tab'!A6:C1000" });
});

test('a column ends with its last value, and keeps the gaps before it', () => {
  const rows = [
    ['a', '', 'c'],
    ['', '', 'd'],
    ['', 'b', ''],
  ];
  expect(transposed(rows)).toEqual([['a'], ['', '', 'b'], ['c', 'd']]);
});

test('by columns a page is still made of rows, and never empty while there are any', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => [`value ${at}`]);
  const found = await page(rows, { major: 'COLUMNS', bytesMax: 100_000 });
  expect(found.values).toHaveLength(1);
  expect(found.values[0]?.length).toBe(found.rows);
  expect(found.rows).toBeGreaterThan(1000);
  expect(JSON.stringify(found.values).length).toBeLessThanOrEqual(100_000);
});

test('a long row below short ones does not fill the reply with gaps', async () => {
  const rows = [...Array.from({ length: 999 }, () => ['x']), Array(18_000).fill('y')];
  const found = await page(rows, { major: 'COLUMNS', bytesMax: 1_000_000 });
  expect(found.rows).toBe(999);
  expect(JSON.stringify(found.values).length).toBeLessThan(1_000_000);
});

test('a row larger than any reply is an error, not an empty answer', async () => {
  await expect(page([['x'.repeat(2_000_000)]])).rejects.toThrow('a row (5) that alone is larger');
});
