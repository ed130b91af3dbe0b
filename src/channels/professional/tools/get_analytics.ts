import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { reportOutput } from '../../../tools/report/arguments.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import {
  readSeparately,
  separateArgument,
  separateOutput,
  separateProblems,
} from '../../../tools/report/separate-tables.ts';
import { channel } from '../channel.ts';
import { analyticsFields, analyticsProblems } from '../report/request.ts';
import { Analytics } from '../report/source.ts';

const Shown = z.looseObject({}).optional().describe('id, name, status, shown_as');

export default defineTool(channel, {
  name: 'get_analytics',
  title: 'Get performance numbers',
  description:
    "Metrics by campaign group (shown as Campaign), campaign (shown as Ad set), creative (shown as Ad) or account, by days and segments. Days are UTC. Rates are fractions; cost is in the account currency. Members' traits (member_ segments) are approximate and 12 to 24 hours late.",
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ ...analyticsFields, ...separateArgument }),
  output: z.object({
    ...reportOutput({ campaign_group: Shown, campaign: Shown, creative: Shown }),
    ...separateOutput,
    notes: z.array(z.string()),
  }),
  instead: {
    breakdown: 'segments',
    group_by: 'segments',
    pivot: 'segments',
    fields: 'metrics',
    date_preset: 'date_range',
    account_ids: 'account_id',
  },
  rules: (args) => separateProblems(args, analyticsProblems),
  async run({ segments_separately, ...args }, { client, account }) {
    const notes = new Set<string>();
    const report = await readSeparately({ ...args, segments_separately }, async (segments) => {
      const asked = { ...args, segments };
      const analytics = new Analytics(client, account, asked);
      const { background: _, ...read } = await readReport(asked, analytics);
      for (const note of analytics.notes) notes.add(note);
      return read;
    });
    return { ...report, notes: [...notes] };
  },
});
