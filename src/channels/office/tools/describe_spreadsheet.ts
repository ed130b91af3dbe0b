import { z } from 'zod';
import { SpreadsheetId } from '../../../sheets/read-request.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

const Tab = z.object({
  id: z.string().describe('The gid of addresses'),
  name: z.string(),
  hidden: z.boolean(),
  rows: z.number().optional().describe('Of the grid; a tab that is one chart has none'),
  columns: z.number().optional(),
  data_rows: z.number().optional().describe('How far the filled cells reach; known of imported files only'),
  data_columns: z.number().optional(),
});

export default defineTool(channel, {
  name: 'describe_spreadsheet',
  title: 'Describe a spreadsheet',
  description: 'The tabs of a spreadsheet with their sizes, and its named ranges: what read_sheet can be asked for.',
  toolset: 'spreadsheets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    spreadsheet_id: SpreadsheetId.describe('The id, or the whole address of the spreadsheet'),
  }),
  output: z.object({
    spreadsheet: z.object({ id: z.string(), name: z.string() }),
    tabs: z.array(Tab),
    named_ranges: z.array(z.object({ name: z.string(), range: z.string() })),
    notes: z.array(z.string()).optional(),
  }),
  async run({ spreadsheet_id: { id } }, { client }) {
    const { name, tabs, namedRanges, notes } = await client.describe(id);
    return {
      spreadsheet: { id, name },
      tabs: tabs.map(({ id: gid, name, hidden, rows, columns, dataRows, dataColumns }) => ({
        id: String(gid),
        name,
        hidden,
        ...(rows !== undefined && { rows, columns }),
        ...(dataRows !== undefined && { data_rows: dataRows, data_columns: dataColumns }),
      })),
      named_ranges: namedRanges,
      ...(notes.length > 0 && { notes }),
    };
  },
});
