import { z } from 'zod';
import {
  Cut,
  collect,
  DateOption,
  MajorDimension,
  RangeText,
  RenderOption,
  SpreadsheetId,
} from '../../../sheets/reading.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'read_sheet',
  title: 'Read a spreadsheet',
  description: 'Cell values of a range in a spreadsheet, rows first. Ranges are in A1 notation, like Plan!A1:C10.',
  toolset: 'spreadsheets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    spreadsheet_id: SpreadsheetId.describe('The id, or the whole address of the spreadsheet'),
    range: RangeText.describe("Cells, columns, rows, a tab or a named range: Sheet1!A1:C10, Sheet1!A:C, 'My tab'"),
    value_render_option: RenderOption.describe('Cells as shown, as values, or as formulas'),
    date_time_render_option: DateOption.describe('Dates as numbers or as text'),
    major_dimension: MajorDimension.describe('COLUMNS turns the table round'),
  }),
  output: z.object({
    spreadsheet_id: z.string(),
    range: z.string(),
    values: z.array(z.array(z.unknown())),
    truncated: Cut.optional(),
  }),
  async run({ spreadsheet_id, range, value_render_option, date_time_render_option, major_dimension }, { client }) {
    const reading = await client.read({
      spreadsheetId: spreadsheet_id,
      range,
      render: value_render_option,
      dates: date_time_render_option,
      major: major_dimension,
    });
    try {
      return { spreadsheet_id: reading.spreadsheetId, range: reading.range, ...collect(reading, major_dimension) };
    } finally {
      reading.close();
    }
  },
});
