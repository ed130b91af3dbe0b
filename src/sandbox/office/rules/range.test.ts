import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../../../test/seed.ts';
import { StatusError } from '../../google/status.ts';
import { officeForTests } from '../calls.testing.ts';
import { RANGE_EXAMPLES_ID, rangeExamples } from '../seed/workbooks.ts';
import type { Tab, Workbook } from '../state/workbook.ts';
import { printRange, resolveRange } from './range.ts';

const office = officeForTests();
const read = (range: string, options = {}) => office.read(RANGE_EXAMPLES_ID, range, options);

describe('every form of a range', () => {
  const BLOCK = [['a', 'b'], ['1']];

  test.each([
    ['Sheet1!A1:B2', 'Sheet1!A1:B2', BLOCK],
    ['Sheet1', 'Sheet1!A1:Z1000', [['a', 'b'], ['1'], [], ['x']]],
    ["'Sheet1'", 'Sheet1!A1:Z1000', [['a', 'b'], ['1'], [], ['x']]],
    ['Sheet1!A:A', 'Sheet1!A1:A1000', [['a'], ['1'], [], ['x']]],
    ['Sheet1!A2:B', 'Sheet1!A2:B1000', [['1'], [], ['x']]],
    ['Sheet1!1:1', 'Sheet1!A1:Z1', [['a', 'b']]],
    ['Sheet1!2:1', 'Sheet1!A1:Z2', BLOCK],
    ['Sheet1!B1:1', 'Sheet1!B1:Z1', [['b']]],
    ['Sheet1!B2:B9', 'Sheet1!B2:B9', undefined],
    ['A1:B1', 'Sheet1!A1:B1', [['a', 'b']]],
    ['A1', 'Sheet1!A1', [['a']]],
    ['A1:A1', 'Sheet1!A1', [['a']]],
    ['Budget', 'Sheet1!A1:B2', BLOCK],
    ['budget', 'Sheet1!A1:B2', BLOCK],
    ["'My Sheet'!A1", "'My Sheet'!A1", [['m']]],
    ['My Sheet!A1', "'My Sheet'!A1", [['m']]],
    ["'CO2'", "'CO2'!A1:Z1000", [['c']]],
    ["'Jon''s'!A1:C10", "'Jon''s'!A1:C10", undefined],
    ["'Jon's'!A1", "'Jon''s'!A1", undefined],
    ['sheet1!a1:b1', 'Sheet1!A1:B1', [['a', 'b']]],
    ['Sheet1!$A$1:$B2', 'Sheet1!A1:B2', BLOCK],
    ['Sheet1!B2:A1', 'Sheet1!A1:B2', BLOCK],
    ['Sheet1!A2:B1', 'Sheet1!A1:B2', BLOCK],
    ['Sheet1!R1C1:R2C2', 'Sheet1!A1:B2', BLOCK],
    ['Sheet1!R[1]C[0]', 'Sheet1!A2', [['1']]],
    ['Sheet1!A1:ZZ', 'Sheet1!A1:Z1000', [['a', 'b'], ['1'], [], ['x']]],
    ['Sheet1!A1:AA5000', 'Sheet1!A1:Z1000', [['a', 'b'], ['1'], [], ['x']]],
  ])('%s is %s', async (asked, range, values) => {
    const answer = await read(asked);
    expect(answer.range).toBe(range);
    expect(answer.values).toEqual(values);
    expect(Object.hasOwn(answer, 'values')).toBe(values !== undefined);
  });

  test.each([
    ['CO2', 'Range (Sheet1!CO2) exceeds grid limits. Max rows: 1000, max columns: 26'],
    ['Sheet1!AA1', 'Range (Sheet1!AA1) exceeds grid limits. Max rows: 1000, max columns: 26'],
    ['Sheet1!A1001:B1002', 'Range (Sheet1!A1001:B1002) exceeds grid limits. Max rows: 1000, max columns: 26'],
    ["'Jon''s'!D1", "Range ('Jon''s'!D1) exceeds grid limits. Max rows: 10, max columns: 3"],
    ['Nope!A1', 'Unable to parse range: Nope!A1'],
    ['Nope', 'Unable to parse range: Nope'],
    ["'A1'", "Unable to parse range: 'A1'"],
    ['my sheet!A1', 'Unable to parse range: my sheet!A1'],
    ['Sheet1!', 'Unable to parse range: Sheet1!'],
    ['Sheet1!A1:', 'Unable to parse range: Sheet1!A1:'],
    ['Sheet1!A', 'Unable to parse range: Sheet1!A'],
    ['Sheet1!A0', 'Unable to parse range: Sheet1!A0'],
    ['Sheet1!A:2', 'Unable to parse range: Sheet1!A:2'],
    ['Sheet1!A1:R2C2', 'Unable to parse range: Sheet1!A1:R2C2'],
    ['Sheet1!R[-1]C[0]', 'Unable to parse range: Sheet1!R[-1]C[0]'],
    ['Sheet1!A1:[5', 'Unable to parse range: Sheet1!A1:[5'],
    ['Sheet1!A1:B2,D1:E2', 'Unable to parse range: Sheet1!A1:B2,D1:E2'],
    ["'Jon", "Unable to parse range: 'Jon"],
  ])('%s is refused: %s', async (asked, message) => {
    await expect(read(asked)).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { code: 400, status: 'INVALID_ARGUMENT', message } } },
    });
  });

  test('columns are trimmed each for itself', async () => {
    const answer = await read('Sheet1!A1:B2', { majorDimension: 'COLUMNS' });
    expect(answer).toEqual({ range: 'Sheet1!A1:B2', majorDimension: 'COLUMNS', values: [['a', '1'], ['b']] });
  });

  test('come back from a batch in the order asked for, twice if asked twice', async () => {
    const api = office.open(office.person('Acme')).spreadsheets.values;
    const { data } = await api.batchGet({
      spreadsheetId: RANGE_EXAMPLES_ID,
      ranges: ['Sheet1!B1', "'My Sheet'!A1", 'Sheet1!B1'],
    });
    expect(data.spreadsheetId).toBe(RANGE_EXAMPLES_ID);
    expect(data.valueRanges?.map((each) => each.range)).toEqual(['Sheet1!B1', "'My Sheet'!A1", 'Sheet1!B1']);
  });

  test('fail together when one of a batch is wrong', async () => {
    const api = office.open(office.person('Acme')).spreadsheets.values;
    const batch = api.batchGet({ spreadsheetId: RANGE_EXAMPLES_ID, ranges: ['Sheet1!A1', 'Nope!A1'] });
    await expect(batch).rejects.toMatchObject({ status: 400, message: 'Unable to parse range: Nope!A1' });
  });
});

