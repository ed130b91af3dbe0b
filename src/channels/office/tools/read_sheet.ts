import { z } from 'zod';
import { DateOption, MajorDimension, RangeText, RenderOption, SpreadsheetId } from '../../../sheets/read-request.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments } from '../../../tools/listing.ts';
import { cellsReply, rangeAt, replyOf } from '../cells-reply.ts';
import { channel } from '../channel.ts';

/** Half of what a reply may be: clients of MCP get the values twice. */
const VALUES_BYTES_MAX = 500_000;

const { limit, cursor } = listArguments(1000);

export default defineTool(channel, {
  name: 'read_sheet',
  title: 'Read a spreadsheet',
  description:
    'Cell values of a range in a spreadsheet, rows first. Ranges are in A1 notation, like Plan!A1:C10. describe_spreadsheet names the tabs.',
  toolset: 'spreadsheets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    spreadsheet_id: SpreadsheetId.describe(
      'The id, or the whole address; cells without a tab are then those of its gid',
    ),
    range: RangeText.describe("Cells, columns, rows, a tab or a named range: Sheet1!A1:C10, Sheet1!A:C, 'My tab'"),
    value_render_option: RenderOption.describe('As shown, as plain values, or formulas'),
    date_time_render_option: DateOption.describe('How plain values write dates: days since 1899-12-30, or as shown'),
    major_dimension: MajorDimension.describe('Whether values holds rows or columns'),
    limit: limit.describe('Rows at most, also when values holds columns'),
    cursor: cursor.describe('next_cursor of the page before, with all other arguments the same'),
  }),
  output: z.object({ spreadsheet_id: z.string(), ...cellsReply }),
  async run({ spreadsheet_id: { id, tab }, range, limit, cursor, ...options }, { client }) {
    const { value_render_option: render, date_time_render_option: dates, major_dimension: major } = options;
    const question = [id, tab, range, options];
    const page = await client.page({
      spreadsheetId: id,
      tab,
      range: rangeAt(question, range, cursor),
      render,
      dates,
      major,
      limit,
      bytesMax: VALUES_BYTES_MAX,
    });
    return { spreadsheet_id: id, ...replyOf(page, question) };
  },
});
