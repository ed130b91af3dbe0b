import { obstacle } from '../../tools/diagnosis.ts';
import type { WireCampaign, WireGroup } from './wire.ts';

/** What still keeps a campaign from being seen, and what to do about it. */
export function keepsFromServing(campaign: WireCampaign, group: WireGroup | undefined, creatives: number): string[] {
  const reasons: string[] = [];
  const { status, id } = campaign;
  const changing = (change: object) => ({
    tool: 'update_professional_campaign',
    arguments: { campaign_id: id, ...change },
  });
  if (status !== 'ACTIVE') reasons.push(obstacle(`The campaign is ${status}`, changing({ status: 'ACTIVE' })));
  if (group && group.status !== 'ACTIVE')
    reasons.push(
      obstacle(`Its campaign group ${group.id} is ${group.status}, and comes first`, {
        tool: 'update_campaign_group',
        arguments: { campaign_group_id: group.id, status: 'ACTIVE' },
      }),
    );
  if (creatives === 0)
    reasons.push(obstacle('It has no creative', { tool: 'create_creative', arguments: { campaign_id: id } }));
  if (!campaign.targetingCriteria)
    reasons.push('It has no targeting: a location at least is needed before it can be activated.');
  const needsPage = campaign.type === 'SPONSORED_UPDATES' || campaign.type === 'DYNAMIC';
  if (needsPage && campaign.associatedEntity === undefined)
    reasons.push(obstacle('It has no page, an associated_entity from list_organizations', changing({})));
  if (campaign.optimizationTargetType === 'MAX_CONVERSION')
    reasons.push(
      obstacle('A conversion has to be attached to it before it can be activated', {
        tool: 'attach_conversion',
        arguments: { campaign_id: id },
      }),
    );
  if ((campaign.runSchedule?.start ?? 0) > 0) reasons.push(...startReason(campaign));
  return reasons;
}

function startReason({ servingStatuses }: WireCampaign): string[] {
  return servingStatuses.includes('CAMPAIGN_START_DATE_HOLD') ? ['Its start lies in the future.'] : [];
}
