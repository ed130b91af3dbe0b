import { z } from 'zod';
import { compare } from '../../../reports/compare.ts';
import { comparisonOutput } from '../../../reports/comparison.ts';
import { againstArgument, againstProblems } from '../../../reports/comparison-period.ts';
import { pageArguments, questionArguments, questionProblems } from '../../../reports/question.ts';
import { besidesRows, rowIdentity } from '../../../reports/report.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

const Days = z.object({ start_date: z.string(), end_date: z.string() });

export default defineTool(channel, {
  name: 'compare',
  title: 'Compare two periods over all channels',
  description:
    'The `report` of two spans of days beside each other: both values, difference and ratio (current / before) for every row and total. `comparable` is false, with the reason, where the spans say nothing about each other; what has no numbers on one side is null there, not zero.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...questionArguments, ...againstArgument, ...pageArguments }),
  output: z.object({
    rows: z.array(
      // Described once, in `report`: both lists together are all that a model reads.
      z.looseObject({
        channel: rowIdentity.channel,
        entity: z.looseObject({ id: z.string(), name: z.string() }).describe('It and what it belongs to as in report'),
        before_segments: rowIdentity.segments.optional().describe('The earlier day, week or month that `before` is of'),
        ...comparisonOutput,
      }),
    ),
    totals: z.array(
      z.object({
        currency: z.string(),
        partial: z.boolean(),
        ...comparisonOutput,
        rates: z.array(z.record(z.string(), z.string())).optional(),
      }),
    ),
    periods: z
      .array(z.object({ current: Days, before: Days, accounts: z.array(z.string()).optional() }))
      .describe('Those of most accounts first; others name their accounts'),
    ...besidesRows,
  }),
  rules: (args) => [...questionProblems(args), ...againstProblems(args.against)],
  run: (args, context) => compare(args, context),
});
