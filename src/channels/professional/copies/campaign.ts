import type { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import type { ReadyCall } from '../../../tools/ready-call.ts';
import type { ProfessionalClient } from '../client.ts';
import { bidsByHand } from '../resources/bidding.ts';
import { urnOf } from '../resources/fields.ts';
import {
  mergeTargeting,
  resolveTargeting,
  shownTargeting,
  type Targeting,
  wireTargeting,
} from '../resources/targeting.ts';
import type { WholeCampaign } from '../wire.ts';

/** The fields that can be written; the platform sets the others itself. */
const COPIED = [
  'account',
  'campaignGroup',
  'type',
  'format',
  'objectiveType',
  'associatedEntity',
  'locale',
  'costType',
  'unitCost',
  'dailyBudget',
  'totalBudget',
  'targetingCriteria',
  'offsiteDeliveryEnabled',
  'audienceExpansionEnabled',
  'creativeSelection',
  'optimizationTargetType',
  'pacingStrategy',
  'connectedTelevisionOnly',
  'optimizationPreference',
  'offsitePreferences',
] as const;

interface CampaignCopyChanges {
  name?: string | undefined;
  status: string;
  campaign_group_id?: string | undefined;
  unit_cost_amount?: string | undefined;
  targeting?: Targeting | undefined;
}

/** The fields of the copy: those of the original, with the changes the caller asked for. */
export async function campaignCopy(
  args: CampaignCopyChanges,
  source: z.output<typeof WholeCampaign>,
  client: ProfessionalClient,
  account: string,
) {
  const target = source.optimizationTargetType;
  if (args.unit_cost_amount !== undefined && typeof target === 'string' && !bidsByHand(target))
    throw invalidArguments([
      {
        field: 'unit_cost_amount',
        message: `would be copied and never used: the platform bids by itself (${target}). Leave it out, and change the copy with update_professional_campaign, optimization_target_type`,
      },
    ]);
  const current = shownTargeting(source.targetingCriteria ?? {});
  const targeting = args.targeting && (await resolveTargeting(client, account, args.targeting));
  return {
    ...Object.fromEntries(COPIED.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]]))),
    politicalIntent: source.politicalIntent ?? 'NOT_DECLARED',
    ...(args.campaign_group_id && { campaignGroup: urnOf('sponsoredCampaignGroup', args.campaign_group_id) }),
    ...(targeting && { targetingCriteria: wireTargeting(mergeTargeting(current, targeting)) }),
    name: args.name ?? `${source.name} (copy)`,
    status: args.status,
  };
}

/** The calls that copy what a copied campaign does not bring along. */
export function campaignCopyCalls(
  source: string,
  copy: string,
  creatives: readonly string[][] | undefined,
  conversions: readonly string[],
): z.infer<typeof ReadyCall>[] {
  // One part is all of them, and those that were made meanwhile.
  const parts = creatives === undefined || creatives.length === 1 ? [undefined] : creatives;
  return [
    ...parts.map((creative_ids) => ({
      tool: 'duplicate_creatives',
      arguments: { campaign_id: source, into_campaign_id: copy, ...(creative_ids && { creative_ids }) },
      purpose: 'Copy its creatives, as drafts',
    })),
    ...conversions.map((conversion_id) => ({
      tool: 'attach_conversion',
      arguments: { campaign_id: copy, conversion_id },
      purpose: 'Count the same conversion',
    })),
  ];
}
