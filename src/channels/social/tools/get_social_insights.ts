import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import { channel } from '../channel.ts';
import { insightAliases, insightFields, insightProblems } from '../report/request.ts';
import { Insights } from '../report/source.ts';

const Likewise = Subject.meta({ properties: undefined, required: undefined });

export default defineTool(channel, {
  name: 'get_social_insights',
  title: 'Get performance numbers',
  description:
    'Metrics by level, days and segments, in days of the account; archived objects count unless `status` says otherwise. `action_types` adds metrics.actions [{action_type, count, value, cost_per_action, by_window}]. A large report is made in the background; when it is not ready in time, call again with next_cursor.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject(insightFields),
  aliases: insightAliases,
  output: z.object({
    ...reportOutput({ campaign: Subject.optional(), ad_set: Likewise.optional(), ad: Likewise.optional() }),
    report: z.object({
      made: z.enum(['at_once', 'in_background']),
      ready: z.boolean(),
      percent: z.number().optional(),
    }),
    notes: z.array(z.string()).optional(),
  }),
  rules: insightProblems,
  async run(args, { client, account, progress, signal, now }) {
    const insights = new Insights(client, account, args, { progress, signal, now });
    const { background, ...report } = await readReport(args, insights);
    const { notes } = insights;
    return {
      ...report,
      report: background
        ? { made: 'in_background' as const, ...background }
        : { made: 'at_once' as const, ready: true },
      ...(notes.length > 0 && { notes }),
    };
  },
});
