import { z } from 'zod';

/** Which cells of which spreadsheet, and how their values are shown. */
export interface ReadRequest {
  spreadsheetId: string;
  /** The tab an address points at: cells without a tab of their own are meant to be in it. */
  tab?: number | undefined;
  range: string;
  render: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
  dates: 'SERIAL_NUMBER' | 'FORMATTED_STRING';
  major: 'ROWS' | 'COLUMNS';
}

export interface PageRequest extends ReadRequest {
  /** Always rows, also where the major dimension is columns. */
  limit?: number | undefined;
  /** How large the values may be as JSON inside a text, its quotes escaped. */
  bytesMax: number;
}

export interface CsvRequest extends ReadRequest {
  guardFormulas: boolean;
}

/** As many rows of a range as were asked for and fit into a reply. */
export interface Page {
  /** The range from the first row of this page to its end: always with its tab, open ends filled in. */
  range: string;
  values: unknown[][];
  /** Rows in `values`, which by columns is not their number. */
  rows: number;
  /** What is left, as a range of its own; absent when this was the last page. */
  rest?: string;
  /** There was room for more rows by their number, but not by their size. */
  cutBySize: boolean;
  notes: string[];
}

const ADDRESS =
  /^(?:https?:\/\/)?[\w.-]+(?::\d+)?\/(?:a\/[^/?#]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/([A-Za-z0-9_-]+)(.*)$/s;

/** The bare id, or the address of the spreadsheet as a browser shows it, with the tab that is open there. */
export const SpreadsheetId = z
  .string()
  .transform((text) => {
    const [, id = text.trim(), rest = ''] = ADDRESS.exec(text.trim()) ?? [];
    // The part after # is what the browser shows; ?gid= is a copy of it that may lag behind.
    const tab = /#(?:.*&)?gid=(\d{1,10})(?!\d)/.exec(rest) ?? /[?&]gid=(\d{1,10})(?!\d)/.exec(rest);
    return { id, isPublished: id === 'e', ...(tab && { tab: Number(tab[1]) }) };
  })
  .refine(({ isPublished }) => !isPublished, {
    message: 'is the address of a published page, which has no cells to read; use the address shown while editing',
    abort: true,
  })
  .refine(({ id }) => /^[A-Za-z0-9_-]{1,200}$/.test(id), 'must be a spreadsheet id or the address of a spreadsheet')
  .transform(({ id, tab }) => ({ id, tab }));

export const RangeText = z.string().min(1, 'must not be empty').max(1000);
export const RenderOption = z.enum(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA']).default('FORMATTED_VALUE');
export const DateOption = z.enum(['SERIAL_NUMBER', 'FORMATTED_STRING']).default('SERIAL_NUMBER');
export const MajorDimension = z.enum(['ROWS', 'COLUMNS']).default('ROWS');
