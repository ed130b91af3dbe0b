import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { diagnosed, diagnosis, type Finding, OptionalReads } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import {
  audienceFindings,
  bidFindings,
  learningFindings,
  productFindings,
  recentNumbers,
} from '../delivery/deeper-findings.ts';
import { obstaclesIn, readSurroundings, type Surroundings } from '../delivery/diagnose.ts';
import { chosen, LEVEL_ARGUMENTS } from '../delivery/findings.ts';

/** At most so many ad sets of a campaign get the deeper checks. */
const AD_SETS_MAX = 5;

export default defineTool(channel, {
  name: 'diagnose_delivery',
  title: 'Why is this not delivering?',
  description:
    'Why a campaign, ad set or ad is not shown: status, review, schedule, budget, audience, billing, learning, bid, its own and its parents’; each with the call that mends it.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({
    campaign_id: Id.optional().describe('One of the three'),
    ad_set_id: Id.optional().describe('One of the three'),
    ad_id: Id.optional().describe('One of the three'),
  }),
  output: z.object(diagnosis),
  rules: (args) => exactlyOne(args, LEVEL_ARGUMENTS),
  async run(args, { client }) {
    const [level, id] = chosen(args);
    const around = await readSurroundings(client, level, id);
    const reads = new OptionalReads();
    const [recent, audiences, products] = await Promise.all([
      reads.of('recent numbers', recentNumbers(client, around.campaign.account_id, level, id), undefined),
      reads.of('audience', audiencesOf(client, around), []),
      reads.of('products', productFindings(client, around.ads), []),
    ]);
    const shown = around.now - createdAt(around) > DAY_MS ? recent?.impressions : undefined;
    const findings = [
      ...obstaclesIn(around),
      ...audiences,
      ...products,
      ...around.adSets.flatMap((adSet) => bidFindings(adSet, around.campaign, around.account.currency, shown)),
      ...around.adSets.flatMap(learningFindings),
    ];
    return diagnosed(lineage(around), findings, { recent, unchecked: reads.unchecked });
  },
});

async function audiencesOf(client: SocialClient, { adSets }: Surroundings): Promise<Finding[]> {
  const live = adSets.filter(({ status }) => status === 'ACTIVE' || adSets.length === 1).slice(0, AD_SETS_MAX);
  return (await Promise.all(live.map((adSet) => audienceFindings(client, adSet)))).flat();
}

/** An object younger than a day has too few impressions to judge. */
function createdAt({ adSets, now }: Surroundings): number {
  return Math.min(...adSets.map(({ start_time, created_time }) => Date.parse(start_time ?? created_time ?? '')), now);
}

/** The object itself first, then what stands above it. */
function lineage({ level, campaign, adSets, ads }: Surroundings) {
  const all = [
    ...(level === 'ad' ? [{ level: 'ad', ...ads[0]! }] : []),
    ...(level === 'campaign' ? [] : [{ level: 'ad_set', ...adSets[0]! }]),
    { level: 'campaign', ...campaign },
  ];
  return all.map(({ level: at, id, name, status, effective_status }) => ({
    level: at,
    id,
    name,
    status,
    effective_status,
  }));
}
