import { expect, test } from 'vitest';
import { failureOf } from '../../errors.testing.ts';
import { Failure } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { officeOf } from './office.testing.ts';
import { readSheet } from './read-cells.ts';

function reading(office: Partial<ReturnType<typeof officeOf>>, range = 'Plan') {
  const { tools = [], runTool } = office;
  const job = { pipeline: { tools, runTool }, call: {}, workspace: { id: 'w' } } as unknown as JobPlace;
  return readSheet(job, { spreadsheet_id: 's', range }, AbortSignal.timeout(9_000));
}

test('a sheet is read page by page, with the empty rows between its pages, in each of the two ways', async () => {
  const office = officeOf([
    {
      range: 'Plan!B3:C4',
      values: [
        ['Campaign', null],
        ['North', 5],
      ],
    },
    { range: 'Plan!B6:C6', values: [['South']] },
  ]);
  expect(await reading(office, ' Plan!B3:C9 ')).toEqual({
    ...{ spreadsheetId: 's', name: 'Q4', range: 'Plan!B3:C9', lastRow: 9 },
    cells: {
      ...{ tab: 'Plan', firstRow: 2, firstColumn: 1 },
      shown: [['Campaign', ''], ['North', '5'], [], ['South']],
      values: [['Campaign', null], ['North', 5], [], ['South']],
    },
  });
  expect(office.asked.map(({ tool, value_render_option: way, cursor }) => [tool, way, cursor])).toEqual([
    ['read_sheet', 'FORMATTED_VALUE', undefined],
    ['read_sheet', 'FORMATTED_VALUE', '1'],
    ['read_sheet', 'UNFORMATTED_VALUE', undefined],
    ['read_sheet', 'UNFORMATTED_VALUE', '1'],
    ['describe_spreadsheet', undefined, undefined],
  ]);
});

test('a range that comes back as the name of its tab begins at the first cell', async () => {
  for (const [range, tab] of [
    ['Plan', 'Plan'],
    ["'Q4 plan'", 'Q4 plan'],
  ] as const)
    expect((await reading(officeOf([{ range, values: [] }]))).cells).toMatchObject({
      tab,
      firstRow: 0,
      firstColumn: 0,
    });
});

const rows = (count: number) => ({ values: new Array(count).fill(['x']) });
const page = (first: number, count: number) => ({ range: `Plan!A${first}:A${first + count - 1}`, ...rows(count) });
const pages = [0, 1, 2, 3, 4].map((at) => page(at * 1_000 + 1, 1_000));

test('of a sheet with more than 5,000 rows nothing is read after the row too many', async () => {
  expect((await reading(officeOf(pages))).cells.shown).toHaveLength(5_000);
  const office = officeOf([...pages, page(5_001, 1), page(5_002, 1)]);
  expect((await failureOf(reading(office))).details).toMatchObject({
    code: 'invalid_arguments',
    message: expect.stringContaining('has more than 5,000 rows'),
    nextStep: expect.stringContaining('Name fewer rows'),
  });
  expect(office.asked).toHaveLength(6);
});

test('a sheet with more than eight million characters is refused', async () => {
  const long = (characters: number) => officeOf([{ values: [['x'.repeat(characters)]] }]);
  expect((await reading(long(7_999_000))).cells.shown[0]).toHaveLength(1);
  expect((await failureOf(reading(long(8_000_000)))).details).toMatchObject({
    code: 'invalid_arguments',
    message: expect.stringContaining('more text than a media plan may have'),
  });
});

test('without a channel for spreadsheets, and where it refuses, that is the answer', async () => {
  expect((await failureOf(reading({}))).details).toMatchObject({
    code: 'unsupported',
    message: 'This service has no channel for spreadsheets.',
  });
  const refusal = new Failure({ code: 'not_found', message: 'No such tab.', nextStep: 'Name another.' });
  expect((await failureOf(reading(officeOf([{ values: [] }], refusal)))).details).toMatchObject({
    ...{ code: 'not_found', message: 'No such tab.', nextStep: 'Name another.' },
  });
});
