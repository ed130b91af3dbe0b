import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import { readSeparately, separateOutput } from '../../../tools/report/separate-tables.ts';
import { channel } from '../channel.ts';
import { askedWith, insightAliases, insightFields, insightProblems } from '../report/request.ts';
import { Insights } from '../report/source.ts';

const Likewise = Subject.meta({ properties: undefined, required: undefined });

export default defineTool(channel, {
  name: 'get_social_insights',
  title: 'Get performance numbers',
  description:
    'Metrics by level, days and segments, in days of the account; archived objects count unless `status` says otherwise. A large report is made in the background: when it is not ready in time, call again with next_cursor.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject(insightFields),
  aliases: insightAliases,
  output: z.object({
    ...reportOutput({ campaign: Subject.optional(), ad_set: Likewise.optional(), ad: Likewise.optional() }),
    ...separateOutput,
    report: z.looseObject({ made: z.enum(['at_once', 'in_background']), ready: z.boolean() }),
    notes: z.array(z.string()).optional(),
  }),
  rules: insightProblems,
  async run(args, { client, account, progress }) {
    const notes = new Set<string>();
    const waiting: (string | undefined)[] = [];
    const read = async (segments: string[] | undefined) => {
      const asked = { ...args, segments };
      const insights = new Insights(client, account, asked, { progress });
      const { background, ...report } = await readReport(asked, insights);
      for (const note of insights.notes) notes.add(note);
      if (background && !background.ready) waiting.push(segments?.at(-1));
      const made = background
        ? { made: 'in_background' as const, ...background }
        : { made: 'at_once' as const, ready: true };
      return { ...report, report: made };
    };
    const report = await readSeparately(args, read, askedWith);
    if (report.tables && waiting.length > 0)
      notes.add(`Not ready in time: ${waiting.join(', ')}. Ask for these without segments_separately.`);
    return { ...report, ...(notes.size > 0 && { notes: [...notes] }) };
  },
});
