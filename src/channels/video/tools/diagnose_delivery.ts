import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { diagnosed, diagnosis } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { LEVELS, type Level } from '../delivery.ts';
import { audienceFindings, bidsIn, lineage, obstacles, readSurroundings, recentNumbers } from '../diagnose.ts';
import { statusOf } from '../fields.ts';

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
  rules: (args) =>
    exactlyOne(
      args,
      Object.values(LEVELS).map(({ argument }) => argument),
    ),
  async run(args, { client, account }) {
    const level = (Object.keys(LEVELS) as Level[]).find((one) => args[LEVELS[one].argument] !== undefined)!;
    const around = await readSurroundings(client, account, level, args[LEVELS[level].argument]!);
    const unchecked: string[] = [];
    const tried = <T>(what: string, read: Promise<T>, otherwise: T): Promise<T> =>
      read.catch(() => {
        unchecked.push(what);
        return otherwise;
      });
    const [found, audiences, recent] = await Promise.all([
      obstacles(client, account, around),
      tried('audience', audienceFindings(client, account, around), []),
      tried('recent numbers', recentNumbers(client, account, around), undefined),
    ]);
    const [object, ...parents] = lineage(around).map((one) => ({
      level: one.level,
      id: one.id,
      name: one.name,
      status: statusOf(one),
      effective_status: one.secondary_status ?? undefined,
    }));
    return {
      ...diagnosed(object!, parents, [...found, ...audiences, ...bidsIn(around, recent?.impressions)]),
      ...(recent && { recent }),
      ...(unchecked.length > 0 && { unchecked }),
    };
  },
});
