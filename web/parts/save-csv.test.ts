import { expect, test } from 'vitest';
import { csvText } from './save-csv.ts';

test('a file that a spreadsheet opens without running anything', () => {
  expect(csvText([{ name: '=HYPERLINK("x")', cost: -3.5, note: 'a, "b"', none: null }])).toBe(
    'name,cost,note,none\r\n"\'=HYPERLINK(""x"")",-3.5,"a, ""b""",',
  );
  expect(csvText([])).toBe('');
});
