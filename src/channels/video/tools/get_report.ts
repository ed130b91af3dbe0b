import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import { channel } from '../channel.ts';
import { reportFields, videoReportProblems } from '../report/request.ts';
import { IntegratedReport } from '../report/source.ts';

export default defineTool(channel, {
  name: 'get_report',
  title: 'Get performance numbers',
  description:
    'Metrics by level, days and segments, in days of the advertiser; deleted objects count unless `status` says otherwise. A day without delivery has no row. Rates are fractions. Numbers of the last 11 hours still grow.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject(reportFields),
  output: z.object(
    reportOutput({ campaign: Subject.optional(), ad_group: Subject.optional(), ad: Subject.optional() }),
  ),
  rules: videoReportProblems,
  async run(args, { client, account }) {
    const { background: _, ...report } = await readReport(args, new IntegratedReport(client, account, args));
    return report;
  },
});