test('no text at all brings anything but cells or a refusal in the platform’s words', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-CRZ'!:$[\]\-, 0-9]{0,24}$/));
  fc.assert(
    fc.property(texts, (text) => {
      try {
        const { tab, area } = resolveRange(rangeExamples([]), text);
        expect(area.row0).toBeLessThan(area.row1);
        expect(area.column0).toBeLessThan(area.column1);
        expect(area.row1).toBeLessThanOrEqual(tab.rowCount);
        expect(area.column1).toBeLessThanOrEqual(tab.columnCount);
      } catch (error) {
        expect(error).toBeInstanceOf(StatusError);
      }
    }),
    { numRuns: times(5_000) },
  );
});

test('what is echoed means the same cells again, whatever the tab is called', () => {
  const titles = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[ABCR'!:$ 12]{1,6}$/),
  );
  const wellFormed = titles.filter((title) => !title.startsWith("'") && !title.endsWith("'"));
  const index = fc.nat(99);
  fc.assert(
    fc.property(wellFormed, index, index, index, index, (title, row0, rows, column0, columns) => {
      const tab: Tab = { sheetId: 7, title, rowCount: 100, columnCount: 100, rows: [] };
      const workbook: Workbook = {
        id: 'x',
        title: 'x',
        locale: 'en_US',
        timeZone: 'Etc/GMT',
        sharedWith: [],
        tabs: [tab],
        namedRanges: [],
      };
      const area = {
        row0,
        row1: Math.min(100, row0 + 1 + rows),
        column0,
        column1: Math.min(100, column0 + 1 + columns),
      };
      expect(resolveRange(workbook, printRange({ tab, area }))).toEqual({ tab, area });
    }),
    { numRuns: times(2_000) },
  );
});
