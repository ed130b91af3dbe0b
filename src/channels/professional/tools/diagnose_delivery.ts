import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { diagnosed, diagnosis, type Finding, OptionalReads } from '../../../tools/diagnosis.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { audienceFindings, bidFindings, recentNumbers } from '../delivery/deeper-findings.ts';
import { obstaclesIn, readSurroundings, type Surroundings } from '../delivery/diagnose.ts';
import { chosen, LEVEL_ARGUMENTS } from '../delivery/findings.ts';
import { CampaignId, CreativeId, GroupId, idIn } from '../resources/fields.ts';
import type { WireCampaign } from '../wire.ts';

/** The most campaigns of a group that get further requests. */
const CAMPAIGNS_MAX = 5;

export default defineTool(channel, {
  name: 'diagnose_delivery',
  title: 'Why is this not delivering?',
  description:
    'Why a campaign group (shown as Campaign), campaign (shown as Ad set) or creative (shown as Ad) is not shown: status, review, schedule, budget, audience, billing, bid, missing parts; each finding with the call that mends it.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_group_id: GroupId.optional().describe('One of the three'),
    campaign_id: CampaignId.optional().describe('One of the three'),
    creative_id: CreativeId.optional().describe('One of the three'),
  }),
  output: z.object(diagnosis),
  rules: (args) => exactlyOne(args, LEVEL_ARGUMENTS),
  async run(args, { client, account }) {
    const [level, id] = chosen(args);
    const around = await readSurroundings(client, account, level, id);
    const reads = new OptionalReads();
    if (!around.converting) reads.unchecked.push('conversions');
    const recent = await reads.of('recent numbers', recentNumbers(client, account, level, id), undefined);
    const shown = (campaign: WireCampaign) => (isYoung(campaign, around.now) ? undefined : recent?.impressions);
    const live = liveOnes(around);
    const [audiences, bids] = await Promise.all([
      reads.of(
        'audience',
        each(live, (one) => audienceFindings(client, one)),
        [],
      ),
      reads.of(
        'bid',
        each(live, (one) => bidFindings(client, account, one, shown(one))),
        [],
      ),
    ]);
    const findings = without(obstaclesIn(around), [...audiences, ...bids]);
    return diagnosed(lineage(around), findings, { recent, unchecked: reads.unchecked });
  },
});

async function each(campaigns: readonly WireCampaign[], find: (one: WireCampaign) => Promise<Finding[]>) {
  return (await Promise.all(campaigns.map(find))).flat();
}

function liveOnes({ campaigns }: Surroundings): readonly WireCampaign[] {
  return campaigns.filter(({ status }) => status === 'ACTIVE' || campaigns.length === 1).slice(0, CAMPAIGNS_MAX);
}

/** No impressions mean nothing in a campaign's first day. */
function isYoung({ runSchedule }: WireCampaign, now: number): boolean {
  return now - (runSchedule?.start ?? now) < DAY_MS;
}

/** Replaces first findings by deeper ones about the same thing. */
function without(first: readonly Finding[], deeper: readonly Finding[]): Finding[] {
  const again = ({ about, id, mend }: Finding) =>
    (about === 'audience' || about === 'bid') &&
    mend !== undefined &&
    deeper.some((one) => one.about === about && one.id === id);
  return [...first.filter((one) => !again(one)), ...deeper];
}

/** The object first, then its parents. */
function lineage({ level, group, campaigns, creatives }: Surroundings) {
  const [campaign, creative] = [campaigns[0], creatives[0]];
  const objects = [
    ...(level === 'creative' && creative
      ? [
          {
            level: 'creative',
            id: idIn(creative.id),
            name: creative.name ?? '',
            status: creative.intendedStatus,
            serving: creative.servingHoldReasons,
          },
        ]
      : []),
    ...(level !== 'campaign_group' && campaign ? [{ level: 'campaign', ...statedBy(campaign) }] : []),
    { level: 'campaign_group', ...statedBy(group) },
  ];
  return objects.map(({ serving, ...object }) => ({
    ...object,
    ...(serving.length > 0 && { effective_status: serving.join(', ') }),
  }));
}

function statedBy({ id, name, status, servingStatuses: serving }: WireCampaign | Surroundings['group']) {
  return { id, name, status, serving };
}
