import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { diagnosed, diagnosis, OptionalReads } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { audienceFindings, bidsIn, recentNumbers } from '../delivery/deeper-findings.ts';
import { lineage, obstacles, readSurroundings } from '../delivery/diagnose.ts';
import { chosen, LEVEL_ARGUMENTS } from '../delivery/findings.ts';
import { statusOf } from '../resources/fields.ts';

export default defineTool(channel, {
  name: 'diagnose_delivery',
  title: 'Why is this not delivering?',
  description:
    'Why a campaign, ad group or ad is not shown: its status and its parents’, review, schedule, budget, audience, billing, bid; each finding with the call that mends it.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: Id.optional().describe('One of the three'),
    ad_group_id: Id.optional().describe('One of the three'),
    ad_id: Id.optional().describe('One of the three'),
  }),
  output: z.object(diagnosis),
  rules: (args) => exactlyOne(args, LEVEL_ARGUMENTS),
  async run(args, { client, account }) {
    const around = await readSurroundings(client, account, ...chosen(args));
    const reads = new OptionalReads();
    const [found, audiences, recent] = await Promise.all([
      obstacles(client, account, around),
      reads.of('audience', audienceFindings(client, account, around), []),
      reads.of('recent numbers', recentNumbers(client, account, around), undefined),
    ]);
    const seen = lineage(around).map((one) => ({
      level: one.level,
      id: one.id,
      name: one.name,
      status: statusOf(one),
      effective_status: one.secondary_status ?? undefined,
    }));
    const findings = [...found, ...audiences, ...bidsIn(around, recent?.impressions)];
    return diagnosed(seen, findings, { recent, unchecked: reads.unchecked });
  },
});
