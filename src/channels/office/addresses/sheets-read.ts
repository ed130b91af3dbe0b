import { z } from 'zod';
import { DateOption, MajorDimension, RangeText, RenderOption, SpreadsheetId } from '../../../sheets/read-request.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { StreamedReply } from '../../../tools/streamed-reply.ts';
import { channel } from '../channel.ts';
import { cellsReply, rangeAt, replyOf } from '../resources/cell-page.ts';

/** Leaves room for the envelope around the values within the 1 MiB of a reply. */
const VALUES_BYTES_MAX = 1_000_000;

/** `GET /office/sheets/read`: `read_sheet` under the parameter names of its platform, and as CSV. It counts as that tool. */
export const sheetsRead = defineTool(channel, {
  name: 'read_sheet',
  title: 'Read cells of a spreadsheet',
  description: 'The cells of a range, as JSON or as CSV.',
  toolset: 'spreadsheets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    spreadsheetId: SpreadsheetId.describe(
      'The id, or the whole address; cells without a tab are then those of its gid. Also taken as spreadsheet_id and id',
    ),
    range: RangeText.describe("A1 notation or a named range: Sheet1!A1:C10, Sheet1!A:C, 'My tab'"),
    valueRenderOption: RenderOption.describe('As shown, as plain values, or formulas'),
    dateTimeRenderOption: DateOption.describe('How plain values write dates: days since 1899-12-30, or as shown'),
    majorDimension: MajorDimension.describe('Whether values holds rows or columns'),
    format: z.enum(['json', 'csv']).default('json').describe('Left out, the Accept header decides'),
    guardFormulas: z
      .enum(['true', 'false'])
      .default('false')
      .describe('CSV: puts an apostrophe before text that a spreadsheet program would run'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('JSON: rows at most; left out, as many as fit'),
    cursor: z.string().optional().describe('JSON: next_cursor of the page before, with all other parameters the same'),
  }),
  output: z.object({ spreadsheetId: z.string(), ...cellsReply }),
  rules: ({ format, limit, cursor }) =>
    Object.entries({ limit, cursor })
      .filter(([, value]) => format === 'csv' && value !== undefined)
      .map(([field]) => ({
        field,
        message: 'is for JSON: CSV holds the whole range; name fewer rows in range instead',
      })),
  async run({ spreadsheetId: { id, tab }, range, limit, cursor, format, guardFormulas, ...options }, { client }) {
    const { valueRenderOption: render, dateTimeRenderOption: dates, majorDimension: major } = options;
    const request = { spreadsheetId: id, tab, range, render, dates, major };
    if (format === 'csv') {
      const pieces = await client.csv({ ...request, guardFormulas: guardFormulas === 'true' });
      return new StreamedReply('text/csv; charset=utf-8', pieces);
    }
    const question = [id, tab, range, options];
    const page = await client.page({
      ...request,
      range: rangeAt(question, range, cursor),
      limit,
      bytesMax: VALUES_BYTES_MAX,
    });
    return { spreadsheetId: id, ...replyOf(page, question) };
  },
});
