import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed, times } from '../../test/seed.ts';
import { type Area, columnIndex, columnLetters, parseRange, printRange, type Range } from './a1.ts';
import { type Grid, printResolved, resolveRange } from './a1-resolve.ts';

/** A workbook with tabs, named ranges and titles that look like cells. */
const GRID: Grid = {
  sheets: [
    { name: 'Secret', rows: 5, columns: 5, hidden: true },
    { name: 'Sheet1', rows: 1000, columns: 26, hidden: false },
    { name: 'My Sheet', rows: 100, columns: 5, hidden: false },
    { name: 'CO2', rows: 1000, columns: 26, hidden: false },
    { name: "Jon's", rows: 10, columns: 3, hidden: false },
    { name: 'Wow! A1', rows: 10, columns: 3, hidden: false },
    { name: 'Dépenses 💶', rows: 10, columns: 3, hidden: false },
    { name: 'Été', rows: 10, columns: 3, hidden: false },
    { name: 'Both', rows: 10, columns: 3, hidden: false },
    { name: '2026', rows: 10, columns: 3, hidden: false },
  ].map((sheet, id) => ({ ...sheet, id })),
  namedRanges: [
    { name: 'Budget', sheet: 'Sheet1', area: { startRow: 0, endRow: 2, startColumn: 0, endColumn: 2 } },
    { name: 'Both', sheet: 'Sheet1', area: { startRow: 4, endRow: 5, startColumn: 0, endColumn: 1 } },
    { name: 'XYZ2', sheet: 'Sheet1', area: { startRow: 6, endRow: 7, startColumn: 0, endColumn: 1 } },
    { name: 'Open', sheet: 'Sheet1', area: { startRow: 1, endRow: null, startColumn: 0, endColumn: null } },
  ],
};

const resolved = (text: string) => printResolved(resolveRange(parseRange(text), GRID));

describe('a range means the cells the platform would read', () => {
  test.each([
    ['Sheet1!A1:B2', 'Sheet1!A1:B2'],
    ['Sheet1', 'Sheet1!A1:Z1000'],
    ["'Sheet1'", 'Sheet1!A1:Z1000'],
    ['Sheet1!A:A', 'Sheet1!A1:A1000'],
    ['Sheet1!A2:B', 'Sheet1!A2:B1000'],
    ['Sheet1!B2:A', 'Sheet1!A2:B1000'],
    ['Sheet1!A:B2', 'Sheet1!A2:B1000'],
    ['Sheet1!1:1', 'Sheet1!A1:Z1'],
    ['Sheet1!5:2', 'Sheet1!A2:Z5'],
    ['Sheet1!B5:5', 'Sheet1!B5:Z5'],
    ['Sheet1!B2:9', 'Sheet1!B2:Z9'],
    ['A1:B1', 'Sheet1!A1:B1'],
    ['A1', 'Sheet1!A1'],
    ['A1:A1', 'Sheet1!A1'],
    ['Budget', 'Sheet1!A1:B2'],
    ['bUDGET', 'Sheet1!A1:B2'],
    ['Open', 'Sheet1!A2:Z1000'],
    ['XYZ2', 'Sheet1!A7'],
    ["'My Sheet'!A1", "'My Sheet'!A1"],
    ['My Sheet!A1', "'My Sheet'!A1"],
    ['My Sheet', "'My Sheet'!A1:E100"],
    ["'CO2'", "'CO2'!A1:Z1000"],
    ['CO2!B2', "'CO2'!B2"],
    ["'Jon''s'!A1:C10", "'Jon''s'!A1:C10"],
    ["'Jon's'!A1:C10", "'Jon''s'!A1:C10"],
    ["Jon's!A1", "'Jon''s'!A1"],
    ["'Wow! A1'!B2", "'Wow! A1'!B2"],
    ['Wow! A1!B2', "'Wow! A1'!B2"],
    ["'Wow! A1'", "'Wow! A1'!A1:C10"],
    ["'dépenses 💶'!a1", "'Dépenses 💶'!A1"],
    ['été!A1', 'Été!A1'],
    ['E\u0301te\u0301!A1', 'Été!A1'],
    ['Both', 'Sheet1!A5'],
    ["'Both'", 'Both!A1:C10'],
    ['2026', "'2026'!A1:C10"],
    ['2026!A1', "'2026'!A1"],
    ['sheet1!a1:b1', 'Sheet1!A1:B1'],
    ['Sheet1!$A$1:b$2', 'Sheet1!A1:B2'],
    ['Sheet1!$A:$C', 'Sheet1!A1:C1000'],
    ['Sheet1!$2:$3', 'Sheet1!A2:Z3'],
    ['Sheet1!B2:A1', 'Sheet1!A1:B2'],
    ['Sheet1!B1:A2', 'Sheet1!A1:B2'],
    ['Sheet1!R1C1:R2C2', 'Sheet1!A1:B2'],
    ['Sheet1!r2c3', 'Sheet1!C2'],
    ['Sheet1!R[1]C[2]', 'Sheet1!C2'],
    ['Sheet1!A1:ZZ', 'Sheet1!A1:Z1000'],
    ['Sheet1!Y999:ZZZ5000', 'Sheet1!Y999:Z1000'],
    ['Secret!A1', 'Secret!A1'],
    ['  Sheet1!A1 ', 'Sheet1!A1'],
  ])('%s is %s', (text, expected) => {
    expect(resolved(text)).toBe(expected);
  });
});

