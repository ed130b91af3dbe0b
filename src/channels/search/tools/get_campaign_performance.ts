import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { reportArguments, reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import { needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { LEVEL_NAMES } from '../report/levels.ts';
import { METRICS } from '../report/metrics.ts';
import { reworded } from '../report/refusal.ts';
import { CAMPAIGN_STATUSES, campaignReportProblems } from '../report/request.ts';
import { SEGMENT_NAMES } from '../report/segments.ts';
import { sourceOf } from '../report/source.ts';

const About = z.looseObject({}).optional();
const { rows, ...others } = reportOutput({
  ...Object.fromEntries([...LEVEL_NAMES.slice(1), 'asset_group'].map((name) => [name, About])),
  campaign: Subject.optional(),
});

export default defineTool(channel, {
  name: 'get_campaign_performance',
  title: 'Get performance',
  description:
    "Metrics of campaigns, or of another level, over days of the account's time zone, split by segments if asked. Removed ones count unless `status` says otherwise. `totals` covers the whole selection. Rates are fractions; null: nothing to divide by.",
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    level: z
      .enum(LEVEL_NAMES)
      .default('campaign')
      .describe(
        'What a row is about. asset: of Performance Max; ad_asset: text of an ad, with its performance_label (a click counts for each text shown); location: where people were; targeted_location: with its bid modifier; placement: site or app',
      ),
    campaign_ids: z.array(Id).max(1000).optional().describe('Only these, or what is in them'),
    ad_group_ids: z.array(Id).max(1000).optional().describe('Likewise'),
    ...reportArguments({ metrics: METRICS.names, segments: SEGMENT_NAMES, statuses: CAMPAIGN_STATUSES }),
    segments_separately: z.boolean().optional().describe('A table for each segment instead of every combination'),
  }),
  output: z.object({
    rows,
    ...others,
    tables: z
      .record(z.string(), z.array(z.looseObject({})))
      .optional()
      .describe('With segments_separately: rows by segment'),
  }),
  rules: (args) => [
    ...(args.segments_separately
      ? (args.segments ?? []).flatMap((segment) => campaignReportProblems({ ...args, segments: [segment] }))
      : campaignReportProblems(args)),
    ...needs(args, { segments_separately: true }, 'segments'),
    ...notBoth(args, { segments_separately: true }, 'cursor'),
  ],
  async run({ segments_separately, ...args }, { client, account }) {
    const read = async (segments: string[] | undefined) => {
      const asked = { ...args, segments };
      const { background: _, ...report } = await readReport(asked, sourceOf(client, account, asked)).catch(reworded);
      return report;
    };
    if (!segments_separately || args.segments === undefined) return read(args.segments);
    const reports = await Promise.all(args.segments.map((segment) => read([segment])));
    const tables = Object.fromEntries(args.segments.map((segment, at) => [segment, reports[at]!.rows]));
    const { next_cursor: _, ...first } = reports[0]!;
    return { ...first, rows: [], tables };
  },
});
