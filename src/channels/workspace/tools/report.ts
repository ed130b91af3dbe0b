import { z } from 'zod';
import { pageArguments, questionArguments, questionProblems } from '../../../reports/question.ts';
import { report, reportOutput } from '../../../reports/report.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'report',
  title: 'Report over all channels',
  description:
    'Numbers of every connected channel and account in one list, in one vocabulary: sorted and paged together, added up within a currency only. What could not be read stands in `missing`, never as zero; `sources` tells how complete each account is, `uneven_days` whether they cover the same days; `next_calls` are ready changes to the first rows. Rates are fractions.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...questionArguments, ...pageArguments }),
  output: z.object(reportOutput),
  rules: questionProblems,
  run: (args, context) => report(args, context),
});
