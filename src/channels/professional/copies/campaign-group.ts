import type { z } from 'zod';
import type { ReadyCall } from '../../../tools/ready-call.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { ProfessionalClient } from '../client.ts';
import { campaignPath } from '../resources/campaign.ts';
import { isoTime, urnOf } from '../resources/fields.ts';
import { WireCampaign, type WireGroup } from '../wire.ts';

/** The fields that can be written; the platform sets the others itself. */
const COPIED = ['account', 'totalBudget', 'dailyBudget', 'objectiveType', 'budgetOptimization'] as const;
const LIVING = ['ACTIVE', 'PAUSED', 'DRAFT'];

export function campaignGroupCopy(source: WireGroup, name: string | undefined) {
  return {
    ...Object.fromEntries(COPIED.flatMap((field) => (source[field] === undefined ? [] : [[field, source[field]]]))),
    name: name ?? `${source.name} (copy)`,
    status: 'DRAFT',
  };
}

/** Archived and removed campaigns stay behind. */
export async function campaignsToCopy(
  client: ProfessionalClient,
  account: string,
  group: string,
): Promise<WireCampaign[]> {
  const search = {
    campaignGroup: { values: [urnOf('sponsoredCampaignGroup', group)] },
    status: { values: LIVING },
  };
  const request = { limit: Number.POSITIVE_INFINITY, params: { q: 'search', search }, account };
  return (await client.list(campaignPath(account), WireCampaign, request)).items;
}

interface Shared {
  run_schedule_start?: number | undefined;
  run_schedule_end?: number | undefined;
  percent?: number | undefined;
}

/** The call that copies a campaign into the copied group, with the changes that were asked for of the group. */
export function campaignGroupCopyCall(
  { id, name }: WireCampaign,
  group: string,
  { run_schedule_start: start, run_schedule_end: end, percent }: Shared,
): z.infer<typeof ReadyCall> {
  const changes = withoutUnset({ run_schedule_start: isoTime(start), run_schedule_end: isoTime(end), percent });
  return {
    tool: 'duplicate_professional_campaign',
    arguments: { campaign_id: id, campaign_group_id: group, name, ...changes },
    purpose: `Copy the campaign "${name}" into it`,
  };
}
