import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { reportArguments, reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import { channel } from '../channel.ts';
import { METRICS } from '../report/metrics.ts';
import { reworded } from '../report/refusal.ts';
import { CAMPAIGN_STATUSES, campaignReportProblems } from '../report/request.ts';
import { SEGMENT_NAMES } from '../report/segments.ts';
import { sourceOf } from '../report/source.ts';

export default defineTool(channel, {
  name: 'get_campaign_performance',
  title: 'Get campaign performance',
  description:
    "Metrics of campaigns over a period, in days of the account's time zone, optionally split by segments. Removed campaigns count unless `status` says otherwise. `totals` covers the whole selection, not only this page. Money has its currency; rates are fractions; null means there was nothing to divide by.",
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_ids: z.array(Id).max(1000).optional().describe('Only these'),
    ...reportArguments({ metrics: METRICS.names, segments: SEGMENT_NAMES, statuses: CAMPAIGN_STATUSES }),
  }),
  output: z.object(reportOutput({ campaign: Subject })),
  rules: campaignReportProblems,
  async run(args, { client, account }) {
    const { background: _, ...report } = await readReport(args, sourceOf(client, account, args)).catch(reworded);
    return report;
  },
});
