import { z } from 'zod';
import { reportCsv } from '../../../reports/csv.ts';
import { questionArguments, questionProblems } from '../../../reports/question.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { StreamedReply } from '../../../tools/streamed-reply.ts';
import { channel } from '../channel.ts';

/** `GET /reports.csv`: `report` for spreadsheets and warehouses. It counts as that tool. */
export const reportsCsv = defineTool(channel, {
  name: 'report',
  title: 'Report over all channels, as CSV',
  description:
    'The rows of `report` as CSV, streamed account by account. Lists are separated by commas, rates are JSON text. What is missing is a row with `problem` and without numbers.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    ...questionArguments,
    limit: z.int().min(1).max(1000).optional().describe('The first rows of all, in order; everything when left out'),
  }),
  output: z.object({}),
  rules: (args) => [
    ...questionProblems(args),
    ...(args.order_by !== undefined && args.limit === undefined
      ? [
          {
            field: 'order_by',
            message: 'needs limit: a whole report comes account by account; sort it where it is read',
          },
        ]
      : []),
  ],
  run: async (args, context) => new StreamedReply('text/csv; charset=utf-8', reportCsv(args, context)),
});