test.each(['Sheet1!2:3', 'Sheet1!B2:3', 'Sheet1!B:C', 'Sheet1!B2:C', 'Sheet1!B2:C3', 'Sheet1!B2'])(
  '%s is written with no more than it needs',
  (text) => {
    expect(printRange(parseRange(text))).toBe(text);
  },
);

describe('a wrong range says which part is wrong', () => {
  test.each([
    ['CO2', 'column CO'],
    ['Sheet1!AA1', 'column AA'],
    ['Sheet1!A1001:B1002', 'row 1001'],
    ['Nope!A1', 'tab that does not exist: Nope'],
    ["'No one'!A1", "tab that does not exist: 'No one'"],
    ['Nope', '"Nope" is neither a named range, nor cells, nor a tab. The tabs are Secret, Sheet1, \'My Sheet\''],
    ['Nope!Foo', '"Nope!Foo" is neither'],
    ['Sheet1!A1:[5', '"A1:[5" of the tab Sheet1'],
    ['Sheet1!A1:B2,D1:E2', 'several rectangles'],
    ['A1:B2, D1:E2', 'holds several rectangles: "A1:B2, D1:E2". Ask for one at a time.'],
    ["'Sheet1'!A1:B2,D1:E2", 'several rectangles'],
    ['Sheet1!A1:B2:C3', '"A1:B2:C3" of the tab Sheet1'],
    ['Sheet1!A:5', '"A:5" of the tab Sheet1'],
    ['Sheet1!A', '"A" of the tab Sheet1'],
    ['Sheet1!A0', '"A0" of the tab Sheet1'],
    ['Sheet1!R0C1', '"R0C1" of the tab Sheet1'],
    ['Sheet1!R[-1]C[0]', '"R[-1]C[0]" of the tab Sheet1'],
    ['Sheet1!AAAA1', '"AAAA1" of the tab Sheet1'],
    ['Sheet1!:', '":" of the tab Sheet1'],
    ['Sheet1!', 'nothing after "Sheet1!"'],
    ["'Sheet1'!", 'nothing after "Sheet1!"'],
    ['!A1', 'no tab title before the "!"'],
    ["''!A1", 'empty tab title'],
    ["'Sheet1!A1", 'never closed'],
    ["'", 'never closed'],
    ['  ', 'is empty'],
  ])('%s: %s', (text, part) => {
    expect(() => resolved(text)).toThrowError(expect.objectContaining({ code: 'invalid_arguments' }));
    expect(() => resolved(text)).toThrowError(part);
  });

  test('cells without a tab are those of the tab an address points at, if there is such a tab', () => {
    expect(printResolved(resolveRange(parseRange('B2'), GRID, 2))).toBe("'My Sheet'!B2");
    expect(() => resolveRange(parseRange('B2'), GRID, 99)).toThrowError('a tab that does not exist: gid=99');
  });

  test('a spreadsheet without tabs has no first tab', () => {
    expect(() => resolveRange(parseRange('A1'), { sheets: [], namedRanges: [] })).toThrowError('no tab');
  });
});

