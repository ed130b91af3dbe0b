import type { WireCampaign, WireGroup } from './wire.ts';

/** What still keeps a campaign from being seen, and what to do about it. */
export function keepsFromServing(campaign: WireCampaign, group: WireGroup | undefined, creatives: number): string[] {
  const reasons: string[] = [];
  const { status, id } = campaign;
  if (status !== 'ACTIVE')
    reasons.push(`The campaign is ${status}: set status ACTIVE with update_professional_campaign.`);
  if (group && group.status !== 'ACTIVE')
    reasons.push(
      `Its campaign group ${group.id} is ${group.status}: set status ACTIVE with update_campaign_group first.`,
    );
  if (creatives === 0) reasons.push(`It has no creative: add one with create_creative, campaign_id ${id}.`);
  if (!campaign.targetingCriteria)
    reasons.push('It has no targeting: a location at least is needed before it can be activated.');
  const needsPage = campaign.type === 'SPONSORED_UPDATES' || campaign.type === 'DYNAMIC';
  if (needsPage && campaign.associatedEntity === undefined)
    reasons.push('It has no page: pass associated_entity (list_organizations) with update_professional_campaign.');
  if (campaign.optimizationTargetType === 'MAX_CONVERSION')
    reasons.push('A conversion has to be attached to it before it can be activated: attach_conversion.');
  if ((campaign.runSchedule?.start ?? 0) > 0) reasons.push(...startReason(campaign));
  return reasons;
}

function startReason({ servingStatuses }: WireCampaign): string[] {
  return servingStatuses.includes('CAMPAIGN_START_DATE_HOLD') ? ['Its start lies in the future.'] : [];
}
