import { expect, test } from 'vitest';
import { csvText } from './save-csv.ts';

test('a file that a spreadsheet opens without running anything', () => {
  expect(csvText([{ name: '=HYPERLINK("x")', wide: '\uFF1D1+1', cost: -3.5, note: 'a, "b"', none: null }])).toBe(
    'name,wide,cost,note,none\r\n"\'=HYPERLINK(""x"")",\'\uFF1D1+1,-3.5,"a, ""b""",\r\n',
  );
});
