import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import {
  readSeparately,
  separateArgument,
  separateOutput,
  separateProblems,
} from '../../../tools/report/separate-tables.ts';
import { channel } from '../channel.ts';
import { reportFields, videoReportProblems } from '../report/request.ts';
import { IntegratedReport } from '../report/source.ts';

export default defineTool(channel, {
  name: 'get_report',
  title: 'Get performance numbers',
  description:
    'Metrics by level, days and segments, in days of the advertiser; deleted objects count unless `status` says otherwise. A day without delivery has no row. Rates are fractions. `conversions` are 0 where the objective is another: `result` counts what the ad group strives for. Numbers of the last 11 hours still grow.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...reportFields, ...separateArgument }),
  output: z.object({
    ...reportOutput({
      campaign: Subject.extend({ objective: z.string().optional() }).optional(),
      ad_group: Subject.optional(),
      ad: Subject.optional(),
    }),
    ...separateOutput,
  }),
  rules: (args) => separateProblems(args, videoReportProblems),
  async run({ segments_separately, ...args }, { client, account }) {
    return readSeparately({ ...args, segments_separately }, async (segments) => {
      const asked = { ...args, segments };
      const { background: _, ...report } = await readReport(asked, new IntegratedReport(client, account, asked));
      return report;
    });
  },
});
