import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { reportArguments, reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import {
  readSeparately,
  separateArgument,
  separateOutput,
  separateProblems,
} from '../../../tools/report/separate-tables.ts';
import { channel } from '../channel.ts';
import { LEVEL_NAMES } from '../report/levels.ts';
import { METRICS } from '../report/metrics.ts';
import { reworded } from '../report/refusal.ts';
import { CAMPAIGN_STATUSES, campaignReportProblems } from '../report/request.ts';
import { SEGMENT_NAMES } from '../report/segments.ts';
import { sourceOf } from '../report/source.ts';
import { IdFilter } from '../resources/listing.ts';

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
        'What a row is about. asset: of Performance Max; ad_asset: text of an ad, with its performance_label (a click counts for each text shown); location: where people were; targeted_location: with its bid modifier; placement: site or app; product: of a merchant feed',
      ),
    campaign_ids: IdFilter.describe('Only these, or what is in them'),
    ad_group_ids: IdFilter.describe('Likewise'),
    without_conversions: z
      .boolean()
      .optional()
      .describe('Only rows that cost money and converted nobody: wasted spend'),
    ...reportArguments({ metrics: METRICS.names, segments: SEGMENT_NAMES, statuses: CAMPAIGN_STATUSES }),
    ...separateArgument,
  }),
  output: z.object({
    rows,
    ...others,
    ...separateOutput,
  }),
  rules: (args) => [
    ...separateProblems(args, campaignReportProblems),
    ...(args.without_conversions && args.segments_separately
      ? [
          {
            field: 'without_conversions',
            message: 'cannot be given with segments_separately: every table has wasted rows of its own',
          },
        ]
      : []),
  ],
  async run({ segments_separately, ...args }, { client, account }) {
    return readSeparately({ ...args, segments_separately }, async (segments) => {
      const asked = { ...args, segments };
      const { background: _, ...report } = await readReport(asked, sourceOf(client, account, asked)).catch(reworded);
      return report;
    });
  },
});
