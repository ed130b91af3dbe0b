import { z } from 'zod';

/** What is to be read, as the REST address and the tool both take it. */
export interface ReadRequest {
  spreadsheetId: string;
  range: string;
  render: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
  dates: 'SERIAL_NUMBER' | 'FORMATTED_STRING';
  major: 'ROWS' | 'COLUMNS';
}

/** Cells found, line after line, so that even a whole tab need not fit into memory. */
export interface Reading {
  spreadsheetId: string;
  /** Normalised: always with its tab, open ends filled in. */
  range: string;
  lines: Iterable<readonly unknown[]>;
  close(): void;
}

/** The bare id, or the address of the spreadsheet as a browser shows it. */
export const SpreadsheetId = z
  .string()
  .transform((text) => /^https?:\/\/[^/]+\/spreadsheets\/(?:u\/\d+\/)?d\/([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? text)
  .pipe(z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be a spreadsheet id or the address of a spreadsheet'));

export const RangeText = z.string().min(1, 'must not be empty').max(1000);
export const RenderOption = z.enum(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA']).default('FORMATTED_VALUE');
export const DateOption = z.enum(['SERIAL_NUMBER', 'FORMATTED_STRING']).default('SERIAL_NUMBER');
export const MajorDimension = z.enum(['ROWS', 'COLUMNS']).default('ROWS');

/** Leaves room for the envelope around the values within the 1 MiB of a reply. */
const VALUES_BYTES_MAX = 1_000_000;

/** Says that there is more, and how to get it. */
export const Cut = z.object({ list: z.literal('values'), returned: z.number(), next_step: z.string() });

/** As many lines as one reply can carry. The rest is not even read. */
export function collect(
  { lines }: Reading,
  major: ReadRequest['major'],
): { values: unknown[][]; truncated?: z.infer<typeof Cut> } {
  const values: unknown[][] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(JSON.stringify(line)) + 1;
    if (bytes > VALUES_BYTES_MAX) return { values, truncated: cutAfter(values.length, major) };
    values.push([...line]);
  }
  return { values };
}

function cutAfter(returned: number, major: ReadRequest['major']): z.infer<typeof Cut> {
  const what = major === 'ROWS' ? 'rows' : 'columns';
  return {
    list: 'values',
    returned,
    next_step: `Only the first ${returned} ${what} fit into one reply. Ask for a range that begins after them, or read /office/sheets/read with Accept: text/csv for everything at once.`,
  };
}
