import { z } from 'zod';

const GridRange = z.object({
  sheetId: z.number().default(0),
  startRowIndex: z.number().default(0),
  endRowIndex: z.number().nullable().default(null),
  startColumnIndex: z.number().default(0),
  endColumnIndex: z.number().nullable().default(null),
});

/** What a spreadsheet is made of; a tab of charts has no grid. */
export const Spreadsheet = z.object({
  properties: z.object({ title: z.string().default('') }).default({ title: '' }),
  sheets: z
    .array(
      z.object({
        properties: z.object({
          sheetId: z.number().default(0),
          title: z.string(),
          hidden: z.boolean().default(false),
          gridProperties: z.object({ rowCount: z.number(), columnCount: z.number() }).optional(),
        }),
      }),
    )
    .default([]),
  namedRanges: z.array(z.object({ name: z.string(), range: GridRange })).default([]),
});
export type Spreadsheet = z.infer<typeof Spreadsheet>;

export const ErrorReply = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(''),
    status: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});