const CASES = { numRuns: times(100_000), seed };

const titles = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom("'", '!', ' ', ':', '$', 'A', '1', 'R', 'C', '[', ']', ',', 'é'),
    minLength: 1,
    maxLength: 8,
  }),
  fc.constantFrom('Sheet1', 'CO2', 'R1C1', "Jon's", 'A', '5', 'A1:B2'),
);
const rows = fc.oneof(fc.nat(20), fc.nat(999_999));
const columns = fc.oneof(fc.nat(30), fc.nat(18_277));
const spans = (starts: fc.Arbitrary<number>) =>
  fc.tuple(starts, starts).map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);
const areas: fc.Arbitrary<Area> = fc
  .tuple(spans(rows), spans(columns), fc.constantFrom('rectangle', 'open rows', 'open columns'))
  .map(([[startRow, endRow], [startColumn, endColumn], form]) => ({
    startRow,
    endRow: form === 'open rows' ? null : endRow,
    startColumn,
    endColumn: form === 'open columns' ? null : endColumn,
  }));
const ranges: fc.Arbitrary<Range> = fc.oneof(
  fc.record({ kind: fc.constant('area' as const), sheet: fc.option(titles), area: areas }),
  fc.record({ kind: fc.constant('sheet' as const), sheet: titles }),
);
/** Mostly near misses of A1 notation, as people and models type them. */
const texts = fc.oneof(
  ranges.map(printRange),
  fc.string({ unit: fc.constantFrom(..."'!:$ab1R2C[]-, é"), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

function parsedOrNull(text: string): Range | null {
  try {
    return parseRange(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_arguments' });
    return null;
  }
}

describe('for every range', () => {
  test('parsing what is printed gives the same range', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        expect(parseRange(printRange(range))).toEqual(range);
      }),
      CASES,
    );
  }, 120_000);

  test('normalising is idempotent, and any other text is refused as a wrong range', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const range = parsedOrNull(text);
        if (!range) return;
        const normal = printRange(range);
        expect(parseRange(normal)).toEqual(range);
        expect(printRange(parseRange(normal))).toBe(normal);
      }),
      CASES,
    );
  }, 120_000);

  test('what is echoed after resolving resolves to the same cells', () => {
    fc.assert(
      fc.property(titles, spans(rows), spans(columns), areas, (title, [, height], [, width], area) => {
        const grid: Grid = {
          sheets: [{ id: 0, name: title, rows: height, columns: width, hidden: false }],
          namedRanges: [],
        };
        if (area.startRow >= height || area.startColumn >= width) {
          expect(() => resolveRange({ kind: 'area', sheet: title, area }, grid)).toThrowError('exceeds the grid');
          return;
        }
        const first = resolveRange({ kind: 'area', sheet: title, area }, grid);
        expect(resolveRange(parseRange(printResolved(first)), grid)).toEqual(first);
      }),
      CASES,
    );
  }, 120_000);

  test('column letters and numbers are each other’s inverse', () => {
    for (let index = 0; index < 18_278; index++) expect(columnIndex(columnLetters(index))).toBe(index);
    expect([columnLetters(0), columnLetters(25), columnLetters(26), columnLetters(18_277)]).toEqual([
      'A',
      'Z',
      'AA',
      'ZZZ',
    ]);
  });
});
